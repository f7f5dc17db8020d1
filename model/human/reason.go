package human

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

var placeholder = regexp.MustCompile(`\{([a-z-]+) ?(-?\d*) ?(-?\d*)\}`)

// reason returns why a step is right, as part of a sentence: "r1c1 and r1c2 hold only 1 and 2 in row 1". It is the reason of the rule
// with words for {what part}, where -1 is the last part: {cells 0} stands for the cells of the first part.
func (s *Step) reason() string {
	return placeholder.ReplaceAllStringFunc(s.Rule.reason, func(text string) string {
		match := placeholder.FindStringSubmatch(text)
		if whole := customReasons[match[1]]; whole != nil {
			return whole(s)
		}
		part, _ := strconv.Atoi(match[2])
		t := s.Parts[(part+len(s.Parts))%len(s.Parts)]
		switch match[1] {
		case "cells": // r1c1, r1c2 and r1c3
			return s.cellList(t)
		case "either": // r1c1, r1c2 or r1c3
			return replaceAnd(s.cellList(t))
		case "set": // {r1c1 r1c2}
			return s.cellSetText(t)
		case "als": // r1c1 and r1c2 {1,2,3}
			return s.withValues(t)
		case "cell": // {cell 1 0}: the first cell of the second part
			i, _ := strconv.Atoi(match[3])
			return s.board.model.NameOf(t.Cells[(i+len(t.Cells))%len(t.Cells)])
		case "values":
			return valueList(t)
		case "house":
			return t.House
		case "struck":
			return s.eliminatedValues()
		case "target": // the cell that the only candidate goes from
			return s.board.model.NameOf(s.Eliminations[0].Cell)
		case "path":
			return s.path(s.Parts)
		case "argument": // from the part on
			return s.argument(s.Parts[part:])
		}
		panic("human: no words for " + text)
	})
}

// reasons are those that depend on the step in more than its words.
var customReasons = map[string]func(*Step) string{
	"fish":      explainFish,
	"chain":     explainAIC,
	"return":    explainDiscontinuousLoop,
	"colours":   explainColorPairs,
	"subset":    func(s *Step) string { return fmt.Sprint(len(s.Parts[2].Cells) + 1) }, // and the wide corner that belongs to it
	"sectors":   explainSectors,
	"als-pair":  explainALSPair,
	"als-chain": explainALSChain,
	"petals":    explainBlossom,
	"templates": explainTemplates,
}

// words returns the names of the cells of a part, numbers its values.
func (s *Step) cellNames(t Part) []string {
	var all []string
	for _, c := range t.Cells {
		all = append(all, s.board.model.NameOf(c))
	}
	return all
}

func (t Part) valueNames() []string {
	var all []string
	for _, v := range t.Values {
		all = append(all, strconv.Itoa(v))
	}
	return all
}

// names returns the cells of a part in words: "r1c1, r1c2 and r1c3"; braced as a set: "{r1c1 r1c2}".
func (s *Step) cellList(t Part) string    { return joinAnd(s.cellNames(t)) }
func (s *Step) cellSetText(t Part) string { return "{" + strings.Join(s.cellNames(t), " ") + "}" }

// numbers returns the values of a part in words: "1, 2 and 3".
func valueList(t Part) string { return joinAnd(t.valueNames()) }

// and joins words by commas, and the last by "and".
func joinAnd(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// or turns the last "and" of such a list into "or".
func replaceAnd(list string) string { return strings.Replace(list, " and ", " or ", 1) }

// A chain is kept in a step as consecutive parts, its nodes, with the roles on and off: the node's value is in one of its cells, or in
// none of them. A node of several cells is a grouped one. Each node follows from the one before.
const (
	roleOn  = "on"
	roleOff = "off"
)

// node appends a node of one cell.
func (s *Step) addNode(role string, c, x int) {
	s.addPart(role).addCells(c).addValue(s.board, x)
}

// path returns the nodes in words: "r1c1<>5 -> r1c7=5 -> r3c8,r3c9<>5". It leaves out parts that are no nodes.
func (s *Step) path(parts []Part) string {
	var b strings.Builder
	for _, t := range parts {
		sign := "="
		switch t.Role {
		case roleOn:
		case roleOff:
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
			b.WriteString(s.board.model.NameOf(c))
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
