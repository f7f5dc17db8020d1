package backendtest

import "os"

// Rounds returns how often a test repeats what it does: some by default, or all if NONET_LONG is set, as in make
// check-all.
func Rounds(some, all int) int {
	if os.Getenv("NONET_LONG") != "" {
		return all
	}
	return some
}
