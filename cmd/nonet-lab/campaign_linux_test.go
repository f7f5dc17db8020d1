package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/cmd/internal/programtest"
)

// killer is a solver that kills the process that started it: nonet, or the child process of an isolated run.
const killer = "#!/bin/sh\n[ $1 = --version ] || kill -9 $PPID\n"

// A run that kills nonet does not stop its campaign: after two unclean ends a child process executes it, and the other
// runs are done first.
func TestRunThatKillsItsCampaign(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, solver := filepath.Join(dir, "deadly.toml"), filepath.Join(t.TempDir(), "killer")
	write := func(name, text string, mode os.FileMode) {
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write(solver, killer, 0o755)
	write(file, fmt.Sprintf(`
[limits]
time = "1h"
[[set]]
name = "s"
lewis = { orders = [3], p = [0.4], each = 20 }
[[set]]
name = "one"
lewis = { orders = [3], p = [0.4], each = 1 }
[[grid]]
name = "deadly"
instances = ["one"]
methods = ["dimacs=%s"]
[[grid]]
name = "others"
instances = ["s"]
methods = ["native", "gini"]
repeats = 5
`, solver), 0o666)
	database := filepath.Join(dir, "deadly.sqlite")
	for _, args := range [][]string{{"run", file}, {"resume", database}} {
		s := programtest.Start(t, "nonet-lab", nil, append([]string{"campaign"}, args...)...)
		if err := s.Cmd.Wait(); err == nil || s.Cmd.ProcessState.ExitCode() >= 0 {
			t.Fatalf("%v: %v, want the end by a signal: %s", args, err, &s.Err)
		}
	}
	s := programtest.Start(t, "nonet-lab", nil, "campaign", "resume", database)
	s.End(t, 4)
	if !strings.Contains(s.Err.String(), "they follow in child processes") {
		t.Errorf("standard error: %s", &s.Err)
	}
	all := campaignRecords(t, database)
	if len(all) != 201 {
		t.Errorf("%d records, want 201", len(all))
	}
	for run, result := range all {
		if strings.HasPrefix(run, "deadly ") != strings.Contains(result, "crashed") {
			t.Errorf("%s: %s", run, result)
		}
	}
}

// A campaign that exhausts memory does not end with the code of bad usage.
func TestExhaustedMemoryAborts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "large.toml")
	if err := os.WriteFile(file, []byte(`
[[set]]
name = "s"
lewis = { orders = [7], p = [0.0], each = 1 }
[[grid]]
name = "g"
instances = ["s"]
methods = ["none+gini:minimal"]
`), 0o666); err != nil {
		t.Fatal(err)
	}
	nonet, err := exec.LookPath("nonet-lab")
	if err != nil {
		t.Fatal(err)
	}
	// With less than two gigabytes of addresses, the runtime of Go may not start.
	cmd := exec.Command("sh", "-c", `ulimit -c 0; ulimit -v 2000000; exec "$@"`, "sh", nonet, "campaign", "run", file)
	out, err := cmd.CombinedOutput()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGABRT {
		t.Errorf("%v, want SIGABRT: %.2000s", err, out)
	}
}

// When nonet is killed, the child processes of isolated runs end, too.
func TestKilledCampaignLeavesNoChild(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "long.toml")
	if err := os.WriteFile(file, []byte(`
[[set]]
name = "s"
lewis = { orders = [5], p = [0.5], each = 2 }
[[grid]]
name = "g"
instances = ["s"]
methods = ["hillclimb"]
limits = { isolate = true }
`), 0o666); err != nil {
		t.Fatal(err)
	}
	s := programtest.Start(t, "nonet-lab", nil, "campaign", "run", file, "--jobs", "2")
	var children []int
	for end := time.Now().Add(programtest.Patience); len(children) < 2 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
		children = nil
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.Cmd.Process.Pid))
		for _, list := range lists {
			text, _ := os.ReadFile(list)
			for _, word := range strings.Fields(string(text)) {
				pid, _ := strconv.Atoi(word)
				children = append(children, pid)
			}
		}
	}
	if len(children) != 2 {
		t.Fatalf("children %v: %s", children, &s.Err)
	}
	s.Cmd.Process.Kill()
	_ = s.Cmd.Wait()
	for _, pid := range children {
		if !programtest.Gone(pid) {
			t.Errorf("process %d is still running", pid)
		}
	}
}
