package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Rule is a rule of a puzzle beyond rows, columns and boxes: its text, and its meaning as constraints. The checker
// proves the claim for the constraints. It does not interpret the text: the caller must check that the constraints say
// what the text says.
type Rule struct {
	Text        string  // one line, in the words of the puzzle
	Auxiliary   [][]int // domains of the auxiliary variables that the rule adds: distinct values, increasing
	Constraints []Constraint
	Line        int // of the certificate, from 1; 0 if unknown
}

// A Constraint is a relation of variables: [AllDifferent], [NotEqual], [Linear] or [Table]. Variables are counted from
// 0: the cells row by row, and then the auxiliary variables of the rules in order.
type Constraint interface {
	variables() []int

	// text returns the line of a certificate that states the constraint.
	text(name func(int) string) string

	// invalid returns the reason why the constraint is ill-formed over variables with these domains, or "".
	invalid(values [][]int) string

	// holds reports whether the assignment a satisfies the constraint.
	holds(a []int) bool

	// state adds clauses that every assignment with holds satisfies, for some values of the definitional variables
	// that state adds, and no other assignment.
	state(f *formula)
}

// AllDifferent states that the variables, each mentioned once, have different values.
type AllDifferent []int

// NotEqual states that A differs from B plus Offset.
type NotEqual struct{ A, B, Offset int }

// Linear states that the sum of the terms is equal to Bound (=), at most Bound (<=) or at least Bound (>=).
type Linear struct {
	Terms    []Term
	Relation string
	Bound    int
}

// A Term is a coefficient times a variable.
type Term struct{ Coef, Var int }

// Table states that the values of Vars, in order, are one of Rows.
type Table struct {
	Vars []int
	Rows [][]int
}

func (c AllDifferent) variables() []int { return c }
func (c NotEqual) variables() []int     { return []int{c.A, c.B} }
func (c Table) variables() []int        { return c.Vars }

func (c Linear) variables() []int {
	var all []int
	for _, t := range c.Terms {
		all = append(all, t.Var)
	}
	return all
}

func (c AllDifferent) holds(a []int) bool {
	values := valuesOf(c, a)
	slices.Sort(values)
	return len(slices.Compact(values)) == len(c)
}

// valuesOf returns the values of variables in an assignment.
func valuesOf(vars, a []int) []int {
	values := make([]int, len(vars))
	for i, x := range vars {
		values[i] = a[x]
	}
	return values
}

func (c NotEqual) holds(a []int) bool { return a[c.A] != a[c.B]+c.Offset }

func (c Linear) holds(a []int) bool { return c.reachable(sumOf(c.Terms, a), 0, 0) }

// sumOf returns the sum of terms in an assignment.
func sumOf(terms []Term, a []int) (sum int) {
	for _, t := range terms {
		sum += t.Coef * a[t.Var]
	}
	return sum
}

// reachable reports whether the relation may hold if the terms so far have this sum and the further terms add at least
// low and at most high.
func (c Linear) reachable(sum, low, high int) bool {
	return (c.Relation == "<=" || sum+high >= c.Bound) && (c.Relation == ">=" || sum+low <= c.Bound)
}

func (c Table) holds(a []int) bool {
	values := valuesOf(c.Vars, a)
	return slices.ContainsFunc(c.Rows, func(row []int) bool { return slices.Equal(row, values) })
}

func (c AllDifferent) invalid([][]int) string {
	if len(slices.Compact(slices.Sorted(slices.Values(c)))) < len(c) {
		return "it has a variable twice"
	}
	return ""
}

func (c NotEqual) invalid([][]int) string {
	if !inRange(c.Offset) {
		return fmt.Sprintf("a number is beyond %d", maxNumber)
	}
	return ""
}

// maxNumber bounds the absolute value of each number of a rule, and maxSum bounds each sum, so that both fit an int.
const (
	maxNumber = 1_000_000_000
	maxSum    = maxNumber * maxNumber
)

func inRange(v int) bool { return -maxNumber <= v && v <= maxNumber }

func (c Linear) invalid(values [][]int) string {
	if !slices.Contains(relations, c.Relation) {
		return fmt.Sprintf("expected =, <= or >=, found %q", c.Relation)
	}
	largest := 0
	for _, t := range c.Terms {
		if !inRange(t.Coef) || t.Coef == 0 {
			return fmt.Sprintf("a coefficient is 0 or beyond %d", maxNumber)
		}
		low, high := t.bounds(values)
		if largest += max(-low, high); largest > maxSum {
			return fmt.Sprintf("the sum may be beyond %d", maxSum)
		}
	}
	if !inRange(c.Bound) {
		return fmt.Sprintf("a number is beyond %d", maxNumber)
	}
	return ""
}

var relations = []string{"=", "<=", ">="}

func (c Table) invalid([][]int) string {
	for i, row := range c.Rows {
		if len(row) != len(c.Vars) {
			return fmt.Sprintf("row %d has %d values for %d variables", i+1, len(row), len(c.Vars))
		}
	}
	return ""
}

// RuleLines returns, for each rule, the lines of a certificate that state its auxiliary variables and its constraints.
func (c *Claim) RuleLines() [][]string {
	all := make([][]string, len(c.Rules))
	x := len(c.Puzzle)
	for i, r := range c.Rules {
		for _, values := range r.Auxiliary {
			all[i] = append(all[i], "variable "+c.name(x)+domainText(values))
			x++
		}
		for _, constraint := range r.Constraints {
			all[i] = append(all[i], constraint.text(c.name))
		}
	}
	return all
}

// domainText returns the values of a domain, as a range if they are consecutive.
func domainText(values []int) string {
	if n := len(values); n > 2 && values[n-1]-values[0] == n-1 {
		return fmt.Sprintf(" %d..%d", values[0], values[n-1])
	}
	return joinInts(values)
}

func (c AllDifferent) text(name func(int) string) string { return "all-different" + joinNames(c, name) }

func (c NotEqual) text(name func(int) string) string {
	text := "not-equal" + joinNames([]int{c.A, c.B}, name)
	if c.Offset != 0 {
		text += fmt.Sprintf(" %+d", c.Offset)
	}
	return text
}

func (c Linear) text(name func(int) string) string {
	text := []byte("linear")
	for _, t := range c.Terms {
		switch t.Coef {
		case 1:
			text = append(append(text, " +"...), name(t.Var)...)
		case -1:
			text = append(append(text, " -"...), name(t.Var)...)
		default:
			text = fmt.Appendf(text, " %+d*%s", t.Coef, name(t.Var))
		}
	}
	return fmt.Sprintf("%s %s %d", text, c.Relation, c.Bound)
}

func (c Table) text(name func(int) string) string {
	var rows []string
	for _, row := range c.Rows {
		rows = append(rows, joinInts(row))
	}
	return "table" + joinNames(c.Vars, name) + " :" + strings.Join(rows, " /")
}

func joinNames(vars []int, name func(int) string) string {
	var text []byte
	for _, x := range vars {
		text = append(append(text, ' '), name(x)...)
	}
	return string(text)
}

// joinInts returns the numbers, each after a blank.
func joinInts(values []int) string {
	var text []byte
	for _, v := range values {
		text = strconv.AppendInt(append(text, ' '), int64(v), 10)
	}
	return string(text)
}
