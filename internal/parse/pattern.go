// Package parse has what readers of texts share: the ends of lines, regular expressions that are compiled when they are
// first used, and errors that end a function from within the functions that it calls. Recursive-descent parsers report
// errors in this way, as text/template does, since otherwise each grammar rule would have to pass the error on; so do
// the statement of constraints in package build and the encodings.
package parse

import (
	"regexp"
	"sync"
)

// Pattern returns a function that returns the compiled regular expression. The first call compiles it and panics if
// expr is malformed. The function may be called by several goroutines. A program starts faster than with
// [regexp.MustCompile] in variables of packages, which compile every expression of the program at its start.
func Pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
