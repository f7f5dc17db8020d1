package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestStart checks that no package of the project allocates much memory before main runs. A regular expression is then
// compiled when it is first used (package pattern), and a large table is made when it is first read.
func TestStart(t *testing.T) {
	const limit = 12_000 // bytes; the rules of a person take 40,000, the formats of puzzles 30,000
	c := exec.Command("nonet", "version")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := 0
	// A line is "init nonet/model @1.2 ms, 0.1 ms clock, 1024 bytes, 9 allocs".
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) != 11 || f[0] != "init" || !strings.HasPrefix(f[1], "nonet/") {
			continue
		}
		seen++
		if bytes, err := strconv.Atoi(f[7]); err != nil || bytes > limit {
			t.Errorf("%s allocates %s bytes before main, want at most %d", f[1], f[7], limit)
		}
	}
	if seen < 10 {
		t.Errorf("the trace names %d packages:\n%s", seen, out)
	}
}
