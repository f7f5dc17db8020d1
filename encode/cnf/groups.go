package cnf

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// An alldiff is an AllDifferent constraint.
type alldiff struct {
	scope       []model.Var
	from, to    int32 // groups[from:to] are the atoms of the scope by value, without the values of constants
	eliminated  int32 // builder.eliminated[:eliminated] belong to this AllDifferent and the earlier ones
	permutation bool  // there are as many values as variables, so each value is taken
	impossible  bool  // there are fewer values than variables, or two constants are equal
}

// A group is the set of atoms of a scope that have one value: lits[from:to], in the order of the scope.
type group struct {
	from, to int32
	rank     int32
}

// groupAtoms groups the atoms of each AllDifferent by value. It discards b.structure if the AllDifferents are not those
// of the previous model.
func (b *builder) groupAtoms(constraints []model.Constraint) {
	size := len(b.ranks)
	for _, c := range constraints {
		if c, ok := c.(model.AllDifferent); ok {
			for _, v := range c.Vars {
				size += int(b.first[v+1] - b.first[v])
			}
		}
	}
	b.lits = slices.Grow(b.lits[:0], size)
	for k := range b.ranks {
		b.lits = append(b.lits, Lit(k+1))
	}
	b.count, b.taken = slice.Resize(b.count, b.valueIndex.Len()), slice.Resize(b.taken, b.valueIndex.Len())
	b.groups, b.eliminated, b.dedup.slots = b.groups[:0], b.eliminated[:0], b.dedup.slots[:0]
	n := 0
	same := true
	for _, c := range constraints {
		c, ok := c.(model.AllDifferent)
		if !ok {
			continue
		}
		if n == len(b.alldiffs) {
			b.alldiffs = append(b.alldiffs, alldiff{})
			same = false
		}
		a := &b.alldiffs[n]
		n++
		was := *a
		a.scope = c.Vars
		b.groupByValue(a)
		if a.permutation {
			for _, v := range a.scope {
				b.permuted[v] = true
			}
		}
		same = same && a.permutation == was.permutation && len(a.scope) == len(was.scope) &&
			(len(a.scope) == 0 || &a.scope[0] == &was.scope[0])
	}
	same = same && n == len(b.alldiffs)
	b.alldiffs = b.alldiffs[:n]
	if !same {
		b.structure = structure{}
	}
}

// groupByValue groups the atoms of a's scope by value, by counting sort, and counts the values. Atoms with the value of
// a constant of the scope are eliminated.
func (b *builder) groupByValue(a *alldiff) {
	a.from = int32(len(b.groups))
	lo, hi := b.countRanks(a.scope)
	values, clash := 0, false
	end := int32(len(b.lits))
	for r := lo; r <= hi; r++ {
		n := b.count[r]
		if b.taken[r] > 0 {
			values++
			clash = clash || b.taken[r] > 1
			b.count[r] = -1
		} else if n > 0 {
			values++
			b.groups = append(b.groups, group{end, end + n, r})
			b.count[r] = end // from here on: the index of the next member
			end += n
		}
	}
	b.lits = slices.Grow(b.lits, int(end)-len(b.lits))[:end]
	if b.dedup.pairs {
		b.dedup.slots = slices.Grow(b.dedup.slots, int(end)-len(b.dedup.slots))[:end]
	}
	for slot, v := range a.scope {
		for k := b.first[v]; k < b.first[v+1]; k++ {
			r := b.ranks[k]
			if at := b.count[r]; at >= 0 {
				b.lits[at] = Lit(k + 1)
				b.count[r] = at + 1
				if b.dedup.pairs {
					b.dedup.slots[at] = uint8(slot)
				}
			} else {
				b.eliminated = append(b.eliminated, Lit(k+1))
			}
		}
	}
	if lo <= hi {
		clear(b.count[lo : hi+1])
		clear(b.taken[lo : hi+1])
	}
	a.to, a.eliminated = int32(len(b.groups)), int32(len(b.eliminated))
	a.permutation = values == len(a.scope)
	a.impossible = clash || values < len(a.scope)
}

// countRanks counts by rank the atoms of a scope, in b.count, and its constants, in b.taken. It returns the smallest
// and the largest rank.
func (b *builder) countRanks(scope []model.Var) (lo, hi int32) {
	lo, hi = int32(b.valueIndex.Len()), -1
	for _, v := range scope {
		if r := b.fixed[v]; r >= 0 {
			b.taken[r]++
			lo, hi = min(lo, r), max(hi, r)
			continue
		}
		ranks := b.ranks[b.first[v]:b.first[v+1]]
		if len(ranks) == 0 {
			continue
		}
		for _, r := range ranks {
			b.count[r]++
		}
		lo, hi = min(lo, ranks[0]), max(hi, ranks[len(ranks)-1])
	}
	return lo, hi
}

// groupsOf returns the groups of AllDifferent i.
func (b *builder) groupsOf(i int) []group { return b.groups[b.alldiffs[i].from:b.alldiffs[i].to] }

// members returns the atoms of a group, which are their literals in the direct encoding.
func (b *builder) members(g group) []Lit { return b.lits[g.from:g.to] }
