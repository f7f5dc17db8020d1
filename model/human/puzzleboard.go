package human

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// Step returns a step by the rule, its puzzle, and the position before it.
func (r *Rule) Step() (p sudoku.Puzzle, at *Position, s *Step, err error) {
	text, words := "nonet 1\nshape 2x2\n"+strings.ReplaceAll(r.example, "; ", "\n"), strings.Fields(r.example)
	if r.Variant {
		words = nil
	} else {
		text = words[0]
	}
	if p, err = notation.NewReader(strings.NewReader(text), notation.Options{}).Read(); err != nil {
		return p, nil, nil, err
	}
	b, err := NewPuzzleBoard(p, nil)
	if err != nil {
		return p, nil, nil, err
	}
	at = b.NewPosition(p.Given(nil))
	for i, word := range words[min(1, len(words)):] {
		for c, v := range []byte(word) {
			if i == 0 && v != '.' && p.Clues[c] == 0 {
				at.Place(Candidate{model.Var(c), int(v - '0')})
			}
		}
		var row, column, value int
		if n, _ := fmt.Sscanf(word, "r%dc%d≠%d", &row, &column, &value); n == 3 {
			at.Eliminate(Candidate{model.Var(p.Shape.Cell(row-1, column-1)), value})
		}
	}
	if s = r.First(at); s == nil {
		return p, at, nil, fmt.Errorf("%s: no step in %q", r.Name, r.example)
	}
	return p, at, s, nil
}

// maxConditionCells is the number of cells up to which a rule of a variant is one condition. A person looks at a rule
// about more cells, such as negative dots, part by part.
const maxConditionCells = 16

// NewPuzzleBoard compiles p without its clues. Rules of a variant that are more than houses and unequal cells become
// conditions, which are named as by [notation.NameAt] with their line in the file if lines is not nil: lines[i] is the
// line of p.Rules[i], or 0. Rules of the kind candidates become the candidates of the first position.
func NewPuzzleBoard(p sudoku.Puzzle, lines []int) (*Board, error) {
	return NewBoardOf(p, lines, func(int) bool { return true })
}

// NewBoardOf is NewPuzzleBoard for some of the rules: of the constraints of p.BaseModel, it keeps those whose index
// keep accepts. Of houses with the same cells, and of rules with the same constraints, it keeps the first.
func NewBoardOf(p sudoku.Puzzle, lines []int, keep func(constraint int) bool) (*Board, error) {
	m, owner, _ := p.BaseModelByRule()
	kept := &model.Model{Name: m.Name, Vars: m.Vars}
	byRule := make([][]model.Constraint, len(p.Rules))
	var houses []string
	known := map[string]bool{} // the cells of each house
	for i, c := range m.Constraints {
		if !keep(i) {
			continue
		}
		if owner[i] >= 0 {
			byRule[owner[i]] = append(byRule[owner[i]], c)
		}
		if house, ok := c.(model.AllDifferent); ok {
			key := fmt.Sprint(slices.Sorted(slices.Values(house.Vars)))
			if known[key] {
				continue
			}
			known[key] = true
			houses = append(houses, houseName(p, lines, owner[i], i, house))
		}
		kept.Constraints = append(kept.Constraints, c)
	}
	byRule = withoutEqual(byRule)
	cells := p.Shape.Cells()
	var conditions []Condition
	for i, r := range p.Rules {
		if r.Kind == "candidates" {
			continue
		}
		k := Condition{Name: notation.NameAt(p.Shape, r, lineOf(lines, i)), Rule: &r}
		r.Number = r.NumberIn(p.Shape)
		if cellsOf(byRule[i], cells) <= maxConditionCells {
			conditions = addNamed(conditions, k, byRule[i])
			continue
		}
		for _, part := range partsOf(byRule[i], cells) {
			conditions = addNamed(conditions, k, part)
		}
	}
	b, err := NewVariantBoard(kept, cells, houses, conditions)
	if err != nil {
		return nil, err
	}
	b.symbol, b.offset = p.Alphabet.Symbol, p.Shape.Offset
	for i, r := range p.Rules {
		if r.Kind == "candidates" && len(byRule[i]) > 0 {
			b.restrict(p.Shape, r)
		}
	}
	return b, nil
}

// withoutEqual replaces each list of constraints that is equal to an earlier one by an empty list.
func withoutEqual(all [][]model.Constraint) [][]model.Constraint {
	known := map[string]bool{}
	for i, list := range all {
		key := ""
		for _, c := range list {
			key += fmt.Sprintf("%T %v\n", c, c)
		}
		if known[key] {
			all[i] = nil
		}
		known[key] = true
	}
	return all
}

// lineOf returns the line of rule i, or 0 if it is not known.
func lineOf(lines []int, i int) int {
	if i >= len(lines) {
		return 0
	}
	return lines[i]
}

// houseName returns the name of a house, constraint i of p.BaseModel: "row 3", or for one of a rule "cage 15 r1c1 r1c2
// (line 7)" or "regions r1c1..r2c3 (line 5)".
func houseName(p sudoku.Puzzle, lines []int, rule, i int, house model.AllDifferent) string {
	if rule < 0 {
		kind, number := p.Shape.House(i)
		return fmt.Sprintf("%s %d", kind, number)
	}
	if r := p.Rules[rule]; len(r.Cells) == len(house.Vars) || len(house.Vars) == 0 {
		return notation.NameAt(p.Shape, r, lineOf(lines, rule))
	}
	first, last := house.Vars[0], house.Vars[len(house.Vars)-1]
	return fmt.Sprintf("%s %s..%s%s", notation.KindTitle(p.Rules[rule].Kind), p.Shape.Name(sudoku.Cell(first)),
		p.Shape.Name(sudoku.Cell(last)), notation.LineNote(lineOf(lines, rule)))
}

// addNamed appends condition k of these constraints, unless other rules see all of it.
func addNamed(conditions []Condition, k Condition, all []model.Constraint) []Condition {
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
	k.Constraints = all
	return append(conditions, k)
}

// cellsOf returns the number of cells of constraints; variables from cells on are no cells.
func cellsOf(all []model.Constraint, cells int) int {
	vars := slices.Concat(slice.Map(all, model.Constraint.Scope)...)
	return len(slices.DeleteFunc(slice.Unique(vars), func(v model.Var) bool { return int(v) >= cells }))
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

// restrict removes from the first position of a board the values that a rule candidates excludes. Such a rule is part
// of the position that a person has in front of him, so no step has to find what it says.
func (b *Board) restrict(s sudoku.Shape, r sudoku.Rule) {
	b.initial.restricted = true
	for _, c := range r.Cells {
		for x, v := range b.values {
			if !slices.Contains(r.Values, v+s.Offset) {
				b.initial.eliminate(int(c), x)
			}
		}
	}
}

// fillKnown fills the blank cells with a single candidate that no cell sees as a candidate. In a position that states
// candidates, the player has placed these values: filling the cells changes nothing else, and no rule needs to find
// them.
func (p *Position) fillKnown() {
	if !p.restricted {
		return
	}
	for c, d := range p.cand {
		if d == 0 || d&(d-1) != 0 {
			continue
		}
		x := bits.TrailingZeros64(d)
		alone := true
		for w, set := range p.cellsWith(x) {
			alone = alone && set&p.peers[c][w] == 0
		}
		if alone {
			p.place(c, x)
		}
	}
}
