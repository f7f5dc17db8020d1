package cnf

import (
	"math"
	"slices"

	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// A representation holds how shown variables represent atoms.
//
// An atom is a conjunction of literals: one literal in the direct encoding, "at least d and not at least the next
// value" in the order encoding, all bits in the log encoding. So in each of them, one clause over shown variables
// states that two atoms do not both hold (forbid). Where an atom must be a single literal, as in a clause with other
// atoms, it gets an auxiliary variable that is defined to be the conjunction (valueLit). The same goes for "at least d"
// where no shown variable has that meaning (thresholdLit). Both kinds of variables are made on first use. The shown
// variables determine them, so the number of models stays the same.
type representation struct {
	kind encode.AtomKind
	base []int32 // the shown variables of variable v of the model are base[v]+1..base[v+1]

	// atomLits has, by atom, the literal that is true exactly when the atom holds; 0 before it is made. Unused if kind
	// is Equal.
	atomLits []Lit

	// thresholds has, by variable of the model, the literals "at least the i-th value" for i > 0; nil before they are
	// made. Unused if kind is AtLeast.
	thresholds [][]Lit
}

// The literals of atoms that are constant.
const (
	falseLit Lit = 0             // the value is not in the domain
	trueLit  Lit = math.MaxInt32 // the variable has no other value
)

// numberShown numbers the shown variables and records their meaning. The atoms must be numbered.
func (b *builder) numberShown(m *model.Model) {
	w := &b.repr
	w.kind = presets[b.encoder.Preset].shown
	clear(w.thresholds)
	if w.kind != encode.Equal {
		b.mp.Shown = b.mp.Shown[:0]
		b.mp.Domains = slice.Zeros(b.mp.Domains, len(m.Vars))
		w.base = slice.Resize(w.base, len(m.Vars)+1)
		w.atomLits = slice.Zeros(w.atomLits, len(b.ranks))
		for v := range m.Vars {
			w.base[v] = int32(len(b.mp.Shown))
			if b.fixed[v] < 0 {
				b.mp.Domains[v] = m.Vars[v].Domain
				b.addShown(model.Var(v), m.Vars[v].Domain)
			}
		}
		w.base[len(m.Vars)] = int32(len(b.mp.Shown))
	}
	b.f.Shown, b.f.Vars, b.f.OneHot = len(b.mp.Shown), len(b.mp.Shown), w.kind == encode.Equal
}

// addShown adds the shown variables of v in the order or log encoding.
func (b *builder) addShown(v model.Var, domain model.Domain) {
	if b.repr.kind == encode.Bit {
		for bit := range bitsFor(domain.Size()) {
			b.mp.Shown = append(b.mp.Shown, encode.Atom{Var: v, Value: bit, Kind: encode.Bit})
		}
		return
	}
	for i := 1; i < domain.Size(); i++ {
		b.mp.Shown = append(b.mp.Shown, encode.Atom{Var: v, Value: domain.At(i), Kind: encode.AtLeast})
	}
}

// domainSize returns the number of values of v, which is not a constant.
func (b *builder) domainSize(v model.Var) int { return int(b.first[v+1] - b.first[v]) }

// positionOf returns the index of a value in the domain of v, or -1 if it is not there.
func (b *builder) positionOf(v model.Var, value int) int {
	if r := b.fixed[v]; r >= 0 {
		if b.valueIndex.Value(int(r)) == value {
			return 0
		}
		return -1
	}
	from, to := b.first[v], b.first[v+1]
	if from < to { // the values of most domains are consecutive
		i := value - b.valueIndex.Value(int(b.ranks[from])) // may wrap around
		if 0 <= i && i < int(to-from) && b.valueIndex.Value(int(b.ranks[int(from)+i])) == value {
			return i
		}
	}
	for from < to { // binary search
		k := int32(uint(from+to) / 2)
		switch found := b.valueIndex.Value(int(b.ranks[k])); {
		case found == value:
			return int(k - b.first[v])
		case found < value:
			from = k + 1
		default:
			to = k
		}
	}
	return -1
}

// appendAtom appends to dst the literals of shown variables that are all true exactly when v has its i-th value. v is
// not a constant.
func (b *builder) appendAtom(dst []Lit, v model.Var, i int) []Lit {
	if b.repr.kind == encode.Equal {
		return append(dst, Lit(int(b.first[v])+i+1))
	}
	base, n := Lit(b.repr.base[v]), b.domainSize(v)
	if b.repr.kind == encode.AtLeast {
		if i > 0 {
			dst = append(dst, base+Lit(i))
		}
		if i < n-1 {
			dst = append(dst, -(base + Lit(i+1)))
		}
		return dst
	}
	for bit := range bitsFor(n) {
		l := base + Lit(bit+1)
		if i>>bit&1 == 0 {
			l = -l
		}
		dst = append(dst, l)
	}
	return dst
}

// forbid adds the clause "not all of the atoms hold, or one of lits is true". An atom whose value is not in the domain
// never holds.
func (b *builder) forbid(lits []Lit, atoms ...encode.Atom) {
	start := len(b.f.Body)
	for _, a := range atoms {
		i := b.positionOf(a.Var, a.Value)
		if i < 0 {
			b.f.Body = b.f.Body[:start]
			return
		}
		if b.fixed[a.Var] < 0 {
			b.f.Body = b.appendNegatedAtom(b.f.Body, a.Var, i)
		}
	}
	b.f.Add(lits...)
}

// appendNegatedAtom appends to dst literals of which at least one is true exactly when v does not have its i-th value.
func (b *builder) appendNegatedAtom(dst []Lit, v model.Var, i int) []Lit {
	from := len(dst)
	dst = b.appendAtom(dst, v, i)
	for k := from; k < len(dst); k++ {
		dst[k] = -dst[k]
	}
	return dst
}

// eliminate adds the clause that an atom, given as its number plus one, does not hold. Its source is AllDifferent i.
func (b *builder) eliminate(i int, atom Lit) {
	k := int32(atom - 1)
	if b.repr.kind == encode.Equal && b.recorder == nil {
		b.f.Add(-atom)
		return
	}
	v, _ := slices.BinarySearchFunc(b.first, k, func(first, k int32) int {
		if first <= k {
			return -1
		}
		return 1
	})
	a := encode.Atom{Var: model.Var(v - 1), Value: b.valueIndex.Value(int(b.ranks[k]))}
	s := b.alldiffSource(encode.Consequence, i).WithValue(a.Value)
	s.Var = a.Var
	b.setSource(s)
	b.forbid(nil, a)
}

// valueLit returns the literal "v has the value", which may be falseLit or trueLit.
func (b *builder) valueLit(v model.Var, value int) Lit {
	switch i := b.positionOf(v, value); {
	case i < 0:
		return falseLit
	case b.fixed[v] >= 0:
		return trueLit
	default:
		return b.atomLit(v, i)
	}
}

// atomLit returns the literal "v has its i-th value", which may be trueLit. v is not a constant.
func (b *builder) atomLit(v model.Var, i int) Lit {
	k := int(b.first[v]) + i
	if b.repr.kind == encode.Equal {
		return Lit(k + 1)
	}
	if l := b.repr.atomLits[k]; l != 0 {
		return l
	}
	lits := b.appendAtom(nil, v, i)
	l := trueLit
	switch len(lits) {
	case 0:
	case 1:
		l = lits[0]
	default:
		value := b.valueAt(v, i)
		restore := b.pushSource(encode.Definition.OfVariable(v).WithValue(value))
		l = b.f.NewVar()
		b.recordMeaning(l, meaning{atoms: []encode.Atom{{Var: v, Value: value}}})
		for _, condition := range lits {
			b.f.Add(-l, condition)
		}
		b.f.Add(append(b.appendNegatedAtom(nil, v, i), l)...)
		restore()
	}
	b.repr.atomLits[k] = l
	return l
}

// atomLits returns the literals of all values of v, which is not a constant.
func (b *builder) atomLits(v model.Var) []Lit {
	if b.repr.kind == encode.Equal {
		return b.directLits(int(v))
	}
	return slice.Make(b.domainSize(v), func(i int) Lit { return b.atomLit(v, i) })
}

// thresholdLit returns the literal "v has its i-th value or a greater one", i > 0. v is not a constant.
func (b *builder) thresholdLit(v model.Var, i int) Lit {
	if b.repr.kind == encode.AtLeast {
		return Lit(int(b.repr.base[v]) + i)
	}
	if len(b.repr.thresholds) < len(b.fixed) {
		b.repr.thresholds = append(b.repr.thresholds, make([][]Lit, len(b.fixed)-len(b.repr.thresholds))...)
	}
	if b.repr.thresholds[v] == nil {
		b.repr.thresholds[v] = b.addThresholds(v, b.atomLits(v))
	}
	return b.repr.thresholds[v][i]
}

// addThresholds returns the literals "one of lits[i], lits[i+1], ... is true" for i > 0, where lits are the literals of
// the n >= 2 values of v. It adds n-3 auxiliary variables and 3(n-2) clauses for n > 2, and none for n = 2: the first
// threshold is the negation of lits[0], and the last is lits[n-1].
func (b *builder) addThresholds(v model.Var, lits []Lit) []Lit {
	n := len(lits)
	defer b.pushSource(encode.Definition.OfVariable(v))()
	steps := make([]Lit, n)
	steps[n-1] = lits[n-1]
	for i := n - 2; i > 0; i-- {
		steps[i] = -lits[0]
		if i > 1 {
			steps[i] = b.f.NewVar()
			atom := encode.Atom{Var: v, Value: b.valueAt(v, i), Kind: encode.AtLeast}
			b.recordMeaning(steps[i], meaning{atoms: []encode.Atom{atom}})
		}
		b.f.Add(-lits[i], steps[i])
		b.f.Add(-steps[i+1], steps[i])
		b.f.Add(-steps[i], lits[i], steps[i+1])
	}
	return steps
}

// valueAt returns the i-th value of v, which is not a constant.
func (b *builder) valueAt(v model.Var, i int) int {
	return b.valueIndex.Value(int(b.ranks[int(b.first[v])+i]))
}
