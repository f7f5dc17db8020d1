package notation_test

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"nonet/backends/backendtest"
)

// Properties are checked on fewer puzzles than rapid's hundred, but for make check-all.
func TestMain(m *testing.M) {
	flag.Set("rapid.checks", strconv.Itoa(backendtest.Rounds(25, 100)))
	os.Exit(m.Run())
}
