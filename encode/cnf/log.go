package cnf

import (
	"nonet/encode"
	"nonet/model"
)

// log states the model over the bits of the places of values. On the empty grid with N values, which b bits number, it has N²b variables
// and N²(2^b - N) + N·E clauses pairwise, where E is the number of pairs of cells that see each other.
func (b *builder) log() {
	for v := range b.freeVars() {
		v := model.Var(v)
		b.setSource(encode.ValidCodes.OfVariable(v))
		n := b.domainSize(v)
		for place := n; place < 1<<bitsFor(n); place++ {
			b.f.Body = b.appendNegatedAtom(b.f.Body, v, place)
			b.f.Add()
		}
	}
	b.addAllDifferents()
}
