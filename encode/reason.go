package encode

import (
	"fmt"
	"strings"

	"nonet/encode/internal/names"
	"nonet/model"
)

// reason says why a part is there: the constraint, the role, and the form in which it is stated.
func (a *Account) reason(s Source) string {
	m := a.Model
	of := a.place(s)
	for _, c := range s.More {
		of += " and " + a.place(Source{Constraint: c, Var: None})
	}
	value := "value"
	if s.Valued {
		value = fmt.Sprint(s.Value)
	}
	var what string
	switch s.Role {
	case AtLeastOne:
		what = "at least one " + value
	case AtMostOne:
		what = "at most one " + value
	case ExactlyOne:
		what = "exactly one " + value
	case Conflict:
		what = "values that clash"
		if s.Valued && of != "" {
			what = "at most one " + value
		}
	case Support:
		what = "what goes with " + a.atom(s)
	case Consequence:
		what = a.cause(s)
	case Clue:
		return "clue " + a.atom(s)
	case Sum:
		what = "sum"
	case Rows:
		what = "rows of the table"
	case Definition:
		what = "what the auxiliary variable means"
		if s.Valued && s.Segment != nil {
			what = "whether it has " + value
		}
	case Codes:
		what = "what its variables may say"
	case Impossible:
		what = "it cannot be satisfied"
	case Palette:
		return "each value is a colour of its own"
	case Left:
		what = "values that are left"
	}
	if what == "" {
		return of
	}
	if s.Form != "" {
		what += ", " + s.Form
	}
	if of == "" {
		return what
	}
	return strings.TrimSuffix(of+", "+what, ", "+m.Name)
}

// place names what a source is about: "row 3", "cell r1c2", "segment r1c1 r1c2 r1c3".
func (a *Account) place(s Source) string {
	m := a.Model
	switch {
	case s.Segment != nil:
		words := make([]string, len(s.Segment))
		for i, v := range s.Segment {
			words[i] = m.NameOf(v)
		}
		return "segment " + strings.Join(words, " ")
	case s.Constraint != None:
		return a.constraint(s.Constraint)
	case s.Var != None:
		if _, _, ok := names.Square(m.NameOf(s.Var)); ok {
			return "cell " + m.NameOf(s.Var)
		}
		return "variable " + m.NameOf(s.Var)
	}
	return ""
}

// constraint names a constraint: "row 3", or its number, counted from 1, and what it states.
func (a *Account) constraint(i int) string {
	c := a.Model.Constraints[i]
	if g, ok := c.(model.Given); ok {
		return fmt.Sprintf("clue %s = %d", a.Model.NameOf(g.Var), g.Value)
	}
	if _, ok := c.(model.AllDifferent); ok {
		if kind, n := names.House(a.Model, c.Scope(), a.gridSide()); kind != "" {
			return fmt.Sprintf("%s %d", houseWords[kind], n)
		}
	}
	return fmt.Sprintf("constraint %d (%s)", i+1, a.Model.Describe(c))
}

var houseWords = map[string]string{"row": "row", "col": "column", "box": "box"}

// atom says that the variable of a source has its value.
func (a *Account) atom(s Source) string {
	if s.Var == None {
		return fmt.Sprint(s.Value)
	}
	return fmt.Sprintf("%s = %d", a.Model.NameOf(s.Var), s.Value)
}

// cause says which known value rules out that of a consequence.
func (a *Account) cause(s Source) string {
	for _, v := range a.Model.Constraints[s.Constraint].Scope() {
		d := a.Model.Vars[v].Domain
		if v != s.Var && len(d) == 1 && d[0] == s.Value {
			return fmt.Sprintf("where %s is known to be %d", a.Model.NameOf(v), s.Value)
		}
	}
	return "what is known of the others"
}
