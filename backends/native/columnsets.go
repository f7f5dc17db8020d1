package native

import (
	"nonet/backends/native/internal/tally"
	"nonet/model"
)

// planGrid returns a plan to count the solutions of m by column sets. It returns nil if tally does not support the grid
// (see gridShape) or a domain is neither full nor a single value.
func planGrid(m *model.Model) *tally.Plan {
	bare := &model.Model{Vars: m.Vars, Constraints: m.Constraints}
	shape, ok := gridShape(bare)
	if !ok {
		return nil
	}
	clues := make([]uint8, len(m.Vars))
	addClue := func(cell model.Var, value int) bool {
		old := clues[cell]
		clues[cell] = uint8(value)
		return value >= 1 && value <= shape.N() && (old == 0 || int(old) == value)
	}
	for v := range m.Vars {
		d := m.Vars[v].Domain
		if d.Size() != shape.N() && (d.Size() != 1 || !addClue(model.Var(v), d.Min())) {
			return nil
		}
	}
	for _, c := range m.Constraints {
		if g, ok := c.(model.Given); ok && !addClue(g.Var, g.Value) {
			return nil
		}
	}
	return tally.New(shape.Height, shape.Width, clues)
}
