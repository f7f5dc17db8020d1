package sudoku

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nonet/model"
	"nonet/model/internal/support"
)

const (
	// ruleWork bounds the search for values that satisfy one rule: nodes times variables. Nearly every rule has such
	// values, and the first branch leads to them.
	ruleWork = 20_000

	// maxSearchedCells is the number of cells, in units of N, up to which the values of a rule are searched. A rule
	// about more cells, one that only states that values differ, and one with auxiliary variables are only propagated.
	maxSearchedCells = 2

	// maxRuleConstraints is the number of constraints up to which a rule is checked.
	maxRuleConstraints = 5_000

	// maxRefuteStates bounds the states that refutes visits.
	maxRefuteStates = 20_000
)

// An ImpossibleRule is a rule that no values of its cells satisfy.
type ImpossibleRule struct {
	Index  int    // in Puzzle.Rules
	Reason string // "no values satisfy cage 44 r5c1 r5c2 r5c3: 3 different values add up to at most 24"
}

// ImpossibleRules is Statement.Impossible. It returns none if the rules are too large for a model.
func (p Puzzle) ImpossibleRules() []ImpossibleRule {
	if p.Classic() {
		return nil
	}
	s, err := p.State(context.Background())
	if err != nil {
		return nil
	}
	return s.Impossible()
}

// Impossible returns the rules that no values satisfy, such as a cage with too large a sum. It considers each rule
// alone, with the clues, and with the different values of rows, columns, boxes and regions. Since each search is
// bounded, and does not look at steps of areas, it may miss such a rule. It costs about 10 µs for each rule about a few
// cells.
func (s *Statement) Impossible() []ImpossibleRule {
	p, m, owners := s.Puzzle, s.Model, s.Constraints
	refuted := map[int]bool{}
	for _, r := range s.refutations {
		refuted[r.rule] = refuted[r.rule] || r.holds()
	}
	k := ruleChecker{Puzzle: p, model: m}
	byRule := make([][]model.Constraint, len(p.Rules))
	_, lastStep := m.Steps()
	for i, c := range m.Constraints {
		owner := owners[i]
		if owner >= 0 && lastStep[i] < 0 {
			byRule[owner] = append(byRule[owner], c)
		}
		if house, ok := c.(model.AllDifferent); ok && (owner < 0 || p.Rules[owner].Kind == "regions") {
			k.houses = append(k.houses, house)
		}
	}
	var all []ImpossibleRule
	for i, r := range p.Rules {
		if why, impossible := k.impossible(byRule[i]); impossible || refuted[i] {
			reason := "no values satisfy " + r.Describe(p.Shape)
			switch {
			case why != "":
				reason += ": " + why
			case slices.ContainsFunc(byRule[i], func(c model.Constraint) bool {
				return slices.ContainsFunc(c.Scope(), func(v model.Var) bool {
					return int(v) < len(p.Clues) && p.Clues[v] != 0
				})
			}):
				reason = "with the clues, " + reason
			}
			all = append(all, ImpossibleRule{i, reason})
		}
	}
	return all
}

// A ruleChecker looks for values that satisfy the rules of a puzzle, each rule alone.
type ruleChecker struct {
	Puzzle
	model  *model.Model
	houses []model.AllDifferent // rows, columns, boxes and regions
	inside []model.Var          // memory for variables of a house
}

// impossible reports whether a bounded search proves that no values satisfy a rule, which consists of these
// constraints. why is empty if there is no short reason.
func (k *ruleChecker) impossible(rule []model.Constraint) (why string, impossible bool) {
	if len(rule) > maxRuleConstraints {
		return "", false
	}
	mentioned := make([]bool, len(k.model.Vars))
	cells, auxiliary, searched := 0, 0, false
	var sums []model.Linear // of values, not of multiples
	var different []model.AllDifferent
	for _, c := range rule {
		scope := c.Scope()
		if len(scope) == 0 && c.Violation(nil) > 0 {
			return "", true
		}
		for _, v := range scope {
			switch {
			case mentioned[v]:
			case int(v) < len(k.Clues):
				cells++
			default:
				auxiliary++
			}
			mentioned[v] = true
		}
		switch c := c.(type) {
		case model.Linear:
			searched = true
			if !slices.ContainsFunc(c.Terms, func(t model.Term) bool { return t.Coef != 1 }) {
				sums = append(sums, c)
			}
		case model.Table:
			searched = true
		case model.AllDifferent:
			if auxiliary == 0 { // other variables may have more values
				different = append(different, c)
			}
		}
	}
	all := slices.Clip(rule)
	for _, house := range k.houses {
		k.inside = k.inside[:0]
		for _, v := range house.Vars {
			if mentioned[v] {
				k.inside = append(k.inside, v)
			}
		}
		if len(k.inside) > 1 {
			d := model.AllDifferent{Vars: slices.Clone(k.inside)}
			different, all = append(different, d), append(all, d)
		}
	}
	for _, d := range different {
		if why := k.tooFewValues(d, sums); why != "" {
			return why, true
		}
	}
	set := support.New(k.model, all)
	if len(set.Vars()) == 0 {
		return "", false
	}
	nodes := ruleWork / len(set.Vars())
	if !searched || auxiliary > 0 || cells > maxSearchedCells*k.Shape.N() {
		nodes = 1
	}
	satisfied := false
	complete := set.Solutions(func(v model.Var, value int) bool {
		return int(v) >= len(k.Clues) || k.Clues[v] == 0 || k.Clues[v] == value
	}, nodes, func([]int) bool {
		satisfied = true
		return false
	})
	return "", complete && !satisfied
}

// tooFewValues returns a reason if different values of the cells, which are 1 to N, are too few or have too small or
// too large a sum. Otherwise it returns "". The search alone would try all orders of the values.
func (k *ruleChecker) tooFewValues(different model.AllDifferent, sums []model.Linear) string {
	n, cells := k.Shape.N(), len(different.Vars)
	beyond := k.Shape.Offset * cells // of the numbers
	if cells > n {
		return fmt.Sprintf("%d cells cannot have different values, as there are %d", cells, n)
	}
	least, most := cells*(cells+1)/2, cells*(2*n-cells+1)/2
	for _, sum := range sums {
		if len(sum.Terms) != cells || slices.ContainsFunc(sum.Terms, func(t model.Term) bool {
			return !slices.Contains(different.Vars, t.Var)
		}) {
			continue
		}
		switch {
		case sum.Relation != model.AtMost && most < sum.Bound:
			return fmt.Sprintf("%d different values add up to at most %d", cells, most+beyond)
		case sum.Relation != model.AtLeast && least > sum.Bound:
			return fmt.Sprintf("%d different values add up to at least %d", cells, least+beyond)
		}
	}
	return ""
}

// refutes reports whether an automaton, as for the function automaton, accepts no values of the cells that agree with
// the clues, if the cells lie in one row, column, box or region and so have different values. It returns false if they
// do not, if the grid has more than 64 values, or if there are too many states.
func refutes[S comparable](
	p Puzzle, cells []Cell, start S, step func(state S, value int) (S, bool), accept func(state S) bool,
) bool {
	if p.Shape.N() > 64 || !p.ShareHouse(cells) {
		return false
	}
	type visit struct {
		state S
		used  uint64 // values; their number is the number of cells read
	}
	seen := map[visit]bool{}
	var accepts func(v visit, i int) bool
	accepts = func(v visit, i int) bool {
		switch {
		case i == len(cells):
			return accept(v.state)
		case seen[v]:
			return false
		case len(seen) > maxRefuteStates:
			return true
		}
		seen[v] = true
		for value := 1; value <= p.Shape.N(); value++ {
			clue := p.Clues[cells[i]]
			if v.used>>(value-1)&1 != 0 || clue != 0 && clue != value {
				continue
			}
			next, ok := step(v.state, value+p.Shape.Offset)
			if ok && accepts(visit{next, v.used | 1<<(value-1)}, i+1) {
				return true
			}
		}
		return false
	}
	return !accepts(visit{start, 0}, 0)
}

// ShareHouse reports whether all cells lie in one row, column, box or region.
func (p Puzzle) ShareHouse(cells []Cell) bool {
	for _, house := range []func(Cell) int{p.Shape.Row, p.Shape.Column} {
		if !p.Shape.Free && !slices.ContainsFunc(cells, func(c Cell) bool { return house(c) != house(cells[0]) }) {
			return true
		}
	}
	return slices.ContainsFunc(p.Regions(), func(region []Cell) bool {
		return !slices.ContainsFunc(cells, func(c Cell) bool { return !slices.Contains(region, c) })
	})
}

// Describe returns the rule in words like those of the format nonet. The middle of a long list of cells is left out.
func (r Rule) Describe(s Shape) string {
	words := r.Kind
	if r.Number != 0 {
		words += fmt.Sprintf(" %d", r.Number)
	}
	for i, cells := range r.Lists() {
		if i > 0 && r.Groups != nil {
			words += " /"
		}
		if len(cells) > s.N() {
			if r.Kind != "regions" {
				words += fmt.Sprintf(" %s ... %s", s.Name(cells[0]), s.Name(cells[len(cells)-1]))
			}
			continue
		}
		for _, c := range cells {
			words += " " + s.Name(c)
		}
	}
	if len(r.Values) > 0 {
		words += " : " + strings.Trim(fmt.Sprint(r.Values), "[]")
	}
	if r.Core != nil {
		words += ": " + s.Model().Describe(r.Core)
	}
	return words
}
