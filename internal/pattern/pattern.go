// Package pattern compiles regular expressions when they are first used. A program starts faster than with
// [regexp.MustCompile] in variables of packages, which compile every expression of the program at its start.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns a function that returns the compiled regular expression. The first call compiles it and panics if expr
// is malformed. The function may be called by several goroutines.
func Lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
