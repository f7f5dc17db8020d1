package cnf

import (
	"nonet/encode"
	"nonet/model"
)

// log encodes the model over the bits of the indices of values. On the empty grid with N values, which take b bits, it
// has N²b variables and N²(2^b - N) + N·E clauses pairwise, where E is the number of pairs of cells that share a house.
func (b *builder) log() {
	for v := range b.freeVars() {
		v := model.Var(v)
		b.setSource(encode.ValidCodes.OfVariable(v))
		n := b.domainSize(v)
		for index := n; index < 1<<bitsFor(n); index++ {
			b.f.Body = b.appendNegatedAtom(b.f.Body, v, index)
			b.f.Add()
		}
	}
	b.addAllDifferents()
}
