//go:build clp && !(linux && amd64)

package clp

// Install says how to install what is missing of CLP.
const Install = "apt install coinor-libclp1"

// LookedFor lists where the program looks for CLP, for people.
var LookedFor = []string{"linked into nonet"}

// loadLibrary does nothing: the operating system loads CLP with the program.
func loadLibrary() error { return nil }
