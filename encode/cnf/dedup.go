package cnf

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// A dedup is the state of leaving out duplicate clauses.
//
// On Sudoku nearly all duplicates are pairs of cells that share two houses. If every AllDifferent is encoded pairwise,
// the scopes determine these pairs. They are then computed once for many models and not written at all (addNewPairs),
// and only the clauses that are not such pairs are compared (removeRepeats). This takes half the time of comparing all
// clauses.
type dedup struct {
	pairs bool    // addNewPairs leaves out the duplicate pairs
	slots []uint8 // slots[i] is the index of the variable of lits[i] in the scope of its AllDifferent
	seen  []int   // hash table of clauses: their starts in Body, plus one
}

// allPairwise reports whether all AllDifferents are encoded pairwise, and no other constraint gives a clause of two
// negative literals over different variables of the model.
func (b *builder) allPairwise(constraints []model.Constraint) bool {
	_, pairwise := b.form.(Pairwise)
	if p := b.encoder.Preset; !pairwise || p != Extended && p != Minimal && p != Efficient {
		return false
	}
	for _, c := range constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			if len(c.Vars) > 64 {
				return false
			}
		case model.Given:
		default:
			return false
		}
	}
	return true
}

// findRepeats finds the pairs of each AllDifferent that an earlier one has too: bit q of structure.repeats[i][p] is set
// if the variables at p < q in the scope of AllDifferent i are such a pair. It returns false if constants eliminate
// atoms, because an AllDifferent then does not state all of its pairs.
func (b *builder) findRepeats() bool {
	if len(b.eliminated) > 0 {
		return false
	}
	if b.structure.repeats != nil {
		return true
	}
	b.structure.repeats = make([][]uint64, len(b.alldiffs))
	holders := b.alldiffsByVar(func(*alldiff) bool { return true })
	for i := range b.alldiffs {
		scope := b.alldiffs[i].scope
		repeats := make([]uint64, len(scope))
		for p, v := range scope {
			for q := p + 1; q < len(scope); q++ {
				if shareBefore(holders[v], holders[scope[q]], i) {
					repeats[p] |= 1 << q
				}
			}
		}
		b.structure.repeats[i] = repeats
	}
	return true
}

// shareBefore reports whether two increasing lists, which contain limit, have a common number less than limit.
func shareBefore(a, b []int, limit int) bool {
	for a[0] < limit && b[0] < limit {
		switch {
		case a[0] == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}

// addNewPairs states pairwise that at most one member of g is true, without the pairs of AllDifferents before the i-th.
func (b *builder) addNewPairs(i int, g group) {
	lits, slots := b.members(g), b.dedup.slots[g.from:g.to]
	body := b.f.Body
	for p, l := range lits {
		repeats := b.structure.repeats[i][slots[p]]
		for q := p + 1; q < len(lits); q++ {
			if repeats>>slots[q]&1 == 0 {
				body = append(body, -l, -lits[q], 0)
				b.f.Clauses++
			}
		}
	}
	b.f.Body = body
}

// removeRepeats removes the clauses that have the same literals as an earlier one, in any order. It takes time linear
// in the size of the formula.
func (b *builder) removeRepeats(constraints int) {
	f := &b.f
	compared := f.Clauses
	if b.dedup.pairs {
		// An upper bound: one clause for each variable, group and Given.
		compared = len(b.fixed) + len(b.groups) + constraints
	}
	mask := 1<<bitsFor(2*compared+1) - 1
	b.dedup.seen = slice.Zeros(b.dedup.seen, mask+1)
	seen := b.dedup.seen
	kept, clauses, start := 0, 0, 0
	number := -1 // index of the clause before removal
	for i, l := range f.Body {
		if l != 0 {
			continue
		}
		clause := f.Body[start:i]
		start = i + 1
		if number++; number%guardInterval == 0 && f.guard != nil {
			f.guard.check(len(f.Body))
		}
		if !b.dedup.pairs || len(clause) != 2 || clause[0] > 0 {
			slot := int(hash(clause)) & mask
			for seen[slot] != 0 && !sameClause(f.Body[seen[slot]-1:], clause) {
				slot = (slot + 1) & mask
			}
			if seen[slot] != 0 {
				if b.recorder != nil {
					b.recorder.dropped = append(b.recorder.dropped, number)
				}
				continue
			}
			seen[slot] = kept + 1
		}
		if kept < start-len(clause)-1 {
			copy(f.Body[kept:], clause)
			f.Body[kept+len(clause)] = 0
		}
		kept += len(clause) + 1
		clauses++
	}
	f.Body, f.Clauses = f.Body[:kept], clauses
}

// hash returns a hash of a set of literals.
func hash(clause []Lit) uint32 {
	h := uint64(0)
	for _, l := range clause {
		x := uint64(uint32(l)) * 0x9e3779b97f4a7c15 // scatters consecutive numbers
		h += x ^ x>>29
	}
	return uint32(h * 0xbf58476d1ce4e5b9 >> 32)
}

// sameClause reports whether the first clause of body has the same literals as clause.
func sameClause(body, clause []Lit) bool {
	if len(body) <= len(clause) || body[len(clause)] != 0 {
		return false
	}
	body = body[:len(clause)]
	return slices.Equal(body, clause) ||
		!slices.ContainsFunc(clause, func(l Lit) bool { return !slices.Contains(body, l) })
}
