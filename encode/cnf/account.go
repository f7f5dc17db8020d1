package cnf

import (
	"slices"

	"nonet/encode"
	"nonet/model"
)

// Account encodes m as Encode does, and says why each clause is there.
func (e Encoder) Account(m *model.Model) (encode.Encoding[*Formula, Valuation], *encode.Account, error) {
	b := new(builder)
	b.use(e)
	b.record = new(record)
	if err := b.encode(m); err != nil {
		return encode.Encoding[*Formula, Valuation]{}, nil, err
	}
	f, mp := b.f, b.mp
	form, sum := b.form.String(), e.Sum.String()
	a := &encode.Account{Model: m, Units: "clauses", Holds: "literals", Shown: f.Shown, Auxiliary: f.Vars - f.Shown, Propagation: presets[e.Preset].propagation}
	a.Parts = b.record.parts(&f)
	a.Sources = []string{presets[e.Preset].source}
	used := map[string]bool{}
	for i := range a.Parts {
		p := &a.Parts[i]
		switch p.Role {
		case encode.AtMostOne, encode.ExactlyOne:
			p.Form = form
		case encode.Sum:
			p.Form = sum
		}
		used[p.Form] = true
	}
	if source := b.form.Source(); used[form] && source != "" {
		a.Sources = append(a.Sources, source)
	}
	if used[sum] {
		a.Sources = append(a.Sources, sums[e.Sum].source)
	}
	s := &speaker{m: m, mp: mp, f: &f, meanings: b.record.meanings}
	a.Says = s.says
	return encode.Encoding[*Formula, Valuation]{
		Formula: &f,
		Map:     mp,
		Decode:  func(v Valuation) (model.Assignment, error) { return decode(mp, v) },
		Size:    f.Size(),
	}, a, nil
}

// A record notes what a builder is writing about.
type record struct {
	marks    []mark
	meanings []Meaning // of auxiliary variables, in their order; a Meaning of no kind if it is not known
	dropped  []int     // clauses that were removed again, in increasing order, as they were numbered before
	alldiffs []int     // by AllDifferent: its number among the constraints
}

// A mark says that what is written from here on is about a source.
type mark struct {
	source        encode.Source
	clauses, vars int // so many there were before
}

// about says what the clauses to come are about. It costs nothing unless somebody asked for an account.
func (b *builder) about(s encode.Source) {
	if b.record != nil {
		b.record.marks = append(b.record.marks, mark{s, b.f.Clauses, b.f.Vars})
	}
}

// aside says what the clauses to come are about, and returns what is to be called when it is again about what it was before.
func (b *builder) aside(s encode.Source) func() {
	if b.record == nil {
		return func() {}
	}
	before := b.record.marks[len(b.record.marks)-1].source
	b.about(s)
	return func() { b.about(before) }
}

// house is the source of what is said of AllDifferent i.
func (b *builder) house(role encode.Role, i int) encode.Source {
	s := encode.Source{Role: role, Var: encode.None}
	if b.record != nil {
		s.Constraint = b.record.alldiffs[i]
	}
	return s
}

// of returns s about a value.
func (b *builder) of(s encode.Source, rank int32) encode.Source {
	s.Value, s.Valued = b.scale.Value(int(rank)), true
	return s
}

// single is the source of what is said of a variable of the model.
func single(role encode.Role, v model.Var) encode.Source {
	return encode.Source{Role: role, Constraint: encode.None, Var: v}
}

// number finds the AllDifferents among the constraints.
func (r *record) number(constraints []model.Constraint) {
	for i, c := range constraints {
		if _, ok := c.(model.AllDifferent); ok {
			r.alldiffs = append(r.alldiffs, i)
		}
	}
}

// parts returns the parts of f.
func (r *record) parts(f *Formula) []encode.Part {
	size := make([]int, 0, f.Clauses) // literals of each clause
	for c := range f.All() {
		size = append(size, len(c))
	}
	var parts []encode.Part
	k := 0 // clause
	dropped := r.dropped
	for i, m := range r.marks {
		next := mark{clauses: f.Clauses + len(r.dropped), vars: f.Vars}
		if i+1 < len(r.marks) {
			next = r.marks[i+1]
		}
		p := encode.Part{Source: m.source, Units: next.clauses - m.clauses, Auxiliary: next.vars - m.vars}
		for len(dropped) > 0 && dropped[0] < next.clauses {
			dropped = dropped[1:]
			p.Units--
		}
		for _, n := range size[k : k+p.Units] {
			p.Entries += n
		}
		k += p.Units
		for v := m.vars; v < next.vars; v++ {
			if r.meanings[v-f.Shown].Open {
				p.Open++
			}
		}
		if p.Units > 0 || p.Auxiliary > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}

// mean notes the meaning of an auxiliary variable.
func (b *builder) mean(l Lit, m Meaning) {
	if r := b.record; r != nil {
		k := int(l.Var()) - b.f.Shown - 1
		if k >= len(r.meanings) {
			r.meanings = append(r.meanings, make([]Meaning, k+1-len(r.meanings))...)
		}
		r.meanings[k] = m
	}
}

// atMost states that at most one of lits is true. known says that one of them is in every solution, which tells the auxiliary variables.
func (b *builder) atMost(lits []Lit, known bool) {
	before := b.f.Vars
	b.form.Add(&b.f, lits)
	b.glossed(lits, before, known)
}

// exactly states that exactly one of lits is true. The source is that of both parts; their roles are filled in.
func (b *builder) exactly(s encode.Source, lits []Lit) {
	if b.record == nil {
		exactlyOne(&b.f, b.form, lits)
		return
	}
	if own, ok := b.form.(ExactlyOne); ok {
		s.Role = encode.ExactlyOne
		b.about(s)
		before := b.f.Vars
		own.AddExactly(&b.f, lits)
		b.glossed(lits, before, true)
		return
	}
	s.Role = encode.AtLeastOne
	b.about(s)
	b.f.Add(lits...)
	s.Role = encode.AtMostOne
	b.about(s)
	b.atMost(lits, true)
}

// glossed notes the meanings of the auxiliary variables that a form has added for lits.
func (b *builder) glossed(lits []Lit, before int, known bool) {
	if b.record == nil || b.f.Vars == before {
		return
	}
	auxiliary := make([]Lit, b.f.Vars-before)
	for i := range auxiliary {
		auxiliary[i] = Lit(before + i + 1)
	}
	for i, m := range b.form.Meanings(slices.Clone(lits), auxiliary) {
		m.Open = m.Open && !known
		b.mean(auxiliary[i], m)
	}
}
