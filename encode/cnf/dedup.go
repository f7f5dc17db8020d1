package cnf

import "slices"

// dedup removes the clauses that have the same literals as an earlier one, in any order. It takes time proportional to the formula.
func (b *builder) dedup() {
	f := &b.f
	mask := 1<<width(2*f.Clauses+1) - 1
	b.seen = resize(b.seen, mask+1) // where a clause with this hash starts in f.Body, plus one
	clear(b.seen)
	kept, clauses, start := 0, 0, 0
	for i, l := range f.Body {
		if l != 0 {
			continue
		}
		clause := f.Body[start:i]
		start = i + 1
		slot := int(hash(clause)) & mask
		for b.seen[slot] != 0 && !sameClause(f.Body[b.seen[slot]-1:], clause) {
			slot = (slot + 1) & mask
		}
		if b.seen[slot] != 0 {
			continue
		}
		b.seen[slot] = kept + 1
		copy(f.Body[kept:], clause)
		kept += len(clause)
		f.Body[kept] = 0
		kept++
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

// sameClause reports whether the clause that body starts with has the same literals as clause.
func sameClause(body, clause []Lit) bool {
	if len(body) <= len(clause) || body[len(clause)] != 0 {
		return false
	}
	body = body[:len(clause)]
	if slices.Equal(body, clause) {
		return true
	}
	for _, l := range clause {
		if !slices.Contains(body, l) {
			return false
		}
	}
	return true
}
