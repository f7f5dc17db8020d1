package thein

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"nonet/backends"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/internal/slice"
	"nonet/model/notation"
)

// programs is a Python program that holds the three programs of the thesis.
//
//go:embed programs.py
var programs string

// programsTask runs one of the programs of the thesis, in his language: the method is ip, cp or heuristic+cp. Each run
// is a process of its own. Values has the processor seconds of each phase and of all ("total"), measured within the
// program, so that the start of Python is not part of them; the nodes; and for ip the number of columns that are
// fractional in the relaxation ("fractional"), and the time to load only the entries that are not zero ("load sparse").
// "clue values" is the number of different values of the clues.
// Stats.Encode is the time to state and load the problem, Stats.Solve the rest.
var programsTask = papers.TaskOf("programs", runProgram)

func runProgram(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	python, err := exec.LookPath("python3")
	if err != nil {
		return fmt.Errorf("thein: %w: %w", backends.ErrUnavailable, err)
	}
	puzzle := run.Instance.Puzzle
	var out, messages bytes.Buffer
	c := exec.CommandContext(ctx, python, "-I", "-c", programs, run.Method, notation.Line(nil, puzzle.Clues))
	c.Stdout, c.Stderr, c.WaitDelay = &out, &messages, time.Second
	if err := c.Run(); err != nil {
		return cmp.Or(ctx.Err(),
			fmt.Errorf("thein: %s: %w: %s", run.Method, err, strings.TrimSpace(messages.String())))
	}
	var answer struct {
		Unavailable, Solution string
		Values                map[string]float64
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		return fmt.Errorf("thein: %s: %w", run.Method, err)
	}
	if answer.Unavailable != "" {
		return fmt.Errorf("thein: %w: %s", backends.ErrUnavailable, answer.Unavailable)
	}
	solution := slice.Map([]byte(answer.Solution), func(digit byte) int { return int(digit) - '0' })
	if err := puzzle.Model().Check(solution); err != nil {
		return fmt.Errorf("thein: %s: wrong answer %q: %w", run.Method, answer.Solution, err)
	}
	v := answer.Values
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	clues := slice.Filter(puzzle.Clues, func(value int) bool { return value != 0 })
	v["clue values"] = float64(len(slice.Distinct(clues)))
	record.Outcome, record.Values = campaign.Solved, v
	record.Stats.Effort.Nodes = int64(v["nodes"])
	record.Stats.Solve = seconds(v["simplex"] + v["integer"] + v["search"])
	record.Stats.Encode = seconds(v["total"]) - record.Stats.Solve
	return nil
}
