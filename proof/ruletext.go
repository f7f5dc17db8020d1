package proof

import (
	"fmt"
	"strconv"
	"strings"
)

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
