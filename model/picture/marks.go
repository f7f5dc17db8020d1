package picture

import "nonet/model/sudoku"

// Marks are what a drawing shows besides the puzzle. The zero value shows nothing.
type Marks struct {
	Values     sudoku.Grid // entered or found values; 0 for none; nil for none at all
	Solution   sudoku.Grid // shown in cells without a clue or value
	Candidates [][]int     // of each cell without a clue, value or solution; nil for none at all
	Cells      []CellMark
	Digits     []DigitMark
	Links      []Link
}

// A CellMark colours a cell or outlines it.
type CellMark struct {
	Cell sudoku.Cell
	Role Role
}

// A DigitMark marks a candidate. A candidate that Candidates does not list is written, too.
type DigitMark struct {
	Cell  sudoku.Cell
	Value int
	Role  Role
}

// A Role is the part that a marked cell or candidate plays.
type Role string

// The roles. A marked cell is tinted, and outlined if its role is Conflict. A candidate with the role Eliminated has a
// stroke through it; Placed and Fin have a ring; others a filled circle.
const (
	Pattern    Role = "pattern"    // the pattern of a hint
	Second     Role = "second"     // the second set of a pattern: colour, almost locked set
	Third      Role = "third"      // the third set, and all further ones
	House      Role = "house"      // a house that the pattern uses
	Fin        Role = "fin"        // an exception in a pattern
	On         Role = "on"         // a true node of a chain
	Off        Role = "off"        // a false node of a chain
	Placed     Role = "placed"     // a conclusion
	Eliminated Role = "eliminated" // a conclusion
	Conflict   Role = "conflict"   // belongs to a contradiction
	Differs    Role = "differs"    // has several values in the solutions
)

// A Link connects two nodes of a chain.
type Link struct {
	From, To Node
	Kind     LinkKind
}

// A Node is a candidate, or a group: a value in one of several cells.
type Node struct {
	Cells []sudoku.Cell
	Value int
}

// A LinkKind says what a link states.
type LinkKind int

const (
	Strong LinkKind = iota // if From is false, To is true: a solid line
	Weak                   // if From is true, To is false: a dashed line
)
