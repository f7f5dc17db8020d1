package cnf

import (
	"iter"

	"nonet/encode"
	"nonet/model"
)

// addAllDifferents states that no two variables of an AllDifferent have the same value. With Pairwise this goes by
// pairs of variables, each pair once; with other forms, by values, over auxiliary variables.
func (b *builder) addAllDifferents() {
	if _, pairwise := b.form.(Pairwise); pairwise {
		for i, p := range b.pairs() {
			v, w := p[0], p[1]
			for _, r := range b.ranks[b.first[v]:b.first[v+1]] {
				value := b.valueIndex.Value(int(r))
				b.setValueSource(encode.AtMostOne, i, r)
				b.forbid(nil, encode.Atom{Var: v, Value: value}, encode.Atom{Var: w, Value: value})
			}
		}
		return
	}
	var lits []Lit
	for i, a := range b.alldiffs {
		for _, g := range b.groupsOf(i) {
			lits = lits[:0]
			value := b.valueIndex.Value(int(g.rank))
			for _, v := range a.scope {
				if b.positionOf(v, value) >= 0 { // a constant has another value
					lits = append(lits, b.valueLit(v, value))
				}
			}
			b.atMostOnce(i, g.rank, lits)
		}
	}
}

// atMostOnce states that at most one of lits is true: the literals of one value in AllDifferent i, some of which may be
// trueLit.
func (b *builder) atMostOnce(i int, rank int32, lits []Lit) {
	b.setValueSource(encode.AtMostOne, i, rank)
	free := lits[:0]
	constant := 0 // number of variables that have no other value
	for _, l := range lits {
		if l == trueLit {
			constant++
		} else {
			free = append(free, l)
		}
	}
	switch {
	case constant > 1:
		b.f.Add()
	case constant == 1:
		for _, l := range free {
			b.f.Add(-l)
		}
	default:
		b.addAtMostOne(free, b.alldiffs[i].permutation)
	}
}

// support states that each variable has exactly one value, and encodes pairs of different variables by supports. On the
// empty grid with N values it has N³ variables and N² + N²K + 2N·E clauses pairwise, where K = N(N-1)/2 and E is the
// number of pairs of cells that share a house.
func (b *builder) support() {
	for v := range b.freeVars() {
		b.exactlyOneValue(v)
	}
	for i, p := range b.pairs() {
		b.setSource(b.alldiffSource(encode.Support, i))
		b.addSupports(p[0], p[1], 0)
	}
}

// supportSize returns the size of the clauses about pairs: for each pair and each value of one of both, a clause over
// the values of the other. Pairs that share two AllDifferents are counted twice.
func (b *builder) supportSize() (size int) {
	for _, a := range b.alldiffs {
		sum, squares := 0, 0
		for _, v := range a.scope {
			n := int(b.first[v+1] - b.first[v])
			sum += n
			squares += n * n
		}
		size += sum*sum - squares // the sum of 2nm over all pairs of domains of sizes n and m
	}
	return size
}

// addSupports states that x is not y + offset: each value of one implies a compatible value of the other.
func (b *builder) addSupports(x, y model.Var, offset int) {
	b.addSupportsFor(x, y, -offset)
	b.addSupportsFor(y, x, offset)
}

// addSupportsFor adds, for each value d of x for which d + offset is a value of y, the clause "if x = d then y has
// another value".
func (b *builder) addSupportsFor(x, y model.Var, offset int) {
	for _, d := range b.values(x) {
		if b.positionOf(y, d+offset) < 0 {
			continue
		}
		var others []Lit
		for _, e := range b.values(y) {
			if e != d+offset {
				others = append(others, b.valueLit(y, e))
			}
		}
		b.imply(b.valueLit(x, d), others...)
	}
}

// pairs iterates over the pairs of variables that share an AllDifferent, each pair once, with the index of the first
// such AllDifferent. Pairs with constants are left out.
func (b *builder) pairs() iter.Seq2[int, [2]model.Var] {
	return func(yield func(i int, p [2]model.Var) bool) {
		if b.structure.pairs == nil {
			b.structure.pairs = b.findPairs()
		}
		for i, pairs := range b.structure.pairs {
			for _, p := range pairs {
				if b.fixed[p[0]] < 0 && b.fixed[p[1]] < 0 && !yield(i, p) {
					return
				}
			}
		}
	}
}

// findPairs returns, for each AllDifferent, the pairs of its variables that no earlier one has.
func (b *builder) findPairs() [][][2]model.Var {
	pairs := make([][][2]model.Var, len(b.alldiffs))
	holders := b.alldiffsByVar(func(*alldiff) bool { return true })
	for i, a := range b.alldiffs {
		for p, v := range a.scope {
			for _, w := range a.scope[p+1:] {
				if !shareBefore(holders[v], holders[w], i) {
					pairs[i] = append(pairs[i], [2]model.Var{v, w})
				}
			}
		}
	}
	return pairs
}

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
