package print

import (
	"fmt"

	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// houseKinds are the kinds of houses, in the order of the constraints of sudoku.Shape.Model.
var houseKinds = [...]string{"row", "column", "box"}

// HouseOf returns the kind and the number, from 1, of the house of constraint rule of a grid.
func HouseOf(s sudoku.Shape, rule int) (kind string, number int) {
	return houseKinds[rule/s.N()], rule%s.N() + 1
}

// HouseName returns the name of a house, such as "row 3".
func HouseName(s sudoku.Shape, rule int) string {
	kind, number := HouseOf(s, rule)
	return fmt.Sprintf("%s %d", kind, number)
}

// ClueName states a clue, as in "r1c1 = 5".
func ClueName(s sudoku.Shape, g model.Given) string {
	return fmt.Sprintf("%s = %d", s.Name(sudoku.Cell(g.Var)), g.Value)
}

// CellsOf returns the cells of givens.
func CellsOf(givens []model.Given) []model.Var {
	var cells []model.Var
	for _, g := range givens {
		cells = append(cells, g.Var)
	}
	return cells
}

// CellNames returns the names of the cells of variables.
func CellNames(s sudoku.Shape, vars []model.Var) []string {
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = s.Name(sudoku.Cell(v))
	}
	return names
}

// ConstraintNames names the constraints of a puzzle's model without clues in the words of the puzzle's rules.
type ConstraintNames struct {
	Puzzle sudoku.Puzzle
	Ground *model.Model
	// owner[i] is the index in Puzzle.Rules of the rule of constraint i, or -1 for rows, columns and boxes
	owner []int
	alone []bool // alone[i]: constraint i is the only one of its rule
}

// NewConstraintNames returns the names of the constraints of p.
func NewConstraintNames(p sudoku.Puzzle) *ConstraintNames {
	n := &ConstraintNames{Puzzle: p}
	n.Ground, n.owner, _ = p.BaseModelByRule()
	for i, owner := range n.owner {
		n.alone = append(n.alone, owner >= 0 && n.owner[i-1] != owner && (i+1 == len(n.owner) || n.owner[i+1] != owner))
	}
	return n
}

// Kind returns the kind and the number, from 1, of the house or the variant rule of constraint i.
func (n *ConstraintNames) Kind(i int) (kind string, number int) {
	if owner := n.owner[i]; owner >= 0 {
		return n.Puzzle.Rules[owner].Kind, owner + 1
	}
	return HouseOf(n.Puzzle.Shape, i)
}

// Name returns the name of constraint i, such as "row 3", "cage 5 r1c1 r1c2" or, for a rule with several constraints,
// "knight: r1c1 != r2c3".
func (n *ConstraintNames) Name(i int) string {
	owner := n.owner[i]
	switch {
	case owner < 0:
		return HouseName(n.Puzzle.Shape, i)
	case n.alone[i]:
		return term.Shorten(notation.RuleText(n.Puzzle.Shape, n.Puzzle.Rules[owner]), 120)
	}
	return term.Shorten(n.Puzzle.Rules[owner].Kind+": "+n.Ground.Describe(n.Ground.Constraints[i]), 120)
}

// Statement returns constraint i as a sentence.
func (n *ConstraintNames) Statement(i int) string {
	if n.owner[i] < 0 {
		return n.Name(i) + " has no value twice"
	}
	return n.Name(i)
}
