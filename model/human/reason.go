package human

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
)

var placeholder = parse.Pattern(`\{([a-z-]+) ?(-?\d*) ?(-?\d*)\}`)

// reason returns the explanation of a step as part of a sentence: "r1c1 and r1c2 hold only 1 and 2 in row 1". It
// expands the placeholders {what part} in the reason of the rule: {cells 0} is the list of the cells of the first part;
// part -1 is the last one.
func (s *Step) reason() string {
	return placeholder().ReplaceAllStringFunc(s.Rule.reason, func(text string) string {
		match := placeholder().FindStringSubmatch(text)
		if whole := customReasons[match[1]]; whole != nil {
			return whole(s)
		}
		part, _ := strconv.Atoi(match[2])
		t := s.Parts[(part+len(s.Parts))%len(s.Parts)]
		switch match[1] {
		case "cells": // r1c1, r1c2 and r1c3
			return s.cellList(t)
		case "either": // r1c1, r1c2 or r1c3
			return slice.JoinOr(s.cellNames(t))
		case "set": // {r1c1 r1c2}
			return s.cellSetText(t)
		case "als": // r1c1 and r1c2 {1,2,3}
			return s.withValues(t)
		case "cell": // {cell 1 0} is the first cell of the second part
			i, _ := strconv.Atoi(match[3])
			return s.board.model.NameOf(t.Cells[(i+len(t.Cells))%len(t.Cells)])
		case "values":
			return s.valueList(t)
		case "house":
			return t.House
		case "eliminated":
			return s.eliminatedValues()
		case "target": // the cell of the only eliminated candidate
			return s.board.model.NameOf(s.Eliminations[0].Cell)
		case "path":
			return s.path(s.Parts)
		case "argument": // of the parts from this one on
			return s.argument(s.Parts[part:])
		case "ends": // r1c1=5 or r3c4=5, the ends of a chain that starts with a node turned off
			return s.oneOf(s.Parts[0], s.lastNode())
		}
		panic("human: no words for " + text)
	})
}

// customReasons are placeholders that need more than one part of the step.
var customReasons = map[string]func(*Step) string{
	"fish":               explainFish,
	"discontinuous-loop": explainDiscontinuousLoop,
	"color-pairs":        explainColorPairs,
	// The cells of the subset and one roof corner.
	"subset":    func(s *Step) string { return fmt.Sprint(len(s.Parts[2].Cells) + 1) },
	"sectors":   explainSectors,
	"als-pair":  explainALSPair,
	"als-chain": explainALSChain,
	"petals":    explainBlossom,
	"templates": explainTemplates,
	"condition": explainCondition,
}

// cellNames returns the names of the cells of a part, valueNames its values.
func (s *Step) cellNames(t Part) []string  { return slice.Map(t.Cells, s.board.model.NameOf) }
func (s *Step) valueNames(t Part) []string { return slice.Map(t.Values, s.board.symbol) }

// cellList returns the cells of a part as "r1c1, r1c2 and r1c3", cellSetText as "{r1c1 r1c2}".
func (s *Step) cellList(t Part) string    { return slice.JoinAnd(s.cellNames(t)) }
func (s *Step) cellSetText(t Part) string { return "{" + strings.Join(s.cellNames(t), " ") + "}" }

// valueList returns the values of a part as "1, 2 and 3".
func (s *Step) valueList(t Part) string { return slice.JoinAnd(s.valueNames(t)) }

// The nodes of a chain are consecutive parts of a step with the roles on and off. On: the value is in one of the cells
// of the node. Off: it is in none of them. A node with several cells is a group. Each node implies the next.
const (
	roleOn  = "on"
	roleOff = "off"
)

// addNode appends a node with one cell.
func (s *Step) addNode(role string, c, x int) {
	s.addPart(role).addCells(c).addValue(s.board, x)
}

// path returns the nodes as "r1c1≠5 → r1c7=5 → r3c8,r3c9≠5". It skips parts that are not nodes.
func (s *Step) path(parts []Part) string {
	var b strings.Builder
	for _, t := range parts {
		sign := "="
		switch t.Role {
		case roleOn:
		case roleOff:
			sign = "≠"
		default:
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" → ")
		}
		b.WriteString(strings.Join(s.cellNames(t), ",") + sign + s.board.symbol(t.Values[0]))
	}
	return b.String()
}

// rateChain sets the Sudoku Explainer rating of a chain with this number of nodes, both ends included. The rating is
// the rating of the rule plus a tenth for each of the lengths 4, 6, 8, 12, 16, 24, 32, 48 ... that the chain exceeds.
// Sudoku Explainer also counts the eliminated candidate at both ends, and subtracts two.
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
