package campaign

import (
	"math/big"
	"time"

	"nonet/model"
	"nonet/model/sudoku"
)

// A Combined is what the pieces of an instance say together, for one method and replicate.
type Combined struct {
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
func (w *Combined) Answered() int { return w.Pieces - len(w.Missing) }

// Decided reports whether the task is done.
func (w *Combined) Decided() bool { return w.Outcome != Unsolved }

// Record returns the whole as the record of a run: what came of it, and what all pieces together took. It has no key, seed or environment. It
// is false while the task is not done and pieces are still to be run.
func (w *Combined) Record() (Record, bool) {
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

// spent adds what a piece has cost.
func (w *Combined) spent(r *Record) {
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
		return NoneLeft
	case complete:
		return Solved
	}
	return Unsolved
}
