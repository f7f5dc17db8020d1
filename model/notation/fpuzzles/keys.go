package fpuzzles

import (
	"slices"

	"nonet/model/sudoku"
)

// A key is a key of the object that lists rules of one kind.
type key struct {
	name string
	form form
	kind string // of the rules

	// number is the use of an entry's value.
	number numberUse

	// A line in this color is added for viewers that do not know the key.
	drawnAs, color string
}

// A numberUse says what the value of an entry is to the rule.
type numberUse int

const (
	noNumber       numberUse = iota // there is none
	numberOrNone                    // the number of the rule, which may be absent
	numberOrClue                    // the number of the rule; without it there is no clue
	numberOrLetter                  // X for 10 or V for 5; without it there is no clue
)

// A form is the shape of the value of a key.
type form int

const (
	flag     form = iota // true
	marks                // [{cell}, ...]: all entries are one rule
	onCells              // [{cells, value}, ...]
	onPair               // the same, about two cells that share a side
	onLines              // [{lines, value}, ...]: each line is a rule
	diagonal             // [{cell, cells, direction, value}, ...], the cell outside
	side                 // [{cell, value}, ...], the cell outside: about a row or a column
	shafts               // [{lines, cells}, ...]
	copied               // [{cells, cloneCells}, ...]
	corner               // [{cells, values}, ...]
)

// keys lists the keys in the order in which they are written.
var keys = []key{
	{name: "diagonal+", form: flag, kind: "diagonal-up"},
	{name: "diagonal-", form: flag, kind: "diagonal-down"},
	{name: "antiknight", form: flag, kind: "knight"},
	{name: "antiking", form: flag, kind: "king"},
	{name: "disjointgroups", form: flag, kind: "disjoint-groups"},
	{name: "nonconsecutive", form: flag, kind: "non-consecutive"}, // beside dots negative-difference 1
	{name: "killercage", form: onCells, kind: "cage", number: numberOrNone},
	{name: "littlekillersum", form: diagonal, kind: "little-killer", number: numberOrClue},
	{name: "arrow", form: shafts, kind: "arrow"},
	{name: "thermometer", form: onLines, kind: "thermometer"},
	{name: "slowthermometer", form: onLines, kind: "slow-thermometer", drawnAs: "Slow Thermometer", color: "#6495ED"},
	{name: "palindrome", form: onLines, kind: "palindrome"},
	{name: "renban", form: onLines, kind: "renban", drawnAs: "Renban", color: "#F067F0"},
	{name: "whispers", form: onLines, kind: "whisper", number: numberOrNone, drawnAs: "Whispers", color: "#67F067"},
	{name: "regionsumline", form: onLines, kind: "region-sum", drawnAs: "Region Sum Line", color: "#2ECBFF"},
	{name: "betweenline", form: onLines, kind: "between"},
	{name: "entropicline", form: onLines, kind: "entropic", drawnAs: "Entropic Line", color: "#FFCCAA"},
	{name: "modularline", form: onLines, kind: "modular", drawnAs: "Modular Line", color: "#33BBBB"},
	{name: "nabner", form: onLines, kind: "nabner", drawnAs: "Nabner", color: "#C9C883"},
	{name: "doublearrow", form: onLines, kind: "double-arrow", drawnAs: "Double Arrow", color: "#C54B8B"},
	{name: "zipperline", form: onLines, kind: "zipper", drawnAs: "Zipper Line", color: "#CDB1EC"},
	{name: "lockout", form: onLines, kind: "lockout"},
	{name: "ratio", form: onPair, kind: "ratio", number: numberOrNone},
	{name: "difference", form: onPair, kind: "difference", number: numberOrNone},
	{name: "xv", form: onPair, kind: "sum", number: numberOrLetter},
	{name: "odd", form: marks, kind: "odd"},
	{name: "even", form: marks, kind: "even"},
	{name: "minimum", form: marks, kind: "minimum"},
	{name: "maximum", form: marks, kind: "maximum"},
	{name: "extraregion", form: onCells, kind: "all-different"},
	{name: "clone", form: copied, kind: "clone"},
	{name: "quadruple", form: corner, kind: "quadruple"},
	{name: "sandwichsum", form: side, kind: "sandwich", number: numberOrClue},
	{name: "xsum", form: side, kind: "x-sum", number: numberOrClue},
	{name: "skyscraper", form: side, kind: "skyscraper", number: numberOrClue},
	{name: "numberedroom", form: side, kind: "numbered-room", number: numberOrClue},
	{name: "rowindexer", form: onCells, kind: "row-indexer"},
	{name: "columnindexer", form: onCells, kind: "column-indexer"},
	{name: "boxindexer", form: onCells, kind: "box-indexer"},

	// A rule that another key states, too.
	{name: "thermometer", form: onLines, kind: "less"},
	{name: "littlekillersum", form: diagonal, kind: "sum", number: numberOrClue},
}

// negatives maps elements of the key negative to rules: what no mark states is not so. f-puzzles itself has only ratio
// and xv there.
var negatives = map[string]string{"ratio": "negative-ratio", "xv": "negative-xv", "difference": "negative-difference"}

// ignored lists keys without meaning for solutions.
var ignored = []string{
	"disabledlogic", "truecandidatesoptions", "highlightConflicts", "successMessage",
	"fogofwar", "foglight", "triggereffect", "metadata",
}

// drawings lists keys of drawings. A cage is a drawing; a killercage is a rule.
var drawings = []string{"line", "rectangle", "circle", "text", "cage"}

// cosmetic lists fields of entries without meaning for solutions.
var cosmetic = []string{
	"outlineC", "baseC", "fontC", "size", "angle", "width", "height", "isNewConstraint", "fromConstraint",
}

// cosmeticOfCells lists fields of cells without meaning for solutions: colours and the marks of a player.
var cosmeticOfCells = []string{"c", "cArray", "highlight", "highlightArray", "centerPencilMarks", "cornerPencilMarks"}

func keyNamed(name string) *key {
	i := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &keys[i]
}

// defaultShape returns the boxes of a grid of n rows whose cells state no regions.
func defaultShape(n int) sudoku.Shape {
	if s, ok := sudoku.ShapeOf(n); ok {
		return s
	}
	return sudoku.Shape{Height: 1, Width: n}
}
