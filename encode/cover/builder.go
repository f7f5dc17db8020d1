package cover

import (
	"nonet/encode"
	"nonet/encode/internal/construct"
	"nonet/internal/slice"
	"nonet/model"
)

// A builder holds a problem under construction and the memory of earlier ones.
//
// An atom is a variable with a value of its domain. Constraints first eliminate atoms; the remaining ones become
// options, to which the constraints then add items. The entries of options are collected in the order of the
// constraints, and sorted by option at the end.
type builder struct {
	wantNames  bool
	wantLabels bool // record the source of each item
	guard      *construct.Guard
	m          *model.Model
	p          Problem
	mp         encode.Map

	valueIndex construct.Index
	constant   []bool // by variable: whether it is a constant, without options
	first      []int  // by variable: its first atom; its other atoms follow in the order of the domain
	eliminated []bool // by atom: whether it has no option
	option     []int  // by atom: its option, unless it is eliminated
	perValue   []int  // scratch by rank of a value: the number of its atoms, or its item
	touched    []int  // scratch: ranks with an entry in perValue
	colorItem  []int  // by variable: its secondary item with colours, negated; 0 if it has none

	primary, secondary int           // number of items so far
	options            int           // number of options so far
	impossible         []int         // constraints that cannot be satisfied
	entries            []optionEntry // the entries of all options, by constraint
	labels             []label       // the source of each item, if wantNames or wantLabels is set
	next               []int         // scratch by option: the index of its next entry in slab
	slab               []Entry       // the entries of all options, by option
}

// An optionEntry is an entry of an option.
type optionEntry struct{ option, item, color int }

func (b *builder) encode(m *model.Model) {
	b.reset(m)
	for i, c := range m.Constraints {
		b.eliminate(i, c)
	}
	b.numberOptions()
	for v := range m.Vars {
		if !b.constant[v] {
			item := b.addItem(true, encode.ExactlyOne.OfVariable(model.Var(v)))
			for k := b.first[v]; k < b.first[v+1]; k++ {
				b.addEntry(k, item, 0)
			}
		}
	}
	for i, c := range m.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			b.addAllDifferent(i, c)
		case model.NotEqual:
			b.addNotEqual(i, c)
		case model.Table:
			b.addTable(i, c)
		}
	}
	for _, i := range b.impossible {
		b.addItem(true, encode.Impossible.OfConstraint(i))
	}
	b.finish()
}

// reset empties b and numbers the atoms of m.
func (b *builder) reset(m *model.Model) {
	b.m = m
	b.valueIndex = construct.NewIndex(m, nil)
	n := len(m.Vars)
	b.constant, b.colorItem = slice.Zeros(b.constant, n), slice.Zeros(b.colorItem, n)
	b.first = slice.Resize(b.first, n+1)
	for _, c := range m.Constraints {
		if g, ok := c.(model.Given); ok && m.Vars[g.Var].Domain.Size() == 1 && m.Vars[g.Var].Domain.Min() == g.Value {
			b.constant[g.Var] = true
		}
	}
	atoms := 0
	for v := range m.Vars {
		b.first[v] = atoms
		atoms += m.Vars[v].Domain.Size()
	}
	b.first[n] = atoms
	b.eliminated, b.option = slice.Zeros(b.eliminated, atoms), slice.Resize(b.option, atoms)
	b.perValue = slice.Zeros(b.perValue, b.valueIndex.Len())
	b.primary, b.secondary = 0, 0
	b.impossible, b.entries, b.labels = b.impossible[:0], b.entries[:0], b.labels[:0]
}

// numberOptions assigns options to the remaining atoms.
func (b *builder) numberOptions() {
	b.mp = encode.Map{Vars: len(b.m.Vars), Fixed: b.mp.Fixed[:0], Shown: b.mp.Shown[:0]}
	for v := range b.m.Vars {
		for k, value := range b.m.Vars[v].Domain.Indexed {
			a := encode.Atom{Var: model.Var(v), Value: value}
			if b.constant[v] {
				b.mp.Fixed = append(b.mp.Fixed, a)
			} else if k += b.first[v]; !b.eliminated[k] {
				b.option[k] = len(b.mp.Shown)
				b.mp.Shown = append(b.mp.Shown, a)
			}
		}
	}
	b.p.Shown, b.options = len(b.mp.Shown), len(b.mp.Shown)
}

// addItem returns a new item. Secondary items count from -1 downwards until itemIndex converts them.
func (b *builder) addItem(primary bool, s encode.Source) int {
	b.guard.Poll()
	item := b.primary
	if primary {
		b.primary++
	} else {
		b.secondary++
		item = -b.secondary
	}
	if b.wantNames || b.wantLabels {
		b.labels = append(b.labels, label{s, item})
	}
	return item
}

// itemIndex returns the index of an item in the problem. All items must have been added: the secondary ones follow the
// primary ones.
func (b *builder) itemIndex(item int) int {
	if item < 0 {
		return b.primary - item - 1
	}
	return item
}

// addEntry adds an item to the option of an atom, unless the atom is eliminated.
func (b *builder) addEntry(atom, item, color int) {
	if !b.eliminated[atom] {
		b.entries = append(b.entries, optionEntry{b.option[atom], item, color})
	}
}

// findAtom returns the atom of v = value, if v is not a constant, the value is in its domain, and the atom is not
// eliminated.
func (b *builder) findAtom(v model.Var, value int) (int, bool) {
	if b.constant[v] {
		return 0, false
	}
	d := b.m.Vars[v].Domain
	k, found := 0, false
	if d.IsInterval() { // the usual case
		k, found = value-d.Min(), d.Min() <= value && value <= d.Max()
	} else {
		k, found = d.Index(value)
	}
	k += b.first[v]
	return k, found && !b.eliminated[k]
}

// allowed reports whether v may have the value.
func (b *builder) allowed(v model.Var, value int) bool {
	if b.constant[v] {
		return b.m.Vars[v].Domain.Min() == value
	}
	_, ok := b.findAtom(v, value)
	return ok
}

// finish builds the problem from the collected entries.
func (b *builder) finish() {
	options := b.options
	b.next = slice.Zeros(b.next, options+1)
	for _, x := range b.entries {
		b.next[x.option+1]++
	}
	b.slab, b.p.Options = slice.Resize(b.slab, len(b.entries)), slice.Resize(b.p.Options, options)
	start := 0
	for k := range b.p.Options {
		b.guard.Poll()
		end := start + b.next[k+1]
		b.p.Options[k] = Option(b.slab[start:end:end])
		b.next[k] = start
		start = end
	}
	for _, x := range b.entries {
		b.slab[b.next[x.option]] = Entry{int32(b.itemIndex(x.item)), int32(x.color)}
		if b.next[x.option]++; x.option&63 == 0 {
			b.guard.Poll()
		}
	}
	b.p.Items, b.p.Primary = b.primary+b.secondary, b.primary
	if b.wantNames {
		b.setNames()
	}
}
