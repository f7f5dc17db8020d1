package proof

import (
	"fmt"
	"strconv"
	"strings"
)

// variableName returns the name of a variable in the text of a certificate: r1c1 for a cell, x1 for the first auxiliary
// variable.
func (c *Claim) variableName(x int) string {
	if x < len(c.Puzzle) {
		return c.cellName(x)
	}
	return fmt.Sprintf("x%d", x-len(c.Puzzle)+1)
}

// RuleLines returns the lines of a certificate that state the auxiliary variables and the constraints of rule i.
func (c *Claim) RuleLines(i int) []string {
	x := len(c.Puzzle)
	for _, r := range c.Rules[:i] {
		x += len(r.Auxiliary)
	}
	var lines []string
	for k, values := range c.Rules[i].Auxiliary {
		lines = append(lines, "variable "+c.variableName(x+k)+domainText(values))
	}
	for _, constraint := range c.Rules[i].Constraints {
		lines = append(lines, constraint.text(c.variableName))
	}
	return lines
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
	text := "linear"
	for _, t := range c.Terms {
		switch t.Coef {
		case 1:
			text += " +" + name(t.Var)
		case -1:
			text += " -" + name(t.Var)
		default:
			text += fmt.Sprintf(" %+d*%s", t.Coef, name(t.Var))
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
	text := ""
	for _, x := range vars {
		text += " " + name(x)
	}
	return text
}

// joinInts returns the numbers, each after a blank.
func joinInts(values []int) string {
	text := ""
	for _, v := range values {
		text += " " + strconv.Itoa(v)
	}
	return text
}
