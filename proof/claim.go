package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Claim states that Solutions are all solutions of a puzzle; if there are none, that the puzzle has none. If Model is
// not nil, the claim is about this model instead.
type Claim struct {
	Height, Width int    // of a box, in cells
	Puzzle        []int  // values of the cells, row-major; 0 is a blank
	Rules         []Rule // beyond rows, columns and boxes

	Model *Model
	Kind  ModelClaim // of a model
	Over  []int      // OnlySolution and AllSolutions: the variables of the model that distinguish solutions

	// Solutions have the values of all variables: of the cells and then of the auxiliary variables of Rules, in order,
	// or of the model. They are in increasing order, compared by the cells or by the variables Over. A model has one
	// for BestSolution and OnlySolution, and none for NoSolution.
	Solutions [][]int

	Piece *Piece // nil, unless the claim is one of several about pieces
}

// MaxN is the largest number of rows, columns and values that a Reader accepts. The formula of a grid of this size has
// 33 million clauses.
const MaxN = 64

// N returns the number of rows, of columns, of boxes and of values.
func (c *Claim) N() int { return c.Height * c.Width }

// domains returns the values of all variables: of a puzzle those of the cells first.
func (c *Claim) domains() [][]int {
	if c.Model != nil {
		return c.Model.Domains
	}
	values := make([]int, c.N())
	for i := range values {
		values[i] = i + 1
	}
	all := slices.Repeat([][]int{values}, len(c.Puzzle))
	for _, r := range c.Rules {
		all = append(all, r.Auxiliary...)
	}
	return all
}

// name returns the name of a variable: of a cell, such as r1c1, of an auxiliary variable, such as x1 for the first, or
// of a variable of the model.
func (c *Claim) name(x int) string {
	switch {
	case c.Model != nil:
		return c.Model.Names[x]
	case x < len(c.Puzzle):
		return fmt.Sprintf("r%dc%d", x/c.N()+1, x%c.N()+1)
	}
	return fmt.Sprintf("x%d", x-len(c.Puzzle)+1)
}

// rules returns the rules of a puzzle, or one with all constraints of the model.
func (c *Claim) rules() []Rule {
	if c.Model != nil {
		return []Rule{{Constraints: c.Model.Constraints}}
	}
	return c.Rules
}

// over returns the variables that distinguish solutions.
func (c *Claim) over() []int {
	if c.Model != nil {
		return c.Over
	}
	cells := make([]int, len(c.Puzzle))
	for i := range cells {
		cells[i] = i
	}
	return cells
}

// shown returns the values of over in a solution.
func (c *Claim) shown(solution []int) []int {
	if c.Model == nil {
		return solution[:len(c.Puzzle)]
	}
	return valuesOf(c.Over, solution)
}

// Verify checks what needs no proof: that the claim is well-formed, as Validate says and in the number of solutions;
// that each solution agrees with all clues, has each value once in each row, column and box, and satisfies all rules or
// constraints; and that the solutions are in order and differ. If ctx ends, it returns the error of ctx.
func (c *Claim) Verify(ctx context.Context) (err error) {
	defer catch(&err)
	stop(c.Validate(ctx))
	domains, houses, over := c.domains(), c.houses(), c.over()
	for _, x := range over {
		if x < 0 || x >= len(domains) {
			return fmt.Errorf("the claim is over variable %d of %d", x, len(domains))
		}
	}
	if sorted := slices.Sorted(slices.Values(over)); len(slices.Compact(sorted)) < len(over) {
		return errors.New("the claim is over a variable twice")
	}
	if c.Model != nil && !c.fits() {
		return fmt.Errorf("the claim %q does not fit the model, the solutions or the variables that it is over", c.Kind)
	}
	for i, s := range c.Solutions {
		c.verifySolution(ctx, SolutionName(i, len(c.Solutions)), s, domains, houses)
	}
	c.verifyPiece(len(over))
	for i := 1; i < len(c.Solutions); i++ {
		switch order := slices.Compare(c.shown(c.Solutions[i-1]), c.shown(c.Solutions[i])); {
		case order == 0:
			return fmt.Errorf("solution %d is the same as solution %d", i+1, i)
		case order > 0:
			return fmt.Errorf("solution %d is less than solution %d: expected an increasing order", i+1, i)
		}
	}
	return nil
}

// Validate returns an error if the puzzle or the model is ill-formed or a number is out of range: values of variables,
// coefficients and bounds are at most 1,000,000,000 in absolute value, and sums at most its square. If ctx ends, it
// returns the error of ctx.
func (c *Claim) Validate(ctx context.Context) (err error) {
	defer catch(&err)
	n := c.N()
	if c.Model == nil && len(c.Puzzle) != n*n {
		return fmt.Errorf("the puzzle has %d cells, the grid %d", len(c.Puzzle), n*n)
	}
	for cell, v := range c.Puzzle {
		if v < 0 || v > n {
			return fmt.Errorf("the clue %d in %s is not one of 1 to %d", v, c.name(cell), n)
		}
	}
	domains, size := c.domains(), 0
	for x := len(c.Puzzle); x < len(domains); x++ {
		size += len(domains[x])
		for i, v := range domains[x] {
			if !inRange(v) || i > 0 && domains[x][i-1] >= v {
				return fmt.Errorf("the values of %s are beyond %d or not increasing", c.name(x), maxNumber)
			}
		}
	}
	if size > MaxVariable {
		return fmt.Errorf("the variables have %d values in all, expected at most %d", size, MaxVariable)
	}
	for _, r := range c.rules() {
		if strings.ContainsAny(r.Text, "\r\n") {
			return fmt.Errorf("rule %q: the text has more than one line", r.Text)
		}
		for i, constraint := range r.Constraints {
			stop(ctx.Err())
			if reason := c.invalid(ctx, constraint, domains); reason != "" {
				return c.errorAbout(r, i, reason)
			}
		}
	}
	if c.Model != nil && c.Model.Objective != nil {
		sum := Linear{c.Model.Objective.Terms, "=", c.Model.Objective.Constant}
		if reason := c.invalid(ctx, sum, domains); reason != "" {
			return fmt.Errorf("the objective: %s", reason)
		}
	}
	return nil
}

// invalid returns the reason why a constraint is ill-formed, or "".
func (c *Claim) invalid(ctx context.Context, constraint Constraint, domains [][]int) string {
	for _, x := range constraint.variables() {
		if x < 0 || x >= len(domains) {
			return fmt.Sprintf("it mentions variable %d of %d", x, len(domains))
		}
	}
	reason := constraint.invalid(domains)
	if sum, ok := constraint.(Linear); ok && c.Model == nil && reason == "" {
		if _, ok := sum.partialSums(ctx, domains); !ok {
			reason = fmt.Sprintf("there are more than %d partial sums", maxPartialSums)
		}
	}
	return reason
}

// errorAbout returns an error about constraint i of a rule.
func (c *Claim) errorAbout(r Rule, i int, reason string) error {
	which, text := "rule "+r.Text, "it"
	if c.Model != nil {
		which = fmt.Sprintf("constraint %d", i)
	}
	known := len(c.domains())
	if !slices.ContainsFunc(r.Constraints[i].variables(), func(x int) bool { return x < 0 || x >= known }) {
		text = r.Constraints[i].text(c.name)
	}
	return &RejectedError{Line: r.Line, Reason: fmt.Sprintf("%s: %.100s: %s", which, text, reason)}
}

// verifySolution checks a solution by the clues, the houses, and the rules or the model.
func (c *Claim) verifySolution(ctx context.Context, which string, s []int, domains, houses [][]int) {
	if len(s) != len(domains) {
		fail("%s has %d values for %d variables", which, len(s), len(domains))
	}
	for x, v := range s {
		if _, found := slices.BinarySearch(domains[x], v); !found {
			fail("%s has %d for %s, which is not one of its values", which, v, c.name(x))
		}
	}
	for cell, clue := range c.Puzzle {
		if clue != 0 && clue != s[cell] {
			fail("%s has %d in %s, where the clue is %d", which, s[cell], c.name(cell), clue)
		}
	}
	holder := make([]int, c.N()+1) // by value: the cell of the house that has it, plus 1; 0 if none
	for _, house := range houses {
		clear(holder)
		for _, cell := range house {
			v := s[cell]
			if holder[v] != 0 {
				fail("%s has %d in %s and in %s", which, v, c.name(holder[v]-1), c.name(cell))
			}
			holder[v] = cell + 1
		}
	}
	for _, r := range c.rules() {
		for i, constraint := range r.Constraints {
			stop(ctx.Err())
			if !constraint.holds(s) {
				stop(c.errorAbout(r, i, which+" breaks it"))
			}
		}
	}
	if c.Model != nil && c.Model.Objective != nil {
		if v, first := c.Model.Objective.Value(s), c.Model.Objective.Value(c.first()); v != first {
			fail("%s has the value %d, solution 1 the value %d", which, v, first)
		}
	}
}

// SolutionName returns what errors call solution i of n.
func SolutionName(i, n int) string {
	if n == 1 {
		return "the solution"
	}
	return fmt.Sprintf("solution %d", i+1)
}

// houses returns the cells of each row, then of each column, then of each box.
func (c *Claim) houses() [][]int {
	n := c.N()
	cells := make([]int, 3*n*n)
	houses := make([][]int, 3*n)
	for h := range houses {
		houses[h], cells = cells[:0:n], cells[n:]
	}
	for cell := range n * n {
		row, column := cell/n, cell%n
		box := row/c.Height*c.Height + column/c.Width
		for _, h := range []int{row, n + column, 2*n + box} {
			houses[h] = append(houses[h], cell)
		}
	}
	return houses
}

// Formula passes the clauses of the formula, which the package comment defines, to add, and returns the number of their
// variables. add must not retain the slice. If Verify returns nil, the formula is unsatisfiable exactly when
// the claim is true.
func (c *Claim) Formula(add func(clause []int)) (vars int) {
	f := &formula{pass: add}
	c.state(f)
	return f.vars
}

// state adds all clauses.
func (c *Claim) state(f *formula) {
	if c.Model != nil {
		c.stateModel(f)
		c.stateNegation(f)
		return
	}
	f.stateCells(c)
	c.stateGrid(f)
	c.stateOwn(f)
}

// GridFormula passes the first clauses of Formula: the cells, rows, columns and boxes. They are the same for all claims
// about puzzles with boxes of this size.
func (c *Claim) GridFormula(add func(clause []int)) { c.stateGrid((&formula{pass: add}).stateCells(c)) }

func (c *Claim) stateGrid(f *formula) {
	for _, values := range f.literals[:c.N()*c.N()] {
		f.exactlyOne(values)
	}
	var places []int
	for _, house := range c.houses() {
		for v := 1; v <= c.N(); v++ {
			places = places[:0]
			for _, cell := range house {
				places = append(places, f.literal(cell, v))
			}
			f.exactlyOne(places)
		}
	}
}

// OwnFormula passes the other clauses of Formula, and returns the number of variables of Formula.
func (c *Claim) OwnFormula(add func(clause []int)) (vars int) {
	f := (&formula{pass: add}).stateCells(c)
	c.stateOwn(f)
	return f.vars
}

func (c *Claim) stateOwn(f *formula) {
	for cell, v := range c.Puzzle {
		if f.about = cell + 1; v != 0 {
			f.add(f.literal(cell, v))
		}
	}
	f.about = 0
	for x := len(c.Puzzle); x < len(f.values); x++ {
		f.exactlyOne(f.literals[x])
	}
	for i, r := range c.Rules {
		f.about = -i - 1
		for _, constraint := range r.Constraints {
			constraint.state(f)
		}
	}
	c.stateNegation(f)
}

// stateNegation adds the clauses that no solution satisfies if the claim is true: the values of the piece, and that
// each solution, or each piece of the others, is left out. In a model with an objective, a better solution is one, too.
func (c *Claim) stateNegation(f *formula) {
	f.about = 0
	over, pieces, better := c.over(), [][]int(nil), 0
	if p := c.Piece; p != nil {
		pieces = p.Pieces
		for i, v := range p.Begin {
			f.add(f.literal(over[i], v))
		}
	}
	if c.Model != nil && c.Model.Objective != nil && c.Kind != NoSolution {
		better = c.stateBetter(f)
	}
	exclude := func(values []int) {
		clause := make([]int, len(values)+1)
		clause[0] = better
		for i, v := range values {
			clause[i+1] = -f.literal(over[i], v)
		}
		f.add(clause...)
	}
	for _, begin := range pieces {
		exclude(begin)
	}
	for _, s := range c.Solutions {
		exclude(c.shown(s))
	}
}

// A Piece says which of the claims of a certificate in pieces a claim is. A piece is all solutions that begin with some
// values. The claims are, for each piece in increasing order, that Solutions are all solutions of the piece, and at
// last that each solution is in one of the pieces. So the claims together list all solutions, each once.
type Piece struct {
	// Begin has the values with which the solutions of the piece begin: of the first cells, or of the first variables
	// of Claim.Over. It is nil for the last claim, whose Pieces are Begin of the claims before it.
	Begin  []int
	Pieces [][]int

	// First is the first solution of the first piece. It is nil in the claim about that piece.
	First []int
}

// verifyPiece checks that the solutions of a piece begin with its values, of which there are at most width, and that no
// solution is in two pieces.
func (c *Claim) verifyPiece(width int) {
	p, n := c.Piece, len(c.Solutions)
	switch {
	case p == nil:
		return
	case p.Begin == nil && (n > 0 || p.First == nil):
		fail("the last claim about a problem in pieces has solutions, or no piece is before it")
	case p.Begin != nil && (len(p.Begin) == 0 || len(p.Begin) > width || n == 0):
		fail("a piece has %d values and %d solutions, expected 1 to %d values, and solutions",
			len(p.Begin), n, width)
	}
	for i, s := range c.Solutions {
		if !begins(c.shown(s), p.Begin) {
			fail("%s does not begin with the values of its piece", SolutionName(i, n))
		}
	}
	for i := 1; i < len(p.Pieces); i++ {
		if before, piece := p.Pieces[i-1], p.Pieces[i]; slices.Compare(before, piece) > 0 || begins(piece, before) {
			fail("piece %d is not beyond piece %d: expected pieces in increasing order, without common "+
				"solutions", i+1, i)
		}
	}
}

func begins(values, with []int) bool {
	return len(values) >= len(with) && slices.Equal(values[:len(with)], with)
}

// IsFirst reports whether a claim is the first one of its certificate, or the only one: whether p is nil or the first
// piece.
func (p *Piece) IsFirst() bool { return p == nil || p.Begin != nil && p.First == nil }
