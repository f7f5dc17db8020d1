package thein

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/model"
)

// The searches agree node for node with programs.py, which states and searches as the thesis and its library do. No
// search follows a heuristic that has filled the grid.
func TestNodesOfTheThesis(t *testing.T) {
	for set, want := range map[string]map[string][]int64{
		"thein-easy": {
			cp:                {216, 218, 194, 263, 587, 1304, 281, 222, 290, 155},
			"h-printed+" + cp: make([]int64, 10),
		},
		"thein-medium": {
			cp:                {1381, 454, 249, 598, 683, 2535, 525, 172, 670, 440},
			"h-printed+" + cp: make([]int64, 10),
		},
		"thein-hard": {
			cp:                {2070, 380, 970, 1760, 260, 19955, 3585, 1382, 2246, 6432},
			"h-printed+" + cp: {0, 0, 0, 0, 0, 0, 0, 578, 2575, 386},
		},
		"thein-evil": {
			cp:                {7792, 1028, 1863, 76042, 5374, 3103, 10348, 321, 4990, 2440},
			"h-printed+" + cp: {1381, 766, 3299, 2050, 271, 182, 412, 981, 1434, 221},
		},
	} {
		puzzles, err := instances.Open(t.Context(), set, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, nodes := range want {
			m, err := methods.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range puzzles {
				_, r, err := model.First(t.Context(), m.Solver(), p.Puzzle.Model())
				if err != nil || r.Stats.Effort.Nodes != nodes[i] {
					t.Errorf("%s, puzzle %d, %s: %d nodes, error %v; want %d", set, i+1, name, r.Stats.Effort.Nodes,
						err, nodes[i])
				}
			}
		}
	}
}

// A run without Python or GLPK is unavailable, and a wrong answer is a failure.
func TestProgramFails(t *testing.T) {
	puzzles, err := instances.Open(t.Context(), "thein-easy", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, python string // what python3 executes, "" if it is missing
		want         campaign.Outcome
	}{
		{"no Python", "", campaign.Unavailable},
		{"no GLPK", `echo '{"unavailable": "library libglpk not found"}'`, campaign.Unavailable},
		{"crash", "exit 1", campaign.Failed},
		{"no solution", `echo '{"solution": "", "values": {}}'`, campaign.Failed},
		{"wrong solution", `echo '{"solution": "` + strings.Repeat("1", 81) + `", "values": {}}'`, campaign.Failed},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("PATH", dir)
			if test.python != "" {
				script := []byte("#!/bin/sh\n" + test.python + "\n")
				if err := os.WriteFile(filepath.Join(dir, "python3"), script, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			record := campaign.Record{}
			programsTask.Do(t.Context(), &campaign.Run{Instance: puzzles[0], Method: "ip"}, &record)
			if record.Outcome != test.want {
				t.Errorf("outcome %s (%s), want %s", record.Outcome, record.Detail, test.want)
			}
		})
	}
}
