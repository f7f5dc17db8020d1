package serve

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/picture"
	"nonet/model/sudoku"
)

// The default time limits of questions.
const (
	quickLimit   = 2 * time.Second // for what the page asks after each key
	patientLimit = 10 * time.Second
)

// A question is what the handlers of a single answer have in common: the puzzle, the method and the time limit.
type question struct {
	*input.Item
	method methods.Method
	asker  *ask.Asker
	limit  time.Duration
}

// puzzle returns the puzzle that a request is about.
func (q *PuzzleRequest) puzzle() *PuzzleRequest { return q }

// about returns the handler of requests of type Q about a puzzle, which f answers. The puzzle is read in the queue
// s.short, since a text may take as long as a question; f waits in the queue line.
func about[Q any, P interface {
	*Q
	puzzle() *PuzzleRequest
}](s *Server, line *queue, f func(http.ResponseWriter, *http.Request, *Q, *input.Item) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		q := new(Q)
		if err := decode(w, r, q); err != nil {
			return err
		}
		var it *input.Item
		err := s.short.do(r, func() (err error) {
			if it, err = s.item(r.Context(), P(q).puzzle()); err == nil && line == s.short {
				err = f(w, r, q, it)
			}
			return err
		})
		if err != nil || line == s.short {
			return err
		}
		return line.do(r, func() error { return f(w, r, q, it) })
	}
}

// ask returns the question about a puzzle with a method by name.
func (s *Server) ask(it *input.Item, method string, l Limit, standard time.Duration) (*question, error) {
	m, err := s.method(method)
	if err != nil {
		return nil, err
	}
	limit := s.limit(l, standard)
	return &question{it, m, ask.New(m, limit), limit}, nil
}

// answer returns an answer to be filled in.
func (x *question) answer(q ask.Question) *print.Answer {
	a := &print.Answer{Answer: ask.Answer{Question: q}, Item: x.Item, Method: x.method.Name}
	if x.method.Kind == methods.Stochastic {
		a.RunOptions = &x.method.RunOptions
	}
	return a
}

// failure returns the error of a method that is missing or does not support the puzzle, which the client cannot mend by
// asking again; any other error is part of the answer.
func failure(err error) error {
	if input.IsMissing(err) || input.IsUnsupported(err) {
		return refused("%v", err)
	}
	return nil
}

// check answers /api/check.
func (s *Server) check(w http.ResponseWriter, r *http.Request, q *CheckRequest, it *input.Item) error {
	x, err := s.ask(it, q.Method, q.Limit, quickLimit)
	if err != nil {
		return err
	}
	start := time.Now()
	a := x.answer(ask.Question{Kind: ask.Unique})
	p := it.Problem()
	a.Answer = x.asker.Ask(r.Context(), a.Question, p)
	if q.Minimal {
		inquiry.FindRedundant(r.Context(), x.asker, start, a)
	}
	if err := failure(a.Err); err != nil {
		return err
	}
	response := CheckResponse{AnswerObject: print.ObjectOf(a, print.Rating{}), Differ: []string{}}
	if a.Other != nil {
		response.Differ = p.NamesOf(p.Differing(a.Solution, a.Other))
	}
	if a.Verdict == model.None && !q.NoExplain {
		rest := ask.New(x.method, max(x.limit-time.Since(start), x.limit/4))
		e := inquiry.NewExplainer(x.method, rest, inquiry.ExplainOptions{Best: defaultOrders})
		explained := e.Object(e.Explain(r.Context(), it))
		response.Explain = &explained
	}
	return writeJSON(w, response)
}

// defaultOrders is the number of orders of clues that an explanation tries, as for nonet explain.
const defaultOrders = 10

// explain answers /api/explain.
func (s *Server) explain(w http.ResponseWriter, r *http.Request, q *ExplainRequest, it *input.Item) error {
	x, err := s.ask(it, q.Method, q.Limit, patientLimit)
	if err != nil {
		return err
	}
	if q.Best < 0 || q.Best > 1000 {
		return refused("best %d: expected 1 to 1000", q.Best)
	}
	e := inquiry.NewExplainer(x.method, x.asker,
		inquiry.ExplainOptions{Best: cmp.Or(q.Best, defaultOrders), Smallest: q.Smallest})
	a := e.Explain(r.Context(), it)
	if err := failure(a.Err); err != nil {
		return err
	}
	return writeJSON(w, e.Object(a))
}

// candidates answers /api/candidates.
func (s *Server) candidates(w http.ResponseWriter, r *http.Request, q *CandidatesRequest, it *input.Item) error {
	x, err := s.ask(it, q.Method, q.Limit, quickLimit)
	if err != nil {
		return err
	}
	switch {
	case q.Counts < 0:
		return refused("counts %d: expected 0 or more", q.Counts)
	case q.Kind == "true":
		a := inquiry.FindCandidates(r.Context(), x.method, x.asker, it,
			inquiry.CandidatesOptions{Counts: q.Counts > 0, Limit: q.Counts})
		if err := failure(a.Err); err != nil {
			return err
		}
		return writeJSON(w, struct {
			inquiry.CandidatesObject
			candidatesExtra
		}{a.Object(x.method.Name), candidatesExtra{Kind: q.Kind}})
	case q.Kind != "simple" && q.Kind != "rules":
		return refused("%s", term.CheckOneOf("kind", q.Kind, []string{"simple", "rules", "true"}))
	}
	o := leftCandidates{Head: print.HeadOf(it), Status: model.Unknown.String()}
	o.Kind = q.Kind
	start := time.Now()
	if q.Kind == "simple" {
		err = o.afterClues(r.Context(), it.Puzzle)
	} else {
		l, unknown := ladder(q.Ladder, it.Puzzle)
		if unknown != nil {
			return unknown
		}
		o.Ladder = l.Name()
		err = o.afterRules(r.Context(), x, l, start)
	}
	if err := failure(err); err != nil {
		return err
	}
	o.Tail = print.TailOf(time.Since(start), err)
	return writeJSON(w, o)
}

// afterClues sets the candidates that clues leave to their peers.
func (o *leftCandidates) afterClues(ctx context.Context, p sudoku.Puzzle) error {
	m, err := print.Reduce(ctx, p.Model(), "givens")
	if err != nil {
		return err
	}
	for c := range p.Clues {
		left := slices.AppendSeq([]int{}, m.Vars[c].Domain.All)
		if o.Candidates = append(o.Candidates, left); len(left) == 0 {
			o.Status = model.Unsatisfiable.String()
		}
	}
	return nil
}

// afterRules sets the candidates that the rules of a ladder leave.
func (o *leftCandidates) afterRules(ctx context.Context, x *question, l *human.Ladder, start time.Time) error {
	return inquiry.WithPosition(ctx, x.asker, x.Item, start, func(ctx context.Context, p *human.Position) error {
		l.Deduce(ctx, p)
		switch {
		case p.Broken():
			o.Status = model.Unsatisfiable.String()
		case p.Solved():
			o.Status = model.Satisfiable.String()
		}
		o.Candidates = slice.Make(len(x.Puzzle.Clues), func(c int) []int { return print.CandidatesOf(p, model.Var(c)) })
		return ctx.Err()
	})
}

// A candidatesExtra is what /api/candidates adds to the object of nonet candidates.
type candidatesExtra struct {
	Kind   string `json:"kind"`
	Ladder string `json:"ladder,omitempty"`
}

// leftCandidates are the candidates that clues or rules leave: the fields of nonet candidates that apply.
type leftCandidates struct {
	print.Head
	candidatesExtra
	Status     string  `json:"status"`
	Candidates [][]int `json:"candidates"`
	print.Tail
}

// steps answers /api/steps.
func (s *Server) steps(w http.ResponseWriter, r *http.Request, q *StepsRequest, it *input.Item) error {
	x, err := s.ask(it, "", q.Limit, patientLimit)
	if err != nil {
		return err
	}
	grid, err := gridOf(it.Puzzle, q.Grid)
	if err != nil {
		return err
	}
	given := it.Puzzle // in the picture, entries are no clues
	if grid != nil {
		it.Puzzle.Clues = grid
	}
	l, err := ladder(q.Ladder, it.Puzzle)
	if err != nil {
		return err
	}
	rating := print.Rating{Ladder: l, Uniqueness: !q.NoUniqueness, Show: print.ShowSteps, Grid: true}
	if q.NoUniqueness {
		rating.Ladder = l.Sound()
	}
	if q.Hint {
		rating.Show = print.ShowHint
	}
	form := print.JSON{How: rating}
	a := x.answer(ask.Question{Kind: ask.Unique})
	a.Rates = true
	inquiry.Rate(r.Context(), x.asker, rating, a, func(rated *print.Rated, step *human.Step, p *human.Position) {
		if q.Only > 0 && rated.Shown != q.Only {
			return
		}
		response := StepResponse{StepObject: form.Step(a, rated.Shown, step, p), Hints: hintsOf(it.Puzzle.Shape, step),
			Links: linksOf(given, step, p)}
		if q.Hint || q.Only > 0 {
			drawing := picture.Draw(given, picture.OfStep(given, p, step), picture.Options{})
			response.Picture = string(drawing.SVG(picture.SVG{Inline: true, Hidden: true}))
		}
		rated.Objects = append(rated.Objects, response)
	})
	if err := failure(a.Err); err != nil {
		return err
	}
	return writeJSON(w, print.ObjectOf(a, rating))
}

// hintsOf returns a step in three strengths: the rule, the place, and the whole sentence.
func hintsOf(s sudoku.Shape, step *human.Step) [3]string {
	place := ""
	var cells []model.Var
	for _, p := range step.Parts {
		if p.House != "" && place == "" {
			place = p.House
		}
		cells = append(cells, p.Cells...)
	}
	if len(cells) == 0 {
		for _, k := range slices.Concat(step.Placements, step.Eliminations) {
			cells = append(cells, k.Cell)
		}
	}
	slices.Sort(cells)
	names := print.CellNames(s, slices.Compact(cells))
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	where := cmp.Or(place, strings.Join(names, " "))
	return [3]string{step.Rule.Title, step.Rule.Title + ", " + where, step.String()}
}
