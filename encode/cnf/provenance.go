package cnf

import (
	"fmt"
	"strings"

	"nonet/encode"
	"nonet/model"
)

// Provenance encodes m as Encode does, and says why each clause is there.
func (e Encoder) Provenance(m *model.Model) (encode.Encoding[*Formula, Valuation], *encode.Provenance, error) {
	b := new(builder)
	b.configure(e)
	b.recorder = new(recorder)
	if err := b.encode(m); err != nil {
		return encode.Encoding[*Formula, Valuation]{}, nil, err
	}
	f, mp := b.f, b.mp
	preset := presets[e.Preset]
	p := &encode.Provenance{Model: m, UnitName: "clauses", EntryName: "literals", Shown: f.Shown, Auxiliary: f.Vars - f.Shown,
		Propagation: preset.propagation, Parts: b.recorder.parts(&f), Sources: []string{preset.source}}
	forms := map[encode.Role]string{encode.AtMostOne: b.form.String(), encode.ExactlyOne: b.form.String(), encode.Sum: e.Linear.String()}
	used := map[string]bool{}
	for i := range p.Parts {
		part := &p.Parts[i]
		part.Form = forms[part.Role]
		used[part.Form] = true
	}
	if source := infoOf(b.form).source; used[b.form.String()] && source != "" {
		p.Sources = append(p.Sources, source)
	}
	if used[e.Linear.String()] {
		p.Sources = append(p.Sources, linearEncodings[e.Linear].source)
	}
	d := &describer{m: m, mp: mp, f: &f, meanings: b.recorder.meanings}
	p.Describe = d.describe
	return newEncoding(&f, mp), p, nil
}

// A record notes what a builder is writing about.
type recorder struct {
	marks    []mark
	meanings []meaning // of auxiliary variables, in their order
	dropped  []int     // clauses that were removed again, in increasing order, as they were numbered before
	alldiffs []int     // by AllDifferent: its number among the constraints

	value []int8 // by variable, for propagate: 1 true, -1 false, 0 unknown
	trail []Var  // variables that are not unknown
}

// A mark says that what is written from here on is about a source.
type mark struct {
	source        encode.Source
	clauses, vars int // so many there were before
}

// about says what the clauses to come are about. It costs nothing without a record.
func (b *builder) setSource(s encode.Source) {
	if b.recorder != nil {
		b.recorder.marks = append(b.recorder.marks, mark{s, b.f.Clauses, b.f.Vars})
	}
}

// aside says what the clauses to come are about, and returns what is to be called when it is again about what it was before.
func (b *builder) pushSource(s encode.Source) func() {
	if b.recorder == nil {
		return func() {}
	}
	before := b.recorder.marks[len(b.recorder.marks)-1].source
	b.setSource(s)
	return func() { b.setSource(before) }
}

// house is the source of what is said of AllDifferent i.
func (b *builder) alldiffSource(role encode.Role, i int) encode.Source {
	s := encode.Source{Role: role, Var: encode.None}
	if b.recorder != nil {
		s.Constraint = b.recorder.alldiffs[i]
	}
	return s
}

// aboutValue says that the clauses to come are about a value in AllDifferent i.
func (b *builder) setValueSource(role encode.Role, i int, rank int32) {
	if b.recorder != nil { // a source takes as long to make as some clauses
		b.setSource(b.alldiffSource(role, i).WithValue(b.valueIndex.Value(int(rank))))
	}
}

// number finds the AllDifferents among the constraints.
func (r *recorder) findAllDifferents(constraints []model.Constraint) {
	for i, c := range constraints {
		if _, ok := c.(model.AllDifferent); ok {
			r.alldiffs = append(r.alldiffs, i)
		}
	}
}

// parts returns the parts of f.
func (r *recorder) parts(f *Formula) []encode.Part {
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
			if r.meanings[v-f.Shown].undetermined {
				p.Undetermined++
			}
		}
		if p.Units > 0 || p.Auxiliary > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}

// atMost states that at most one of lits is true. known says that one of them is in every solution, which tells the auxiliary variables.
func (b *builder) addAtMostOne(lits []Lit, known bool) { b.addForm(b.form.Add, lits, known) }

// exactly states that exactly one of lits is true. The source is that of both parts; their roles are filled in.
func (b *builder) addExactlyOne(s encode.Source, lits []Lit) {
	if own, ok := b.form.(ExactlyOne); ok {
		s.Role = encode.ExactlyOne
		b.setSource(s)
		b.addForm(own.AddExactly, lits, true)
		return
	}
	s.Role = encode.AtLeastOne
	b.setSource(s)
	b.f.Add(lits...)
	s.Role = encode.AtMostOne
	b.setSource(s)
	b.addAtMostOne(lits, true)
}

// stateForm calls the Add or AddExactly of a form, and notes the meanings of the auxiliary variables that it adds. These follow from
// the clauses by unit propagation: each literal in turn is made true and the others false, and at last all are false, unless one is known
// to be true.
func (b *builder) addForm(add func(*Formula, []Lit), lits []Lit, known bool) {
	vars, body := b.f.Vars, len(b.f.Body)
	add(&b.f, lits)
	if b.recorder == nil || b.f.Vars == vars {
		return
	}
	clauses := Formula{Vars: b.f.Vars, Body: b.f.Body[body:]}
	meanings := make([]meaning, b.f.Vars-vars)
	without := make([][]Lit, len(meanings)) // the literals that make the variable false
	for i := range lits {
		b.recorder.propagate(&clauses, lits, i)
		for k := range meanings {
			if b.recorder.value[vars+1+k] > 0 {
				meanings[k].oneOf = append(meanings[k].oneOf, lits[i])
			} else {
				without[k] = append(without[k], lits[i])
			}
		}
	}
	b.recorder.propagate(&clauses, lits, -1)
	for k := range meanings {
		value := b.recorder.value[vars+1+k]
		if value > 0 { // the variable says that none of the others is true
			meanings[k] = meaning{oneOf: without[k], negated: true}
		}
		meanings[k].undetermined = value == 0 && !known
		b.recordMeaning(Lit(vars+1+k), meanings[k])
	}
}

// propagate sets the values that follow by unit propagation if lits[one] is true and the others are false; all are if one is negative.
func (r *recorder) propagate(f *Formula, lits []Lit, one int) {
	for _, v := range r.trail {
		r.value[v] = 0
	}
	r.trail = r.trail[:0]
	if n := f.Vars + 1 - len(r.value); n > 0 {
		r.value = append(r.value, make([]int8, n)...)
	}
	set := func(l Lit) {
		r.trail = append(r.trail, l.Var())
		r.value[l.Var()] = 1
		if l < 0 {
			r.value[l.Var()] = -1
		}
	}
	for i, l := range lits {
		if i != one {
			l = -l
		}
		set(l)
	}
	for before := -1; before < len(r.trail); {
		before = len(r.trail)
		for c := range f.All() {
			var unit Lit
			unknown := 0
			for _, l := range c {
				switch v := r.value[l.Var()]; {
				case v == 0:
					unit = l
					unknown++
				case v > 0 == (l > 0): // the clause is satisfied
					unknown = len(c) + 1
				}
			}
			if unknown == 1 {
				set(unit)
			}
		}
	}
}

// mean notes the meaning of an auxiliary variable.
func (b *builder) recordMeaning(l Lit, m meaning) {
	if r := b.recorder; r != nil {
		k := int(l.Var()) - b.f.Shown - 1
		if k >= len(r.meanings) {
			r.meanings = append(r.meanings, make([]meaning, k+1-len(r.meanings))...)
		}
		r.meanings[k] = m
	}
}

// A meaning is what an auxiliary variable stands for: the first of these that is there.
type meaning struct {
	atoms   []encode.Atom // all of them hold
	terms   []model.Term  // their sum is at least from; if rests is set, the other terms make the sum right if that of these is from from to to
	inRange bool
	from    int
	to      int
	oneOf   []Lit // one of them is true, or if none is set, none of them
	negated bool

	// open says that the clauses do not define the variable where none of oneOf is true: it may be true or false then.
	undetermined bool
}

// A describer writes clauses.
type describer struct {
	m        *model.Model
	mp       encode.Map
	f        *Formula
	meanings []meaning
	starts   []int // of clauses in Body; nil until they are needed
}

// clause describes clause k.
func (d *describer) describe(k int) encode.Unit {
	if d.starts == nil {
		d.starts = append(make([]int, 0, d.f.Clauses), 0)
		for i, l := range d.f.Body {
			if l == 0 {
				d.starts = append(d.starts, i+1)
			}
		}
	}
	clause := d.f.Body[d.starts[k] : d.starts[k+1]-1]
	u := encode.Unit{Text: d.formatClause(clause, false)}
	var notes []string
	for _, l := range clause {
		switch {
		case int(l.Var()) > d.f.Shown:
			notes = append(notes, fmt.Sprintf("x%d: %s", l.Var(), d.formatMeaning(l)))
		case l > 0:
			u.Add(d.mp.Shown[l-1], 1)
		default:
			u.Add(d.mp.Shown[-l-1], -1)
		}
	}
	if notes != nil {
		u.Text += " (" + strings.Join(notes, "; ") + ")"
	}
	return u
}

// or writes a clause; the empty one is "false". With inside set, auxiliary variables that stand for one atom are written as the atom.
func (d *describer) formatClause(clause []Lit, inside bool) string {
	if len(clause) == 0 {
		return "false"
	}
	words := make([]string, len(clause))
	for i, l := range clause {
		v := int(l.Var())
		var atom encode.Atom
		if v <= d.f.Shown {
			atom = d.mp.Shown[v-1]
		} else if m := d.meanings[v-d.f.Shown-1]; inside && len(m.atoms) == 1 {
			atom = m.atoms[0]
		} else {
			if words[i] = fmt.Sprintf("x%d", v); l < 0 {
				words[i] = "not " + words[i]
			}
			continue
		}
		if words[i] = atom.Text(d.m); l < 0 {
			words[i] = atom.NegatedText(d.m)
		}
	}
	return strings.Join(words, " or ")
}

// meaning says what the auxiliary variable of l means.
func (d *describer) formatMeaning(l Lit) string {
	m := d.meanings[int(l.Var())-d.f.Shown-1]
	switch {
	case m.atoms != nil:
		words := make([]string, len(m.atoms))
		for i, a := range m.atoms {
			words[i] = a.Text(d.m)
		}
		return strings.Join(words, " and ")
	case m.terms != nil && !m.inRange:
		return fmt.Sprintf("%s >= %d", d.formatSum(m.terms), m.from)
	case m.inRange:
		return fmt.Sprintf("the other terms make the sum right if %s is %s", d.formatSum(m.terms), formatRange(m.from, m.to))
	case m.negated:
		return "none of " + d.formatClause(m.oneOf, true)
	}
	return d.formatClause(m.oneOf, true)
}

// between writes a range of sums.
func formatRange(from, to int) string {
	switch {
	case from == to:
		return fmt.Sprint(from)
	case from <= minusInf:
		return fmt.Sprintf("at most %d", to)
	case to >= plusInf:
		return fmt.Sprintf("at least %d", from)
	}
	return fmt.Sprintf("from %d to %d", from, to)
}

// sum writes a sum of terms.
func (d *describer) formatSum(terms []model.Term) string {
	words := []string{}
	for _, t := range terms {
		name := d.m.NameOf(t.Var)
		if t.Coef != 1 {
			name = fmt.Sprintf("%d %s", t.Coef, name)
		}
		words = append(words, name)
	}
	if len(words) == 0 {
		return "0"
	}
	return strings.Join(words, " + ")
}
