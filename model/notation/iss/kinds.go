package iss

import "slices"

// A kind is a type of item and the kind of rules that it states. A rule is written as the first kind of the table whose
// form accepts it.
type kind struct {
	item   string
	rule   string // the name of a sudoku.RuleKind; "" if the form decides
	form   *form
	number int // of the rule, if the item has no number

	boxes   bool // the grid must have the usual boxes
	regions bool // the grid must not have boxes and other regions
}

// kinds are the types that nonet can state.
var kinds = []kind{
	// The whole grid.
	{item: "", form: &values},
	{item: "Given", form: &values},
	{item: "Diagonal", form: &diagonal},
	{item: "Windoku", rule: "windoku", form: &whole, boxes: true},
	{item: "DisjointSets", rule: "disjoint-groups", form: &whole, boxes: true},
	{item: "AntiKnight", rule: "knight", form: &whole},
	{item: "AntiKing", rule: "king", form: &whole},
	{item: "AntiConsecutive", rule: "non-consecutive", form: &whole},
	{item: "AntiTaxicab", rule: "anti-taxicab", form: &whole},
	{item: "GlobalEntropy", rule: "global-entropy", form: &whole},
	{item: "GlobalMod", rule: "global-modular", form: &whole},
	{item: "DutchFlatmates", rule: "dutch-flatmates", form: &whole},
	{item: "StrictKropki", rule: "negative-difference", form: &strictKropki},
	{item: "StrictXV", rule: "negative-xv", form: &whole},

	// Lines.
	{item: "Thermo", rule: "thermometer", form: &line},
	{item: "Renban", rule: "renban", form: &line},
	{item: "Palindrome", rule: "palindrome", form: &line},
	{item: "Between", rule: "between", form: &line},
	{item: "Zipper", rule: "zipper", form: &line},
	{item: "Entropic", rule: "entropic", form: &line},
	{item: "RegionSumLine", rule: "region-sum", form: &line, regions: true},
	{item: "DoubleArrow", rule: "double-arrow", form: &line},
	{item: "Arrow", rule: "arrow", form: &arrow},
	{item: "PillArrow", rule: "arrow", form: &pillArrow},
	{item: "Whisper", rule: "whisper", form: &counted, number: 5},
	{item: "Modular", rule: "modular", form: &counted, number: 3},
	{item: "Lockout", rule: "lockout", form: &counted, number: 4},
	{item: "SumLine", rule: "sum-line", form: &counted},
	{item: "ValueIndexing", rule: "value-indexing", form: &line},

	// Sets of cells.
	{item: "Cage", rule: "cage", form: &cage},
	{item: "X", rule: "sum", form: &edges, number: 10},
	{item: "V", rule: "sum", form: &edges, number: 5},
	{item: "LittleKiller", rule: "little-killer", form: &littleKiller},
	{item: "Sum", rule: "sum", form: &sum},
	{item: "Sum", rule: "little-killer", form: &sum},
	{item: "Sum", rule: "linear", form: &weightedSum},
	{item: "AllDifferent", rule: "all-different", form: &line},
	{item: "CountingCircles", rule: "counting-circles", form: &line},
	{item: "CountDistinct", rule: "count-distinct", form: &line},
	{item: "SameValues", rule: "same-values", form: &sameValues},
	{item: "EqualSum", rule: "equal-sums", form: &segments},
	{item: "Quad", rule: "quadruple", form: &quad},
	{item: "ContainAtLeast", rule: "contains", form: &contains},
	{item: "ContainAtLeast", rule: "quadruple", form: &contains},
	{item: "LookAndSay", rule: "look-and-say", form: &lookAndSay},
	{item: "ContainExact", rule: "look-and-say", form: &containExact},
	{item: "Indexing", rule: "column-indexer", form: &indexing},
	{item: "Indexing", rule: "row-indexer", form: &indexing},

	// Marks between cells.
	{item: "WhiteDot", rule: "difference", form: &edges, number: 1},
	{item: "BlackDot", rule: "ratio", form: &edges, number: 2},
	{item: "GreaterThan", rule: "less", form: &greater},

	// Clues outside the grid.
	{item: "Sandwich", rule: "sandwich", form: &sandwich},
	{item: "XSum", rule: "x-sum", form: &outside},
	{item: "Skyscraper", rule: "skyscraper", form: &outside},
	{item: "HiddenSkyscraper", rule: "hidden-skyscraper", form: &outside},
	{item: "NumberedRoom", rule: "numbered-room", form: &outside},

	// Automata.
	{item: "Regex", form: &regex},
	{item: "NFA", rule: "automaton", form: &nfa},

	// Relations of two cells.
	{item: "Pair", form: &pair},
	{item: "PairX", form: &pair},
	{item: "Binary", form: &pair},
	{item: "BinaryX", form: &pair},
	{item: "SameValues", rule: "clone", form: &clone},
}

// refused are types that nonet cannot state, with the reason.
var refused = map[string]string{
	"Var":               "its values are no cells of the grid, so several solutions might show the same grid",
	"ChaosConstruction": "the regions are to be found, which is no rule of nonet",
	"ChaosArrow":        "the regions are to be found, which is no rule of nonet",
	"ChaosCount":        "the regions are to be found, which is no rule of nonet",
	"Doppelganger":      "values are counted from 0, which nonet does not support",
	"RegionSameValues":  "regions with equal values are no rule of nonet",
	"ConnectedValues":   "connected areas are no rule of nonet",
	"EqualityCage":      "equality cages are no rule of nonet",
	"RellikCage":        "rellik cages are no rule of nonet",
	"Lunchbox":          "lunchboxes are no rule of nonet",
	"FullRank":          "ranks are no rule of nonet",
	"FullRankTies":      "ranks are no rule of nonet",
}

// other are types that Read handles itself: the grid, containers, and hints.
var other = []string{"Shape", "NoBoxes", "RegionSize", "Jigsaw", "And", "Or", "Replicate", "SearchPriority"}

// kindNamed returns the first kind with this type, or nil if nonet cannot state it.
func kindNamed(item string) *kind {
	if i := slices.IndexFunc(kinds, func(k kind) bool { return k.item == item }); i >= 0 {
		return &kinds[i]
	}
	return nil
}
