package lcg

import (
	"math/rand/v2"

	"nonet/model"
)

// randomProducts returns a problem with a product, or a square, and a sum over its variables, and its constraints.
func randomProducts(r *rand.Rand) (p *Problem, constraints []constraint) {
	p = new(Problem)
	some := func(span int) int32 {
		low := r.IntN(4)
		return p.Variable(model.Interval(low, low+1+r.IntN(span)))
	}
	x := some(4)
	y, z := x, some(20)
	if r.IntN(4) > 0 {
		y = some(4)
	}
	p.Product(x, y, z)
	terms, bound := []Term{{1 - 2*r.IntN(2), x}, {1 - 2*r.IntN(2), z}}, r.IntN(12)-4
	if !p.AtMost(terms, bound) {
		terms = nil
	}
	return p, append(constraints, func(values []int) bool {
		return values[x]*values[y] == values[z] &&
			(terms == nil || terms[0].Coef*values[x]+terms[1].Coef*values[z] <= bound)
	})
}
