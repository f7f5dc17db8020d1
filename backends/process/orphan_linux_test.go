package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/encode/cnf"
)

// TestOrphansAreKilled runs a program that leaves processes in other sessions: after its answer, and after a timeout.
func TestOrphansAreKilled(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("setsid is not installed")
	}
	AdoptOrphans()
	defer func(d time.Duration) { orphanTimeout = d }(orphanTimeout)
	orphanTimeout = time.Minute // processes of other sessions end late on a busy machine
	for _, last := range []string{"echo s UNKNOWN", "sleep 600"} {
		file := filepath.Join(t.TempDir(), "pids")
		program := script(t, fmt.Sprintf("setsid sh -c 'echo $$ >>%[1]s; sleep 600 & echo $! >>%[1]s; wait' &\n"+
			"while [ $(cat %[1]s 2>/dev/null | wc -l) -lt 2 ]; do sleep 0.01; done\necho ready >>%[1]s\n%[2]s\n",
			file, last))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			for ctx.Err() == nil {
				if text, _ := os.ReadFile(file); last == "sleep 600" && strings.Contains(string(text), "ready") {
					cancel()
				}
				time.Sleep(5 * time.Millisecond)
			}
		}()
		_, err := SAT{Program: program}.Solve(ctx, &cnf.Formula{}, func(cnf.Valuation) bool { return true })
		if last == "sleep 600" && !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		text, err := os.ReadFile(file)
		pids := strings.Fields(strings.TrimSuffix(string(text), "ready\n"))
		if err != nil || len(pids) != 2 {
			t.Fatalf("processes %q, error %v", text, err)
		}
		for _, word := range pids {
			pid, err := strconv.Atoi(word)
			if err != nil || syscall.Kill(pid, 0) != syscall.ESRCH {
				t.Errorf("process %s is left", word)
			}
		}
	}
}

// TestOrphansAreReaped runs a program that leaves a process that has ended, in a process group of its own, as minizinc
// leaves its solver. While it is there, the end of each further program took startTimeout.
func TestOrphansAreReaped(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	AdoptOrphans()
	program := script(t, "exec bash -c 'set -m; sleep 0.01 & echo s UNKNOWN; exec sleep 0.5'\n")
	_, _ = SAT{Program: program}.Solve(t.Context(), &cnf.Formula{}, func(cnf.Valuation) bool { return true })
	if left := children(); len(left) > 0 {
		t.Errorf("processes %d are left", left)
	}
}
