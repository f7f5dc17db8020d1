package xcsp3

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/internal/parse"
	"nonet/model/build"
)

// star stands for any value in a tuple.
const star = "*"

// braces is a set of numbers in a tuple.
var braces = parse.Pattern(`\{[^{}]*\}`)

// withoutBlanks drops the white space of tuples; commas separate the numbers of a set then.
func withoutBlanks(text string) string {
	if strings.Contains(text, "{") {
		text = braces().ReplaceAllStringFunc(text, func(set string) string {
			inside := func(r rune) bool { return r == ',' || unicode.IsSpace(r) }
			return "{" + strings.Join(strings.FieldsFunc(set[1:len(set)-1], inside), ",") + "}"
		})
	}
	return strings.Join(strings.Fields(text), "")
}

// relations are the operators before the operand of a cell, in which = may be missing.
var relations = map[rune]string{'=': "eq", '≠': "ne", '﹤': "lt", '<': "lt", '≤': "le", '≥': "ge", '﹥': "gt", '>': "gt",
	'∁': "notin"}

// cell returns the expression that x fulfils a cell of a table: a number, a range, a set in braces, or a condition such
// as ≤3, ∁{1,2} or ≠c0+1, where c0 is the first element of the list.
func (t *translator) cell(n *node, word string, x expr, list []expr) expr {
	op, operand := "eq", word
	if r, size := utf8.DecodeRuneInString(word); relations[r] != "" {
		op, operand = relations[r], word[size:]
	}
	if isComparison(op) && strings.HasPrefix(operand, "c") {
		return functions[op].of([]expr{x, columnSum(n, operand, list)})
	}
	set := strings.HasPrefix(operand, "{") || strings.Contains(operand, "..")
	if set && op == "eq" {
		op = "in"
	}
	if _, err := strconv.Atoi(operand); set != strings.HasSuffix(op, "in") || !set && err != nil {
		n.failf(": expected a number, * or a condition, got %q", word)
	}
	return t.compared(n, x, op, operand)
}

// columnSum returns the value of an operand such as c0, c0+1 or c0-c1.
func columnSum(n *node, operand string, list []expr) expr {
	left, right, sign := operand, "", 1
	if at := strings.IndexAny(operand, "+-"); at > 0 {
		if left, right = operand[:at], operand[at+1:]; operand[at] == '-' {
			sign = -1
		}
	}
	column := func(text string) expr {
		if k, err := strconv.Atoi(text[1:]); err == nil && k >= 0 && k < len(list) {
			return list[k]
		}
		n.failf(": expected a column from c0 to c%d, got %q", len(list)-1, text)
		return expr{}
	}
	if strings.HasPrefix(right, "c") {
		return build.Sum(column(left), sign, column(right))
	}
	k, err := strconv.Atoi(right)
	n.need(err == nil || right == "", ": expected a number or a column, got %q", right)
	return column(left).Plus(sign * k)
}

// fulfils reports whether a value fulfils a cell without columns.
func (t *translator) fulfils(n *node, word string, value int) bool {
	if v, err := strconv.Atoi(word); err == nil {
		return v == value
	}
	return word == star || t.cell(n, word, build.Const(value), nil).Value(nil) == 1
}

// valuesOfCell returns the values of x that fulfil a cell, unless it has columns or x is an expression.
func (t *translator) valuesOfCell(n *node, word string, x expr) (values []int, ok bool) {
	if v, err := strconv.Atoi(word); err == nil {
		return []int{v}, true
	}
	domain, ok := t.domains[x]
	if !ok || strings.Contains(word, "c") {
		return nil, false
	}
	return slices.DeleteFunc(appendAll(n, nil, domain), func(v int) bool { return !t.fulfils(n, word, v) }), true
}
