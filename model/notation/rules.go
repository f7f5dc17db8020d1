package notation

import (
	"fmt"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// ParseRule parses a rule of grids of shape s from one line, as in the format nonet. The error is a *ParseError.
func ParseRule(text string, s sudoku.Shape) (rule sudoku.Rule, err error) {
	defer parse.Catch(&err)
	return parseRule(text, s, (&Reader{}).failAtLine(1)), nil
}

// failAtLine returns a function that reports errors in a line.
func (r *Reader) failAtLine(line int) failFunc {
	return func(column int, msg, expected string) { r.fail(line, column, msg, expected) }
}

// A failFunc reports an error in a line by parse.Raise.
type failFunc func(column int, msg, expected string)

// A ruleParser parses the line of a rule.
type ruleParser struct {
	shape  sudoku.Shape
	tokens []token // the last one is the end of the line
	index  int
	fail   failFunc
}

func parseRule(text string, s sudoku.Shape, fail failFunc) sudoku.Rule {
	keyword, rest, column := cutKeyword(text)
	kind, number := kindNamed(keyword, func(found, nearest string) {
		fail(column-len(keyword), found, "the name of a rule"+nearest)
	})
	rule := sudoku.Rule{Kind: kind.Name, Number: number}
	if kind.TakesRules() {
		alternativesOf(&rule, rest, column, s, fail)
	} else if kind.Name == "regions" {
		inlineRegions(&rule, rest, column, s, fail)
	} else {
		p := &ruleParser{shape: s, fail: fail, tokens: tokenize(rest, column, fail)}
		p.rule(kind, &rule)
	}
	if err := rule.Validate(s); err != nil {
		fail(0, err.Error(), "")
	}
	return rule
}

// alternativesOf parses rules with | between alternatives, and & between rules that hold together.
func alternativesOf(rule *sudoku.Rule, text string, column int, s sudoku.Shape, fail failFunc) {
	for alternative := range strings.SplitSeq(text, "|") {
		var all []sudoku.Rule
		for part := range strings.SplitSeq(alternative, "&") {
			all = append(all, parseRule(part, s, func(at int, msg, expected string) {
				fail(column+max(at, 1)-1, msg, expected)
			}))
			column += len(part) + 1
		}
		rule.Any = append(rule.Any, all)
	}
}

// cutKeyword splits a line after the name of its rule and drops a comment. column is where the rest begins. The name is
// one word, or two: kropki white and kropki black.
func cutKeyword(line string) (keyword, rest string, column int) {
	line, _, _ = strings.Cut(line, "#")
	from := len(line) - len(strings.TrimLeft(line, " \t"))
	to := len(line)
	if i := strings.IndexAny(line[from:], " \t"); i >= 0 {
		to = from + i
	}
	if second, _ := cutWord(strings.TrimSpace(line[to:])); strings.EqualFold(line[from:to], "kropki") &&
		(strings.EqualFold(second, "white") || strings.EqualFold(second, "black")) {
		to += strings.Index(line[to:], second) + len(second)
	}
	return line[from:to], line[to:], to + 1
}

// rule parses the text after the name of the kind.
func (p *ruleParser) rule(kind *sudoku.RuleKind, rule *sudoku.Rule) {
	expected := "the end of the line"
	switch kind.Name {
	case "linear":
		rule.Core = p.linear()
	case "not-equal":
		rule.Core = p.notEqual()
	case "table":
		rule.Core = p.table()
	default:
		expected = p.lists(kind, rule)
	}
	if t := p.next(); t.kind != endToken {
		p.unexpected(t, expected)
	}
}

// lists parses the number, the cells and the values of a rule, as far as its kind has them. It returns what may follow.
func (p *ruleParser) lists(kind *sudoku.RuleKind, rule *sudoku.Rule) (expected string) {
	if t := p.peek(); kind.Number != "" && rule.Number == 0 && !(kind.Optional && t.kind != numberToken) {
		if p.next(); t.kind != numberToken {
			p.unexpected(t, "the "+kind.Number+", an integer")
		}
		if rule.Number = t.value; kind.Optional && rule.Number == 0 {
			p.unexpected(t, "a positive "+kind.Number+", or none")
		}
	}
	expected = "the end of the line"
	if kind.TakesCells() {
		expected = "cells, such as r1c2 or r1c1..r1c9"
		rule.Cells = p.cells()
	}
	if kind.TakesGroups() && p.peek().text == "/" {
		rule.Groups, rule.Cells = [][]sudoku.Cell{rule.Cells}, nil
		for p.takeOperator("/") {
			rule.Groups = append(rule.Groups, p.cells())
		}
	}
	if kind.Values != "" && p.takeOperator(":") {
		expected = "integers"
		for p.peek().kind == numberToken {
			rule.Values = append(rule.Values, p.next().value)
		}
		if rule.Values == nil {
			p.unexpected(p.peek(), kind.Values)
		}
	}
	return expected
}

func (p *ruleParser) peek() token { return p.tokens[p.index] }

func (p *ruleParser) next() token {
	t := p.tokens[p.index]
	if t.kind != endToken {
		p.index++
	}
	return t
}

// takeOperator consumes the next token if it is this operator, and reports whether it is.
func (p *ruleParser) takeOperator(symbol string) bool {
	if t := p.peek(); t.kind == operatorToken && t.text == symbol {
		p.index++
		return true
	}
	return false
}

func (p *ruleParser) unexpected(t token, expected string) {
	found := "the end of the line"
	if t.kind != endToken {
		found = fmt.Sprintf("%q", place.Shorten(t.text))
	}
	p.fail(t.column, "found "+found, expected)
}

func (p *ruleParser) cell() sudoku.Cell {
	t := p.next()
	rows, columns := p.shape.Size()
	switch {
	case t.kind != cellToken:
		p.unexpected(t, "a cell, such as r1c2")
	case t.col == 0 && t.row > 0 && t.row <= p.shape.Extra && t.text[0]|0x20 == 'x':
		return sudoku.Cell(p.shape.GridCells() + t.row - 1)
	case t.row < 1 || t.row > rows || t.col < 1 || t.col > columns:
		p.unexpected(t, fmt.Sprintf("a cell from r1c1 to r%dc%d", rows, columns))
	}
	return p.shape.Cell(t.row-1, t.col-1)
}

// cells parses cells and ranges of cells as long as there are any.
func (p *ruleParser) cells() (all []sudoku.Cell) {
	for p.peek().kind == cellToken {
		from := p.cell()
		if all = append(all, from); !p.takeOperator("..") {
			continue
		}
		column := p.peek().column
		to := p.cell()
		run := straightLine(p.shape, from, to)
		if run == nil {
			p.fail(column, fmt.Sprintf("%s..%s is not a straight line", p.shape.Name(from), p.shape.Name(to)),
				"two cells of a row, a column or a diagonal")
		}
		all = append(all, run[1:]...)
	}
	return all
}

// straightLine returns the cells from a to b along a row, a column or a diagonal, or of the extra cells, or nil if they
// are not on one.
func straightLine(s sudoku.Shape, a, b sudoku.Cell) []sudoku.Cell {
	if grid := sudoku.Cell(s.GridCells()); a >= grid && b >= a {
		return slice.Make(int(b-a)+1, func(i int) sudoku.Cell { return a + sudoku.Cell(i) })
	} else if a >= grid || b >= grid {
		return nil
	}
	rows, columns := s.Row(b)-s.Row(a), s.Column(b)-s.Column(a)
	steps := max(rows, -rows, columns, -columns)
	if rows != 0 && columns != 0 && max(rows, -rows) != max(columns, -columns) {
		return nil
	}
	all := []sudoku.Cell{a}
	for i := 1; i <= steps; i++ {
		all = append(all, s.Cell(s.Row(a)+rows/steps*i, s.Column(a)+columns/steps*i))
	}
	return all
}

// relations maps an operator between two sums to a relation and the number to add to the bound, since values are
// integers.
var relations = map[string]struct {
	of     model.Relation
	beyond int
}{"=": {model.Equal, 0}, "<=": {model.AtMost, 0}, "<": {model.AtMost, -1}, ">=": {model.AtLeast, 0}, ">": {
	model.AtLeast, 1}}

// linear parses an equation or inequality, and moves all terms to the left and all numbers to the right.
func (p *ruleParser) linear() model.Constraint {
	var c model.Linear
	p.sum(&c, 1)
	t := p.next()
	relation, known := relations[t.text]
	if t.kind != operatorToken || !known {
		p.unexpected(t, "= <= >= < or >")
	}
	c.Relation = relation.of
	p.sum(&c, -1)
	c.Bound += relation.beyond
	return c
}

// sum parses terms and numbers separated by + and -, and adds them to c with the given sign.
func (p *ruleParser) sum(c *model.Linear, sign int) {
	for first := true; ; first = false {
		coef := sign
		switch t := p.peek(); {
		case p.takeOperator("-"):
			coef = -sign
		case p.takeOperator("+"), first:
		case t.kind == endToken || t.kind == operatorToken && strings.ContainsAny(t.text, "<=>"):
			return
		default:
			p.unexpected(t, "+ - = <= >= < or >")
		}
		if t := p.peek(); t.kind == numberToken {
			p.index++
			coef *= t.value
			if !p.takeOperator("*") {
				c.Bound -= coef // a number moves to the other side
				continue
			}
		}
		c.Terms = append(c.Terms, model.Term{Coef: coef, Var: model.Var(p.cell())})
	}
}

func (p *ruleParser) notEqual() model.Constraint {
	a, b := p.cell(), p.cell()
	c := model.NotEqual{A: model.Var(a), B: model.Var(b)}
	if p.peek().kind != endToken {
		c.Offset = p.integer()
	}
	return c
}

// integer parses a number with an optional sign.
func (p *ruleParser) integer() int {
	sign := 1
	if p.takeOperator("-") {
		sign = -1
	} else {
		p.takeOperator("+")
	}
	t := p.next()
	if t.kind != numberToken {
		p.unexpected(t, "an integer")
	}
	return sign * t.value
}

func (p *ruleParser) table() model.Constraint {
	cells := p.cells()
	if !p.takeOperator(":") {
		p.unexpected(p.peek(), "cells, and a colon before the rows")
	}
	vars := slice.Map(cells, func(c sudoku.Cell) model.Var { return model.Var(c) })
	c := model.Table{Vars: vars, Rows: [][]int{}}
	for p.peek().kind != endToken {
		opening := p.peek()
		if !p.takeOperator("(") {
			p.unexpected(opening, "a row of values, such as (1 2)")
		}
		var row []int
		for !p.takeOperator(")") {
			row = append(row, p.integer())
		}
		if len(row) != len(cells) {
			p.fail(opening.column, fmt.Sprintf("the row has %d values", len(row)),
				fmt.Sprintf("%d, one for each cell", len(cells)))
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}
