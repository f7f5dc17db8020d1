package inquiry

import (
	"context"
	"slices"
	"strconv"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/sudoku"
)

// CandidatesOptions say what to find out beside the candidates.
type CandidatesOptions struct {
	Counts bool  // the number of solutions with each candidate
	Equal  bool  // the cells that are equal, or different, in all solutions
	Limit  int64 // on the solutions counted; 0 for none; implies Counts
}

// Candidates are the values that the cells of a puzzle have in some solution. Fields that were not asked for or not
// found are nil.
type Candidates struct {
	*input.Item
	*backbone.Candidates
	Counts    *backbone.Counts
	Relations *backbone.Relations
	Elapsed   time.Duration
	Err       error
}

// FindCandidates finds the candidates with the method m, of which k is the asker.
func FindCandidates(ctx context.Context, m methods.Method, k *ask.Asker, it *input.Item,
	o CandidatesOptions) *Candidates {
	a := &Candidates{Item: it}
	a.Elapsed, a.Err = input.Timed(it, func(start time.Time) error {
		return k.WithGround(ctx, start, problem.Of(it.Puzzle),
			func(ctx context.Context, g *ask.Ground) error { return a.find(ctx, m, g, o) })
	})
	return a
}

func (a *Candidates) find(ctx context.Context, m methods.Method, g *ask.Ground, o CandidatesOptions) error {
	f, _ := g.Extra.(*backbone.Finder)
	var err error
	if f == nil {
		if f, err = ask.NewFinder(ctx, m, a.Puzzle.BaseModel()); err != nil {
			return err
		}
		g.Extra = f
	}
	givens := a.Puzzle.Given(nil)
	if a.Candidates, err = f.Find(ctx, givens); err != nil {
		return err
	}
	if a.Solvable() && (o.Counts || o.Limit > 0) {
		if a.Counts, err = f.Count(ctx, givens, a.Candidates, o.Limit); err != nil {
			return err
		}
	}
	if a.Solvable() && o.Equal {
		if a.Relations, err = f.Relate(ctx, givens, a.Candidates); err != nil {
			return err
		}
	}
	return nil
}

// Filled returns the puzzle with all forced cells filled in.
func (a *Candidates) Filled() sudoku.Grid {
	g := slices.Clone(a.Puzzle.Clues)
	for _, x := range a.Backbone() {
		g[x.Var] = x.Value
	}
	return g
}

// Forced returns the forced cells that are not clues.
func (a *Candidates) Forced() []model.Var {
	var all []model.Var
	for _, x := range a.Backbone() {
		if a.Puzzle.Clues[x.Var] == 0 {
			all = append(all, x.Var)
		}
	}
	return all
}

// A candidatesObject is the answer in JSON.
type candidatesObject struct {
	print.Head
	Method     string     `json:"method"`
	Status     string     `json:"status"`
	Complete   bool       `json:"complete"`
	Backbone   *string    `json:"backbone"`
	Candidates [][]int    `json:"candidates"` // null if none were found
	Forced     []string   `json:"forced"`
	Count      *string    `json:"count"` // null if it is not known
	Exact      *bool      `json:"exact,omitempty"`
	Counts     [][]string `json:"counts,omitzero"`
	Equal      [][]string `json:"equal,omitzero"`
	Different  [][]string `json:"different,omitzero"`
	Stats      struct {
		Questions int `json:"questions"`
		Refuted   int `json:"refuted"`
	} `json:"stats"`
	print.Tail
}

// Object returns the answer for JSON. method is the name of the method.
func (a *Candidates) Object(method string) any {
	o := candidatesObject{Head: print.HeadOf(a.Item), Method: method, Status: model.Unknown.String(),
		Forced: []string{}, Tail: print.TailOf(a.Elapsed, a.Err)}
	if a.Candidates == nil {
		o.Status = print.StatusOf(a.Err)
		return o
	}
	s := a.Puzzle.Shape
	o.Complete, o.Candidates, o.Stats.Questions, o.Stats.Refuted = a.Complete, [][]int{}, a.Queries, a.Refuted
	switch {
	case a.Solvable():
		o.Status = model.Satisfiable.String()
	case a.Complete:
		o.Status = model.Unsatisfiable.String()
	}
	if a.Solvable() && a.Complete {
		o.Backbone, o.Forced = print.GridText(a.Puzzle.Alphabet, a.Filled()), print.CellNames(s, a.Forced())
	}
	for _, values := range a.Values {
		o.Candidates = append(o.Candidates, append([]int{}, values...))
	}
	if n := a.Counts; n != nil {
		total := n.Total.String()
		o.Counts, o.Count, o.Exact = [][]string{}, &total, &n.Exact
		for _, numbers := range n.ByValue {
			texts := []string{}
			for _, number := range numbers {
				texts = append(texts, number.String())
			}
			o.Counts = append(o.Counts, texts)
		}
	}
	if r := a.Relations; r != nil {
		o.Equal, o.Different = [][]string{}, [][]string{}
		for _, class := range r.Equal {
			o.Equal = append(o.Equal, print.CellNames(s, class))
		}
		for _, p := range r.Different {
			o.Different = append(o.Different, print.CellNames(s, p[:]))
		}
	}
	if o.Count == nil && a.Solutions >= 0 {
		total, exact := strconv.Itoa(a.Solutions), true
		o.Count, o.Exact = &total, &exact
	}
	return o
}
