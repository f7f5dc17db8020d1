package cnf

import (
	"context"
	"fmt"
	"strings"

	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// Provenance encodes m without its objective as Encode does, and returns why each clause is there.
func (e Encoder) Provenance(ctx context.Context, m *model.Model) (
	encode.Encoding[*Formula, Valuation], *encode.Provenance, error,
) {
	if m.Objective != nil { // its clauses have no source
		constraints := *m
		constraints.Objective = nil
		m = &constraints
	}
	b := new(builder)
	b.configure(e)
	b.recorder = new(recorder)
	if err := b.encodeContext(ctx, m); err != nil {
		return encode.Encoding[*Formula, Valuation]{}, nil, err
	}
	f, mp := b.f.Formula, b.mp
	preset := presets[e.Preset]
	p := &encode.Provenance{
		Model: m, UnitName: "clauses", EntryName: "literals", Parts: b.recorder.parts(&f),
		Shown: f.Shown, Auxiliary: f.Vars - f.Shown,
		Propagation: preset.propagation, Sources: []string{preset.source},
	}
	forms := map[encode.Role]string{
		encode.AtMostOne: b.form.String(), encode.ExactlyOne: b.form.String(), encode.Sum: e.Linear.String(),
	}
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

// A recorder records the sources of the clauses that a builder writes.
type recorder struct {
	marks    []mark
	meanings []meaning // meanings of the auxiliary variables, in their order
	dropped  []int     // clauses that removeRepeats removed: their indices before removal, in increasing order
	alldiffs []int     // by AllDifferent: its index among the constraints

	value []int8 // by variable, for propagate: 1 true, -1 false, 0 unknown
	trail []Var  // assigned variables
}

// A mark is the position in the formula from which on a source applies.
type mark struct {
	source        encode.Source
	clauses, vars int // number of clauses and variables before the mark
}

// setSource sets the source of the following clauses. Without a recorder it does nothing.
func (b *builder) setSource(s encode.Source) {
	if b.recorder != nil {
		b.recorder.marks = append(b.recorder.marks, mark{s, b.f.Clauses, b.f.Vars})
	}
}

// pushSource sets the source of the following clauses, and returns a function that restores the previous one.
func (b *builder) pushSource(s encode.Source) func() {
	if b.recorder == nil {
		return func() {}
	}
	before := b.recorder.marks[len(b.recorder.marks)-1].source
	b.setSource(s)
	return func() { b.setSource(before) }
}

// alldiffSource returns a source about AllDifferent i.
func (b *builder) alldiffSource(role encode.Role, i int) encode.Source {
	s := encode.Source{Role: role, Var: encode.None}
	if b.recorder != nil {
		s.Constraint = b.recorder.alldiffs[i]
	}
	return s
}

// setValueSource sets the source of the following clauses to a value in AllDifferent i.
func (b *builder) setValueSource(role encode.Role, i int, rank int32) {
	if b.recorder != nil { // making a source takes as long as some clauses
		b.setSource(b.alldiffSource(role, i).WithValue(b.valueIndex.Value(int(rank))))
	}
}

// findAllDifferents finds the AllDifferents among the constraints.
func (r *recorder) findAllDifferents(constraints []model.Constraint) {
	for i, c := range constraints {
		if _, ok := c.(model.AllDifferent); ok {
			r.alldiffs = append(r.alldiffs, i)
		}
	}
}

func (r *recorder) parts(f *Formula) []encode.Part {
	size := make([]int, 0, f.Clauses) // number of literals of each clause
	for c := range f.All() {
		size = append(size, len(c))
	}
	var parts []encode.Part
	k := 0 // index of the next clause
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

// addAtMostOne states that at most one of lits is true. covered reports that every solution makes one of them true, so
// that they determine the auxiliary variables.
func (b *builder) addAtMostOne(lits []Lit, covered bool) { b.addForm(b.form.Add, lits, covered) }

// addExactlyOne states that exactly one of lits is true. source returns the source of the clauses, of which the
// function sets the role.
func (b *builder) addExactlyOne(lits []Lit, source func() encode.Source) {
	if b.recorder == nil { // making a source takes as long as some clauses
		exactlyOne(&b.f.Formula, b.form, lits)
		b.f.poll()
		return
	}
	s := source()
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

// addForm calls the Add or AddExactly of a form, and records the meanings of the auxiliary variables that it adds.
// These are derived by unit propagation: each literal in turn is made true and the others false, and finally all are
// false. Whether the last case leaves a variable undetermined does not matter if covered is set.
func (b *builder) addForm(add func(*Formula, []Lit), lits []Lit, covered bool) {
	vars, body := b.f.Vars, len(b.f.Body)
	add(&b.f.Formula, lits)
	b.f.poll()
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
		if value > 0 { // the variable means that none of the others is true
			meanings[k] = meaning{oneOf: without[k], negated: true}
		}
		meanings[k].undetermined = value == 0 && !covered
		b.recordMeaning(Lit(vars+1+k), meanings[k])
	}
}

// propagate sets the values that follow by unit propagation if lits[one] is true and the others are false. All are
// false if one is negative.
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

// recordMeaning records the meaning of an auxiliary variable.
func (b *builder) recordMeaning(l Lit, m meaning) {
	if r := b.recorder; r != nil {
		k := int(l.Var()) - b.f.Shown - 1
		if k >= len(r.meanings) {
			r.meanings = append(r.meanings, make([]meaning, k+1-len(r.meanings))...)
		}
		r.meanings[k] = m
	}
}

// A meaning is the definition of an auxiliary variable: by atoms, terms or oneOf, the first of these that is set.
type meaning struct {
	atoms []encode.Atom // all of these atoms hold

	// The sum of terms is at least from. If inRange is set, the meaning is instead: the remaining terms satisfy the
	// constraint if the sum of terms is in from..to.
	terms   []model.Term
	inRange bool
	from    int
	to      int
	oneOf   []Lit // one of these literals is true, or, if negated is set, none of them
	negated bool

	// If bit is not 0, the meaning is: the number bit-1, from 0, of the sum of terms less from, or of the number of
	// oneOf that are true, is 1.
	bit int

	// undetermined reports that the clauses do not define the variable while none of oneOf is true.
	undetermined bool
}

// A describer formats clauses as text.
type describer struct {
	m        *model.Model
	mp       encode.Map
	f        *Formula
	meanings []meaning
	starts   []int // starts of the clauses in Body; nil before first use
}

// describe describes clause k.
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

// formatClause formats a clause; the empty one is "false". If inside is set, auxiliary variables that stand for one
// atom are replaced by the atom.
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

// formatMeaning returns the meaning of the auxiliary variable of l.
func (d *describer) formatMeaning(l Lit) string {
	m := d.meanings[int(l.Var())-d.f.Shown-1]
	switch {
	case m.atoms != nil:
		words := slice.Map(m.atoms, func(a encode.Atom) string { return a.Text(d.m) })
		return strings.Join(words, " and ")
	case m.terms != nil && m.bit > 0:
		return fmt.Sprintf("bit %d of %s - (%d)", m.bit-1, d.m.DescribeSum(m.terms), m.from)
	case m.bit == 1:
		return "an odd number of " + d.formatClause(m.oneOf, true)
	case m.bit == 2:
		return "two of " + d.formatClause(m.oneOf, true)
	case m.terms != nil && !m.inRange:
		return fmt.Sprintf("%s >= %d", d.m.DescribeSum(m.terms), m.from)
	case m.inRange:
		return fmt.Sprintf("the other terms satisfy the constraint if %s is %s",
			d.m.DescribeSum(m.terms), formatRange(m.from, m.to))
	case m.negated:
		return "none of " + d.formatClause(m.oneOf, true)
	}
	return d.formatClause(m.oneOf, true)
}

// formatRange formats a range of sums.
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
