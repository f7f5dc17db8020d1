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

	"nonet/model"
	"nonet/model/notation"
	"nonet/model/split"
	"nonet/model/sudoku"
)

// A Whole is what the pieces of an instance say together, for one method and replicate.
type Whole struct {
	Grid, Set string
	Index     int
	Instance  string
	Method    string
	Task      string
	Replicate int

	Puzzle  *sudoku.Puzzle // the instance
	Pieces  int
	Missing []MissingPiece // those without an answer, in the order of their cubes. A piece that has none is never passed over

	// Outcome is Counted, NoneLeft, or for the task unique Solved, only if no piece is missing and split.Covers finds that they are the whole instance.
	// That there is a solution, or that there are two, takes no more pieces than show it. It is Unsolved if the pieces at hand do not decide it.
	Outcome   Outcome
	Count     *big.Int      // task count: the sum over the pieces. There are more solutions, perhaps, unless the outcome is Counted
	Solutions []sudoku.Grid // tasks solve and unique: up to one and up to two, checked against the whole instance

	Recorded int           // pieces that have a record
	Work     time.Duration // of all pieces together
	Longest  time.Duration // the longest piece
	Stats    model.Stats   // the sums over the pieces; the size is that of the largest
	Records  []Record      // of the pieces, in the order of their cubes
}

// A MissingPiece is a cube of which it is not known what it has to say.
type MissingPiece struct {
	Cube string
	Why  string // "not run", or the outcome and what is known of it
}

// Answered returns the number of pieces that are not missing.
func (w *Whole) Answered() int { return w.Pieces - len(w.Missing) }

// Decided reports whether the task is done.
func (w *Whole) Decided() bool { return w.Outcome != Unsolved }

// Record returns the whole as the record of a run: what came of it, and what all pieces together took. It has no key, seed or environment. It
// is false while the task is not done and pieces are still to be run.
func (w *Whole) Record() (Record, bool) {
	if !w.Decided() && w.Recorded < w.Pieces {
		return Record{}, false
	}
	r := Record{Grid: w.Grid, Set: w.Set, Index: w.Index, Instance: w.Instance, Method: w.Method, Task: w.Task, Replicate: w.Replicate, Clues: w.Puzzle.Givens(),
		Outcome: w.Outcome, Wall: w.Work, Stats: w.Stats}
	if s := w.Puzzle.Shape; s.Height == s.Width {
		r.Order = s.Height
	}
	for i := range w.Records {
		r.Tags = w.Records[i].Tags
		r.CPU += w.Records[i].CPU
	}
	if w.Count != nil {
		r.Count = w.Count.String()
	}
	return r, true
}

// Combine puts the pieces of each instance of the plan together that is split, in the order of grid, set, index, method and replicate. Records
// that are not of a piece of the plan are passed over. Each solution is checked against its whole instance. The error is that of the records or
// of ctx, or says that the plan's cubes do not make up an instance: then nothing can be said.
func (p *Plan) Combine(ctx context.Context, records iter.Seq2[Record, error]) ([]*Whole, error) {
	wholes := map[wholeKey]*assembly{}
	byRun := map[string]*assembly{}
	for _, stage := range p.Stages {
		for _, run := range stage.Runs {
			if run.Cube == "" {
				continue
			}
			k := wholeKey{run.Grid, place{run.Instance.Set, run.Instance.Index}, run.Method, run.Replicate}
			a := wholes[k]
			if a == nil {
				a = &assembly{records: map[string]Record{}}
				a.Whole = Whole{Grid: run.Grid, Set: run.Instance.Set, Index: run.Instance.Index, Instance: run.Instance.Name, Method: run.Method,
					Task: run.Task, Replicate: run.Replicate}
				wholes[k] = a
			}
			a.runs = append(a.runs, run)
			byRun[run.Key] = a
		}
	}
	if len(wholes) == 0 {
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
	covered := map[wholeKey]bool{} // by grid and place
	var all []*Whole
	for k, a := range wholes {
		a.Puzzle = puzzles[k.at]
		if cover := (wholeKey{grid: k.grid, at: k.at}); !covered[cover] {
			if err := a.covers(ctx); err != nil {
				return nil, fmt.Errorf("campaign: the pieces of %s/%d: %w", a.Set, a.Index, err)
			}
			covered[cover] = true
		}
		a.put()
		all = append(all, &a.Whole)
	}
	slices.SortFunc(all, func(v, w *Whole) int {
		return cmp.Or(cmp.Compare(v.Grid, w.Grid), cmp.Compare(v.Set, w.Set), cmp.Compare(v.Index, w.Index), cmp.Compare(v.Method, w.Method),
			cmp.Compare(v.Replicate, w.Replicate))
	})
	return all, nil
}

type wholeKey struct {
	grid      string
	at        place
	method    string
	replicate int
}

// puzzles returns the instances of the plan by their places.
func (p *Plan) puzzles() map[place]*sudoku.Puzzle {
	all := map[place]*sudoku.Puzzle{}
	for _, set := range p.Sets {
		for i := range set {
			if set[i].Puzzle != nil {
				all[place{set[i].Set, set[i].Index}] = set[i].Puzzle
			}
		}
	}
	return all
}

// An assembly is a whole on its way.
type assembly struct {
	Whole
	runs    []*Run
	records map[string]Record // by key
}

// covers returns nil if the cubes of the runs are the whole puzzle, and puts the runs in the order of the cubes.
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
	w := &a.Whole
	slices.SortFunc(a.runs, func(r, s *Run) int { return cmp.Compare(r.Cube, s.Cube) })
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

// spent adds what a piece has cost.
func (w *Whole) spent(r *Record) {
	w.Recorded++
	w.Records = append(w.Records, *r)
	w.Work += r.Wall
	w.Longest = max(w.Longest, r.Wall)
	s := &w.Stats
	s.Preprocess, s.Encode, s.Solve = s.Preprocess+r.Stats.Preprocess, s.Encode+r.Stats.Encode, s.Solve+r.Stats.Solve
	s.Effort.Add(r.Stats.Effort)
	if size := r.Stats.Size; size.Variables+size.Clauses > s.Size.Variables+s.Size.Clauses {
		s.Size = size
	}
}

// take takes what a record says about a piece, and returns why it does not say all, or "".
func (a *assembly) take(run *Run, r *Record) (why string) {
	w := &a.Whole
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
			err = check(a.Puzzle, g)
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
	return g.Clues, check(p, g.Clues)
}

// outcome says what follows from all that was taken.
func (w *Whole) outcome() Outcome {
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
		return NoneLeft
	case complete:
		return Solved
	}
	return Unsolved
}
