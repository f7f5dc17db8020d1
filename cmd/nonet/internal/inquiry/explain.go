package inquiry

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/explain"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// ExplainOptions say how to explain a contradiction.
type ExplainOptions struct {
	Best     int    // orders of the clues to try; the conflict with the fewest clues is kept
	Seed     uint64 // of the orders
	Smallest bool   // find the fewest clues, and then the fewest rules, that contradict each other
}

// An Explainer explains puzzles with one method.
type Explainer struct {
	ExplainOptions
	Method      methods.Method
	Asker       *ask.Asker     // of Method
	ruleMethod  methods.Method // decides about some of the rules
	CheckMethod methods.Method // checks
}

// NewExplainer returns an explainer with the method m, of which k is the asker.
func NewExplainer(m methods.Method, k *ask.Asker, o ExplainOptions) *Explainer {
	x := &Explainer{ExplainOptions: o, Method: m, Asker: k}
	x.ruleMethod, x.CheckMethod = ask.Explainers(m.Backend)
	return x
}

// An Explanation says why a puzzle has no solution, or several. Fields that were not found are nil.
type Explanation struct {
	*input.Item
	Verdict model.Verdict

	Conflict   *explain.Conflict
	Checked    bool // by the second method
	Derivation *explain.Derivation

	Differ     []model.Var // cells with several true candidates; nil if they were not found
	Completion *explain.Completion

	Elapsed time.Duration
	Err     error
}

// Explain explains a puzzle.
func (w *Explainer) Explain(ctx context.Context, it *input.Item) *Explanation {
	a := &Explanation{Item: it}
	a.Elapsed, a.Err = input.Timed(it, func(start time.Time) error { return w.explain(ctx, start, a) })
	return a
}

// explain finds an explanation. The time limit counts from start.
func (w *Explainer) explain(ctx context.Context, start time.Time, a *Explanation) error {
	asked := w.Asker.Ask(ctx, ask.Question{Kind: ask.Unique}, problem.Of(a.Puzzle))
	verdict := asked.Verdict
	if a.Verdict = verdict; asked.Err != nil || verdict == model.One {
		return asked.Err
	}
	return w.Asker.WithGround(ctx, start, problem.Of(a.Puzzle), func(ctx context.Context, _ *ask.Ground) error {
		x, err := explain.New(ctx, w.Asker.Solver, a.Puzzle.BaseModel())
		if err != nil {
			return err
		}
		x.Groups = print.NewConstraintNames(a.Puzzle, nil).Groups()
		x.Board = func(rules []int) (*human.Board, error) {
			return human.NewBoardOf(a.Puzzle, a.RuleLines, func(i int) bool { return slices.Contains(rules, i) })
		}
		x.SubmodelSolver = w.ruleMethod.Solver()
		x.Orders, x.Seed, x.Smallest = w.Best, w.Seed, w.Smallest
		if verdict == model.None {
			return w.explainConflict(ctx, x, a)
		}
		return w.explainSolutions(ctx, x, a)
	})
}

// explainConflict finds a minimal conflict of a puzzle without a solution, checks it, and derives a contradiction from
// it.
func (w *Explainer) explainConflict(ctx context.Context, x *explain.Explainer, a *Explanation) (err error) {
	if a.Conflict, err = x.Conflict(ctx, a.Puzzle.Given(nil)); err != nil {
		return err
	}
	if a.Conflict == nil {
		return &model.WrongAnswerError{Reason: fmt.Errorf("it found no solution, and then one")}
	}
	if err := x.Verify(ctx, w.CheckMethod.Solver(), a.Conflict); err != nil {
		return err
	}
	a.Checked = true
	a.Derivation, err = x.Derive(ctx, a.Conflict)
	return err
}

// explainSolutions finds the cells that differ between solutions, and the fewest clues to add.
func (w *Explainer) explainSolutions(ctx context.Context, x *explain.Explainer, a *Explanation) error {
	givens := a.Puzzle.Given(nil)
	f, err := backbone.NewFinder(ctx, w.Asker.Solver, a.Puzzle.BaseModel())
	if err != nil {
		return err
	}
	c, err := f.Find(ctx, givens)
	if err != nil {
		return err
	}
	for v, values := range c.Values {
		if len(values) > 1 {
			a.Differ = append(a.Differ, model.Var(v))
		}
	}
	a.Completion, err = x.Complete(ctx, givens)
	return err
}

// ClueNames states clues, as in "r1c1 = 5".
func ClueNames(p sudoku.Puzzle, clues []model.Given) []string {
	var names []string
	for _, g := range clues {
		names = append(names, print.ClueName(p, g))
	}
	return names
}

// Contradiction returns the end of a derivation as a sentence.
func Contradiction(names *print.ConstraintNames, end explain.Contradiction) string {
	s := names.Puzzle.Shape
	if end.Reason != "" {
		return end.Reason
	}
	if end.Values != nil {
		var givens []model.Given
		for i, v := range end.Cells {
			givens = append(givens, model.Given{Var: v, Value: end.Values[i]})
		}
		return fmt.Sprintf("%s break %s", strings.Join(ClueNames(names.Puzzle, givens), " and "), names.Name(end.Rule))
	}
	switch len(end.Cells) {
	case 0:
		return fmt.Sprintf("%s has no place for %s", names.Name(end.Rule), names.Puzzle.Alphabet.Symbol(end.Value))
	case 1:
		return "no value is left for " + s.Name(sudoku.Cell(end.Cells[0]))
	}
	cells := print.CellNames(s, end.Cells)
	return fmt.Sprintf("%s and %s are both %s, and in %s", cells[0], cells[1],
		names.Puzzle.Alphabet.Symbol(end.Value), names.Name(end.Rule))
}

// An explainHead begins the JSON objects of explain.
type explainHead struct {
	print.Head
	Method  string `json:"method"`
	Verdict string `json:"verdict"`
}

// A conflictObject explains in JSON why there is no solution.
type conflictObject struct {
	explainHead
	Members       []memberObject `json:"members"`
	Minimal       bool           `json:"minimal"`
	Smallest      *bool          `json:"smallest"`
	AtLeast       *int           `json:"at_least,omitempty"`
	CheckedBy     *string        `json:"checked_by"`
	Derivation    []string       `json:"derivation"`
	Contradiction *string        `json:"contradiction"`
	Hardest       *string        `json:"hardest"`
	print.Tail
}

// A memberObject is a clue or a rule of a conflict.
type memberObject struct {
	Kind   string   `json:"kind"`
	Number int      `json:"number,omitempty"` // of a rule
	Line   int      `json:"line,omitempty"`   // of a rule in the file
	Cells  []string `json:"cells"`
	Values []int    `json:"values"`
	Text   string   `json:"text"`
}

// A completionObject says in JSON how solutions differ.
type completionObject struct {
	explainHead
	Differ          []string `json:"differ,omitzero"`
	*completionPart          // nil if it was not found
	print.Tail
}

type completionPart struct {
	Count   *string             `json:"count"` // null if it is not known
	Add     []print.GivenObject `json:"add"`
	AtLeast int                 `json:"at_least"`
	Exact   bool                `json:"exact"` // at_least is reached
}

// Object returns the explanation for JSON.
func (w *Explainer) Object(a *Explanation) any {
	head := explainHead{print.HeadOf(a.Item), w.Method.Name, a.Verdict.String()}
	tail, s := print.TailOf(a.Elapsed, a.Err), a.Puzzle.Shape
	if a.Verdict == model.Undecided {
		head.Verdict = print.StatusOf(a.Err)
	}
	if a.Conflict != nil {
		return w.conflictObject(a, head, tail)
	}
	o := completionObject{explainHead: head, Tail: tail}
	if a.Differ != nil {
		o.Differ = print.CellNames(s, a.Differ)
	}
	if c := a.Completion; c != nil {
		o.completionPart = &completionPart{Add: []print.GivenObject{}, AtLeast: c.LowerBound, Exact: c.Exact}
		if c.Solutions >= 0 {
			count := strconv.Itoa(c.Solutions)
			o.Count = &count
		}
		for _, g := range c.Clues {
			o.Add = append(o.Add, print.GivenOf(s, g))
		}
	}
	return o
}

func (w *Explainer) conflictObject(a *Explanation, head explainHead, tail print.Tail) conflictObject {
	s, c, names := a.Puzzle.Shape, a.Conflict, print.NewConstraintNames(a.Puzzle, a.RuleLines)
	o := conflictObject{explainHead: head, Members: []memberObject{}, Minimal: c.Minimal, Tail: tail}
	for _, g := range c.Clues {
		o.Members = append(o.Members, memberObject{Kind: "clue", Cells: print.CellNames(s, []model.Var{g.Var}),
			Values: []int{g.Value}, Text: print.ClueName(a.Puzzle, g)})
	}
	for _, r := range names.First(c.Rules) {
		kind, number := names.Kind(r)
		o.Members = append(o.Members, memberObject{kind, number, names.Line(r), names.Cells(r), []int{},
			names.Statement(r)})
	}
	if w.Smallest {
		o.Smallest, o.AtLeast = &c.Smallest, &c.LowerBound
	}
	if a.Checked {
		o.CheckedBy = &w.CheckMethod.Name
	}
	if d := a.Derivation; d != nil {
		end := Contradiction(names, d.Contradiction)
		o.Derivation, o.Contradiction = append([]string{}, d.Steps...), &end
		if d.Hardest != nil {
			o.Hardest = &d.Hardest.Name
		}
	}
	return o
}
