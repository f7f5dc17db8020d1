package cnf

import (
	"math/bits"

	"nonet/encode"
	"nonet/model"
)

// planAdder is the plan of the encoding Adder. A constraint over k terms of n values, with sums of w bits, takes about
// knw + 14kw clauses.
func planAdder(l *linear) plan {
	return plan{0, func(b *builder) {
		bound := l.bound
		for _, t := range l.terms {
			bound -= t.least()
		}
		sum := b.add(l.terms)
		var body []Lit
		if l.relation != model.AtLeast {
			body = appendBound(body, sum, uint64(bound), false)
		}
		if l.relation != model.AtMost {
			body = appendBound(body, sum, uint64(bound), true)
		}
		for clause := range Clauses(body) {
			b.f.Add(clause...)
		}
	}}
}

// appendBound appends to dst clauses, each ended by 0, that state that a number in binary is at most limit or, if
// atLeast is set, at least limit: its complement is then at most limit's. A bit 0 is never set. The number may have
// greater and smaller values than limit.
func appendBound(dst, number []Lit, limit uint64, atLeast bool) []Lit {
	if atLeast {
		limit = uint64(1)<<len(number) - 1 - limit
	}
	for i := range number {
		if limit>>i&1 == 1 {
			continue
		}
		// This bit is 0, or some higher bit is 0 where the limit has a 1.
		from, satisfied := len(dst), false
		add := func(l Lit) { // the literal "the bit is 0"
			switch {
			case l == 0:
				satisfied = satisfied || !atLeast
			case atLeast:
				dst = append(dst, l)
			default:
				dst = append(dst, -l)
			}
		}
		add(number[i])
		for k := i + 1; k < len(number); k++ {
			if limit>>k&1 == 1 {
				add(number[k])
			}
		}
		if dst = append(dst, 0); satisfied {
			dst = dst[:from]
		}
	}
	return dst
}

// add returns the bits of the sum of terms, less the least sum; 0 stands for a bit that is never set. Each term is a
// number in binary whose bits the values of its variable define; a chain of ripple-carry adders for each weight adds
// them up.
func (b *builder) add(terms []term) []Lit {
	var columns [64][]Lit // by weight: the bits to add
	span := uint64(0)
	for _, t := range terms {
		least := t.least()
		most := uint64(t.greatest() - least)
		span += most
		first := b.f.Vars + 1
		for weight := range bits.Len64(most) {
			l := b.f.NewVar()
			if b.recorder != nil {
				b.recordMeaning(l, meaning{terms: modelTerms([]term{t}), from: least, bit: weight + 1})
			}
			columns[weight] = append(columns[weight], l)
		}
		for i, value := range b.values(t.v) {
			for weight := range bits.Len64(most) {
				l := Lit(first + weight)
				if (t.contributions[i]-least)>>weight&1 == 0 {
					l = -l
				}
				b.forbid([]Lit{l}, encode.Atom{Var: t.v, Value: value})
			}
		}
	}
	sum := make([]Lit, bits.Len64(span))
	for weight := range sum {
		column := columns[weight]
		for len(column) > 1 {
			n := min(len(column), 3)
			low, carry := b.addBits(column[:n])
			column = append(column[n:], low)
			if weight+1 < len(sum) { // beyond it, the carry is never set
				columns[weight+1] = append(columns[weight+1], carry)
			}
		}
		if len(column) == 1 {
			sum[weight] = column[0]
		}
	}
	return sum
}

// addBits returns the two bits of the number of true literals among two or three.
func (b *builder) addBits(lits []Lit) (low, carry Lit) {
	low, carry = b.f.NewVar(), b.f.NewVar()
	for k, l := range []Lit{low, carry} {
		b.recordMeaning(l, meaning{oneOf: lits, bit: k + 1})
	}
	for row := range 1 << len(lits) { // the truth table
		clause := make([]Lit, len(lits), len(lits)+1)
		ones := bits.OnesCount(uint(row))
		for i, l := range lits {
			clause[i] = l
			if row>>i&1 == 1 {
				clause[i] = -l
			}
		}
		for k, l := range []Lit{low, carry} {
			if ones>>k&1 == 0 {
				l = -l
			}
			b.f.Add(append(clause[:len(lits):len(lits)], l)...)
		}
	}
	return low, carry
}
