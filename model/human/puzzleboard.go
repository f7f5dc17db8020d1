package human

import (
	"slices"

	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// maxConditionCells is the number of cells up to which a rule of a variant is one condition. A person looks at a rule
// about more cells, such as negative dots, part by part.
const maxConditionCells = 16

// NewPuzzleBoard compiles p without its clues. Rules of a variant that are more than houses and unequal cells become
// conditions, which are named as in the format nonet. Rules of the kind candidates become the candidates of the first
// position.
func NewPuzzleBoard(p sudoku.Puzzle) (*Board, error) {
	m, owner, _ := p.BaseModelByRule()
	byRule := make([][]model.Constraint, len(p.Rules))
	for i, c := range m.Constraints {
		if owner[i] >= 0 {
			byRule[owner[i]] = append(byRule[owner[i]], c)
		}
	}
	cells := p.Shape.Cells()
	var conditions []Condition
	for i, r := range p.Rules {
		if r.Kind == "candidates" {
			continue
		}
		name := notation.RuleText(p.Shape, r)
		if cellsOf(byRule[i], cells) <= maxConditionCells {
			conditions = addNamed(conditions, name, byRule[i])
			continue
		}
		for _, part := range partsOf(byRule[i], cells) {
			conditions = addNamed(conditions, name, part)
		}
	}
	b, err := NewVariantBoard(m, cells, conditions)
	if err != nil {
		return nil, err
	}
	for _, r := range p.Rules {
		if r.Kind == "candidates" {
			b.restrict(r)
		}
	}
	return b, nil
}

// addNamed appends a condition, unless other rules see all of it.
func addNamed(conditions []Condition, name string, all []model.Constraint) []Condition {
	if !slices.ContainsFunc(all, func(c model.Constraint) bool {
		switch c := c.(type) {
		case model.AllDifferent:
			return false
		case model.NotEqual:
			return c.Offset != 0
		}
		return true
	}) {
		return conditions
	}
	return append(conditions, Condition{name, all})
}

// cellsOf returns the number of cells of constraints; variables from cells on are no cells.
func cellsOf(all []model.Constraint, cells int) int {
	seen := map[model.Var]bool{}
	for _, c := range all {
		for _, v := range c.Scope() {
			if int(v) < cells {
				seen[v] = true
			}
		}
	}
	return len(seen)
}

// partsOf divides the constraints of a rule: each is a part, with the tables that define its variables that are no
// cells by one cell each.
func partsOf(all []model.Constraint, cells int) [][]model.Constraint {
	definitions := map[model.Var]model.Constraint{} // by variable that is no cell
	for _, c := range all {
		if v, ok := defined(c, cells); ok {
			definitions[v] = c
		}
	}
	var parts [][]model.Constraint
	for _, c := range all {
		if _, ok := defined(c, cells); ok {
			continue
		}
		part := []model.Constraint{c}
		for _, v := range c.Scope() {
			if d := definitions[v]; d != nil {
				part = append(part, d)
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// defined returns the variable that c, a table, determines by the value of one cell, or false if c is none.
func defined(c model.Constraint, cells int) (model.Var, bool) {
	t, ok := c.(model.Table)
	if ok && len(t.Vars) == 2 && int(t.Vars[0]) < cells && int(t.Vars[1]) >= cells {
		return t.Vars[1], true
	}
	return 0, false
}
