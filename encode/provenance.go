package encode

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"nonet/encode/internal/names"
	"nonet/model"
)

// A Provenance records why each part of a formula is there, and what it states. Encoders record it while they write the
// formula, so it is exact.
//
// A formula consists of units: clauses, rows, items or edges. The provenance lists them in the order of the formula and
// of its files, grouped into parts; each part has one source.
type Provenance struct {
	Model     *model.Model // the encoded model
	UnitName  string       // "clauses", "rows", "items", "edges"
	EntryName string       // the elements of a unit: "literals", "nonzeros", "ones"; "" if all units have the same size
	Parts     []Part

	Shown, Auxiliary int      // number of variables, columns, options or vertices
	Propagation      string   // what propagation on the whole formula finds
	Sources          []string // papers

	// InterchangeableValues is the number of values whose colours are interchangeable: for each solution of the model,
	// the formula has a solution for each permutation of them.
	InterchangeableValues int

	// Describe returns the content of unit k, counted from 0.
	Describe func(k int) Unit

	// Both are computed on first use.
	houses names.Houses
	ends   []int // ends[i] is the number of units in parts 0..i
}

// A Unit is the content of a clause, row, item or edge.
type Unit struct {
	// Text is the unit in one line, with the meaning of auxiliary variables: "r1c1!=5 or x730 (x730: r1c1=5)",
	// "[r1c1=1] + [r1c1=2] = 1".
	Text  string
	Vars  []model.Var // its variables of the model, each once
	Terms []Term      // its atoms; none for an edge between two variables
}

// A Term is an atom of a unit with its coefficient. In a clause, the coefficient is 1, or -1 for a negated literal.
type Term struct {
	Atom
	Coef int
}

// Add appends a term.
func (u *Unit) Add(a Atom, coef int) {
	u.Terms = append(u.Terms, Term{a, coef})
	if !slices.Contains(u.Vars, a.Var) {
		u.Vars = append(u.Vars, a.Var)
	}
}

// Text returns the atom with the name of its variable in m: "r1c2=8", "r1c2>=8", "bit 0 of r1c2", "r1c2".
func (a Atom) Text(m *model.Model) string {
	switch a.Kind {
	case Bit:
		return fmt.Sprintf("bit %d of %s", a.Value, m.NameOf(a.Var))
	case Itself:
		return m.NameOf(a.Var)
	}
	return m.NameOf(a.Var) + [...]string{Equal: "=", AtLeast: ">="}[a.Kind] + strconv.Itoa(a.Value)
}

// NegatedText returns the negation of the atom: "r1c2!=8", "r1c2<8", "not bit 0 of r1c2".
func (a Atom) NegatedText(m *model.Model) string {
	if a.Kind == Bit {
		return "not " + a.Text(m)
	}
	return m.NameOf(a.Var) + [...]string{Equal: "!=", AtLeast: "<"}[a.Kind] + strconv.Itoa(a.Value)
}

// A Part is a sequence of consecutive units with the same source.
type Part struct {
	Source
	Units     int `json:"units"`
	Entries   int `json:"entries"`
	Auxiliary int `json:"auxiliary"` // auxiliary variables that the part adds

	// Undetermined is the number of auxiliary variables that the shown variables need not determine: one solution may
	// extend to several valuations of them.
	Undetermined int `json:"open"`

	Bounds int `json:"bounds"` // variables whose bounds or lists are restricted, beside the units
}

// None stands for the constraint or variable of a Source that has none.
const None = -1

// A Source is the reason for a part of a formula: a constraint, a variable and a value, as far as they apply, and the
// role of the part.
type Source struct {
	Role            Role        `json:"-"`
	Constraint      int         `json:"-"` // index in the model; None for a variable or a palette
	Var             model.Var   `json:"-"` // or None
	Value           int         `json:"-"`
	HasValue        bool        `json:"-"`              // Value applies
	Segment         []model.Var `json:"-"`              // the segment (variables that two constraints share), or nil
	Form            string      `json:"form,omitempty"` // the encoding, if there are several: "pairwise", "totalizer"
	AlsoConstraints []int       `json:"-"`              // further constraints that imply the part
}

// A Role is the kind of statement that a part makes.
type Role int

// OfConstraint returns a source with role r and constraint i.
func (r Role) OfConstraint(i int) Source { return Source{Role: r, Constraint: i, Var: None} }

// OfVariable returns a source with role r and variable v, which may be None, and without a constraint.
func (r Role) OfVariable(v model.Var) Source { return Source{Role: r, Constraint: None, Var: v} }

// WithValue returns s with a value.
func (s Source) WithValue(value int) Source {
	s.Value, s.HasValue = value, true
	return s
}

const (
	AtLeastOne    Role = iota // at least one of some atoms holds
	AtMostOne                 // at most one of some atoms holds
	ExactlyOne                // exactly one of some atoms holds, in one encoding
	Conflict                  // two values exclude each other
	Support                   // a value implies one of its supports
	Consequence               // a constant eliminates a value
	Clue                      // a variable has a value
	Sum                       // a linear constraint
	TableRows                 // a table constraint
	Definition                // the definition of an auxiliary variable
	InSegment                 // the definition of "the value is taken in the segment"
	ValidCodes                // only thresholds or bits that encode a value
	Impossible                // the constraint cannot be satisfied
	Palette                   // the vertices of the colours are adjacent
	OutsideDomain             // the value is not in the domain
	Different                 // two variables have different values
)

// roleTexts has the texts of each role: the reason for a part, which follows the name of the constraint; what the part
// states; and what propagation on it finds. The braces stand for the value or the atom of a source, or for the texts of
// its family.
var roleTexts = [...]struct{ reason, text, propagation string }{
	AtLeastOne:    {"at least one {value}", "{each} at least once", "{last}"},
	AtMostOne:     {"at most one {value}", "{each} at most once", "{first}"},
	ExactlyOne:    {"exactly one {value}", "{each} exactly once", "{first}; {last}"},
	Conflict:      {"conflicting values", "conflicting values", "a placed value eliminates those in conflict with it"},
	Support:       {"supports of {atom}", "supports of values", "a value without support is eliminated"},
	Consequence:   {"{cause}", "values eliminated by constants", "done from the start"},
	Clue:          {"", "the value is known", "done from the start"},
	Sum:           {"sum", "the sum", ""},
	TableRows:     {"rows of the table", "the rows of the table", "a value in no row is eliminated (arc consistency)"},
	Definition:    {"definition of the auxiliary variable", "definitions of auxiliary variables", "in both directions"},
	InSegment:     {"whether it has {value}", "whether the value is in the segment", "locked candidates"},
	ValidCodes:    {"valid thresholds or bits", "valid thresholds or bits", "thresholds or bits determine the value"},
	Impossible:    {"it cannot be satisfied", "cannot be satisfied", "a conflict from the start"},
	Palette:       {"each value is a colour of its own", "values are different", "names the colours"},
	OutsideDomain: {"not in the domain", "values outside the domain", "done from the start"},
	Different:     {"", "two variables differ", "a colour is removed from the neighbours"},
}

// A Family sums up the parts of a provenance whose constraints are of one kind.
type Family struct {
	Name        string      `json:"name"`        // "cells", "rows", "columns", "boxes", "sums", ...
	Constraints int         `json:"constraints"` // number of constraints, variables or segments that have a part
	Part                    // totals
	Statements  []Statement `json:"statements"`
}

// A Statement sums up the parts of a family that have the same role and form.
type Statement struct {
	Text string `json:"says"` // "a value at least once"
	Part
	Propagation string `json:"propagation"` // what propagation on these parts finds
}

type familyWords struct{ name, each, first, last string }

// families has the names of the families, in the order in which a provenance lists them, and the texts for the roles of
// some.
var families = []familyWords{
	{"cells", "a value", "a value rules out the others", "the last value left is taken (naked single)"},
	{"variables", "a value", "a value rules out the others", "the last value left is taken (naked single)"},
	{name: "rows"},
	{name: "columns"},
	{name: "boxes"},
	{"segments", "each value", "a value in the segment is eliminated elsewhere",
		"a value that is nowhere else is in the segment"},
	{name: "alldifferent"},
	{name: "disequalities"},
	{name: "sums"},
	{name: "tables"},
	{name: "clues"},
	{name: "values"},
	{name: "literals"},
}

// statement returns the statement of the parts with the role and form of s.
func (words familyWords) statement(s Source) Statement {
	if words.each == "" {
		words.each, words.first = "each value", "a placed value is eliminated elsewhere"
		words.last = "the last place for a value takes it (hidden single)"
	}
	r := strings.NewReplacer("{each}", words.each, "{first}", words.first, "{last}", words.last)
	part := Part{Source: Source{Role: s.Role, Form: s.Form}}
	return Statement{r.Replace(roleTexts[s.Role].text), part, r.Replace(roleTexts[s.Role].propagation)}
}

// Families sums up the provenance by family, role and form.
func (p *Provenance) Families() []Family {
	all := make([]Family, len(families))
	members := make([]map[any]bool, len(families))
	for _, part := range p.Parts {
		name, member := p.familyOf(part.Source)
		k := slices.IndexFunc(families, func(words familyWords) bool { return words.name == name })
		if members[k] == nil {
			members[k] = map[any]bool{}
		}
		members[k][member] = true
		f := &all[k]
		f.Name, f.Constraints = name, len(members[k])
		i := slices.IndexFunc(f.Statements, func(s Statement) bool {
			return s.Role == part.Role && s.Form == part.Form
		})
		if i < 0 {
			i = len(f.Statements)
			f.Statements = append(f.Statements, families[k].statement(part.Source))
		}
		f.Statements[i].add(part)
		f.add(part)
	}
	return slices.DeleteFunc(all, func(f Family) bool { return f.Name == "" })
}

// familyOf returns the name of the family of a source, and a key that identifies the member of the family.
func (p *Provenance) familyOf(s Source) (name string, member any) {
	switch {
	case s.Segment != nil:
		return "segments", s.Segment[0]<<32 | s.Segment[len(s.Segment)-1]
	case s.Role == Palette:
		return "values", 0
	case s.Constraint != None:
		switch p.Model.Constraints[s.Constraint].(type) {
		case model.AllDifferent:
			name = "alldifferent"
			if kind := p.houses.House(p.Model, s.Constraint).Kind; kind != "" {
				name = map[string]string{"row": "rows", "col": "columns", "box": "boxes"}[kind]
			}
		case model.NotEqual:
			name = "disequalities"
		case model.Linear:
			name = "sums"
		case model.Table:
			name = "tables"
		case model.Given:
			name = "clues"
		}
		return name, s.Constraint
	case s.Role == Definition:
		return "literals", [2]int{int(s.Var), s.Value}
	}
	if _, _, ok := names.ParseCell(p.Model.NameOf(s.Var)); ok {
		return "cells", s.Var
	}
	return "variables", s.Var
}

// PreservesModelCount reports whether the formula, auxiliary variables included, has as many solutions as the model.
func (p *Provenance) PreservesModelCount() bool {
	return p.InterchangeableValues < 2 && p.Total().Undetermined == 0
}

// Part returns the part of unit k, counted from 0. It takes logarithmic time.
func (p *Provenance) Part(k int) *Part {
	if p.ends == nil {
		n := 0
		for _, part := range p.Parts {
			n += part.Units
			p.ends = append(p.ends, n)
		}
	}
	return &p.Parts[sort.SearchInts(p.ends, k+1)]
}

// Total returns the sums over all parts.
func (p *Provenance) Total() Part {
	var t Part
	for _, part := range p.Parts {
		t.add(part)
	}
	return t
}

func (p *Part) add(q Part) {
	p.Units += q.Units
	p.Entries += q.Entries
	p.Bounds += q.Bounds
	p.Auxiliary += q.Auxiliary
	p.Undetermined += q.Undetermined
}

// Reason returns why unit k is there: the constraint, the role, and the form in which it is stated: "row 3, at most one
// 5, pairwise".
func (p *Provenance) Reason(k int) string {
	s := p.Part(k).Source
	value, atom := "value", ""
	if s.HasValue {
		value = fmt.Sprint(s.Value)
		atom = value
	}
	if s.Var != None {
		atom = fmt.Sprintf("%s = %d", p.Model.NameOf(s.Var), s.Value)
	}
	braces := strings.NewReplacer("{value}", value, "{atom}", atom, "{cause}", p.cause(s))
	reason := braces.Replace(roleTexts[s.Role].reason)
	where := p.subject(s)
	for _, c := range s.AlsoConstraints {
		where += " and " + p.constraintName(c)
	}
	words := []string{where, reason, s.Form}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), ", ")
}

// Explain returns what unit k states, and why it is there.
func (p *Provenance) Explain(k int) string { return p.Describe(k).Text + ": " + p.Reason(k) }

// subject returns what a source is about: "row 3", "cell r1c2", "segment r1c1 r1c2 r1c3".
func (p *Provenance) subject(s Source) string {
	switch {
	case s.Segment != nil:
		words := "segment"
		for _, v := range s.Segment {
			words += " " + p.Model.NameOf(v)
		}
		return words
	case s.Constraint != None:
		return p.constraintName(s.Constraint)
	case s.Var == None:
		return ""
	}
	kind := "variable "
	if _, _, ok := names.ParseCell(p.Model.NameOf(s.Var)); ok {
		kind = "cell "
	}
	return kind + p.Model.NameOf(s.Var)
}

// constraintName returns the name of a constraint: "row 3", "clue r1c1 = 5", or its number, counted from 1, and its
// text.
func (p *Provenance) constraintName(i int) string {
	switch c := p.Model.Constraints[i].(type) {
	case model.Given:
		return fmt.Sprintf("clue %s = %d", p.Model.NameOf(c.Var), c.Value)
	case model.AllDifferent:
		if h := p.houses.House(p.Model, i); h.Kind != "" {
			return fmt.Sprintf("%s %d", strings.Replace(h.Kind, "col", "column", 1), h.Number)
		}
	}
	return fmt.Sprintf("constraint %d (%s)", i+1, p.Model.Describe(p.Model.Constraints[i]))
}

// cause returns which constant eliminates the value of a source with role Consequence.
func (p *Provenance) cause(s Source) string {
	if s.Role != Consequence {
		return ""
	}
	for _, v := range p.Model.Constraints[s.Constraint].Scope() {
		d := p.Model.Vars[v].Domain
		if v != s.Var && d.Size() == 1 && d.Min() == s.Value {
			return fmt.Sprintf("because %s = %d", p.Model.NameOf(v), s.Value)
		}
	}
	return "because of the known values"
}
