package cnf

import (
	"iter"
	"slices"

	"nonet/encode"
	"nonet/encode/internal/construct"
	"nonet/internal/slice"
	"nonet/model"
)

// A builder encodes one model after another. It keeps its buffers between them, and its analysis of the AllDifferents
// as long as these stay the same.
//
// Values are handled as ranks: consecutive numbers from 0, in the order of the values (package values). An atom is a
// variable of the model with a value of its domain; atoms are numbered. In the direct encoding, shown variable k+1 is
// true exactly when atom k holds. For the other encodings, variables.go has functions that state clauses over atoms.
type builder struct {
	encoder Encoder
	form    AtMostOne

	f  guarded
	mp encode.Map

	valueIndex construct.Index
	fixed      []int32 // by variable of the model: the rank of its value if it is a constant, or -1
	first      []int32 // the atoms of variable v of the model are first[v]..first[v+1]-1
	ranks      []int32 // by atom

	lits       []Lit          // all atoms, as their numbers plus one; then the members of all groups, in the same form
	groups     []group        // the atoms of the AllDifferents by value
	alldiffs   []alldiff      // in the order of the model
	permuted   []bool         // by variable of the model: whether it belongs to a permutation
	eliminated []Lit          // atoms that constants make false, as their numbers plus one
	repr       representation // how shown variables represent the atoms

	count, taken []int32 // by rank; all zero outside of groupByValue

	structure structure // analysis of the AllDifferents
	dedup     dedup

	recorder *recorder // the sources of the clauses; nil unless Provenance is called
}

// A structure is the part of the analysis that depends only on the scopes of the AllDifferents and on which of them are
// permutations. Each field is computed on first use.
type structure struct {
	segments *segments
	repeats  [][]uint64       // see dedup.go
	pairs    [][][2]model.Var // see support.go
}

// configure sets the options of b. It panics if e has an unknown preset or linear encoding.
func (b *builder) configure(e Encoder) {
	if e.Preset < 0 || int(e.Preset) >= len(presets) {
		panic("cnf: unknown " + e.Preset.String())
	}
	if e.Linear < 0 || int(e.Linear) >= len(linearEncodings) {
		panic("cnf: unknown " + e.Linear.String())
	}
	b.f.Comments = []string{e.comment()}
	b.encoder = e
	b.form = e.AtMostOne
	if b.form == nil {
		b.form = Pairwise{}
	}
}

// release drops the references to the last result and to the model.
func (b *builder) release() {
	b.f, b.mp = guarded{}, encode.Map{}
	clear(b.alldiffs)
	b.alldiffs = b.alldiffs[:0]
	b.structure = structure{}
}

// encode sets b.f and b.mp to the encoding of m.
func (b *builder) encode(m *model.Model) error {
	if err := encode.CheckValues("cnf", m, nil); err != nil {
		return err
	}
	b.numberAtoms(m)
	return b.encodeConstraints(m)
}

// numberAtoms finds the constants of m and numbers the atoms of the other variables.
func (b *builder) numberAtoms(m *model.Model) {
	b.reset(len(m.Vars))
	atoms := slice.Sum(m.Vars, func(v model.Variable) int { return v.Domain.Size() })
	b.valueIndex = construct.NewIndex(m, nil)
	constants := 0
	for _, c := range m.Constraints {
		if g, ok := c.(model.Given); ok && b.fixed[g.Var] < 0 {
			if d := m.Vars[g.Var].Domain; d.Size() == 1 && d.Min() == g.Value {
				b.fixed[g.Var] = int32(b.valueIndex.Rank(g.Value))
				constants++
			}
		}
	}
	b.mp.Fixed = slices.Grow(b.mp.Fixed, constants)
	b.mp.Shown = slices.Grow(b.mp.Shown, atoms-constants)
	b.ranks = slices.Grow(b.ranks, atoms-constants)
	for v := range m.Vars {
		b.first[v] = int32(len(b.ranks))
		domain := m.Vars[v].Domain
		if b.fixed[v] >= 0 {
			b.mp.Fixed = append(b.mp.Fixed, encode.Atom{Var: model.Var(v), Value: domain.Min()})
			continue
		}
		for value := range domain.All {
			b.mp.Shown = append(b.mp.Shown, encode.Atom{Var: model.Var(v), Value: value})
			b.ranks = append(b.ranks, int32(b.valueIndex.Rank(value)))
		}
	}
	b.first[len(m.Vars)] = int32(len(b.ranks))
}

// reset empties b for a model of n variables.
func (b *builder) reset(n int) {
	b.fixed = slice.Resize(b.fixed, n)
	for v := range b.fixed {
		b.fixed[v] = -1
	}
	b.first = slice.Resize(b.first, n+1)
	b.permuted = slice.Zeros(b.permuted, n)
	b.ranks = b.ranks[:0]
	b.mp.Vars, b.mp.Fixed, b.mp.Shown = n, b.mp.Fixed[:0], b.mp.Shown[:0]
}

// encodeConstraints writes the clauses. The atoms must be numbered.
func (b *builder) encodeConstraints(m *model.Model) error {
	constraints := m.Constraints
	b.f.Clauses, b.f.Body, b.f.flushed = 0, b.f.Body[:0], 0
	if b.recorder != nil {
		b.recorder.findAllDifferents(constraints)
	}
	b.numberShown(m)
	b.dedup.pairs = b.encoder.Dedup && b.allPairwise(constraints)
	b.groupAtoms(constraints)
	b.reserve()
	if b.dedup.pairs {
		b.dedup.pairs = b.findRepeats()
	}
	presets[b.encoder.Preset].encode(b)
	b.addConsequences()
	for i, c := range constraints {
		b.setSource(constraintSource(i, c))
		switch c := c.(type) {
		case model.Linear:
			if err := b.linear(c); err != nil {
				part := "linear constraint " + m.Describe(c) + ": " + err.Error()
				return &encode.UnsupportedError{Encoding: "cnf", Part: part}
			}
		case model.NotEqual:
			b.notEqual(c)
		case model.Table:
			b.table(c)
		case model.Given:
			b.given(c)
		}
	}
	if err := b.objective(m.Objective); err != nil {
		return err
	}
	if b.encoder.Dedup {
		b.removeRepeats(len(constraints))
	}
	return nil
}

// reserve allocates Body. The size is exact for Extended with Pairwise, an upper bound for most other presets with
// Pairwise, and a guess for other forms.
func (b *builder) reserve() {
	size := 0
	_, pairwise := b.form.(Pairwise)
	if b.encoder.Preset == Support {
		size = b.supportSize()
	}
	literals := 1 // of "v is not x"
	switch b.encoder.Preset {
	case Order:
		literals = 2
	case Log:
		literals = bitsFor(b.valueIndex.Len())
	}
	add := func(k int) {
		if pairwise {
			size += k*literals + 1 + (2*literals+1)*k*(k-1)/2
		} else {
			size += 10 * k * literals
		}
	}
	for v := range b.fixed {
		if k := int(b.first[v+1] - b.first[v]); literals == 1 {
			add(k)
		} else {
			size += 3 * k // a variable has at most one value by its meaning
		}
	}
	for _, g := range b.groups {
		add(int(g.to - g.from))
	}
	if b.f.guard != nil && (pairwise || b.encoder.Preset == Support) {
		b.f.guard.check(size)
	}
	if b.f.flush != nil {
		size = min(size, flushLength)
	}
	b.f.Body = slice.Reserve(b.f.Body, size)
}

// addConsequences adds the unit clauses that constants imply, and the empty clause for each AllDifferent that cannot be
// satisfied.
func (b *builder) addConsequences() {
	from := int32(0)
	for i, a := range b.alldiffs {
		for _, l := range b.eliminated[from:a.eliminated] {
			b.eliminate(i, l)
		}
		from = a.eliminated
	}
	for i := range b.alldiffs {
		if b.alldiffs[i].impossible {
			b.setSource(b.alldiffSource(encode.Impossible, i))
			b.f.Add()
		}
	}
}

// freeVars iterates over the variables of the model that are not constants.
func (b *builder) freeVars() iter.Seq[int] {
	return func(yield func(int) bool) {
		for v, rank := range b.fixed {
			if rank < 0 && !yield(v) {
				return
			}
		}
	}
}

// directLits returns the atoms of a variable of the model, which are its literals in the direct encoding.
func (b *builder) directLits(v int) []Lit { return b.lits[b.first[v]:b.first[v+1]] }
