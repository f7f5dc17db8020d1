package human

import "fmt"

// xChain is a chain of strong links of one value. Sudoku Explainer's forcing X-chain is the same with the struck candidate added at both
// ends. It is rated 6.6 and more if it is longer than a turbot fish, which has four nodes.
var xChain = &Rule{
	Name:       "x-chain",
	Title:      "X-chain",
	Definition: "places of a value, by turns joined by a strong link and seeing each other: one of the two ends has it, cells that see both lose it",
	Source:     "B. Hanson, Sudoku Assistant, 2005",
	Explainer:  6.6, Score: 260, Level: Unfair,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachSimpleChain(false, 4, yield) },
	explain: explainChain,
}

// xyChain is a chain of cells with two candidates. It is rated as an X-chain, as in Sudoku Explainer. Two cells would be a naked pair,
// three are an XY-wing.
var xyChain = &Rule{
	Name:  "xy-chain",
	Title: "XY-chain",
	Definition: "cells with two candidates, each sharing a value with the next, which it sees: if the first does not have its other value, " +
		"the last has it, so cells that see both lose it",
	Source:    "folklore",
	Explainer: 6.6, Score: 260, Level: Unfair,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachSimpleChain(true, 6, yield) },
	explain: explainChain,
}

func explainChain(s *Step) string {
	first, last := s.Parts[0], s.Parts[len(s.Parts)-1]
	return fmt.Sprintf("%s or %s is %s: %s", s.names(first), s.names(last), numbers(first), s.path(s.Parts))
}
