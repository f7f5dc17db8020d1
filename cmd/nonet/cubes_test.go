//go:build unix

package main

import (
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/cluster/clustertest"
)

// A count in pieces is killed in the middle, then interrupted, and goes on: the sum is the number that is counted in one piece.
func TestKilledCountGoesOn(t *testing.T) {
	database := filepath.Join(t.TempDir(), "wide.sqlite")
	args := []string{"count", "--cubes", "150", "--method", "dlx", "--jobs", "2", "--db", database, wider}
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT} {
		s := start(t, nil, args...)
		if !underway(t, database) {
			t.Logf("the count was over before %v", sig)
			s.end(t, 0)
			continue
		}
		s.cmd.Process.Signal(sig)
		s.cmd.Wait()
		out, code := s.out.String(), s.cmd.ProcessState.ExitCode()
		switch {
		case code == -1 && sig == syscall.SIGKILL:
		case code == 0 && strings.HasPrefix(out, "912,456 solutions (dlx, "): // over before the signal came
		case code == 3 && strings.HasPrefix(out, "at least ") && strings.Contains(out, " pieces counted; interrupted (dlx, "):
		default:
			t.Errorf("exit code %d: %s%s", code, out, &s.err)
		}
	}
	s := start(t, nil, args...)
	s.end(t, 0)
	if !strings.HasPrefix(s.out.String(), "912,456 solutions (dlx, ") || s.err.Len() > 0 {
		t.Errorf("%s%s", &s.out, &s.err)
	}
}

// wider has 912,456 solutions.
const wider = ".....749..3......8..96.......53..9......8...26........3......1..4.........7...3.."

// pieces returns how many pieces of a count are recorded in a database, and how many there are. Both are 0 while it is not there.
func pieces(database string) (done, all int) {
	store, err := campaign.Read(context.Background(), database)
	if err != nil {
		return 0, 0
	}
	defer store.Close()
	plan, err := store.Plan(context.Background())
	if err != nil {
		return 0, 0
	}
	records, _ := store.Done(context.Background())
	return len(records), plan.Runs()
}

// underway waits until more pieces are recorded than there were. It reports whether some are left.
func underway(t *testing.T, database string) bool {
	t.Helper()
	before, _ := pieces(database)
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(5 * time.Millisecond) {
		if done, all := pieces(database); done > before || done > 0 && done == all {
			return done < all
		}
	}
	t.Fatal("nothing is recorded")
	return false
}

// A worker that has pieces of a count is killed: another one counts them, and the sum is right.
func TestCountSurvivesAWorker(t *testing.T) {
	server := clustertest.Start(t, nil)
	worker := func() *session { return start(t, nil, "worker", "--nats", server.URL(), "--jobs", "1", "--quiet") }
	first := worker()
	database := filepath.Join(t.TempDir(), "wide.sqlite")
	count := start(t, nil, "count", "--cubes", "600", "--method", "dlx", "--nats", server.URL(), "--ack-wait", "1s", "--db", database, wider)
	if !underway(t, database) {
		t.Skip("the count was over before the worker could be killed")
	}
	first.cmd.Process.Kill()
	first.cmd.Wait()
	second := worker()
	count.end(t, 0)
	if !strings.HasPrefix(count.out.String(), "912,456 solutions (dlx, ") {
		t.Errorf("%s%s", &count.out, &count.err)
	}
	second.cmd.Process.Signal(syscall.SIGTERM)
	second.end(t, 0)
}
