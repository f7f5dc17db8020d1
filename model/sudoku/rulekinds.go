package sudoku

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nonet/model/build"
)

//go:embed rulekinds.txt
var ruleKindsText string

// ruleKinds returns the table of kinds, which is made when it is first needed.
var ruleKinds func() []RuleKind

// init, because functions of the table refer to it.
func init() { ruleKinds = sync.OnceValue(makeRuleKinds) }

// makeRuleKinds parses rulekinds.txt; its header describes the format.
func makeRuleKinds() (all []RuleKind) {
	var k RuleKind
	functions := ruleFunctions()
	flags := map[string]*bool{"optional": &k.Optional, "zero": &k.zero, "or-cells": &k.orCells, "core": &k.core,
		"any-cells": &k.anyCells, "needs-regions": &k.needsRegions, "outside": &k.outside, "placed": &k.placed,
		"repeats": &k.repeats, "defines": &k.defines, "reads-others": &k.readsOthers}
	ranges := map[string][2]*int{"cells": {&k.minCells, &k.maxCells}, "groups": {&k.minGroups, &k.maxGroups},
		"count": {&k.minValues, &k.maxValues}}
	for block := range strings.SplitSeq(ruleKindsText, "\n\n") {
		if block[0] == '#' {
			continue
		}
		head, terms, _ := strings.Cut(strings.TrimSpace(block), "\n\t")
		name, summary, _ := strings.Cut(head, ": ")
		k = RuleKind{Name: name, Summary: summary, ruleFuncs: functions[name]}
		for term := range strings.SplitSeq(terms, "; ") {
			switch word, rest, _ := strings.Cut(term, " "); word {
			case "":
			case "number":
				k.Number = rest
			case "values":
				k.Values = rest
			case "example":
				k.Example = parseExample(rest)
			case "cells", "groups", "count":
				least, most, _ := strings.Cut(rest, "..")
				*ranges[word][0], _ = strconv.Atoi(least)
				*ranges[word][1], _ = strconv.Atoi(most) // 0 if it is missing
			default:
				*flags[word] = true
			}
		}
		k.Example.Kind = name
		all = append(all, k)
	}
	return all
}

func parseExample(text string) (r Rule) {
	if text[0] == '{' {
		_ = json.Unmarshal([]byte(text), &r) // a test validates it
		return r
	}
	text, values, _ := strings.Cut(text, "with ")
	number, cells, _ := strings.Cut(text, "at ")
	r.Number, _ = strconv.Atoi(strings.TrimSpace(number)) // 0 if it is missing
	r.Values = integers[int](values)
	for group := range strings.SplitSeq(cells, "/") {
		r.Groups = append(r.Groups, integers[Cell](group))
	}
	if len(r.Groups) == 1 {
		r.Cells, r.Groups = r.Groups[0], nil
	}
	return r
}

func integers[T ~int](text string) (all []T) {
	for word := range strings.FieldsSeq(text) {
		n, _ := strconv.Atoi(word)
		all = append(all, T(n))
	}
	return all
}

// ruleFuncs are the functions of a kind of rules.
type ruleFuncs struct {
	constraints func(b *builder, r Rule)
	violatedBy  func(p Puzzle, r Rule, g Grid) bool
	valid       func(s Shape, r Rule) string // returns any other error of r, or ""; may be nil
}

// ruleFunctions returns the functions of each kind in rulekinds.txt: its constraints, the check of complete grids, and
// what else makes a rule ill-formed.
func ruleFunctions() map[string]ruleFuncs {
	return map[string]ruleFuncs{
		// Areas of the grid.
		"regions": {regions, regionsBroken, validRegions},
		"diagonals": {diagonals(true, true, longDiagonal), diagonalsBroken(true, true, isLongDiagonal),
			needsSquare},
		"diagonal-down": {diagonals(true, false, longDiagonal), diagonalsBroken(true, false, isLongDiagonal),
			needsSquare},
		"diagonal-up": {diagonals(false, true, longDiagonal), diagonalsBroken(false, true, isLongDiagonal),
			needsSquare},
		"windoku":         {windoku, windokuBroken, needsBoxes},
		"disjoint-groups": {disjointGroups, disjointGroupsBroken, nil},
		"argyle": {diagonals(true, true, argyleDiagonals), diagonalsBroken(true, true, isArgyleDiagonal),
			validArgyle},
		"girandola": {pattern([][2]int{{1, 1}, {1, 9}, {2, 5}, {5, 2}, {5, 5}, {5, 8}, {8, 5}, {9, 1}, {9, 9}}),
			starBroken(32), needsNine},
		"asterisk": {pattern([][2]int{{2, 5}, {3, 3}, {3, 7}, {5, 2}, {5, 5}, {5, 8}, {7, 3}, {7, 7}, {8, 5}}),
			starBroken(8), needsNine},
		"all-different": {func(b *builder, r Rule) { b.different(r.Cells...) },
			onValues(func(v []int, _ Rule) bool { return hasRepeat(v) }), nil},

		// Moves and neighbours.
		"knight":              {movesApart(knightMoves, false), apartBroken(isKnightMove, false), nil},
		"king":                {movesApart(kingMoves, false), apartBroken(isKingMove, false), nil},
		"toroidal-knight":     {movesApart(knightMoves, true), apartBroken(isKnightMove, true), nil},
		"toroidal-king":       {movesApart(kingMoves, true), apartBroken(isKingMove, true), nil},
		"queen":               {queen, queenBroken, validValues},
		"anti-taxicab":        {antiTaxicab, antiTaxicabBroken, nil},
		"non-consecutive":     {nonConsecutive, nonConsecutiveBroken, nil},
		"negative-difference": {negativeDots("difference", differBy), negativeDifferenceBroken, nil},
		"negative-ratio":      {negativeDots("ratio", multipleBy), negativeRatioBroken, nil},
		"negative-xv":         {negativeXV, negativeXVBroken, nil},
		"minimum":             {extreme(1), extremeBroken(1), nil},
		"maximum":             {extreme(-1), extremeBroken(-1), nil},
		"global-entropy":      {everyClass(third), classesBroken(entropyClass), needsThirds},
		"global-modular": {everyClass(func(_ Shape, v int) int { return v % 3 }), classesBroken(remainderClass),
			needsThirds},
		"dutch-flatmates": {dutchFlatmates, dutchFlatmatesBroken, nil},
		"battenburg":      {battenburg, onValues(battenburgBroken), nil},

		// Cages, sums and counts.
		"cage": {cage, onValues(func(v []int, r Rule) bool { return r.Number > 0 && sumBroken(v, r) || hasRepeat(v) }),
			nil},
		"sum":           {sumOf, onValues(sumBroken), nil},
		"little-killer": {sumOf, onValues(sumBroken), validDiagonal},
		"lunchbox":      {lunchbox, onValues(lunchboxBroken), nil},
		"rellik":        {rellik, onValues(rellikBroken), validRellik},
		"equality-cage": {equality, equalityBroken, needsPairs},
		"product":       {product, onValues(productBroken), validProduct},
		"equal-sums":    {equalSums, anyGroup(func(v, w []int) bool { return total(v) != total(w) }), nil},
		"clone":         {clone, anyGroup(func(v, w []int) bool { return !slices.Equal(v, w) }), validGroups},
		"same-values":   {sameValues, anyGroup(sameValuesBroken), validGroups},
		"candidates": {candidates, onValues(func(v []int, r Rule) bool {
			return slices.ContainsFunc(v, func(x int) bool { return !slices.Contains(r.Values, x) })
		}), validValues},
		"quadruple":        {contains, onValues(containsBroken), validValues},
		"contains":         {contains, onValues(containsBroken), validContains},
		"look-and-say":     {lookAndSay, onValues(lookAndSayBroken), validLookAndSay},
		"counting-circles": {countingCircles, onValues(countingCirclesBroken), nil},
		"count-distinct": {func(b *builder, r Rule) { b.add(build.NValue(b.of(r.Cells[1:]...)...).Eq(b.values[r.Cells[0]])) },
			onValues(func(v []int, _ Rule) bool { return v[0] != distinct(v[1:]) }), nil},
		"even": {parity(0), parityBroken(0), nil},
		"odd":  {parity(1), parityBroken(1), nil},

		// Pairs and lines of cells.
		"difference": {neighborPairs(differBy),
			anyNeighbors(func(v, w int, r Rule) bool { return apart(v, w) != numberOr(r, 1) }), nil},
		"ratio":            {neighborPairs(multipleBy), anyNeighbors(ratioBroken), nil},
		"less":             {thermometer(1), onValues(thermometerBroken), nil},
		"thermometer":      {thermometer(1), onValues(thermometerBroken), nil},
		"slow-thermometer": {thermometer(0), onValues(func(v []int, _ Rule) bool { return !slices.IsSorted(v) }), nil},
		"arrow":            {arrow, arrowBroken, validArrow},
		"double-arrow":     {doubleArrow, onValues(doubleArrowBroken), nil},
		"palindrome":       {palindrome, onValues(palindromeBroken), nil},
		"whisper":          {neighborPairs(differByAtLeast), whisperBroken, nil},
		"renban":           {renban, onValues(renbanBroken), nil},
		"nabner":           {nabner, onValues(nabnerBroken), nil},
		"parity-line": {neighborPairs(func(v, w, _ int) bool { return (v+w)%2 == 1 }),
			anyNeighbors(func(v, w int, _ Rule) bool { return v%2 == w%2 }), nil},
		"entropic":        {entropic, entropicBroken, needsThirds},
		"modular":         {modular, onValues(modularBroken), nil},
		"region-sum":      {regionSum, regionSumBroken, nil},
		"zipper":          {zipper, onValues(zipperBroken), nil},
		"between":         {between, onValues(betweenBroken), nil},
		"lockout":         {lockout, onValues(lockoutBroken), nil},
		"sequence":        {arithmetic, onValues(sequenceBroken), nil},
		"same-difference": {sameDifference, onValues(sameDifferenceBroken), nil},
		"sum-line":        {sumLine, onValues(sumLineBroken), nil},
		"sum-loop":        {sumLoop, onValues(sumLoopBroken), nil},
		"value-indexing":  {valueIndexing, onValues(valueIndexingBroken), nil},
		"automaton":       {acceptedBy, onValues(rejected), validAutomaton},

		// Clues outside the grid.
		"sandwich":          {sandwich, sandwichBroken, nil},
		"skyscraper":        {skyscraper, onValues(skyscraperBroken), nil},
		"hidden-skyscraper": {hiddenSkyscraper, onValues(hiddenSkyscraperBroken), nil},
		"x-sum":             {xSum, onValues(xSumBroken), nil},
		"numbered-room":     {numberedRoom, onValues(numberedRoomBroken), nil},
		"rank":              {rank(false), rankBroken(false), validRank},
		"shared-rank":       {rank(true), rankBroken(true), validRank},
		"different-lines":   {differentLines, differentLinesBroken, needsSquare},
		"row-indexer": {indexer(func(p Puzzle) [][]Cell { return p.Shape.columnCells() }),
			indexerBroken(func(p Puzzle, c Cell) (int, int) { return p.Shape.Column(c), p.Shape.Row(c) }), nil},
		"column-indexer": {indexer(func(p Puzzle) [][]Cell { return p.Shape.rowCells() }),
			indexerBroken(func(p Puzzle, c Cell) (int, int) { return p.Shape.Row(c), p.Shape.Column(c) }), nil},
		"box-indexer": {indexer(Puzzle.Regions), indexerBroken(Puzzle.placeOf), nil},

		// Areas and regions to find.
		"connected":       {connected, connectedBroken, validConnected},
		"unknown-regions": {unknownRegions, unknownRegionsBroken, validUnknownRegions},
		"same-count":      {sameCount, onValues(sameCountBroken), nil},
		"same-runs":       {sameRuns, sameRunsBroken, validRuns},
		"doppelganger":    {doppelganger, doppelgangerBroken, validDoppelganger},

		// Rules that consist of others.
		"any-of": {anyOf, anyBroken, validAny},

		// Core constraints.
		"linear":    {asStated, statedBroken, nil},
		"not-equal": {asStated, statedBroken, nil},
		"table":     {asStated, statedBroken, nil},
	}
}
