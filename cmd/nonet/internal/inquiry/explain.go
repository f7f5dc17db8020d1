package inquiry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/explain"
	"nonet/model/human"
	"nonet/model/sudoku"
	"nonet/proof"
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

// An Explanation says why a puzzle has no solution, or several, or why a model file has none. Fields that were not
// found are nil.
type Explanation struct {
	*input.Item
	Verdict model.Verdict
	Status  model.Status

	Conflict    *explain.Conflict
	Constraints []int // of a model file: the constraints of Conflict
	Checked     bool  // by the second method
	Derivation  *explain.Derivation

	Differ     []model.Var // cells with several true candidates; nil if they were not found
	Completion *explain.Completion

	Core *proof.Core // of a puzzle with one solution: what suffices for that; nil if it was not found

	Elapsed time.Duration
	Err     error
}

// Explain explains a puzzle, or a model file, whose objective does not count.
func (w *Explainer) Explain(ctx context.Context, it *input.Item) *Explanation {
	a := &Explanation{Item: it}
	a.Elapsed, a.Err = input.Timed(func(start time.Time) error { return w.explain(ctx, start, a) })
	return a
}

// explain finds an explanation. The time limit counts from start.
func (w *Explainer) explain(ctx context.Context, start time.Time, a *Explanation) error {
	p, kind, solver := a.Problem(), ask.Unique, w.Asker.Solver
	if a.File != nil {
		kind, solver = ask.Solve, w.ruleMethod.SolverOf(p) // which is effective where some constraints are left out
	}
	p = p.WithoutObjective()
	asked := w.Asker.Ask(ctx, ask.Question{Kind: kind}, p)
	a.Verdict, a.Status = asked.Verdict, asked.Status()
	none := a.Status == model.Unsatisfiable
	if none {
		a.Verdict = model.None
	}
	switch {
	case asked.Err == nil && a.Verdict == model.One && a.File == nil:
		err := w.Asker.WithGround(ctx, start, p, func(ctx context.Context, _ *ask.Ground) error {
			core, err := new(ask.Certifier).Core(ctx, p, &asked)
			if err == nil {
				a.Core = &core
			}
			return err
		})
		if wrong := new(model.WrongAnswerError); errors.As(err, &wrong) {
			return err
		}
		return nil // the answer does not need a proof, which may take too long or too much memory
	case asked.Err != nil || !none && a.Verdict != model.Multiple:
		return asked.Err
	}
	return w.Asker.WithGround(ctx, start, p, func(ctx context.Context, _ *ask.Ground) error {
		base, givens := p.Base()
		x, err := explain.New(ctx, solver, base)
		if err != nil {
			return err
		}
		x.Orders, x.Seed, x.Smallest = w.Best, w.Seed, w.Smallest
		x.SubmodelSolver = w.ruleMethod.SolverOf(p)
		if a.File == nil {
			x.Groups = print.NewConstraintNames(a.Puzzle, nil).Groups()
			x.Board = func(rules []int) (*human.Board, error) {
				return human.NewBoardOf(a.Puzzle, a.RuleLines, func(i int) bool { return slices.Contains(rules, i) })
			}
		}
		if none {
			return w.explainConflict(ctx, x, a, base, givens)
		}
		return w.explainSolutions(ctx, x, a, base, givens)
	})
}

// explainConflict finds a minimal conflict of a problem without a solution, checks it, and derives a contradiction of a
// puzzle from it.
func (w *Explainer) explainConflict(ctx context.Context, x *explain.Explainer, a *Explanation, base *model.Model,
	givens []model.Given) (err error) {
	a.Conflict, err = x.Conflict(ctx, givens)
	if a.Conflict != nil && a.File != nil {
		a.Constraints = constraintsOf(base, a.Conflict)
	}
	switch {
	case err != nil:
		return err
	case a.Conflict == nil:
		return &model.WrongAnswerError{Reason: fmt.Errorf("it found no solution, and then one")}
	}
	if err := x.Verify(ctx, w.CheckMethod.SolverOf(a.Problem()), a.Conflict); err != nil {
		return err
	}
	if a.Checked = true; a.File == nil {
		a.Derivation, err = x.Derive(ctx, a.Conflict)
	}
	return err
}

// constraintsOf returns the indices in m of the members of a conflict. The rules of a conflict are numbered without the
// givens of the model, and its clues are these givens.
func constraintsOf(m *model.Model, c *explain.Conflict) []int {
	all := []int{}
	rules, rule := c.Rules, 0
	clues := map[model.Given]bool{}
	for _, g := range c.Clues {
		clues[g] = true
	}
	for i, constraint := range m.Constraints {
		if g, ok := constraint.(model.Given); ok {
			if clues[g] {
				delete(clues, g)
				all = append(all, i)
			}
			continue
		}
		if len(rules) > 0 && rules[0] == rule {
			all, rules = append(all, i), rules[1:]
		}
		rule++
	}
	return all
}

// explainSolutions finds the cells that differ between solutions, and the fewest clues to add.
func (w *Explainer) explainSolutions(ctx context.Context, x *explain.Explainer, a *Explanation, base *model.Model,
	givens []model.Given) error {
	f, err := backbone.NewFinder(ctx, w.Asker.Solver, base)
	if err != nil {
		return err
	}
	c, err := f.Find(ctx, givens)
	if err != nil {
		return err
	}
	a.Differ = slice.Positions[model.Var](c.Values, func(d model.Domain) bool { return d.Size() > 1 })
	a.Completion, err = x.Complete(ctx, givens)
	return err
}

// ClueNames states clues, as in "r1c1 = 5".
func ClueNames(p sudoku.Puzzle, clues []model.Given) []string {
	return slice.Map(clues, func(g model.Given) string { return print.ClueName(p, g) })
}

// Contradiction returns the end of a derivation as a sentence.
func Contradiction(names *print.ConstraintNames, end explain.Contradiction) string {
	s := names.Puzzle.Shape
	if end.Reason != "" {
		return end.Reason
	}
	if end.Values != nil {
		givens := slice.Make(len(end.Cells), func(i int) model.Given {
			return model.Given{Var: end.Cells[i], Value: end.Values[i]}
		})
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

// An ExplanationObject is an explanation in JSON. A puzzle has a verdict, a model file a status. Fields of type any are
// null where they apply and nothing was found.
type ExplanationObject struct {
	print.Head
	Method        string             `json:"method"`
	Status        string             `json:"status,omitempty"`
	Verdict       string             `json:"verdict,omitempty"`
	Members       []memberObject     `json:"members,omitzero"`   // of a conflict of a puzzle
	Conflict      []constraintObject `json:"conflict,omitempty"` // of a model file
	Minimal       *bool              `json:"minimal,omitempty"`
	Smallest      any                `json:"smallest,omitzero"`
	CluesUsed     []string           `json:"clues_used,omitzero"` // and RulesUsed: by a proof of one solution
	RulesUsed     []int              `json:"rules_used,omitzero"`
	Differ        []string           `json:"differ,omitzero"` // by several solutions
	Count         any                `json:"count,omitzero"`
	Add           []givenObject      `json:"add,omitzero"`
	AtLeast       *int               `json:"at_least,omitempty"` // members with --smallest, or givens to add
	Exact         *bool              `json:"exact,omitempty"`
	CheckedBy     any                `json:"checked_by,omitzero"`
	Derivation    any                `json:"derivation,omitzero"`
	Contradiction any                `json:"contradiction,omitzero"`
	Hardest       any                `json:"hardest,omitzero"`
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

// A givenObject is a clue to add.
type givenObject struct {
	Cell  string `json:"cell"`
	Value int    `json:"value"`
}

// A constraintObject is a constraint of a model file.
type constraintObject struct {
	Constraint string `json:"constraint"`
	Line       int    `json:"line,omitempty"`
}

// Object returns the explanation for JSON.
func (w *Explainer) Object(a *Explanation) ExplanationObject {
	o := ExplanationObject{Head: print.HeadOf(a.Item), Method: w.Method.Name, Tail: print.TailOf(a.Elapsed, a.Err)}
	switch {
	case a.File != nil:
		o.Status = a.Status.String()
	case a.Verdict == model.Undecided:
		o.Verdict = print.StatusOf(a.Err)
	default:
		o.Verdict = a.Verdict.String()
	}
	if a.Conflict != nil {
		w.addConflict(&o, a)
	}
	if a.Differ != nil {
		o.Differ = print.CellNames(a.Puzzle.Shape, a.Differ)
	}
	if a.Core != nil {
		cells := slice.Map(a.Core.Clues, func(cell int) model.Var { return model.Var(cell) })
		o.CluesUsed, o.RulesUsed = print.CellNames(a.Puzzle.Shape, cells), a.Core.Rules
	}
	if c := a.Completion; c != nil {
		var null *string
		o.Count, o.AtLeast, o.Exact = null, &c.LowerBound, &c.Exact
		if c.Solutions >= 0 {
			o.Count = strconv.Itoa(c.Solutions)
		}
		o.Add = slice.Map(c.Clues,
			func(g model.Given) givenObject { return givenObject{a.Puzzle.Shape.Name(sudoku.Cell(g.Var)), g.Value} })
	}
	return o
}

func (w *Explainer) addConflict(o *ExplanationObject, a *Explanation) {
	o.Minimal = &a.Conflict.Minimal
	if a.File != nil {
		o.Conflict = slice.Map(a.Constraints,
			func(i int) constraintObject { return constraintObject{a.File.DescribeOnly(i), a.File.Line(i)} })
		if a.Checked {
			o.CheckedBy = w.CheckMethod.Name
		}
		return
	}
	var null *string
	o.Smallest, o.CheckedBy, o.Derivation, o.Contradiction, o.Hardest = null, null, null, null, null
	s, c, names := a.Puzzle.Shape, a.Conflict, print.NewConstraintNames(a.Puzzle, a.RuleLines)
	o.Members = slice.Map(c.Clues, func(g model.Given) memberObject {
		return memberObject{Kind: "clue", Cells: print.CellNames(s, []model.Var{g.Var}), Values: []int{g.Value},
			Text: print.ClueName(a.Puzzle, g)}
	})
	for _, r := range names.First(c.Rules) {
		kind, number := names.Kind(r)
		o.Members = append(o.Members, memberObject{kind, number, names.Line(r), names.Cells(r), []int{},
			names.Statement(r)})
	}
	if w.Smallest {
		o.Smallest, o.AtLeast = c.Smallest, &c.LowerBound
	}
	if a.Checked {
		o.CheckedBy = w.CheckMethod.Name
	}
	if d := a.Derivation; d != nil {
		o.Derivation, o.Contradiction = append([]string{}, d.Steps...), Contradiction(names, d.Contradiction)
		if d.Hardest != nil {
			o.Hardest = d.Hardest.Name
		}
	}
}

// FindRedundant finds the redundant clues and rules, or constraints, of an answer with exactly one solution. It stores
// them in a.Redundant, or an error in a.Err. The time limit of k counts from start.
func FindRedundant(ctx context.Context, k *ask.Asker, start time.Time, a *print.Answer) {
	if a.Err != nil || a.Verdict != model.One {
		return
	}
	p := a.Problem()
	a.Solution = slices.Clone(a.Solution)
	clues, constraints, err := k.Redundant(ctx, start, p, a.Solution)
	if a.Err = err; err != nil {
		return
	}
	if a.Item.Model {
		a.Redundant = &print.Redundancy{Of: len(p.Model.Constraints), One: "constraint", Many: "constraints",
			Names: append([]string{}, slice.Map(constraints, p.Describe)...)}
		return
	}
	r := &print.Redundancy{Of: a.Puzzle.Givens(), One: "clue", Many: "clues", Names: p.NamesOf(clues)}
	if !a.Puzzle.Classic() {
		rules, err := k.RedundantRules(ctx, start, a.Puzzle, a.Solution)
		if a.Err = err; err != nil {
			return
		}
		r.AddRules(a.Puzzle, rules)
	}
	a.Redundant = r
}
