package nogood

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Counts. Two literals "u is k" and "v is k" exclude each other if u and v must differ, so the literals of the
// variables of an AllDifferent count as one variable with the values 0 and 1. A sum that counts how often some
// variables are k is also stated over such variables, up to maxCovers times with other AllDifferents: in a grid by
// rows, columns and boxes.

// maxCovers is the number of ways in which the literals of a sum are divided among AllDifferents.
const maxCovers = 3

// minCounted is the number of literals from which on a sum is divided.
const minCounted = 5

// A literal is the variable and the value of a 0-1 variable that is 1 if the variable has the value.
type literal struct {
	of   int32
	is   uint64 // one bit; 0 if the variable is no literal
	coef int    // in a sum
}

// literals returns the literals by variable. A relation defines each.
func (p *Problem) literals() []literal {
	all := make([]literal, len(p.initial))
	define := func(l, v int32, zero, one uint64) {
		if p.initial[l] == 3 && single(one) && one != 0 && zero == p.initial[v]&^one &&
			(all[l].is == 0 || v < all[l].of) {
			all[l] = literal{of: v, is: one}
		}
	}
	for pair, fits := range p.relations {
		a, b := pair[0], pair[1]
		if p.initial[a] == 3 {
			define(a, b, fits[0]&p.initial[b], fits[1]&p.initial[b])
		}
		if p.initial[b] == 3 {
			var back [2]uint64
			for x, m := range fits {
				for k := range back {
					back[k] |= m >> k & 1 << x & p.initial[a]
				}
			}
			define(b, a, back[0], back[1])
		}
	}
	return all
}

// addCounts adds variables for literals that exclude each other, and the sums over them.
func (p *Problem) addCounts() {
	p.initial = slices.Clone(p.initial)
	all := p.literals()
	joined := map[string]int32{} // variables by the literals that they count
	for _, l := range p.sums {
		byKind := map[literal][]Term{} // of is 0
		for _, t := range l.terms {
			if x := all[t.Var]; x.is != 0 {
				k := literal{is: x.is, coef: t.Coef}
				byKind[k] = append(byKind[k], t)
			}
		}
		maps.DeleteFunc(byKind, func(_ literal, terms []Term) bool { return len(terms) < minCounted })
		if len(byKind) == 0 {
			continue
		}
		kinds := slices.SortedFunc(maps.Keys(byKind), func(a, b literal) int {
			return cmp.Or(cmp.Compare(a.coef, b.coef), cmp.Compare(a.is, b.is))
		})
		used := make([]bool, len(p.different))
		for range maxCovers {
			l := linear{slices.Clone(l.terms), l.lo, l.hi}
			before := len(l.terms)
			for _, k := range kinds {
				left := slices.Clone(byKind[k])
				for {
					most, from := []Term(nil), 0
					for i, vars := range p.different {
						if used[i] {
							continue
						}
						inside := slices.DeleteFunc(slices.Clone(left), func(t Term) bool {
							return !slices.Contains(vars, all[t.Var].of)
						})
						if len(inside) > len(most) {
							most, from = inside, i
						}
					}
					if len(most) < 2 {
						break
					}
					used[from] = true
					inMost := func(t Term) bool { return slices.Contains(most, t) }
					left = slices.DeleteFunc(left, inMost)
					l.terms = append(slices.DeleteFunc(l.terms, inMost), Term{p.joined(most, joined), most[0].Coef})
				}
			}
			if len(l.terms) == before {
				break
			}
			p.sums = append(p.sums, l)
		}
	}
	added := len(p.initial) - len(p.peerSets)
	p.highestFirst = append(p.highestFirst, make([]bool, added)...)
	p.peerSets = append(p.peerSets, make([][]uint64, added)...)
	if p.wakes != nil {
		p.wakes = append(p.wakes, make([][]int32, added)...)
	}
}

// joined returns a variable with the sum of literals that exclude each other.
func (p *Problem) joined(terms []Term, known map[string]int32) int32 {
	key := fmt.Sprint(terms)
	v, ok := known[key]
	if !ok {
		v = int32(len(p.initial))
		known[key] = v
		p.initial = append(p.initial, 3)
		sum := []Term{{v, -1}}
		for _, t := range terms {
			sum = append(sum, Term{t.Var, 1})
		}
		p.sums = append(p.sums, linear{terms: sum})
	}
	return v
}
