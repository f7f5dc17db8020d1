package human

import (
	"fmt"
	"math"
	"strings"
)

// A chain is kept in a step as consecutive parts, its nodes, with the roles on and off: the node's value is in one of its cells, or in
// none of them. A node of several cells is a grouped one. Each node follows from the one before.
const (
	on  = "on"
	off = "off"
)

// node appends a node of one cell.
func (s *Step) node(role string, c, x int) {
	s.part(role).cell(c).value(s.board, x)
}

// path returns the nodes in words: "r1c1<>5 -> r1c7=5 -> r3c8,r3c9<>5". It leaves out parts that are no nodes.
func (s *Step) path(parts []Part) string {
	var b strings.Builder
	for _, t := range parts {
		sign := "="
		switch t.Role {
		case on:
		case off:
			sign = "<>"
		default:
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" -> ")
		}
		for i, c := range t.Cells {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(s.board.base.NameOf(c))
		}
		fmt.Fprintf(&b, "%s%d", sign, t.Values[0])
	}
	return b.String()
}

// rateChain rates a chain of so many nodes, both ends included, on the scale of Sudoku Explainer: as its rule, and a tenth more for each of the lengths 4, 6, 8, 12, 16, 24, 32, 48 ... that the chain exceeds. Explainer counts the eliminated candidate at both ends
// too, and subtracts two.
//
// Source: N. Juillerat, Sudoku Explainer 1.2.1, 2007.
func (s *Step) rateChain(nodes int) {
	tenths := 0
	for limit, odd := 4, false; nodes > limit; odd = !odd {
		tenths++
		if odd {
			limit = limit * 4 / 3
		} else {
			limit = limit * 3 / 2
		}
	}
	s.Explainer = math.Round(10*s.Rule.Explainer+float64(tenths)) / 10
}
