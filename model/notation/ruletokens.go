package notation

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A token is a word or operator in the line of a rule.
type token struct {
	kind     tokenKind
	text     string
	value    int // of a number
	row, col int // of a cell, from 1; 0 if the number is too large; col is 0 for extra cells
	column   int
}

type tokenKind int

const (
	endToken      tokenKind = iota
	numberToken             // 15
	cellToken               // r1c2, or x1
	operatorToken           // + - * ( ) : / .. = < > <= >=
)

// operators are matched in this order.
var operators = []string{"..", "<=", ">=", "<", ">", "=", "+", "-", "*", "(", ")", ":", "/"}

// tokenize splits a text that begins at a column.
func tokenize(text string, column int, fail failFunc) (all []token) {
	for i := 0; ; {
		for i < len(text) && strings.IndexByte(" \t,", text[i]) >= 0 {
			i++
		}
		t := token{column: column + i}
		if i == len(text) {
			return append(all, t)
		}
		rest := text[i:]
		width := 0
		for width < len(rest) && (isDigit(rest[width]) || rest[width]|0x20 >= 'a' && rest[width]|0x20 <= 'z') {
			width++
		}
		t.text = rest[:width]
		if width > 0 {
			t.readWord(fail)
		} else if !t.readOperator(rest) {
			fail(t.column, fmt.Sprintf("found %q", place.Shorten(rest)),
				"cells such as r1c2, integers, and the operators "+strings.Join(operators, " "))
		}
		all = append(all, t)
		i += len(t.text)
	}
}

// readWord classifies the token by its text, which consists of letters and digits.
func (t *token) readWord(fail failFunc) {
	if isDigits(t.text) {
		v, err := strconv.Atoi(t.text)
		if err != nil || v > sudoku.MaxRuleNumber {
			fail(t.column, fmt.Sprintf("found %s", place.Shorten(t.text)),
				fmt.Sprintf("a number up to %d", sudoku.MaxRuleNumber))
		}
		t.kind, t.value = numberToken, v
		return
	}
	if t.text[0]|0x20 == 'x' && isDigits(t.text[1:]) {
		t.kind, t.row = cellToken, smallNumber(t.text[1:])
		return
	}
	row, col, found := strings.Cut(strings.ToLower(t.text)[1:], "c")
	if !found || t.text[0]|0x20 != 'r' || !isDigits(row) || !isDigits(col) {
		fail(t.column, fmt.Sprintf("found %q", place.Shorten(t.text)), "cells such as r1c2")
	}
	t.kind = cellToken
	t.row, t.col = smallNumber(row), smallNumber(col)
}

// readOperator reads the operator at the beginning of rest, if there is one.
func (t *token) readOperator(rest string) bool {
	for _, m := range operators {
		if strings.HasPrefix(rest, m) {
			t.kind, t.text = operatorToken, m
			return true
		}
	}
	return false
}

// smallNumber returns the value of digits, or 0 if there are more than six.
func smallNumber(digits string) int {
	if len(digits) > 6 {
		return 0
	}
	v, _ := strconv.Atoi(digits)
	return v
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
