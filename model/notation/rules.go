package notation

import (
	"fmt"
	"strings"

	"nonet/model"
	"nonet/model/sudoku"
)

// ParseRule parses a rule of grids of shape s from one line, as in the format nonet. The error is a *ParseError.
func ParseRule(text string, s sudoku.Shape) (sudoku.Rule, error) {
	rule, err := parseRule(text, s, (&Reader{}).errorAtLine(1))
	if err != nil {
		return sudoku.Rule{}, err
	}
	return rule, nil
}

// errorAtLine returns a function that makes errors for a line.
func (r *Reader) errorAtLine(line int) errorFunc {
	return func(column int, msg, expected string) *ParseError { return r.newError(line, column, msg, expected) }
}

type errorFunc func(column int, msg, expected string) *ParseError

// A ruleParser parses the line of a rule.
type ruleParser struct {
	shape  sudoku.Shape
	tokens []token // the last one is the end of the line
	index  int
	fail   errorFunc
}

func parseRule(text string, s sudoku.Shape, fail errorFunc) (sudoku.Rule, *ParseError) {
	keyword, rest, column := cutKeyword(text)
	kind, number, err := kindNamed(keyword, func(found, nearest string) *ParseError {
		return fail(column-len(keyword), found, "the name of a rule"+nearest)
	})
	if err != nil {
		return sudoku.Rule{}, err
	}
	rule := sudoku.Rule{Kind: kind.Name, Number: number}
	if kind.TakesRules() {
		err = alternativesOf(&rule, rest, column, s, fail)
	} else if kind.Name == "regions" {
		err = inlineRegions(&rule, rest, column, s, fail)
	} else {
		p := &ruleParser{shape: s, fail: fail}
		if p.tokens, err = tokenize(rest, column, fail); err == nil {
			err = p.rule(kind, &rule)
		}
	}
	if err != nil {
		return rule, err
	}
	if err := rule.Validate(s); err != nil {
		return rule, fail(0, err.Error(), "")
	}
	return rule, nil
}

// alternativesOf parses rules with | between alternatives, and & between rules that hold together.
func alternativesOf(rule *sudoku.Rule, text string, column int, s sudoku.Shape, fail errorFunc) *ParseError {
	for alternative := range strings.SplitSeq(text, "|") {
		var all []sudoku.Rule
		for part := range strings.SplitSeq(alternative, "&") {
			q, err := parseRule(part, s, func(at int, msg, expected string) *ParseError {
				return fail(column+max(at, 1)-1, msg, expected)
			})
			if err != nil {
				return err
			}
			all = append(all, q)
			column += len(part) + 1
		}
		rule.Any = append(rule.Any, all)
	}
	return nil
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
func (p *ruleParser) rule(kind *sudoku.RuleKind, rule *sudoku.Rule) (err *ParseError) {
	switch {
	case kind.Name == "linear":
		rule.Core, err = p.linear()
	case kind.Name == "not-equal":
		rule.Core, err = p.notEqual()
	case kind.Name == "table":
		rule.Core, err = p.table()
	default:
		return p.lists(kind, rule)
	}
	if err != nil {
		return err
	}
	if t := p.next(); t.kind != endToken {
		return p.unexpected(t, "the end of the line")
	}
	return nil
}

// lists parses the number, the cells and the values of a rule, as far as its kind has them.
func (p *ruleParser) lists(kind *sudoku.RuleKind, rule *sudoku.Rule) (err *ParseError) {
	if t := p.peek(); kind.Number != "" && rule.Number == 0 && !(kind.Optional && t.kind != numberToken) {
		if p.next(); t.kind != numberToken {
			return p.unexpected(t, "the "+kind.Number+", an integer")
		}
		if rule.Number = t.value; kind.Optional && rule.Number == 0 {
			return p.unexpected(t, "a positive "+kind.Number+", or none")
		}
	}
	expected := "the end of the line"
	if kind.TakesCells() {
		expected = "cells, such as r1c2 or r1c1..r1c9"
		if rule.Cells, err = p.cells(); err != nil {
			return err
		}
	}
	if kind.TakesGroups() && p.peek().text == "/" {
		rule.Groups, rule.Cells = [][]sudoku.Cell{rule.Cells}, nil
		for p.takeOperator("/") {
			group, err := p.cells()
			if err != nil {
				return err
			}
			rule.Groups = append(rule.Groups, group)
		}
	}
	if kind.Values != "" && p.takeOperator(":") {
		expected = "integers"
		for p.peek().kind == numberToken {
			rule.Values = append(rule.Values, p.next().value)
		}
		if rule.Values == nil {
			return p.unexpected(p.peek(), kind.Values)
		}
	}
	if t := p.next(); t.kind != endToken {
		return p.unexpected(t, expected)
	}
	return nil
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

func (p *ruleParser) unexpected(t token, expected string) *ParseError {
	found := "the end of the line"
	if t.kind != endToken {
		found = fmt.Sprintf("%q", shorten([]byte(t.text)))
	}
	return p.fail(t.column, "found "+found, expected)
}

// cell parses a cell.
func (p *ruleParser) cell() (sudoku.Cell, *ParseError) {
	t := p.next()
	rows, columns := p.shape.Size()
	switch {
	case t.kind != cellToken:
		return 0, p.unexpected(t, "a cell, such as r1c2")
	case t.col == 0 && t.row > 0 && t.row <= p.shape.Extra && t.text[0]|0x20 == 'x':
		return sudoku.Cell(p.shape.GridCells() + t.row - 1), nil
	case t.row < 1 || t.row > rows || t.col < 1 || t.col > columns:
		return 0, p.unexpected(t, fmt.Sprintf("a cell from r1c1 to r%dc%d", rows, columns))
	}
	return p.shape.Cell(t.row-1, t.col-1), nil
}

// cells parses cells and ranges of cells as long as there are any.
func (p *ruleParser) cells() ([]sudoku.Cell, *ParseError) {
	var all []sudoku.Cell
	for p.peek().kind == cellToken {
		from, err := p.cell()
		if err != nil {
			return nil, err
		}
		if all = append(all, from); !p.takeOperator("..") {
			continue
		}
		column := p.peek().column
		to, err := p.cell()
		if err != nil {
			return nil, err
		}
		run := straightLine(p.shape, from, to)
		if run == nil {
			return nil, p.fail(column, fmt.Sprintf(
				"%s..%s is not a straight line", p.shape.Name(from),
				p.shape.Name(to)), "two cells of a row, a column or a diagonal")
		}
		all = append(all, run[1:]...)
	}
	return all, nil
}

// straightLine returns the cells from a to b along a row, a column or a diagonal, or of the extra cells, or nil if they
// are not on one.
func straightLine(s sudoku.Shape, a, b sudoku.Cell) []sudoku.Cell {
	if grid := sudoku.Cell(s.GridCells()); a >= grid && b >= a {
		var all []sudoku.Cell
		for c := a; c <= b; c++ {
			all = append(all, c)
		}
		return all
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
func (p *ruleParser) linear() (model.Constraint, *ParseError) {
	var c model.Linear
	if err := p.sum(&c, 1); err != nil {
		return nil, err
	}
	t := p.next()
	relation, known := relations[t.text]
	if t.kind != operatorToken || !known {
		return nil, p.unexpected(t, "= <= >= < or >")
	}
	c.Relation = relation.of
	if err := p.sum(&c, -1); err != nil {
		return nil, err
	}
	c.Bound += relation.beyond
	return c, nil
}

// sum parses terms and numbers separated by + and -, and adds them to c with the given sign.
func (p *ruleParser) sum(c *model.Linear, sign int) *ParseError {
	for first := true; ; first = false {
		coef := sign
		switch t := p.peek(); {
		case p.takeOperator("-"):
			coef = -sign
		case p.takeOperator("+"), first:
		default:
			return p.afterSum(t)
		}
		if t := p.peek(); t.kind == numberToken {
			p.index++
			coef *= t.value
			if !p.takeOperator("*") {
				c.Bound -= coef // a number moves to the other side
				continue
			}
		}
		cell, err := p.cell()
		if err != nil {
			return err
		}
		c.Terms = append(c.Terms, model.Term{Coef: coef, Var: model.Var(cell)})
	}
}

// afterSum returns an error unless t may follow a sum.
func (p *ruleParser) afterSum(t token) *ParseError {
	if t.kind == endToken || t.kind == operatorToken && strings.ContainsAny(t.text, "<=>") {
		return nil
	}
	return p.unexpected(t, "+ - = <= >= < or >")
}

func (p *ruleParser) notEqual() (model.Constraint, *ParseError) {
	a, err := p.cell()
	if err != nil {
		return nil, err
	}
	b, err := p.cell()
	if err != nil {
		return nil, err
	}
	c := model.NotEqual{A: model.Var(a), B: model.Var(b)}
	if p.peek().kind == endToken {
		return c, nil
	}
	if c.Offset, err = p.integer(); err != nil {
		return nil, err
	}
	return c, nil
}

// integer parses a number with an optional sign.
func (p *ruleParser) integer() (int, *ParseError) {
	sign := 1
	if p.takeOperator("-") {
		sign = -1
	} else {
		p.takeOperator("+")
	}
	t := p.next()
	if t.kind != numberToken {
		return 0, p.unexpected(t, "an integer")
	}
	return sign * t.value, nil
}

func (p *ruleParser) table() (model.Constraint, *ParseError) {
	cells, err := p.cells()
	if err != nil {
		return nil, err
	}
	if !p.takeOperator(":") {
		return nil, p.unexpected(p.peek(), "cells, and a colon before the rows")
	}
	c := model.Table{Rows: [][]int{}}
	for _, cell := range cells {
		c.Vars = append(c.Vars, model.Var(cell))
	}
	for p.peek().kind != endToken {
		opening := p.peek()
		if !p.takeOperator("(") {
			return nil, p.unexpected(opening, "a row of values, such as (1 2)")
		}
		var row []int
		for !p.takeOperator(")") {
			v, err := p.integer()
			if err != nil {
				return nil, err
			}
			row = append(row, v)
		}
		if len(row) != len(cells) {
			return nil, p.fail(opening.column, fmt.Sprintf("the row has %d values", len(row)),
				fmt.Sprintf("%d, one for each cell", len(cells)))
		}
		c.Rows = append(c.Rows, row)
	}
	return c, nil
}
