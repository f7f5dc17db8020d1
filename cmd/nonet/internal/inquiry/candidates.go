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

// Candidates are the values that the cells of a puzzle, or the variables of a model, have in some solution; of a model
// with an objective, in some best solution. Fields that were not asked for or not found are nil.
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
		p := it.Problem()
		return k.WithGround(ctx, start, p, func(ctx context.Context, g *ask.Ground) error {
			base, givens, err := groundOf(ctx, k, it, p)
			if err != nil {
				return err
			}
			return a.find(ctx, m, g, base, givens, o)
		})
	})
	return a
}

// groundOf returns the model that questions about an item share, and the givens of the item. An objective becomes the
// constraint that it has its best value.
func groundOf(ctx context.Context, k *ask.Asker, it *input.Item, p *problem.Problem) (*model.Model, []model.Given,
	error) {
	if !it.Model {
		return it.Puzzle.BaseModel(), it.Puzzle.Given(nil), nil
	}
	best := p.Model.Objective
	if best == nil {
		return p.Model, nil, nil
	}
	m := *p.Model
	m.Objective = nil
	a := (&ask.Asker{Method: k.Method, Solver: k.Solver}).Ask(ctx, ask.Question{Kind: ask.Solve}, p)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case a.Err != nil:
		return nil, nil, a.Err
	case a.Optimal:
		m.Constraints = append(slices.Clone(m.Constraints), model.Linear{Terms: best.Terms, Relation: model.Equal,
			Bound: a.Value - best.Constant})
	}
	return &m, nil, nil
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

// Forced returns the forced cells that are not clues, or the forced variables that are shown.
func (a *Candidates) Forced() []model.Var {
	var all []model.Var
	shown := map[model.Var]bool{}
	if a.Item.Model {
		for _, v := range a.File.ShownVars() {
			shown[v] = true
		}
	}
	for _, x := range a.Backbone() {
		if a.Item.Model && shown[x.Var] || !a.Item.Model && a.Puzzle.Clues[x.Var] == 0 {
			all = append(all, x.Var)
		}
	}
	return all
}

// A candidatesStatus and a candidatesPart are the answer in JSON without what only puzzles or only models have.
type candidatesStatus struct {
	Method   string `json:"method"`
	Status   string `json:"status"`
	Complete bool   `json:"complete"`
}

type candidatesPart struct {
	Forced    []string   `json:"forced"`
	Count     *string    `json:"count"` // null if it is not known
	Exact     *bool      `json:"exact,omitempty"`
	Counts    [][]string `json:"counts,omitzero"` // of a puzzle
	Equal     [][]string `json:"equal,omitzero"`
	Different [][]string `json:"different,omitzero"`
	Stats     struct {
		Questions int `json:"questions"`
		Refuted   int `json:"refuted"`
	} `json:"stats"`
	print.Tail
}

type (
	puzzleCandidates struct {
		print.Head
		candidatesStatus
		Backbone   *string `json:"backbone"`
		Candidates [][]int `json:"candidates"` // null if none were found
		candidatesPart
	}
	modelCandidates struct {
		print.ModelHead
		candidatesStatus
		Domains []domainObject `json:"domains"` // null if none were found
		candidatesPart
	}
	domainObject struct {
		Variable string   `json:"variable"`
		Values   []int    `json:"values"`
		Counts   []string `json:"counts,omitempty"`
	}
)

// Object returns the answer for JSON. method is the name of the method.
func (a *Candidates) Object(method string) any {
	status := candidatesStatus{Method: method, Status: model.Unknown.String()}
	o := candidatesPart{Forced: []string{}, Tail: print.TailOf(a.Elapsed, a.Err)}
	names := func(vars []model.Var) []string { return print.CellNames(a.Puzzle.Shape, vars) }
	if a.Item.Model {
		names = func(vars []model.Var) []string {
			all := []string{}
			for _, v := range vars {
				all = append(all, a.File.Model.NameOf(v))
			}
			return all
		}
	}
	if a.Candidates == nil {
		status.Status = print.StatusOf(a.Err)
	} else {
		a.fill(&status, &o, names)
	}
	if a.Item.Model {
		return modelCandidates{print.ModelHeadOf(a.Item), status, a.domains(), o}
	}
	p := puzzleCandidates{Head: print.HeadOf(a.Item), candidatesStatus: status, candidatesPart: o}
	if a.Candidates == nil {
		return p
	}
	p.Candidates = [][]int{}
	for _, values := range a.Values {
		p.Candidates = append(p.Candidates, append([]int{}, values...))
	}
	if a.Solvable() && a.Complete {
		p.Backbone = print.GridText(a.Puzzle.Alphabet, a.Filled())
	}
	if n := a.Counts; n != nil {
		p.Counts = [][]string{}
		for v := range n.ByValue {
			p.Counts = append(p.Counts, a.countTexts(model.Var(v)))
		}
	}
	return p
}

// countTexts returns the numbers of solutions with each candidate of a variable.
func (a *Candidates) countTexts(v model.Var) []string {
	texts := []string{}
	for _, n := range a.Counts.ByValue[v] {
		texts = append(texts, n.String())
	}
	return texts
}

// domains returns the candidates of the shown variables of a model.
func (a *Candidates) domains() []domainObject {
	if a.Candidates == nil {
		return nil
	}
	all := []domainObject{}
	for _, v := range a.File.ShownVars() {
		d := domainObject{Variable: a.File.Model.NameOf(v), Values: append([]int{}, a.Values[v]...)}
		if a.Counts != nil {
			d.Counts = a.countTexts(v)
		}
		all = append(all, d)
	}
	return all
}

// fill sets the fields of an answer.
func (a *Candidates) fill(status *candidatesStatus, o *candidatesPart, names func([]model.Var) []string) {
	status.Complete, o.Stats.Questions, o.Stats.Refuted = a.Complete, a.Queries, a.Refuted
	switch {
	case a.Solvable():
		status.Status = model.Satisfiable.String()
	case a.Complete:
		status.Status = model.Unsatisfiable.String()
	}
	if a.Solvable() && a.Complete {
		o.Forced = names(a.Forced())
	}
	if n := a.Counts; n != nil {
		total := n.Total.String()
		o.Count, o.Exact = &total, &n.Exact
	}
	if r := a.Relations; r != nil {
		o.Equal, o.Different = [][]string{}, [][]string{}
		for _, class := range r.Equal {
			o.Equal = append(o.Equal, names(class))
		}
		for _, p := range r.Different {
			o.Different = append(o.Different, names(p[:]))
		}
	}
	if o.Count == nil && a.Solutions >= 0 {
		total, exact := strconv.Itoa(a.Solutions), true
		o.Count, o.Exact = &total, &exact
	}
}
