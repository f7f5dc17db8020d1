package inquiry

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strconv"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/build"
	"nonet/model/sudoku"
)

// CandidatesOptions say what to find out beside the candidates.
type CandidatesOptions struct {
	Counts bool  // the number of solutions with each candidate
	Equal  bool  // the cells that are equal, or different, in all solutions
	Limit  int64 // on the solutions counted; 0 for none; implies Counts
}

// Candidates are the values that the cells of a puzzle, or the variables of a model, have in some solution; of a model
// with an objective, in some best solution. Fields that were not asked for or not found are nil.
type Candidates struct {
	*input.Item
	*backbone.Candidates
	Counts    *backbone.Counts
	Relations *backbone.Relations
	Elapsed   time.Duration
	Err       error

	best int // the value of the objective
}

// FindCandidates finds the candidates with the method m, of which k is the asker.
func FindCandidates(ctx context.Context, m methods.Method, k *ask.Asker, it *input.Item,
	o CandidatesOptions) *Candidates {
	a := &Candidates{Item: it}
	a.Elapsed, a.Err = input.Timed(func(start time.Time) error {
		p := it.Problem()
		return k.WithGround(ctx, start, p, func(ctx context.Context, g *ask.Ground) error {
			base, givens, err := a.groundOf(ctx, k, p)
			if err != nil {
				return err
			}
			return a.find(ctx, m, g, base, givens, o)
		})
	})
	return a
}

// groundOf is p.Base, where an objective becomes the constraint that it has its best value.
func (a *Candidates) groundOf(
	ctx context.Context, k *ask.Asker, p *problem.Problem,
) (*model.Model, []model.Given, error) {
	base, givens := p.WithoutObjective().Base()
	if p.Puzzle != nil || p.Model.Objective == nil {
		return base, givens, nil
	}
	answer := (&ask.Asker{Method: k.Method, Solver: k.Solver}).Ask(ctx, ask.Question{Kind: ask.Solve}, p)
	if err := cmp.Or(ctx.Err(), answer.Err); err != nil {
		return nil, nil, err
	}
	if o := p.Model.Objective; answer.Optimal {
		a.best = answer.Value - o.Constant
		base = base.With(model.Linear{Terms: o.Terms, Bound: a.best})
	}
	return base, givens, nil
}

func (a *Candidates) find(ctx context.Context, m methods.Method, g *ask.Ground, base *model.Model,
	givens []model.Given, o CandidatesOptions) error {
	f, _ := g.Extra.(*backbone.Finder)
	var err error
	if f == nil {
		if f, err = ask.NewFinder(ctx, m, base); err != nil {
			return err
		}
		g.Extra = f
	}
	if f.Shown = nil; a.Problem().Hides() {
		f.Shown = a.Problem().Shown
	}
	if a.Candidates, err = f.Find(ctx, givens); err != nil || !a.Solvable() {
		return err
	}
	if o.Counts || o.Limit > 0 {
		a.Counts, err = f.Count(ctx, givens, a.Candidates, o.Limit)
	}
	if err == nil && o.Equal {
		a.Relations, err = f.Relate(ctx, givens, a.Candidates)
	}
	return err
}

// Filled returns the puzzle with all forced cells filled in.
func (a *Candidates) Filled() sudoku.Grid {
	g := slices.Clone(a.Puzzle.Clues)
	for _, x := range a.Backbone() {
		g[x.Var] = x.Value
	}
	return g
}

// Open returns the blank cells, or the shown variables.
func (a *Candidates) Open() []model.Var {
	return slice.Filter(a.Problem().ShownVars(), func(v model.Var) bool {
		return a.File != nil || a.Puzzle.Clues[v] == 0
	})
}

// A Row is a blank cell or a shown variable with its candidates.
type Row struct {
	Name   string
	Values []int
	Counts []*big.Int // Counts[i]: solutions with Values[i]; nil if they were not counted
}

// Rows returns a row for each open cell or variable, and for each derived value that is a constant, the objective or an
// integer that one variable determines.
func (a *Candidates) Rows() []Row {
	p := a.Problem()
	rows := slice.Map(a.Open(), func(v model.Var) Row {
		return a.row(p.NameOf(v), build.Linear{Terms: []model.Term{{Coef: 1, Var: v}}})
	})
	for _, d := range p.Derived {
		if o := p.Model.Objective; o != nil && slices.Equal(d.Terms, o.Terms) {
			d.Linear = build.Linear{Constant: a.best + d.Constant}
		}
		if d.Scale <= 1 && len(d.Terms) <= 1 {
			rows = append(rows, a.row(d.Name, d.Linear))
		}
	}
	return rows
}

// row returns the row of l, which has at most one term.
func (a *Candidates) row(name string, l build.Linear) Row {
	r := Row{Name: name, Values: []int{l.Constant}}
	if a.Counts != nil {
		r.Counts = []*big.Int{a.Counts.Total}
	}
	for _, t := range l.Terms {
		r.Values = r.Values[:0]
		for x := range a.Values[t.Var].All {
			r.Values = append(r.Values, l.Constant+t.Coef*x)
		}
		if a.Counts != nil {
			r.Counts = slices.Clone(a.Counts.ByValue[t.Var])
		}
		if t.Coef < 0 {
			slices.Reverse(r.Values)
			slices.Reverse(r.Counts)
		}
	}
	return r
}

// Forced returns the rows with one value.
func (a *Candidates) Forced() []Row {
	return slices.DeleteFunc(a.Rows(), func(r Row) bool { return len(r.Values) != 1 })
}

// A CandidatesObject is the answer in JSON. A puzzle has Backbone, Candidates and Counts, a model has Domains; they are
// null if none were found.
type CandidatesObject struct {
	print.Head
	Method     string     `json:"method"`
	Status     string     `json:"status"`
	Complete   bool       `json:"complete"`
	Backbone   any        `json:"backbone,omitzero"`
	Candidates any        `json:"candidates,omitzero"`
	Domains    any        `json:"domains,omitzero"`
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

type domainObject struct {
	Variable string   `json:"variable"`
	Values   []int    `json:"values"`
	Counts   []string `json:"counts,omitempty"`
}

// Object returns the answer for JSON. method is the name of the method.
func (a *Candidates) Object(method string) CandidatesObject {
	o := CandidatesObject{Head: print.HeadOf(a.Item), Method: method, Forced: []string{},
		Tail: print.TailOf(a.Elapsed, a.Err)}
	var null *string
	if a.File != nil {
		o.Domains = null
	} else {
		o.Candidates, o.Backbone = null, null
	}
	if a.Candidates == nil {
		o.Status = print.StatusOf(a.Err)
		return o
	}
	a.fill(&o, a.Problem())
	if a.File != nil {
		o.Domains = slice.Map(a.Rows(), func(r Row) domainObject {
			return domainObject{r.Name, r.Values, slice.Map(r.Counts, (*big.Int).String)}
		})
		return o
	}
	n := len(a.Puzzle.Clues)
	if a.Counts != nil {
		text := func(counts []*big.Int) []string { return slice.Map(counts, (*big.Int).String) }
		o.Counts = slice.Map(a.Counts.ByValue[:n], text)
	}
	o.Candidates = slice.Map(a.Values[:n], func(d model.Domain) []int { return slices.AppendSeq([]int{}, d.All) })
	if a.Solvable() && a.Complete {
		o.Backbone = print.GridText(a.Puzzle.Alphabet, a.Filled())
	}
	return o
}

// fill sets the fields that puzzles and models have.
func (a *Candidates) fill(o *CandidatesObject, p *problem.Problem) {
	o.Complete, o.Stats.Questions, o.Stats.Refuted = a.Complete, a.Queries, a.Refuted
	switch {
	case a.Solvable():
		o.Status = model.Satisfiable.String()
	case a.Complete:
		o.Status = model.Unsatisfiable.String()
	default:
		o.Status = model.Unknown.String()
	}
	if a.Solvable() && a.Complete {
		o.Forced = slice.Map(a.Forced(), func(r Row) string { return r.Name })
	}
	if n := a.Counts; n != nil {
		o.Count, o.Exact = new(n.Total.String()), &n.Exact
	} else if a.Solutions >= 0 {
		o.Count, o.Exact = new(strconv.Itoa(a.Solutions)), new(true)
	}
	if r := a.Relations; r != nil {
		o.Equal = slice.Map(r.Equal, p.NamesOf)
		o.Different = slice.Map(r.Different, func(pair [2]model.Var) []string { return p.NamesOf(pair[:]) })
	}
}
