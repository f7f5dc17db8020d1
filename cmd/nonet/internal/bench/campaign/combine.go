package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"time"

	"nonet/model/notation"
	"nonet/model/split"
	"nonet/model/sudoku"
)

// A Combined is what the pieces of an instance say together, for one method and replicate.
type Combined struct {
	// Record is the whole as the record of a run: what came of it, and what all pieces together took. Its sizes are those of the largest piece. It
	// has no key, seed or environment.
	//
	// Its Outcome is Counted, NoneLeft, or for the task unique Solved, only if no piece is missing and split.Covers finds that they are the whole
	// instance. That there is a solution, or that there are two, takes no more pieces than show it. It is Unsolved if the pieces at hand do not
	// decide it.
	Record

	Puzzle  *sudoku.Puzzle // the instance
	Pieces  int
	Missing []MissingPiece // those without an answer, in the order of their cubes. A piece that has none is never passed over

	Count     *big.Int      // task count: the sum over the pieces. There are more solutions, perhaps, unless the outcome is Counted
	Solutions []sudoku.Grid // tasks solve and unique: up to one and up to two, checked against the whole instance

	Longest time.Duration // the longest piece
	Records []Record      // of the pieces, in the order of their cubes

	runs  []*Run            // in the order of their cubes
	byKey map[string]Record // of the pieces
}

// A MissingPiece is a cube of which it is not known what it has to say.
type MissingPiece struct {
	Cube string `json:"cube"`
	Why  string `json:"why"` // "not run", or the outcome and what is known of it
}

// Answered returns the number of pieces that are not missing.
func (w *Combined) Answered() int { return w.Pieces - len(w.Missing) }

// Ended reports whether the task is done, or no piece is still to be run.
func (w *Combined) Ended() bool { return w.Outcome != Unsolved || len(w.Records) == w.Pieces }

// Combine puts the pieces of each instance of the plan together that is split, in the order of grid, set, index, method and replicate. Records
// that are not of a piece of the plan are passed over. Each solution is checked against its whole instance. The error is that of the records or
// of ctx, or says that the plan's cubes do not make up an instance: then nothing can be said.
func (p *Plan) Combine(ctx context.Context, records iter.Seq2[Record, error]) ([]*Combined, error) {
	var all []*Combined
	combined := map[string]*Combined{} // by the key that the whole would have
	byRun := map[string]*Combined{}
	for run := range p.All() {
		if run.Cube == "" {
			continue
		}
		in := run.Instance
		key := runKey(run.Grid, in.Set, in.Index, run.Method, run.Replicate, "")
		w := combined[key]
		if w == nil {
			w = &Combined{byKey: map[string]Record{}}
			w.Record = Record{Grid: run.Grid, Set: in.Set, Index: in.Index, Instance: in.Name, Method: run.Method, Task: run.Task,
				Replicate: run.Replicate}
			combined[key] = w
			all = append(all, w)
		}
		w.runs = append(w.runs, run)
		byRun[run.Key] = w
	}
	if len(all) == 0 {
		return nil, ctx.Err()
	}
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		if w := byRun[r.Key]; w != nil {
			w.byKey[r.Key] = r
		}
	}
	slices.SortFunc(all, func(v, w *Combined) int {
		return cmp.Or(cmp.Compare(v.Grid, w.Grid), cmp.Compare(v.Set, w.Set), cmp.Compare(v.Index, w.Index), cmp.Compare(v.Method, w.Method),
			cmp.Compare(v.Replicate, w.Replicate))
	})
	puzzles := p.puzzles()
	var covered *Combined // of one grid and instance, whose cubes are the whole: other methods and replicates have the same
	for _, w := range all {
		if w.Puzzle = puzzles[instanceID{w.Set, w.Index}]; w.Puzzle == nil {
			return nil, fmt.Errorf("campaign: the pieces of %s/%d: the instance is missing", w.Set, w.Index)
		}
		w.Clues, w.Order = w.Puzzle.Givens(), order(w.Puzzle)
		slices.SortFunc(w.runs, func(r, s *Run) int { return cmp.Compare(r.Cube, s.Cube) })
		if !w.alike(covered) {
			if err := w.covers(ctx); err != nil {
				return nil, fmt.Errorf("campaign: the pieces of %s/%d: %w", w.Set, w.Index, err)
			}
			covered = w
		}
		w.put()
	}
	return all, nil
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

// alike reports whether v has the same cubes of the same instance and grid. It may be nil.
func (w *Combined) alike(v *Combined) bool {
	return v != nil && v.Grid == w.Grid && v.Set == w.Set && v.Index == w.Index &&
		slices.EqualFunc(v.runs, w.runs, func(r, s *Run) bool { return r.Cube == s.Cube })
}

// covers returns nil if the cubes of the runs are the whole puzzle.
func (w *Combined) covers(ctx context.Context) error {
	m := w.Puzzle.Model()
	var cubes []split.Cube
	for _, run := range w.runs {
		c, err := split.Parse(m, run.Cube)
		if err != nil {
			return err
		}
		if part, err := c.RestrictPuzzle(*w.Puzzle); err != nil || !slices.Equal(part.Clues, run.Instance.Puzzle.Clues) {
			return fmt.Errorf("the puzzle of %s is not its cube", run.Cube)
		}
		cubes = append(cubes, c)
	}
	return split.Covers(ctx, m, cubes)
}

// put adds up what the pieces say.
func (w *Combined) put() {
	w.Pieces = len(w.runs)
	if w.Task == "count" {
		w.Count = new(big.Int)
	}
	for _, run := range w.runs {
		r, recorded := w.byKey[run.Key]
		why := "not run"
		if recorded {
			w.spent(&r)
			why = w.take(run, &r)
		}
		if why != "" {
			w.Missing = append(w.Missing, MissingPiece{run.Cube, why})
		}
	}
	w.Outcome = w.outcome()
	if w.Count != nil {
		w.Record.Count = w.Count.String()
	}
}

// spent adds what a piece has cost.
func (w *Combined) spent(r *Record) {
	w.Records = append(w.Records, *r)
	w.Tags = r.Tags
	w.Wall += r.Wall
	w.CPU += r.CPU
	w.Longest = max(w.Longest, r.Wall)
	s := &w.Stats
	s.Preprocess, s.Encode, s.Solve = s.Preprocess+r.Stats.Preprocess, s.Encode+r.Stats.Encode, s.Solve+r.Stats.Solve
	s.Effort.Add(r.Stats.Effort)
	if size := r.Stats.Size; size.Variables+size.Clauses > s.Size.Variables+s.Size.Clauses {
		s.Size = size
	}
}

// outcome says what follows from all that was taken.
func (w *Combined) outcome() Outcome {
	complete, found := len(w.Missing) == 0, len(w.Solutions)
	switch {
	case w.Task == "count" && complete:
		return Counted
	case w.Task == "count":
		return Unsolved
	case w.Task == "unique" && found >= 2:
		return Multiple
	case w.Task == "solve" && found >= 1:
		w.Solutions = w.Solutions[:1]
		return Solved
	case complete && found == 0:
		return Unsat
	case complete:
		return Solved
	}
	return Unsolved
}

// take takes what a record says about a piece, and returns why it does not say all, or "".
func (w *Combined) take(run *Run, r *Record) (why string) {
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
	want := map[Outcome]int{Solved: 1, Multiple: 2, Unsat: 0}
	n, said := want[r.Outcome]
	if !said || w.Task == "solve" && r.Outcome == Multiple {
		return ended(r)
	}
	for _, line := range []string{r.Solution, r.Other}[:n] {
		g, err := solution(run.Instance.Puzzle, line)
		if err == nil {
			err = w.Puzzle.Check(g)
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
