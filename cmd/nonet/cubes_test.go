//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A count in pieces is killed in the middle, then interrupted, and goes on: the sum is the number that is counted in one piece.
func TestKilledCountGoesOn(t *testing.T) {
	database := filepath.Join(t.TempDir(), "wide.sqlite")
	args := []string{"count", "--cubes", "150", "--method", "dlx", "--jobs", "2", "--db", database, wide}
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT} {
		s := start(t, nil, args...)
		grown(t, database, s)
		s.cmd.Process.Signal(sig)
		if sig == syscall.SIGKILL {
			s.end(t, -1)
			continue
		}
		s.cmd.Wait()
		out, code := s.out.String(), s.cmd.ProcessState.ExitCode()
		switch {
		case code == 0 && strings.HasPrefix(out, "329,148 solutions (dlx, "): // over before the signal came
		case code == 3 && strings.HasPrefix(out, "at least ") && strings.Contains(out, " pieces counted; interrupted (dlx, "):
		default:
			t.Errorf("exit code %d: %s%s", code, out, &s.err)
		}
	}
	s := start(t, nil, args...)
	s.end(t, 0)
	if !strings.HasPrefix(s.out.String(), "329,148 solutions (dlx, ") || s.err.Len() > 0 {
		t.Errorf("%s%s", &s.out, &s.err)
	}
}
