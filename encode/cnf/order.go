package cnf

import (
	"nonet/encode"
	"nonet/model"
)

// order encodes the model over variables "at least d". On the empty grid with N values it has N²(N-1) variables and
// N²(N-2) + N·E clauses pairwise, where E is the number of pairs of cells that share a house.
func (b *builder) order() {
	for v := range b.freeVars() {
		v := model.Var(v)
		b.setSource(encode.ValidCodes.OfVariable(v))
		if b.domainSize(v) == 0 {
			b.f.Add()
		}
		for i := 2; i < b.domainSize(v); i++ {
			b.f.Add(-b.thresholdLit(v, i), b.thresholdLit(v, i-1))
		}
	}
	b.addAllDifferents()
}
