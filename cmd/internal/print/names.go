package print

import (
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// ClueName states a clue, as in "r1c1 = 5".
func ClueName(p sudoku.Puzzle, g model.Given) string {
	return p.Shape.Name(sudoku.Cell(g.Var)) + " = " + p.Alphabet.Symbol(g.Value)
}

// CellNames returns the names of cells, or of the cells of variables.
func CellNames[T ~int](s sudoku.Shape, cells []T) []string {
	return slice.Map(cells, func(c T) string { return s.Name(sudoku.Cell(c)) })
}

// ConstraintNames names the constraints of a puzzle's model without clues in the words of the puzzle's rules.
type ConstraintNames struct {
	Puzzle sudoku.Puzzle
	Ground *model.Model
	lines  []int // of Puzzle.Rules in the file, or nil
	// owner[i] is the index in Puzzle.Rules of the rule of constraint i, or -1 for rows, columns and boxes
	owner []int
	// houses[r]: each constraint of rule r is a house that stands alone, such as a region of a jigsaw. The constraints
	// of all other rules belong together, such as the sum and the different values of a cage.
	houses []bool
}

// NewConstraintNames returns the names of the constraints of p, whose rules are in these lines of its file; nil if the
// lines are not known.
func NewConstraintNames(p sudoku.Puzzle, lines []int) *ConstraintNames {
	n := &ConstraintNames{Puzzle: p, lines: lines}
	n.Ground, n.owner, _ = p.BaseModelByRule()
	houses, others := make([]int, len(p.Rules)), make([]int, len(p.Rules))
	for i, owner := range n.owner {
		if owner < 0 {
			continue
		}
		if _, house := n.Ground.Constraints[i].(model.AllDifferent); house {
			houses[owner]++
		} else {
			others[owner]++
		}
	}
	for r := range p.Rules {
		n.houses = append(n.houses, houses[r] > 1 && others[r] == 0)
	}
	return n
}

// together reports whether constraint i belongs together with the others of its rule.
func (n *ConstraintNames) together(i int) bool { return n.owner[i] >= 0 && !n.houses[n.owner[i]] }

// Groups returns, for each rule whose constraints belong together, the indices of its constraints.
func (n *ConstraintNames) Groups() [][]int {
	groups := make([][]int, len(n.Puzzle.Rules))
	for i, owner := range n.owner {
		if n.together(i) {
			groups[owner] = append(groups[owner], i)
		}
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) < 2 })
}

// First returns constraints, which are increasing, without all but the first of each rule whose constraints belong
// together: one for each name.
func (n *ConstraintNames) First(constraints []int) []int {
	var all []int
	for k, i := range constraints {
		if k == 0 || !n.together(i) || n.owner[i] != n.owner[constraints[k-1]] {
			all = append(all, i)
		}
	}
	return all
}

// Kind returns the kind and the number, from 1, of the house or the variant rule of constraint i.
func (n *ConstraintNames) Kind(i int) (kind string, number int) {
	if owner := n.owner[i]; owner >= 0 {
		return n.Puzzle.Rules[owner].Kind, owner + 1
	}
	return n.Puzzle.Shape.House(i)
}

// Cells returns the cells that the rule of constraint i lists or, if it lists none, the cells of the constraint.
func (n *ConstraintNames) Cells(i int) []string {
	if n.together(i) && n.Puzzle.Rules[n.owner[i]].Core == nil {
		return CellNames(n.Puzzle.Shape, slices.Concat(n.Puzzle.Rules[n.owner[i]].Lists()...))
	}
	return CellNames(n.Puzzle.Shape, n.Ground.Constraints[i].Scope())
}

// Line returns the line of the rule of constraint i in the file, or 0 if it is not known or not of a rule.
func (n *ConstraintNames) Line(i int) int {
	if owner := n.owner[i]; owner >= 0 && owner < len(n.lines) {
		return n.lines[owner]
	}
	return 0
}

// Name returns the name of constraint i: "row 3", the rule that it belongs to, as in "cage 5 r1c1 r1c2 (line 12)", or a
// house of a rule, as in "diagonals r1c1..r9c9 (line 13)".
func (n *ConstraintNames) Name(i int) string {
	if n.owner[i] < 0 {
		kind, number := n.Puzzle.Shape.House(i)
		return fmt.Sprintf("%s %d", kind, number)
	}
	r := n.Puzzle.Rules[n.owner[i]]
	if n.together(i) {
		return notation.NameAt(n.Puzzle.Shape, r, n.Line(i))
	}
	cells := n.Cells(i)
	return fmt.Sprintf("%s %s..%s%s", notation.KindTitle(r.Kind), cells[0], cells[len(cells)-1],
		notation.LineNote(n.Line(i)))
}

// Statement returns constraint i as a sentence.
func (n *ConstraintNames) Statement(i int) string {
	if n.together(i) {
		return n.Name(i)
	}
	return n.Name(i) + " has no value twice"
}
