package explain

import (
	"context"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
)

// A Derivation is a sequence of steps from the clues of a conflict to a contradiction that needs no further reasoning.
type Derivation struct {
	Steps         []string    // sentences, in order
	Hardest       *human.Rule // the rule with the highest rating among the steps; nil if there are none
	Contradiction Contradiction
}

// A Contradiction has one of five forms. The first three are distinguished by the number of its cells.
//   - One cell: it has no candidate left.
//   - Two cells: both have Value, and Rule forbids that.
//   - No cell: Rule needs Value, which has no place left in it.
//   - Values is not nil: the values of Cells, in order, break Rule, which is no AllDifferent.
//   - Reason is not empty: it is the contradiction in words, "cage 15 r1c1 r1c2 has no solution".
type Contradiction struct {
	Cells  []model.Var
	Rule   int // index of the constraint, as in Conflict.Rules
	Value  int
	Values []int
	Reason string
}

// maxRating is the highest rating, on the scale of Sudoku Explainer, of the rules that Derive uses: subsets, fish,
// wings. Harder rules would not make the explanation simpler.
const maxRating = 4.5

// Derive returns the steps by which a person would find the contradiction from the clues of c under its rules alone, or
// nil if the rules up to maxRating do not reach one. It then tries to omit each step, so few unnecessary steps remain.
// Explainer.Board must be set.
func (e *Explainer) Derive(ctx context.Context, c *Conflict) (*Derivation, error) {
	rules := slice.Filter(c.Rules, func(i int) bool {
		return !slices.ContainsFunc(e.base.Constraints[i].Scope(), func(v model.Var) bool {
			return e.base.Vars[v].Auxiliary
		})
	})
	board, err := e.Board(c.Rules)
	if err != nil {
		return nil, nil // too large for the rules
	}
	d := &deriver{
		Explainer: e, rules: rules, clues: c.Clues, position: board.NewPosition(nil), blocked: map[string]bool{},
	}
	d.position.Under(ctx)
	best, conclusions := d.derive(ctx)
	if best == nil {
		return nil, ctx.Err()
	}
	for i := len(conclusions) - 1; i >= 0; i-- {
		d.blocked[conclusions[i]] = true
		if shorter, now := d.derive(ctx); shorter != nil && len(now) < len(conclusions) {
			best, conclusions = shorter, now
			i = min(i, len(conclusions))
		} else {
			delete(d.blocked, conclusions[i])
		}
	}
	return best, ctx.Err()
}

type deriver struct {
	*Explainer
	rules    []int // without constraints that mention auxiliary variables
	clues    []model.Given
	position *human.Position
	blocked  map[string]bool // conclusions that nextStep skips
}

// derive returns a derivation and the conclusions of its steps, or nil if the steps end before a contradiction.
func (d *deriver) derive(ctx context.Context) (*Derivation, []string) {
	p := d.position
	p.Reset(d.clues)
	found := &Derivation{}
	var conclusions []string
	for {
		if end, ok := d.findContradiction(p); ok {
			found.Contradiction = end
			return found, conclusions
		}
		if p.Broken() || ctx.Err() != nil {
			return nil, nil
		}
		s := d.nextStep(p)
		if s == nil {
			return nil, nil
		}
		if found.Hardest == nil || s.Rule.Explainer > found.Hardest.Explainer {
			found.Hardest = s.Rule
		}
		found.Steps = append(found.Steps, s.String())
		conclusions = append(conclusions, s.Conclusion())
		p.Apply(s)
	}
}

// nextStep returns the easiest step whose conclusion is not blocked, or nil.
func (d *deriver) nextStep(p *human.Position) (next *human.Step) {
	for _, r := range human.Rules() {
		if r.Unique || r.Explainer > maxRating {
			continue
		}
		r.Find(p, func(s *human.Step) bool {
			if !d.blocked[s.Conclusion()] {
				next = s.Clone()
			}
			return next == nil
		})
		if next != nil {
			return next
		}
	}
	return nil
}

// findContradiction looks for a contradiction in p: first two equal cells or values that break a rule, then a cell
// without a candidate, then a value without a place, then a rule of a variant without a solution.
func (d *deriver) findContradiction(p *human.Position) (Contradiction, bool) {
	for _, i := range d.rules {
		c, ok := d.base.Constraints[i].(model.AllDifferent)
		if !ok {
			if end, broken := d.brokenBy(p, i); broken {
				return end, true
			}
			continue
		}
		for k, v := range c.Vars {
			for _, w := range c.Vars[:k] {
				x, filled := d.valueOf(p, v)
				if y, both := d.valueOf(p, w); filled && both && x == y {
					return Contradiction{Cells: []model.Var{w, v}, Rule: i, Value: x}, true
				}
			}
		}
	}
	for v := range d.base.Shown() {
		if _, filled := p.Value(model.Var(v)); !filled && len(p.Candidates(model.Var(v))) == 0 {
			return Contradiction{Cells: []model.Var{model.Var(v)}}, true
		}
	}
	for _, i := range d.rules {
		if c, ok := d.base.Constraints[i].(model.AllDifferent); ok {
			if x, ok := d.valueWithoutPlace(p, c.Vars); ok {
				return Contradiction{Rule: i, Value: x}, true
			}
		}
	}
	if why := p.ImpossibleCondition(); why != "" {
		return Contradiction{Reason: why}, true
	}
	return Contradiction{}, false
}

// brokenBy returns a contradiction if all cells of constraint i have values that break it.
func (d *deriver) brokenBy(p *human.Position, i int) (Contradiction, bool) {
	c := d.base.Constraints[i]
	end := Contradiction{Rule: i, Cells: c.Scope(), Values: []int{}}
	a := make(model.Assignment, len(d.base.Vars))
	for _, v := range end.Cells {
		x, filled := d.valueOf(p, v)
		if !filled {
			return Contradiction{}, false
		}
		a[v] = x
		end.Values = append(end.Values, x)
	}
	return end, c.Violation(a) != 0
}

// valueOf returns the value of v by a clue or by a step. A position leaves a cell blank if its clue contradicts an
// earlier one.
func (d *deriver) valueOf(p *human.Position, v model.Var) (int, bool) {
	if i := slices.IndexFunc(d.clues, func(g model.Given) bool { return g.Var == v }); i >= 0 {
		return d.clues[i].Value, true
	}
	return p.Value(v)
}

// valueWithoutPlace returns a value that no cell of the house can take. It finds one only in a house with no more
// values than cells, which needs them all.
func (d *deriver) valueWithoutPlace(p *human.Position, house []model.Var) (int, bool) {
	var values []int
	for _, v := range house {
		values = slices.AppendSeq(values, d.base.Vars[v].Domain.All)
	}
	if values = slice.Unique(values); len(values) > len(house) {
		return 0, false
	}
	for _, x := range values {
		if !slices.ContainsFunc(house, func(v model.Var) bool {
			y, filled := d.valueOf(p, v)
			return filled && x == y || !filled && p.HasCandidate(human.Candidate{Cell: v, Value: x})
		}) {
			return x, true
		}
	}
	return 0, false
}
