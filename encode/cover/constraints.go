package cover

import (
	"slices"

	"nonet/encode"
	"nonet/encode/internal/construct"
	"nonet/model"
)

// eliminate eliminates the atoms that constraint i alone excludes, given the constants.
func (b *builder) eliminate(i int, c model.Constraint) {
	switch c := c.(type) {
	case model.Given:
		if !b.allowed(c.Var, c.Value) {
			b.impossible = append(b.impossible, i)
		} else if !b.constant[c.Var] {
			b.restrict(c.Var, func(value int) bool { return value == c.Value })
		}
	case model.AllDifferent:
		b.eliminateConstants(i, c)
	case model.NotEqual:
		domainA, domainB := b.m.Vars[c.A].Domain, b.m.Vars[c.B].Domain
		switch {
		case c.A == c.B && c.Offset != 0:
		case c.A == c.B, b.constant[c.A] && b.constant[c.B] && domainA.Min() == domainB.Min()+c.Offset:
			b.impossible = append(b.impossible, i)
		case b.constant[c.A]:
			b.restrict(c.B, func(value int) bool { return domainA.Min() != value+c.Offset })
		case b.constant[c.B]:
			b.restrict(c.A, func(value int) bool { return value != domainB.Min()+c.Offset })
		}
	case model.Table:
		if vars, rows := b.reduce(c); len(vars) == 1 {
			b.restrict(vars[0], func(value int) bool {
				return slices.ContainsFunc(rows, func(row []int) bool { return row[0] == value })
			})
		}
	}
}

// restrict eliminates the atoms of v whose value does not satisfy the condition.
func (b *builder) restrict(v model.Var, condition func(value int) bool) {
	if b.constant[v] {
		return
	}
	for k, value := range b.m.Vars[v].Domain.Indexed {
		if !condition(value) {
			b.eliminated[b.first[v]+k] = true
		}
	}
}

// eliminateConstants eliminates the atoms of c that have the value of a constant.
func (b *builder) eliminateConstants(i int, c model.AllDifferent) {
	clash := false
	b.touched = b.touched[:0]
	for _, v := range c.Vars {
		if b.constant[v] {
			k := b.valueIndex.Rank(b.m.Vars[v].Domain.Min())
			clash = clash || b.perValue[k] > 0
			b.perValue[k]++
			b.touched = append(b.touched, k)
		}
	}
	if clash {
		b.impossible = append(b.impossible, i)
	}
	for _, v := range c.Vars {
		if len(b.touched) > 0 && !b.constant[v] {
			for k, value := range b.m.Vars[v].Domain.Indexed {
				if b.perValue[b.valueIndex.Rank(value)] > 0 {
					b.eliminated[b.first[v]+k] = true
				}
			}
		}
	}
	b.clearCounts()
}

// clearCounts clears the used entries of perValue.
func (b *builder) clearCounts() {
	for _, k := range b.touched {
		b.perValue[k] = 0
	}
	b.touched = b.touched[:0]
}

// addAllDifferent adds an item for each value that the variables may have: a primary one if each value must be taken,
// and otherwise a secondary one for values that several variables may have.
func (b *builder) addAllDifferent(i int, c model.AllDifferent) {
	variables := 0
	for _, v := range c.Vars {
		if b.constant[v] {
			continue
		}
		variables++
		for k, value := range b.m.Vars[v].Domain.Indexed {
			if !b.eliminated[b.first[v]+k] {
				x := b.valueIndex.Rank(value)
				if b.perValue[x] == 0 {
					b.touched = append(b.touched, x)
				}
				b.perValue[x]++
			}
		}
	}
	permutation := len(b.touched) == variables
	role := encode.AtMostOne
	if permutation {
		role = encode.ExactlyOne
	}
	if len(b.touched) < variables {
		b.impossible = append(b.impossible, i)
	}
	slices.Sort(b.touched)
	const none = 0
	for _, x := range b.touched {
		item := none
		if permutation || b.perValue[x] > 1 {
			item = b.addItem(permutation, role.OfConstraint(i).WithValue(b.valueIndex.Value(x)))
			if item >= 0 {
				item++ // distinguishes item 0 from none
			}
		}
		b.perValue[x] = item
	}
	for _, v := range c.Vars {
		if b.constant[v] {
			continue
		}
		for k, value := range b.m.Vars[v].Domain.Indexed {
			if b.eliminated[b.first[v]+k] {
				continue
			}
			switch item := b.perValue[b.valueIndex.Rank(value)]; {
			case item > 0:
				b.addEntry(b.first[v]+k, item-1, 0)
			case item < 0:
				b.addEntry(b.first[v]+k, item, 0)
			}
		}
	}
	b.clearCounts()
}

// addNotEqual adds an item for each pair of conflicting values.
func (b *builder) addNotEqual(i int, c model.NotEqual) {
	if b.constant[c.A] || b.constant[c.B] || c.A == c.B {
		return
	}
	for k, value := range b.m.Vars[c.B].Domain.Indexed {
		if j, ok := b.findAtom(c.A, value+c.Offset); ok && !b.eliminated[b.first[c.B]+k] {
			item := b.addItem(false, encode.Conflict.OfConstraint(i).WithValue(value+c.Offset))
			b.addEntry(j, item, 0)
			b.addEntry(b.first[c.B]+k, item, 0)
		}
	}
}

// addTable adds an item for the table, and an option for each of its rows that gives the variables their colours. A
// table of two variables gets items for the forbidden pairs instead: they eliminate conflicting values at once, whereas
// colours wait until a variable has its value.
func (b *builder) addTable(i int, c model.Table) {
	free, rows := b.reduce(c)
	switch {
	case len(free) == 0 && len(rows) == 0:
		b.impossible = append(b.impossible, i)
		return
	case len(free) < 2: // expressed by leaving out options
		return
	}
	if len(free) == 2 {
		b.addForbiddenPairs(i, free[0], free[1], rows)
		return
	}
	item := b.addItem(true, encode.TableRows.OfConstraint(i))
	for _, v := range free {
		if b.colorItem[v] == 0 {
			colors := b.addItem(false, encode.Definition.OfVariable(v))
			b.colorItem[v] = -colors
			for k, value := range b.m.Vars[v].Domain.Indexed {
				b.addEntry(b.first[v]+k, colors, b.valueIndex.Rank(value)+1)
			}
		}
	}
	for _, row := range rows {
		b.entries = append(b.entries, optionEntry{b.options, item, 0})
		for k, v := range free {
			b.entries = append(b.entries, optionEntry{b.options, -b.colorItem[v], b.valueIndex.Rank(row[k]) + 1})
		}
		b.options++
	}
}

// addForbiddenPairs adds a secondary item for each value of u that conflicts with some values of v. As v has one value,
// all of these can share the item.
func (b *builder) addForbiddenPairs(i int, u, v model.Var, rows [][]int) {
	for k, value := range b.m.Vars[u].Domain.Indexed {
		if b.eliminated[b.first[u]+k] {
			continue
		}
		item := 0
		for j, other := range b.m.Vars[v].Domain.Indexed {
			_, allowed := slices.BinarySearchFunc(rows, []int{value, other}, slices.Compare[[]int])
			if allowed || b.eliminated[b.first[v]+j] {
				continue
			}
			if item == 0 {
				item = b.addItem(false, encode.Conflict.OfConstraint(i).WithValue(value))
				b.addEntry(b.first[u]+k, item, 0)
			}
			b.addEntry(b.first[v]+j, item, 0)
		}
	}
}

// reduce returns the variables of a table that are not constants, and the possible rows over them.
func (b *builder) reduce(c model.Table) (vars []model.Var, rows [][]int) {
	return construct.ReduceTable(c, func(v model.Var) bool { return b.constant[v] }, b.allowed)
}
