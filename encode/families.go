package encode

import (
	"nonet/encode/internal/names"
	"nonet/model"
)

// A Family is the parts of an account that are about constraints of one kind.
type Family struct {
	Name        string // "cells", "rows", "columns", "boxes", "sums", ...
	Constraints int    // how many of them, or variables, or segments, have a part
	Statements  []Statement
	Part        // totals
}

// A Statement is the parts of a family that have one role, and are stated in one form.
type Statement struct {
	Part
	What        string // "at least one value"
	Propagation string // what it contributes
}

// The families, in the order in which an account tells of them.
var familyNames = []string{"cells", "variables", "rows", "columns", "boxes", "segments", "alldifferent", "disequalities", "sums", "tables",
	"clues", "values", "literals"}

// family returns the name of the family of a source, and what tells its members apart.
func (a *Account) family(s Source) (name string, member any) {
	switch {
	case s.Segment != nil:
		return "segments", s.Segment[0]<<32 | s.Segment[len(s.Segment)-1]
	case s.Role == Palette:
		return "values", 0
	case s.Constraint != None:
		switch c := a.Model.Constraints[s.Constraint].(type) {
		case model.AllDifferent:
			name = "alldifferent"
			switch kind, _ := names.House(a.Model, c.Vars, a.gridSide()); kind {
			case "row":
				name = "rows"
			case "col":
				name = "columns"
			case "box":
				name = "boxes"
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
	if _, _, ok := names.Square(a.Model.NameOf(s.Var)); ok {
		return "cells", s.Var
	}
	return "variables", s.Var
}

// gridSide is the number of rows of the grid that the model is about, or 0.
func (a *Account) gridSide() int {
	if a.side == 0 {
		a.side = 1 + names.Side(a.Model)
	}
	return a.side - 1
}

// Families sums up the account: by family, role and form.
func (a *Account) Families() []Family {
	type key struct {
		role Role
		form string
	}
	families := map[string]*Family{}
	members := map[string]map[any]bool{}
	statements := map[string]map[key]int{}
	for _, p := range a.Parts {
		name, member := a.family(p.Source)
		f := families[name]
		if f == nil {
			f = &Family{Name: name}
			families[name], members[name], statements[name] = f, map[any]bool{}, map[key]int{}
		}
		if !members[name][member] {
			members[name][member] = true
			f.Constraints++
		}
		k := key{p.Role, p.Form}
		i, known := statements[name][k]
		if !known {
			i = len(f.Statements)
			statements[name][k] = i
			f.Statements = append(f.Statements, Statement{Part: Part{Source: Source{Role: p.Role, Form: p.Form, Constraint: None, Var: None}}})
			f.Statements[i].What, f.Statements[i].Propagation = says(name, p.Role)
		}
		f.Statements[i].add(p)
		f.add(p)
	}
	var all []Family
	for _, name := range familyNames {
		if f := families[name]; f != nil {
			all = append(all, *f)
		}
	}
	return all
}

// says returns what parts of a family with a role state, and what their propagation contributes.
func says(family string, r Role) (what, propagation string) {
	of := "each value "
	last, first := "the last place for a value takes it (hidden single)", "a placed value is struck from the others"
	switch family {
	case "cells", "variables":
		of, last, first = "a value ", "the last value left is taken (naked single)", "a value rules out the others"
	case "segments":
		last, first = "a value that is nowhere else is in the segment", "a value in the segment is struck elsewhere"
	}
	switch r {
	case AtLeastOne:
		return of + "at least once", last
	case AtMostOne:
		return of + "at most once", first
	case ExactlyOne:
		return of + "exactly once", first + "; " + last
	case Conflict:
		return "values that clash", "a placed value is struck from the other"
	case Support:
		return "values that go together", "a value without support is struck"
	case Consequence:
		return "struck by known values", "done from the start"
	case Clue:
		return "the value is known", "done from the start"
	case Sum:
		return "the sum", ""
	case Rows:
		return "the rows of the table", "a value that no row has is struck (arc consistency)"
	case Definition:
		if family == "segments" {
			return "whether the value is in the segment", "locked candidates"
		}
		return "what auxiliary variables mean", "both ways"
	case Codes:
		return "what thresholds or bits may say", "a value follows from all that is said"
	case Impossible:
		return "cannot be satisfied", "a conflict from the start"
	case Palette:
		return "values are different", "names the colours"
	case Apart:
		return "two variables differ", "a colour is struck from its neighbours"
	case Left:
		return "values that are not left", "done from the start"
	}
	return "", ""
}
