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

	// A line or shape in this colour and width is added for viewers that do not know the key.
	drawnAs, color string
	width          float64
}

// A numberUse says what the value of an entry is to the rule.
type numberUse int

const (
	noNumber       numberUse = iota // there is none
	numberOrNone                    // the number of the rule, which may be absent
	numberOrClue                    // the number of the rule; without it there is no clue
	numberOrLetter                  // X for 10 or V for 5; without it there is no clue
)

// A form is the shape of the value of a key. The functions handle one entry of a list, except those of flags and marks.
type form int

const (
	flag     form = iota // true
	marks                // [{cell}, ...]: all entries are one rule
	onCells              // [{cells, value}, ...]
	onLines              // [{lines, value}, ...]: each line is a rule
	diagonal             // [{cell, cells, direction, value}, ...], the cell outside
	shafts               // [{lines, cells}, ...]
)

// keys lists the keys in the order in which they are written.
var keys = []key{
	{name: "diagonal+", form: flag, kind: "diagonal-up"},
	{name: "diagonal-", form: flag, kind: "diagonal-down"},
	{name: "antiknight", form: flag, kind: "knight"},
	{name: "antiking", form: flag, kind: "king"},
	{name: "disjointgroups", form: flag, kind: "disjoint-groups"},
	{name: "nonconsecutive", form: flag, kind: "non-consecutive"},
	{name: "killercage", form: onCells, kind: "cage", number: numberOrNone},
	{name: "littlekillersum", form: diagonal, kind: "sum", number: numberOrClue},
	{name: "arrow", form: shafts, kind: "arrow"},
	{name: "thermometer", form: onLines, kind: "thermometer"},
	{name: "slowthermometer", form: onLines, kind: "slow-thermometer", drawnAs: "Slow Thermometer", color: "#6495ED",
		width: 0.25},
	{name: "palindrome", form: onLines, kind: "palindrome"},
	{name: "renban", form: onLines, kind: "renban", drawnAs: "Renban", color: "#F067F0", width: 0.25},
	{name: "whispers", form: onLines, kind: "whisper", number: numberOrNone, drawnAs: "Whispers", color: "#67F067",
		width: 0.1875},
	{name: "ratio", form: onCells, kind: "ratio", number: numberOrNone},
	{name: "difference", form: onCells, kind: "difference", number: numberOrNone},
	{name: "xv", form: onCells, kind: "sum", number: numberOrLetter},
	{name: "odd", form: marks, kind: "odd"},
	{name: "even", form: marks, kind: "even"},
	{name: "extraregion", form: onCells, kind: "all-different"},
}

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
