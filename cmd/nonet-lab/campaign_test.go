//go:build unix

package main

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/cmd/internal/programtest"
	"nonet/cmd/nonet-lab/internal/campaign"
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

// campaignRecords exports the records of a database and returns the fields that every execution must reproduce, by run.
func campaignRecords(t *testing.T, database string) map[string]string {
	t.Helper()
	out, err := exec.Command("nonet-lab", "campaign", "export", database).Output()
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
		run := fmt.Sprint(field["grid"], " ", field["set"], " ", field["index"], " ", field["method"], " ",
			field["replicate"], " ", field["cube"])
		if _, twice := all[run]; twice {
			t.Errorf("two records of %s", run)
		}
		all[run] = fmt.Sprint(field["seed"], " ", field["outcome"], " ", field["count"], " ", field["clues"], " ",
			field["iterations"], " ", field["nodes"], " ", field["conflicts"])
	}
	return all
}

// gated writes a campaign with a run that waits for the file gate, so that the campaign cannot end before it.
func gated(t *testing.T, dir, spec string) (file, gate string) {
	t.Helper()
	solver, gate := filepath.Join(t.TempDir(), "gated"), filepath.Join(t.TempDir(), "gate")
	if err := os.WriteFile(solver, fmt.Appendf(nil,
		"#!/bin/sh\nwhile [ ! -e %s ]; do sleep 0.1; done\necho s UNKNOWN\n", gate), 0o755); err != nil {
		t.Fatal(err)
	}
	spec = strings.Replace(spec, `time = "5s"`, `time = "1h"`, 1) +
		fmt.Sprintf("[[grid]]\nname = \"gated\"\ninstances = [\"one\"]\nmethods = [\"dimacs=%s\"]\n", solver)
	file = filepath.Join(dir, "killed.toml")
	if err := os.WriteFile(file, []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
	return file, gate
}

func openGate(t *testing.T, gate string) {
	t.Helper()
	if err := os.WriteFile(gate, nil, 0o666); err != nil {
		t.Fatal(err)
	}
}

// A campaign that is killed twice and interrupted once, and resumed each time, has the records of an uninterrupted one.
func TestKilledCampaignGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, gate := gated(t, dir, killed)
	runs := runsOf(t, killed) + 1
	part := filepath.Join(dir, "killed.sqlite")
	sessions := 0
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGKILL} {
		args := []string{"campaign", "resume", file, "--jobs", "3"}
		if sessions == 0 {
			args[1] = "run"
		}
		sessions++
		before := recorded(part)
		s := programtest.Start(t, "nonet-lab", nil, args...)
		grown(t, part, s, before, runs-1)
		s.Cmd.Process.Signal(sig)
		if sig == syscall.SIGINT {
			s.End(t, 3)
			if want := "runs recorded; to continue, use nonet-lab campaign resume " + part + "\n"; !strings.Contains(
				s.Err.String(), want) {
				t.Errorf("standard error: %s", &s.Err)
			}
		} else {
			_ = s.Cmd.Wait()
		}
		if n := len(campaignRecords(t, part)); n == 0 || n >= runs {
			t.Errorf("session %d: %d of %d records", sessions, n, runs)
		}
	}
	openGate(t, gate)
	programtest.Start(t, "nonet-lab", nil, "campaign", "resume", part).End(t, 0)
	whole := filepath.Join(dir, "whole.sqlite")
	programtest.Start(t, "nonet-lab", nil, "campaign", "run", file, "--db", whole, "--quiet").End(t, 0)
	want, got := campaignRecords(t, whole), campaignRecords(t, part)
	if len(want) != runs || len(got) != runs {
		t.Errorf("%d records without interruption, %d with; want %d", len(want), len(got), runs)
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

// A campaign that is killed at random moments, a hundred times, has the records of an uninterrupted one.
func TestCampaignKilledAtRandom(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("NONET_SEED"); text != "" {
		fmt.Sscan(text, &seed)
	}
	t.Logf("NONET_SEED=%d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	text := strings.NewReplacer(`time = "5s"`, `time = "1h"`, "repeats = 3", "repeats = 10", "repeats = 2",
		"repeats = 4", "each = 15", "each = 20").Replace(killed)
	file := filepath.Join(dir, "killed.toml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(dir, "whole.sqlite")
	programtest.Start(t, "nonet-lab", nil, "campaign", "run", file, "--db", whole, "--quiet").End(t, 0)
	want := campaignRecords(t, whole)
	part := filepath.Join(dir, "killed.sqlite")
	kills, useful := 0, 0
	for kills < 100 {
		how := "resume"
		if _, err := os.Stat(part); err != nil {
			how = "run" // there is no database yet
		}
		s := programtest.Start(t, "nonet-lab", nil, "campaign", how, file, "--jobs", "4", "--quiet")
		before := recorded(part)
		time.Sleep(time.Duration(r.IntN(600)) * time.Millisecond)
		s.Cmd.Process.Kill()
		if _ = s.Cmd.Wait(); s.Cmd.ProcessState.ExitCode() >= 0 { // it has ended by itself
			if code := s.Cmd.ProcessState.ExitCode(); code != 0 {
				t.Fatalf("after %d kills: exit code %d: %s", kills, code, &s.Err)
			}
			break
		}
		kills++
		if recorded(part) > before {
			useful++
		}
	}
	programtest.Start(t, "nonet-lab", nil, "campaign", "resume", file, "--quiet").End(t, 0)
	got := campaignRecords(t, part)
	t.Logf("%d runs, %d kills, %d of them after new records", len(want), kills, useful)
	different := 0
	for run, result := range want {
		if got[run] != result {
			different++
			t.Errorf("%s: %s, and %s without interruption", run, got[run], result)
		}
	}
	if len(got) != len(want) || different > 0 {
		t.Errorf("%d records, %d without interruption; %d differ", len(got), len(want), different)
	}
}

// grown waits until a session has stored a further record, or all records except the gated run.
func grown(t *testing.T, database string, s *programtest.Session, before, most int) {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < programtest.Patience; time.Sleep(20 * time.Millisecond) {
		if n := recorded(database); n > before || n == most {
			return
		}
	}
	t.Fatalf("no further record: %s", &s.Err)
}

func TestTwoProcessesOnOneCampaign(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, _ := gated(t, dir, killed)
	s := programtest.Start(t, "nonet-lab", nil, "campaign", "run", file, "--jobs", "3")
	database := filepath.Join(dir, "killed.sqlite")
	grown(t, database, s, 0, -1)
	other := programtest.Start(t, "nonet-lab", nil, "campaign", "resume", file)
	other.End(t, 2)
	if !strings.Contains(other.Err.String(), database+": is in use") {
		t.Errorf("standard error: %s", &other.Err)
	}
	s.Cmd.Process.Signal(syscall.SIGINT)
	s.End(t, 3)
}
