package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

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
	s := start(t, nil, "campaign", "run", file, "--jobs", "2")
	var children []int
	for begin := time.Now(); len(children) < 2 && time.Since(begin) < patience; time.Sleep(10 * time.Millisecond) {
		children = nil
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.cmd.Process.Pid))
		for _, list := range lists {
			text, _ := os.ReadFile(list)
			for _, word := range strings.Fields(string(text)) {
				pid, _ := strconv.Atoi(word)
				children = append(children, pid)
			}
		}
	}
	if len(children) != 2 {
		t.Fatalf("children %v: %s", children, &s.err)
	}
	s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	for _, pid := range children {
		if !gone(pid) {
			t.Errorf("process %d is still running", pid)
		}
	}
}
