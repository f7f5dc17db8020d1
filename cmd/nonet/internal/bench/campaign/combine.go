package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"nonet/model/notation"
	"nonet/model/split"
	"nonet/model/sudoku"
)

// Combine puts the pieces of each instance of the plan together that is split, in the order of grid, set, index, method and replicate. Records
// that are not of a piece of the plan are passed over. Each solution is checked against its whole instance. The error is that of the records or
// of ctx, or says that the plan's cubes do not make up an instance: then nothing can be said.
func (p *Plan) Combine(ctx context.Context, records iter.Seq2[Record, error]) ([]*Combined, error) {
	combined := map[combinedKey]*assembly{}
	byRun := map[string]*assembly{}
	for _, stage := range p.Stages {
		for _, run := range stage.Runs {
			if run.Cube == "" {
				continue
			}
			k := combinedKey{run.Grid, instanceID{run.Instance.Set, run.Instance.Index}, run.Method, run.Replicate}
			a := combined[k]
			if a == nil {
				a = &assembly{records: map[string]Record{}}
				a.Combined = Combined{Grid: run.Grid, Set: run.Instance.Set, Index: run.Instance.Index, Instance: run.Instance.Name, Method: run.Method,
					Task: run.Task, Replicate: run.Replicate}
				combined[k] = a
			}
			a.runs = append(a.runs, run)
			byRun[run.Key] = a
		}
	}
	if len(combined) == 0 {
		return nil, ctx.Err()
	}
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		if a := byRun[r.Key]; a != nil {
			a.records[r.Key] = r
		}
	}
	puzzles := p.puzzles()
	covered := map[combinedKey][]*Run{} // by grid and instance: runs whose cubes are the whole
	var all []*Combined
	for k, a := range combined {
		a.Puzzle = puzzles[k.at]
		slices.SortFunc(a.runs, func(r, s *Run) int { return cmp.Compare(r.Cube, s.Cube) })
		grid := combinedKey{grid: k.grid, at: k.at} // its methods and replicates have the same cubes
		if !slices.EqualFunc(covered[grid], a.runs, func(r, s *Run) bool { return r.Cube == s.Cube }) {
			if err := a.covers(ctx); err != nil {
				return nil, fmt.Errorf("campaign: the pieces of %s/%d: %w", a.Set, a.Index, err)
			}
			covered[grid] = a.runs
		}
		a.put()
		all = append(all, &a.Combined)
	}
	slices.SortFunc(all, func(v, w *Combined) int {
		return cmp.Or(cmp.Compare(v.Grid, w.Grid), cmp.Compare(v.Set, w.Set), cmp.Compare(v.Index, w.Index), cmp.Compare(v.Method, w.Method),
			cmp.Compare(v.Replicate, w.Replicate))
	})
	return all, nil
}

type combinedKey struct {
	grid      string
	at        instanceID
	method    string
	replicate int
}

// puzzles returns the instances of the plan by their ids.
func (p *Plan) puzzles() map[instanceID]*sudoku.Puzzle {
	all := map[instanceID]*sudoku.Puzzle{}
	for _, set := range p.Sets {
		for i := range set {
			if set[i].Puzzle != nil {
				all[instanceID{set[i].Set, set[i].Index}] = set[i].Puzzle
			}
		}
	}
	return all
}

// An assembly is a Combined on its way.
type assembly struct {
	Combined
	runs    []*Run            // in the order of their cubes
	records map[string]Record // by key
}

// covers returns nil if the cubes of the runs are the whole puzzle.
func (a *assembly) covers(ctx context.Context) error {
	if a.Puzzle == nil {
		return errors.New("the instance is missing")
	}
	m := a.Puzzle.Model()
	var cubes []split.Cube
	for _, run := range a.runs {
		c, err := split.Parse(m, run.Cube)
		if err != nil {
			return err
		}
		if part, err := c.On(*a.Puzzle); err != nil || !slices.Equal(part.Clues, run.Instance.Puzzle.Clues) {
			return fmt.Errorf("the puzzle of %s is not its cube", run.Cube)
		}
		cubes = append(cubes, c)
	}
	return split.Covers(ctx, m, cubes)
}

// put adds up what the pieces say.
func (a *assembly) put() {
	w := &a.Combined
	w.Pieces = len(a.runs)
	if w.Task == "count" {
		w.Count = new(big.Int)
	}
	for _, run := range a.runs {
		r, recorded := a.records[run.Key]
		if !recorded {
			w.Missing = append(w.Missing, MissingPiece{run.Cube, "not run"})
			continue
		}
		w.spent(&r)
		if why := a.take(run, &r); why != "" {
			w.Missing = append(w.Missing, MissingPiece{run.Cube, why})
		}
	}
	w.Outcome = w.outcome()
}

// take takes what a record says about a piece, and returns why it does not say all, or "".
func (a *assembly) take(run *Run, r *Record) (why string) {
	w := &a.Combined
	if w.Task == "count" {
		n, ok := new(big.Int).SetString(r.Count, 10)
		if ok = ok && n.Sign() >= 0; ok {
			w.Count.Add(w.Count, n)
		}
		switch {
		case r.Outcome != Counted:
			return ended(r)
		case !ok:
			return "counted, but the record has no number"
		}
		return ""
	}
	want := map[Outcome]int{Solved: 1, Multiple: 2, NoneLeft: 0}
	n, said := want[r.Outcome]
	if !said || w.Task == "solve" && r.Outcome == Multiple {
		return ended(r)
	}
	for _, line := range []string{r.Solution, r.Other}[:n] {
		g, err := solution(run.Instance.Puzzle, line)
		if err == nil {
			err = a.Puzzle.Check(g)
		}
		if err != nil {
			return fmt.Sprintf("%s, but its solution is wrong: %v", r.Outcome, err)
		}
		if len(w.Solutions) < 2 && !slices.ContainsFunc(w.Solutions, func(h sudoku.Grid) bool { return slices.Equal(g, h) }) {
			w.Solutions = append(w.Solutions, g)
		}
	}
	if n == 2 && r.Solution == r.Other {
		return "multiple, but its solutions are one"
	}
	return ""
}

// ended says how a run ended that does not say what was asked.
func ended(r *Record) string {
	if r.Detail != "" {
		return string(r.Outcome) + ": " + r.Detail
	}
	return string(r.Outcome)
}

// solution reads a grid in line form and checks it against the puzzle of its piece.
func solution(p *sudoku.Puzzle, line string) (sudoku.Grid, error) {
	if line == "" {
		return nil, errors.New("the record has none")
	}
	g, err := notation.Parse(line, notation.Options{Alphabet: "mixed", Shape: p.Shape})
	if err != nil {
		return nil, err
	}
	return g.Clues, p.Check(g.Clues)
}
