//go:build unix

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"nonet/cmd/nonet/internal/cluster/clustertest"
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

// A worker that has pieces of a count is killed: another one counts them, and the sum is right.
func TestCountSurvivesAWorker(t *testing.T) {
	server := clustertest.Start(t, nil)
	worker := func() *session { return start(t, nil, "worker", "--nats", server.URL(), "--jobs", "1", "--quiet") }
	first := worker()
	database := filepath.Join(t.TempDir(), "wide.sqlite")
	count := start(t, nil, "count", "--cubes", "600", "--method", "dlx", "--nats", server.URL(), "--ack-wait", "1s", "--db", database, wide)
	grown(t, database, count)
	first.cmd.Process.Kill()
	first.cmd.Wait()
	status, _ := exec.Command("nonet", "campaign", "status", database).Output()
	if !strings.Contains(string(status), "at least ") {
		t.Skipf("the count was over before the worker could be killed:\n%s", status)
	}
	second := worker()
	count.end(t, 0)
	if !strings.HasPrefix(count.out.String(), "329,148 solutions (dlx, ") {
		t.Errorf("%s%s", &count.out, &count.err)
	}
	second.cmd.Process.Signal(syscall.SIGTERM)
	second.end(t, 0)
}
