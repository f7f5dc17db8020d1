package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/split"
)

// A Combined is the combined result of all pieces of an instance, for one method and replicate.
type Combined struct {
	// Record describes the whole instance as one run: its outcome, and the total times and effort of the pieces. Sizes
	// are those of the largest piece. It has no key, seed or environment.
	//
	// The outcome is Counted, Unsat, or for the task unique Solved, only if no piece is missing and split.Covers
	// confirms that the cubes cover the whole instance. One solution of a piece suffices for Solved in the task solve;
	// two different solutions suffice for Multiple. The outcome is Unsolved if the recorded pieces do not decide it.
	Record

	Problem *problem.Problem // the whole instance
	Pieces  int
	Missing []MissingPiece // all pieces without an answer, ordered by cube

	Count     *big.Int // task count: the sum over the pieces; a lower bound unless the outcome is Counted
	Solutions [][]int  // tasks solve and unique: at most one or two, checked against the whole instance

	Longest time.Duration // wall time of the longest piece
	Records []Record      // of the pieces, ordered by cube

	runs  []*Run            // ordered by cube
	byKey map[string]Record // records of the pieces
}

// A MissingPiece is a cube without an answer.
type MissingPiece struct {
	Cube   string `json:"cube"`
	Reason string `json:"why"` // "not run", or the outcome and its detail
}

// Answered returns the number of pieces with an answer.
func (w *Combined) Answered() int { return w.Pieces - len(w.Missing) }

// Ended reports whether the outcome is decided or all pieces have a record.
func (w *Combined) Ended() bool { return w.Outcome != Unsolved || len(w.Records) == w.Pieces }

// Combine combines the pieces of each split instance of the plan, ordered by grid, set, index, method and replicate.
// Records of other runs are ignored. Each solution is checked against its whole instance. Combine returns an error from
// records or ctx, or one that names an instance that the cubes of the plan do not cover.
func (p *Plan) Combine(ctx context.Context, records iter.Seq2[Record, error]) ([]*Combined, error) {
	var all []*Combined
	combined := map[string]*Combined{} // by the key that a run of the whole instance would have
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
			w.Record = Record{Grid: run.Grid, Set: in.Set, Index: in.Index, Instance: in.Name, Method: run.Method,
				Task: run.Task, Replicate: run.Replicate}
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
		return cmp.Or(cmp.Compare(v.Grid, w.Grid), cmp.Compare(v.Set, w.Set), cmp.Compare(v.Index, w.Index),
			cmp.Compare(v.Method, w.Method), cmp.Compare(v.Replicate, w.Replicate))
	})
	wholes := map[instanceID]*instances.Instance{}
	for _, set := range p.Sets {
		for i := range set {
			wholes[instanceID{set[i].Set, set[i].Index}] = &set[i]
		}
	}
	var covered *Combined // the last one checked: other methods and replicates of an instance have the same cubes
	for _, w := range all {
		in := wholes[instanceID{w.Set, w.Index}]
		if in == nil {
			return nil, fmt.Errorf("the pieces of %s/%d: the instance is missing", w.Set, w.Index)
		}
		var err error
		if covered != nil && covered.Set == w.Set && covered.Index == w.Index {
			w.Problem = covered.Problem // a model file is parsed once
		} else if w.Problem, err = in.Problem(); err != nil {
			return nil, err
		}
		if in.Puzzle != nil {
			w.Clues, w.Order = in.Puzzle.Givens(), order(in.Puzzle)
		}
		slices.SortFunc(w.runs, func(r, s *Run) int { return cmp.Compare(r.Cube, s.Cube) })
		if !w.sameCubes(covered) {
			if err := w.checkCover(ctx); err != nil {
				return nil, fmt.Errorf("the pieces of %s/%d: %w", w.Set, w.Index, err)
			}
			covered = w
		}
		w.merge()
	}
	return all, nil
}

// sameCubes reports whether v has the same cubes of the same instance and grid. v may be nil.
func (w *Combined) sameCubes(v *Combined) bool {
	return v != nil && v.Grid == w.Grid && v.Set == w.Set && v.Index == w.Index &&
		slices.EqualFunc(v.runs, w.runs, func(r, s *Run) bool { return r.Cube == s.Cube })
}

// checkCover returns an error unless the cubes of the runs cover the whole instance.
func (w *Combined) checkCover(ctx context.Context) error {
	m := w.Problem.Whole()
	var cubes []split.Cube
	for _, run := range w.runs {
		c, err := split.Parse(m, run.Cube)
		if err != nil {
			return err
		}
		if p := w.Problem.Puzzle; p != nil {
			if part, err := c.RestrictPuzzle(*p); err != nil || !slices.Equal(part.Clues, run.Instance.Puzzle.Clues) {
				return fmt.Errorf("the puzzle of %s is not its cube", run.Cube)
			}
		}
		cubes = append(cubes, c)
	}
	return split.Covers(ctx, m, cubes)
}

// merge adds up the records of the pieces.
func (w *Combined) merge() {
	w.Pieces = len(w.runs)
	if w.Task == "count" {
		w.Count = new(big.Int)
	}
	for _, run := range w.runs {
		r, recorded := w.byKey[run.Key]
		reason := "not run"
		if recorded {
			w.addCost(&r)
			reason = w.addAnswer(run, &r)
		}
		if reason != "" {
			w.Missing = append(w.Missing, MissingPiece{run.Cube, reason})
		}
	}
	w.Outcome = w.outcome()
	if w.Outcome.Success() {
		w.AnsweredBy = w.answeredBy()
	}
	if w.Count != nil {
		w.Record.Count = w.Count.String()
	}
}

// answeredBy returns BySolver if a piece reached the solver, and ByPreprocessor if all pieces were answered before it.
func (w *Combined) answeredBy() model.AnsweredBy {
	is := func(by model.AnsweredBy) func(Record) bool {
		return func(r Record) bool { return r.AnsweredBy == by }
	}
	switch {
	case slices.ContainsFunc(w.Records, is(model.BySolver)):
		return model.BySolver
	case slices.ContainsFunc(w.Records, is(model.Nobody)):
		return model.Nobody
	}
	return model.ByPreprocessor
}

// addCost adds the times, effort and size of a piece.
func (w *Combined) addCost(r *Record) {
	w.Records = append(w.Records, *r)
	w.Tags = r.Tags
	w.Wall += r.Wall
	w.CPU += r.CPU
	w.Longest = max(w.Longest, r.Wall)
	s := &w.Stats
	s.Preprocess, s.Encode, s.Solve = s.Preprocess+r.Stats.Preprocess, s.Encode+r.Stats.Encode, s.Solve+r.Stats.Solve
	s.Removed += r.Stats.Removed
	s.Effort.Add(r.Stats.Effort)
	if size := r.Stats.Size; size.Variables+size.Clauses > s.Size.Variables+s.Size.Clauses {
		s.Size = size
	}
}

// outcome derives the outcome of the whole instance from the merged pieces.
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

// addAnswer adds the answer of a piece. It returns the reason why the piece has no complete answer, or "".
func (w *Combined) addAnswer(run *Run, r *Record) (reason string) {
	if w.Task == "count" {
		n, ok := new(big.Int).SetString(r.Count, 10)
		if ok = ok && n.Sign() >= 0; ok {
			w.Count.Add(w.Count, n)
		}
		switch {
		case r.Outcome != Counted:
			return describeOutcome(r)
		case !ok:
			return "counted, but the record has no number"
		}
		return ""
	}
	want := map[Outcome]int{Solved: 1, Multiple: 2, Unsat: 0}
	n, answered := want[r.Outcome]
	if !answered || w.Task == "solve" && r.Outcome == Multiple {
		return describeOutcome(r)
	}
	for _, line := range []string{r.Solution, r.Other}[:n] {
		g, err := w.parseSolution(run, line)
		if err != nil {
			return fmt.Sprintf("%s, but its solution is wrong: %v", r.Outcome, err)
		}
		if len(w.Solutions) < 2 &&
			!slices.ContainsFunc(w.Solutions, func(h []int) bool { return len(w.Problem.Differing(g, h)) == 0 }) {
			w.Solutions = append(w.Solutions, g)
		}
	}
	if n == 2 && r.Solution == r.Other {
		return "multiple, but its two solutions are equal"
	}
	return ""
}

// describeOutcome returns the outcome of a run, and its detail if there is one.
func describeOutcome(r *Record) string {
	if r.Detail != "" {
		return string(r.Outcome) + ": " + r.Detail
	}
	return string(r.Outcome)
}

// parseSolution reads the solution of a piece, as solutionText writes it, and checks it against the piece and the whole
// instance.
func (w *Combined) parseSolution(run *Run, line string) ([]int, error) {
	if line == "" {
		return nil, errors.New("the record has none")
	}
	if p := run.Instance.Puzzle; p != nil {
		g, err := notation.Parse(line, notation.Options{Alphabet: "mixed", Shape: p.Shape})
		if err == nil {
			err = p.Check(g.Clues)
		}
		if err == nil {
			err = w.Problem.Puzzle.Check(g.Clues)
		}
		return g.Clues, err
	}
	var x []int
	for word := range strings.FieldsSeq(line) {
		v, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		x = append(x, v)
	}
	piece, err := restrict(w.Problem, run.Cube)
	if err == nil && len(x) != len(piece.Model.Vars) {
		err = fmt.Errorf("it has %d values, expected %d", len(x), len(piece.Model.Vars))
	}
	if err == nil {
		err = piece.Model.Check(x) // a solution of a piece is one of the whole
	}
	return x, err
}
