package sudoku

import (
	"fmt"
	"slices"

	"nonet/model"
	"nonet/model/internal/partial"
)

// maxRuleNodes bounds the search for values that satisfy one rule.
const maxRuleNodes = 20_000

// impossibleRule returns a sentence about the first rule that no values of its cells satisfy, such as a cage whose sum
// is too large, considering only that rule, the clues, and that the cells of a row, column or box have different
// values. It returns "" if it finds none.
func (p Puzzle) impossibleRule() string {
	for _, r := range p.Rules {
		if p.isImpossible(r) {
			return "no values satisfy " + r.describe(p.Shape)
		}
	}
	return ""
}

// isImpossible reports whether a search proves within maxRuleNodes that no values satisfy r.
func (p Puzzle) isImpossible(r Rule) bool {
	alone := p
	alone.Rules = nil
	for _, other := range p.Rules { // rules may depend on regions
		if other.Kind == "regions" && r.Kind != "regions" {
			alone.Rules = append(alone.Rules, other)
		}
	}
	alone.Rules = append(alone.Rules, r)
	m, owner, _ := alone.BaseModelByRule()
	s := ruleSearch{Assignment: partial.New(m), on: make([][]model.Constraint, len(m.Vars))}
	mentioned := make([]bool, len(m.Vars))
	for i, c := range m.Constraints {
		if owner[i] != len(alone.Rules)-1 {
			continue
		}
		if len(c.Scope()) == 0 && s.Violates(c) {
			return true
		}
		for _, v := range c.Scope() {
			s.on[v] = append(s.on[v], c)
			if !mentioned[v] {
				mentioned[v] = true
				s.order = append(s.order, v)
			}
		}
	}
	for i, c := range m.Constraints {
		house, ok := c.(model.AllDifferent)
		if owner[i] == len(alone.Rules)-1 || !ok {
			continue
		}
		inside := slices.DeleteFunc(slices.Clone(house.Vars), func(v model.Var) bool { return !mentioned[v] })
		for _, v := range inside {
			s.on[v] = append(s.on[v], model.AllDifferent{Vars: inside})
		}
	}
	for _, g := range p.Given(nil) {
		s.on[g.Var] = append(s.on[g.Var], g)
	}
	for v, constraints := range s.on {
		for _, c := range constraints {
			if all, ok := c.(model.AllDifferent); ok && all.Vars[0] == model.Var(v) && s.tooNarrow(all) {
				return true
			}
		}
	}
	return !s.satisfiable(0)
}

// tooNarrow reports whether different values of the cells, which are 1 to N, are too few or have too small or too large
// a sum for a constraint of the rule. The search alone would try all orders of the values.
func (s *ruleSearch) tooNarrow(all model.AllDifferent) bool {
	n, k := len(s.Model.Vars[all.Vars[0]].Domain), len(all.Vars)
	if k > n {
		return true
	}
	for _, c := range s.on[all.Vars[0]] {
		sum, ok := c.(model.Linear)
		if !ok || len(sum.Terms) != k || slices.ContainsFunc(sum.Terms, func(t model.Term) bool {
			return t.Coef != 1 || !slices.Contains(all.Vars, t.Var)
		}) {
			continue
		}
		least, most := k*(k+1)/2, k*(2*n-k+1)/2
		if sum.Relation != model.AtLeast && least > sum.Bound || sum.Relation != model.AtMost && most < sum.Bound {
			return true
		}
	}
	return false
}

// A ruleSearch looks for values of the variables of one rule, in order, by backtracking.
type ruleSearch struct {
	*partial.Assignment
	order []model.Var
	on    [][]model.Constraint // by variable: the constraints that mention it
	nodes int
}

// satisfiable reports whether values of the variables from index i satisfy all constraints, or the search is too long.
func (s *ruleSearch) satisfiable(i int) bool {
	if s.nodes++; i == len(s.order) || s.nodes > maxRuleNodes {
		return true
	}
	v := s.order[i]
	s.Assigned[v] = true
	for _, s.Value[v] = range s.Model.Vars[v].Domain {
		if !slices.ContainsFunc(s.on[v], s.Violates) && s.satisfiable(i+1) {
			return true
		}
	}
	s.Assigned[v] = false
	return false
}

// describe returns the rule in words like those of the format nonet. Long lists of cells are left out.
func (r Rule) describe(s Shape) string {
	words := r.Kind
	if r.Number != 0 {
		words += fmt.Sprintf(" %d", r.Number)
	}
	for i, cells := range r.Lists() {
		if len(cells) > s.N() {
			continue
		}
		if i > 0 && r.Groups != nil {
			words += " /"
		}
		for _, c := range cells {
			words += " " + s.Name(c)
		}
	}
	if len(r.Values) > 0 {
		words += " :"
		for _, v := range r.Values {
			words += fmt.Sprintf(" %d", v)
		}
	}
	if r.Core != nil {
		words += ": " + s.Model().Describe(r.Core)
	}
	return words
}
