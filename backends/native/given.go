package native

import "nonet/model"

// assignGivens assigns the variables of givens, which must exist. It returns false if that contradicts the domains or
// another given. A Given needs no propagator: once assigned, it holds.
func (e *engine) assignGivens(givens []model.Given) bool {
	for _, g := range givens {
		if r, ok := e.rank(g.Value); !ok || !e.assign(int32(g.Var), r) {
			return false
		}
	}
	return true
}
