package flatzinc

import "embed"

// Library is the MiniZinc library of nonet: the global constraints that Read supports, in the folder "library". For all
// other globals the compiler uses the definitions of the standard library.
//
//go:embed library
var Library embed.FS
