package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"nonet/encode/problem"
	"nonet/encode/text"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/proof"
)

// NewClaim states a claim about a puzzle, which is none about a best solution, or about the model of a file or of a
// puzzle with another grid than usual, for package proof.
func NewClaim(
	ctx context.Context, p *problem.Problem, kind proof.ModelClaim, solutions ...[]int,
) (*proof.Claim, error) {
	if kind == proof.NoSolution {
		solutions = nil
	}
	s, err := state(ctx, p, kind)
	if err != nil {
		return nil, err
	}
	return s.claim(solutions, nil), nil
}

// A statement is a claim without its solutions.
type statement struct {
	proof.Claim
	extend func(grid []int) []int // adds the values of auxiliary variables to a complete grid; nil if there are none
}

// claim returns the claim with solutions, which is about a piece unless that is nil.
func (s *statement) claim(solutions [][]int, piece *proof.Piece) *proof.Claim {
	if s.extend != nil {
		solutions = slice.Map(solutions, s.extend)
	}
	c := s.Claim
	c.Solutions, c.Piece = solutions, piece
	return &c
}

// state states a claim without solutions.
func state(ctx context.Context, p *problem.Problem, kind proof.ModelClaim) (s statement, err error) {
	if p.Puzzle != nil && p.Puzzle.Shape.IsUsual() {
		return statePuzzle(*p.Puzzle)
	}
	stated := p.Model
	if p.Puzzle != nil {
		stated = p.Whole() // another grid is a model like any other
		s.extend = extension(*p.Puzzle)
	}
	var b bytes.Buffer
	if err := text.WriteJSON(&b, stated); err != nil {
		return s, err
	}
	if s.Model, err = proof.ParseModel(b.Bytes()); err == nil {
		err = s.Validate(ctx)
	}
	if err != nil {
		return s, fmt.Errorf("certificates do not support it: %w", err)
	}
	s.Kind = kind
	if kind == proof.OnlySolution || kind == proof.AllSolutions {
		s.Over = indices(p.ShownVars())
	}
	return s, nil
}

// extension returns a function that adds the values of the auxiliary variables to a complete grid.
func extension(p sudoku.Puzzle) func(grid []int) []int {
	extend := p.Extend()
	return func(grid []int) []int { return extend(sudoku.Grid(grid)) }
}

// statePuzzle states p: each rule as its text in the format nonet and its constraints.
func statePuzzle(p sudoku.Puzzle) (claim statement, err error) {
	claim.Height, claim.Width, claim.Puzzle = p.Shape.Height, p.Shape.Width, p.Clues
	if n := claim.N(); n > proof.MaxN {
		return claim, fmt.Errorf("certificates support grids of at most %d rows, got %d", proof.MaxN, n)
	}
	if len(p.Rules) == 0 {
		return claim, nil
	}
	for _, r := range p.Rules {
		claim.Rules = append(claim.Rules, proof.Rule{Text: notation.RuleText(p.Shape, r)})
	}
	m, constraints, auxiliary := p.BaseModelByRule()
	for i, rule := range auxiliary {
		r := &claim.Rules[rule]
		r.Auxiliary = append(r.Auxiliary, slices.Collect(m.Vars[m.Shown()+i].Domain.All))
	}
	for i, rule := range constraints {
		if rule < 0 {
			continue
		}
		stated, err := stateConstraint(m.Constraints[i])
		if err != nil {
			return claim, err
		}
		r := &claim.Rules[rule]
		r.Constraints = append(r.Constraints, stated)
	}
	if len(auxiliary) > 0 {
		claim.extend = extension(p)
	}
	return claim, nil
}

// stateConstraint states a constraint for package proof.
func stateConstraint(c model.Constraint) (proof.Constraint, error) {
	switch c := c.(type) {
	case model.AllDifferent:
		return proof.AllDifferent(indices(c.Vars)), nil
	case model.NotEqual:
		return proof.NotEqual{A: int(c.A), B: int(c.B), Offset: c.Offset}, nil
	case model.Given:
		return proof.Linear{Terms: []proof.Term{{Coef: 1, Var: int(c.Var)}}, Relation: "=", Bound: c.Value}, nil
	case model.Linear:
		l := proof.Linear{Relation: c.Relation.String(), Bound: c.Bound}
		for _, t := range c.Terms {
			if t.Coef != 0 {
				l.Terms = append(l.Terms, proof.Term{Coef: t.Coef, Var: int(t.Var)})
			}
		}
		return l, nil
	case model.Table:
		return proof.Table{Vars: indices(c.Vars), Rows: c.Rows}, nil
	default:
		return nil, fmt.Errorf("certificates do not support a %T", c)
	}
}

func indices(vars []model.Var) []int {
	return slice.Map(vars, func(v model.Var) int { return int(v) })
}

// CheckRules checks that the constraints of each rule of a claim say what the text of the rule says: it reads the text
// again, states the rule as NewClaim does, and compares. It also checks the solutions with the definitions of the
// rules, which share no code with the constraints. Of a claim about a model it checks that its JSON, as package text
// reads it, is written in the same way again. So no field of it is missing or repeated. What the claims of a
// certificate in pieces have in common is checked with the first of them. The error is a *proof.RejectedError, or
// ctx.Err().
func CheckRules(ctx context.Context, claim *proof.Claim) error {
	if claim.Model != nil {
		if !claim.Piece.IsFirst() {
			return nil
		}
		return checkModelText(claim.Model)
	}
	p := sudoku.Puzzle{Shape: sudoku.Shape{Height: claim.Height, Width: claim.Width}, Clues: claim.Puzzle}
	for i, r := range claim.Rules {
		if err := ctx.Err(); err != nil {
			return err
		}
		rule, err := notation.ParseRule(r.Text, p.Shape)
		if err != nil {
			return rejectRule(claim, i, "rule %s: %v", r.Text, err)
		}
		p.Rules = append(p.Rules, rule)
	}
	if claim.Piece.IsFirst() {
		if err := checkStated(ctx, claim, p); err != nil {
			return err
		}
	}
	for k, s := range claim.Solutions {
		if len(s) < len(p.Clues) {
			return nil // package proof rejects it
		}
		for i, rule := range p.Rules {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := rule.Check(p, s[:len(p.Clues)]); err != nil {
				return rejectRule(claim, i, "%s is wrong: %v", proof.SolutionName(k, len(claim.Solutions)), err)
			}
		}
	}
	return nil
}

// checkStated checks that the lines of the rules of a claim are those of the rules of p.
func checkStated(ctx context.Context, claim *proof.Claim, p sudoku.Puzzle) error {
	expected, err := statePuzzle(p)
	if err != nil {
		return &proof.RejectedError{Reason: err.Error()}
	}
	allWanted := expected.RuleLines()
	for i, lines := range claim.RuleLines() {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, want := claim.Rules[i], allWanted[i]
		for k := range max(len(lines), len(want)) {
			switch {
			case k >= len(lines):
				return rejectRule(claim, i, "rule %s: %q is missing below it", r.Text, want[k])
			case k >= len(want):
				return rejectRule(claim, i, "rule %s: %q below it is not part of the rule", r.Text, lines[k])
			case lines[k] != want[k]:
				return rejectRule(claim, i, "rule %s: found %.100q below it, expected %.100q", r.Text, lines[k],
					want[k])
			}
		}
	}
	return nil
}

// rejectRule returns an error about rule i of a claim.
func rejectRule(claim *proof.Claim, i int, format string, args ...any) error {
	return &proof.RejectedError{Line: claim.Rules[i].Line, Reason: fmt.Sprintf(format, args...)}
}

func checkModelText(m *proof.Model) error {
	var again bytes.Buffer
	read, err := text.ReadJSON(bytes.NewReader(m.JSON))
	if err == nil {
		err = text.WriteJSON(&again, read)
	}
	if err == nil && !bytes.Equal(again.Bytes(), m.JSON) {
		err = errors.New("it is not in the form in which nonet writes models")
	}
	if err != nil {
		return &proof.RejectedError{Reason: fmt.Sprintf("the model: %v", err)}
	}
	return nil
}

// CheckAbout checks that a claim is about a problem: the boxes and the clues of a puzzle, and its rules in any order,
// as the format nonet writes them; or the model of a file and, if it claims all solutions, its shown variables. The
// error is a *proof.RejectedError.
func CheckAbout(ctx context.Context, claim *proof.Claim, p *problem.Problem) error {
	if p.Puzzle != nil && p.Puzzle.Shape.IsUsual() {
		return checkPuzzle(claim, *p.Puzzle)
	}
	if claim.Model == nil {
		return &proof.RejectedError{Reason: "it is about a puzzle, not about a model"}
	}
	expected, err := NewClaim(ctx, p, claim.Kind)
	switch {
	case err != nil:
		return err
	case !bytes.Equal(expected.Model.JSON, claim.Model.JSON):
		return &proof.RejectedError{Reason: "it is about another model than the file"}
	case !slices.Equal(expected.Over, claim.Over):
		return &proof.RejectedError{Reason: "it compares solutions in variables that the file does not show"}
	}
	return nil
}

func checkPuzzle(claim *proof.Claim, p sudoku.Puzzle) error {
	shape := sudoku.Shape{Height: claim.Height, Width: claim.Width}
	reject := func(format string, args ...any) error {
		return &proof.RejectedError{Reason: fmt.Sprintf(format, args...)}
	}
	switch {
	case claim.Model != nil:
		return reject("it is about a model, not about a puzzle")
	case shape.N() != p.Shape.N():
		return reject("it is about a grid of %d rows, not of %d", shape.N(), p.Shape.N())
	case shape != p.Shape:
		return reject("it is about boxes of %dx%d, not of %dx%d", shape.Height, shape.Width, p.Shape.Height,
			p.Shape.Width)
	}
	for cell, v := range p.Clues {
		if v != claim.Puzzle[cell] {
			return reject("it is about a puzzle with another clue in %s", shape.Name(sudoku.Cell(cell)))
		}
	}
	rules := map[string]bool{} // whether the claim has it
	for _, r := range p.Rules {
		rules[notation.RuleText(p.Shape, r)] = false
	}
	for _, r := range claim.Rules {
		rule, err := notation.ParseRule(r.Text, shape)
		if err != nil {
			return reject("rule %s: %v", r.Text, err)
		}
		text := notation.RuleText(shape, rule)
		if _, found := rules[text]; !found {
			return reject("it is about a puzzle with the further rule %s", text)
		}
		rules[text] = true
	}
	for _, r := range p.Rules {
		if text := notation.RuleText(p.Shape, r); !rules[text] {
			return reject("it is about a puzzle without the rule %s", text)
		}
	}
	return nil
}
