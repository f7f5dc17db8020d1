//go:build unix

package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
)

const killed = `
name = "killed"
seed = 5
[limits]
time = "5s"
[[set]]
name = "s"
lewis = { orders = [3], p = [0.4], each = 15 }
[[grid]]
name = "shared"
instances = ["s"]
methods = ["anneal", "native", "gini"]
repeats = 3
[[grid]]
name = "alone"
instances = ["s"]
methods = ["lewis+anneal"]
repeats = 2
alone = true
[[grid]]
name = "isolated"
instances = ["s"]
methods = ["rules"]
[grid.limits]
isolate = true
[[set]]
name = "one"
lewis = { orders = [3], p = [0.4], each = 1 }
[[grid]]
name = "pieces"
instances = ["one"]
methods = ["native"]
task = "count"
cubes = 20
`

// runsOf returns the number of runs of a campaign.
func runsOf(t *testing.T, text string) int {
	t.Helper()
	spec, err := campaign.Parse("test.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := spec.Expand(t.Context(), campaign.Full)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Runs()
}

// campaignRecords exports the records of a database and returns what is the same in each execution, by run.
func campaignRecords(t *testing.T, database string) map[string]string {
	t.Helper()
	out, err := exec.Command("nonet", "campaign", "export", database).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(string(out))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, line := range lines[1:] {
		field := map[string]string{}
		for i, name := range lines[0] {
			field[name] = line[i]
		}
		run := fmt.Sprint(field["grid"], " ", field["set"], " ", field["index"], " ", field["method"], " ", field["replicate"], " ", field["cube"])
		if _, twice := all[run]; twice {
			t.Errorf("two records of %s", run)
		}
		all[run] = fmt.Sprint(field["seed"], " ", field["outcome"], " ", field["count"], " ", field["clues"], " ", field["iterations"], " ", field["nodes"], " ", field["conflicts"])
	}
	return all
}

// A campaign is killed in the middle, twice at once and once by Ctrl-C, and goes on: its records are those of one that was left in peace.
func TestKilledCampaignGoesOn(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "killed.toml")
	// A solver that sleeps and does not know keeps the campaign from its end before the signal comes, however busy the machine is.
	slow := filepath.Join(t.TempDir(), "slow")
	if err := os.WriteFile(slow, []byte("#!/bin/sh\nsleep 0.3\necho s UNKNOWN\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	spec := killed + fmt.Sprintf("[[grid]]\nname = \"slow\"\ninstances = [\"s\"]\nmethods = [\"dimacs=%s\"]\n", slow)
	if err := os.WriteFile(file, []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(dir, "whole.sqlite")
	start(t, nil, "campaign", "run", file, "--db", whole, "--quiet").end(t, 0)
	want := campaignRecords(t, whole)
	if n := runsOf(t, spec); len(want) != n {
		t.Errorf("%d records of %d", len(want), n)
	}

	// A database with some records, but not all, at the moment of the signal.
	part := filepath.Join(dir, "killed.sqlite")
	sessions := 0
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGKILL} {
		args := []string{"campaign", "resume", file, "--jobs", "2"}
		if sessions == 0 {
			args[1] = "run"
		}
		sessions++
		s := start(t, nil, args...)
		grown(t, part, s)
		s.cmd.Process.Signal(sig)
		if sig == syscall.SIGINT {
			s.end(t, 3)
			if !strings.Contains(s.err.String(), "runs are recorded; nonet campaign resume "+part+" goes on") {
				t.Errorf("standard error: %s", &s.err)
			}
		} else {
			_ = s.cmd.Wait()
		}
		if n := len(campaignRecords(t, part)); n == 0 || n >= len(want) {
			t.Errorf("session %d: %d of %d records", sessions, n, len(want))
		}
	}
	s := start(t, nil, "campaign", "resume", part)
	s.end(t, 0)
	got := campaignRecords(t, part)
	if len(got) != len(want) {
		t.Errorf("%d records, want %d", len(got), len(want))
	}
	for run, result := range want {
		if got[run] != result {
			t.Errorf("%s: %s, and %s without interruption", run, got[run], result)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 3 {
		t.Errorf("left behind: %v, error %v", left, err)
	}
}

// grown waits until a session has recorded something more.
func grown(t *testing.T, database string, s *session) {
	t.Helper()
	count := func() string {
		out, _ := exec.Command("nonet", "campaign", "status", database).Output()
		line, _, _ := strings.Cut(string(out), "\n")
		return line
	}
	before := ""
	for begin := time.Now(); time.Since(begin) < 20*time.Second; {
		if _, err := os.Stat(database); err == nil {
			switch now := count(); {
			case before == "" || strings.Contains(before, ": 0 of"):
				before = now
			case now != before:
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("nothing is recorded: %s", &s.err)
}

func TestTwoProcessesOnOneCampaign(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "killed.toml")
	if err := os.WriteFile(file, []byte(strings.Replace(killed, "repeats = 3", "repeats = 300", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	s := start(t, nil, "campaign", "run", file)
	database := filepath.Join(dir, "killed.sqlite")
	grown(t, database, s)
	other := start(t, nil, "campaign", "resume", file)
	other.end(t, 2)
	if !strings.Contains(other.err.String(), database+": is in use") {
		t.Errorf("standard error: %s", &other.err)
	}
	s.cmd.Process.Signal(syscall.SIGINT)
	s.end(t, 3)
}
