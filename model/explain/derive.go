package explain

import (
	"context"
	"fmt"
	"slices"

	"nonet/model"
	"nonet/model/human"
)

// A Derivation leads from a conflict to a contradiction that can be seen.
type Derivation struct {
	Steps         []string    // sentences, in their order
	Hardest       *human.Rule // the hardest that is used; nil without steps
	Contradiction Contradiction
}

// A Contradiction is a contradiction that can be seen.
//   - One cell: no value is left for it.
//   - Two cells: both have Value, and Rule forbids that.
//   - No cell: Value has no place in Rule, which needs it.
type Contradiction struct {
	Cells []model.Var
	Rule  int // index of Explainer.Rules
	Value int
}

// maxRating is the rating, on the scale of Sudoku Explainer, up to which a rule makes an explanation simpler: subsets, fish, wings.
const maxRating = 4.5

// Derive returns the steps by which a person would find the contradiction from the clues of c under its rules alone, or nil if simple rules
// do not lead there. It tries to do without each step, so few are left that do not matter.
func (e *Explainer) Derive(ctx context.Context, c *Conflict) (*Derivation, error) {
	// Houses that are neither rows nor columns are named by their number, so those that take no part stay, without cells.
	m := &model.Model{Vars: e.base.Vars}
	for i, r := range e.base.Constraints {
		house, ok := r.(model.AllDifferent)
		switch {
		case slices.Contains(c.Rules, i):
			m.Constraints = append(m.Constraints, r)
		case ok && !isLine(m, house):
			m.Constraints = append(m.Constraints, model.AllDifferent{})
		}
	}
	board, err := human.NewBoard(m)
	if err != nil {
		return nil, nil // too large for the rules
	}
	d := &deriver{Explainer: e, rules: c.Rules, clues: c.Clues, position: board.NewPosition(nil), blocked: map[string]bool{}}
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

// isLine reports whether a house is a row or a column, by the names of its cells, as in r1c1.
func isLine(m *model.Model, house model.AllDifferent) bool {
	rows, columns := map[int]bool{}, map[int]bool{}
	for _, v := range house.Vars {
		var row, column int
		if n, err := fmt.Sscanf(m.Vars[v].Name, "r%dc%d", &row, &column); n != 2 || err != nil {
			return false
		}
		rows[row], columns[column] = true, true
	}
	return len(rows) == 1 || len(columns) == 1
}

type deriver struct {
	*Explainer
	rules    []int
	clues    []model.Given
	position *human.Position
	blocked  map[string]bool // conclusions that are not to be drawn
}

// derive derives a contradiction, and returns it with the conclusions of the steps; nil if it does not come to one.
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

// nextStep returns the easiest step that may be taken, or nil.
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

// findContradiction looks for a contradiction: first two equal cells, then a cell without a candidate, then a value without a place.
func (d *deriver) findContradiction(p *human.Position) (Contradiction, bool) {
	for _, i := range d.rules {
		c, ok := d.base.Constraints[i].(model.AllDifferent)
		if !ok {
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
	for v := range d.base.Vars {
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
	return Contradiction{}, false
}

// valueOf returns the value of v by a clue or by a step. A position does not fill a cell whose clue clashes.
func (d *deriver) valueOf(p *human.Position, v model.Var) (int, bool) {
	if i := slices.IndexFunc(d.clues, func(g model.Given) bool { return g.Var == v }); i >= 0 {
		return d.clues[i].Value, true
	}
	return p.Value(v)
}

// valueWithoutPlace returns a value that no cell of a house can have, although there are only as many values as cells.
func (d *deriver) valueWithoutPlace(p *human.Position, house []model.Var) (int, bool) {
	var values model.Domain
	for _, v := range house {
		values = append(values, d.base.Vars[v].Domain...)
	}
	slices.Sort(values)
	if values = slices.Compact(values); len(values) > len(house) {
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
