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

// A Provenance says why each part of a formula is there, and what it states. Encoders that can give one note, while they write, what they
// write about, so that a provenance is as exact as the formula.
//
// A formula is made of units: clauses, rows, items or edges. The provenance has them in the order of the formula and of its files, in parts
// of which each is about one thing.
type Provenance struct {
	Model     *model.Model // that was encoded
	UnitName  string       // "clauses", "rows", "items", "edges"
	EntryName string       // what units are made of: "literals", "nonzeros", "ones"; "" if all are alike
	Parts     []Part

	Shown, Auxiliary      int    // variables, columns, options or vertices
	Propagation           string // what propagation on the whole finds
	Sources               []string
	InterchangeableValues int // values whose names are left open, so that each solution comes in all their permutations

	// Describe returns what unit k states, counted from 0.
	Describe func(k int) Unit

	// Found when they are first needed.
	houses names.Houses
	ends   []int // ends[i] is the number of units up to and with part i
}

// A Unit is what a clause, row, item or edge states.
type Unit struct {
	Text  string      // in short, with what auxiliary variables mean: "r1c1!=5 or x730 (x730: r1c1=5)", "[r1c1=1] + [r1c1=2] = 1"
	Vars  []model.Var // the variables of the model in it, each once
	Terms []Term      // what it says of their values; none of an edge between two of them
}

// A Term is an atom of a unit, with its coefficient; of a clause, 1, or -1 for a negated literal.
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

// In writes the atom with the name of its variable in m: "r1c2=8", "r1c2>=8", "bit 0 of r1c2".
func (a Atom) Text(m *model.Model) string {
	if a.Kind == Bit {
		return fmt.Sprintf("bit %d of %s", a.Value, m.NameOf(a.Var))
	}
	return m.NameOf(a.Var) + [...]string{Equal: "=", AtLeast: ">="}[a.Kind] + strconv.Itoa(a.Value)
}

// NotIn writes the negation of the atom: "r1c2!=8", "r1c2<8", "not bit 0 of r1c2".
func (a Atom) NegatedText(m *model.Model) string {
	if a.Kind == Bit {
		return "not " + a.Text(m)
	}
	return m.NameOf(a.Var) + [...]string{Equal: "!=", AtLeast: "<"}[a.Kind] + strconv.Itoa(a.Value)
}

// A Part is a run of units that are there for the same reason.
type Part struct {
	Source
	Units        int `json:"count"`
	Entries      int `json:"entries"`
	Auxiliary    int `json:"auxiliary"` // variables that come with it
	Undetermined int `json:"open"`      // those of them whose value need not follow from the shown variables: several valuations may belong to one solution
	Bounds       int `json:"bounds"`    // variables that are fixed beside the units
}

// None is a constraint or a variable that a Source is not about.
const None = -1

// A Source says what a part of a formula is about: constraint, variable and value, as they apply, and the role it plays.
type Source struct {
	Role            Role        `json:"-"`
	Constraint      int         `json:"-"` // index in the model; None for what is said of a variable, or for the palette of a graph
	Var             model.Var   `json:"-"` // or None
	Value           int         `json:"-"`
	HasValue        bool        `json:"-"`              // Value applies
	Segment         []model.Var `json:"-"`              // the variables that two constraints share, if it is about these; else nil
	Form            string      `json:"form,omitempty"` // how it is stated, if there are several ways: "pairwise", "totalizer"
	AlsoConstraints []int       `json:"-"`              // further constraints that ask for the same
}

// A Role is what a part states.
type Role int

// OfConstraint returns the source of a part with the role that is about constraint i.
func (r Role) OfConstraint(i int) Source { return Source{Role: r, Constraint: i, Var: None} }

// OfVariable returns the source of a part with the role that is about no constraint but v, which may be None.
func (r Role) OfVariable(v model.Var) Source { return Source{Role: r, Constraint: None, Var: v} }

// WithValue returns s about a value.
func (s Source) WithValue(value int) Source {
	s.Value, s.HasValue = value, true
	return s
}

const (
	AtLeastOne    Role = iota // one of some things holds
	AtMostOne                 // no two of them do
	ExactlyOne                // both, stated in one
	Conflict                  // two values do not go together
	Support                   // a value needs one of some others
	Consequence               // what a value that is known from the start rules out
	Clue                      // a variable has a value
	Sum                       // a linear constraint
	TableRows                 // a table
	Definition                // what an auxiliary variable means
	InSegment                 // whether a value is in a segment
	ValidCodes                // which thresholds or bits there are
	Impossible                // the constraint cannot be satisfied
	Palette                   // colours are different
	OutsideDomain             // a value that is not in the domain
	Different                 // two variables have different values
)

// roles has the words for each role: why a part is there, which follows the name of the constraint; what it states; and what its
// propagation contributes. In braces stand the value or atom of a source, and the words of the family.
var roleTexts = [...]struct{ why, what, propagation string }{
	AtLeastOne:    {"at least one {value}", "{each} at least once", "{last}"},
	AtMostOne:     {"at most one {value}", "{each} at most once", "{first}"},
	ExactlyOne:    {"exactly one {value}", "{each} exactly once", "{first}; {last}"},
	Conflict:      {"values that clash", "values that clash", "a placed value is struck from the other"},
	Support:       {"what goes with {atom}", "values that go together", "a value without support is struck"},
	Consequence:   {"{cause}", "struck by known values", "done from the start"},
	Clue:          {"", "the value is known", "done from the start"},
	Sum:           {"sum", "the sum", ""},
	TableRows:     {"rows of the table", "the rows of the table", "a value that no row has is struck (arc consistency)"},
	Definition:    {"what the auxiliary variable means", "what auxiliary variables mean", "both ways"},
	InSegment:     {"whether it has {value}", "whether the value is in the segment", "locked candidates"},
	ValidCodes:    {"what its variables may say", "what thresholds or bits may say", "a value follows from all that is said"},
	Impossible:    {"it cannot be satisfied", "cannot be satisfied", "a conflict from the start"},
	Palette:       {"each value is a colour of its own", "values are different", "names the colours"},
	OutsideDomain: {"values that are left", "values that are not left", "done from the start"},
	Different:     {"", "two variables differ", "a colour is struck from its neighbours"},
}

// A Family is the parts of a provenance that are about constraints of one kind.
type Family struct {
	Name        string      `json:"name"`        // "cells", "rows", "columns", "boxes", "sums", ...
	Constraints int         `json:"constraints"` // how many of them, or variables, or segments, have a part
	Part                    // totals
	Statements  []Statement `json:"statements"`
}

// A Statement is the parts of a family that have one role, and are stated in one form.
type Statement struct {
	Text string `json:"says"` // "a value at least once"
	Part
	Propagation string `json:"propagation"` // what it contributes
}

type familyWords struct{ name, each, first, last string }

// families has the names of families in the order in which a provenance lists them, and the words for the roles of some.
var families = []familyWords{
	{"cells", "a value", "a value rules out the others", "the last value left is taken (naked single)"},
	{"variables", "a value", "a value rules out the others", "the last value left is taken (naked single)"},
	{name: "rows"},
	{name: "columns"},
	{name: "boxes"},
	{"segments", "each value", "a value in the segment is struck elsewhere", "a value that is nowhere else is in the segment"},
	{name: "alldifferent"},
	{name: "disequalities"},
	{name: "sums"},
	{name: "tables"},
	{name: "clues"},
	{name: "values"},
	{name: "literals"},
}

// statement returns what parts of a family with a role state.
func (words familyWords) statement(s Source) Statement {
	if words.each == "" {
		words.each, words.first, words.last = "each value", "a placed value is struck from the others", "the last place for a value takes it (hidden single)"
	}
	r := strings.NewReplacer("{each}", words.each, "{first}", words.first, "{last}", words.last)
	part := Part{Source: Source{Role: s.Role, Form: s.Form}}
	return Statement{r.Replace(roleTexts[s.Role].what), part, r.Replace(roleTexts[s.Role].propagation)}
}

// Families sums up the provenance: by family, role and form.
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
		i := slices.IndexFunc(f.Statements, func(s Statement) bool { return s.Role == part.Role && s.Form == part.Form })
		if i < 0 {
			i = len(f.Statements)
			f.Statements = append(f.Statements, families[k].statement(part.Source))
		}
		f.Statements[i].add(part)
		f.add(part)
	}
	return slices.DeleteFunc(all, func(f Family) bool { return f.Name == "" })
}

// family returns the name of the family of a source, and what tells its members apart.
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

// KeepsModels reports whether the formula has one solution, auxiliary variables counted, for each of the model.
func (p *Provenance) PreservesModelCount() bool {
	return p.InterchangeableValues < 2 && p.Total().Undetermined == 0
}

// Part returns the part that unit k belongs to, counted from 0. It takes logarithmic time.
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

// Total returns the numbers of all parts together.
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

// Why says why unit k is there: the constraint, the role, and the form in which it is stated: "row 3, at most one 5, pairwise".
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
	why := strings.NewReplacer("{value}", value, "{atom}", atom, "{cause}", p.cause(s)).Replace(roleTexts[s.Role].why)
	where := p.subject(s)
	for _, c := range s.AlsoConstraints {
		where += " and " + p.constraintName(c)
	}
	words := []string{where, why, s.Form}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), ", ")
}

// Sentence says what unit k states, and why it is there.
func (p *Provenance) Explain(k int) string { return p.Describe(k).Text + ": " + p.Reason(k) }

// place names what a source is about: "row 3", "cell r1c2", "segment r1c1 r1c2 r1c3".
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

// constraint names a constraint: "row 3", "clue r1c1 = 5", or its number, counted from 1, and what it states.
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

// cause says which known value rules out that of a consequence.
func (p *Provenance) cause(s Source) string {
	if s.Role != Consequence {
		return ""
	}
	for _, v := range p.Model.Constraints[s.Constraint].Scope() {
		d := p.Model.Vars[v].Domain
		if v != s.Var && len(d) == 1 && d[0] == s.Value {
			return fmt.Sprintf("where %s is known to be %d", p.Model.NameOf(v), s.Value)
		}
	}
	return "what is known of the others"
}
