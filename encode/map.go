package encode

import (
	"cmp"
	"fmt"
	"slices"

	"nonet/model"
)

// An Atom is a statement about a variable of the model: what a shown variable of a formula means.
type Atom struct {
	Var   model.Var
	Value int
	Kind  AtomKind
}

// An AtomKind is the relation of an Atom.
type AtomKind int

const (
	Equal   AtomKind = iota // the variable has the value
	AtLeast                 // the variable is at least the value
	Bit                     // bit number Value, from 0, of the value's index in the domain, from 0, is set
	Itself                  // the shown variable is an integer: the value of the variable; Value is 0
)

// A Map gives the meaning of the shown variables of a formula. The k-th shown variable (counting from 0; variable k+1
// in DIMACS) is true, or 1, exactly when Shown[k] holds. Integer columns have atoms of kind Itself.
type Map struct {
	Vars  int    // number of variables of the model
	Fixed []Atom // variables that the formula leaves out because their value is known; all of kind Equal
	Shown []Atom // all atoms of one variable have the same kind

	// Domains[v] is the domain of variable v if v has atoms of kind AtLeast or Bit. AtLeast atoms stand for each value
	// but the smallest, in increasing order; there are as many Bit atoms as the largest index needs, the lowest bit
	// first. Domains[v] is nil for variables with atoms of kind Equal, and Domains is nil if all variables are such.
	Domains []model.Domain
}

// Value returns the value of the k-th shown variable under a: 1 or 0, or an integer if it is of kind Itself.
func (m Map) Value(k int, a model.Assignment) int {
	switch {
	case m.Shown[k].Kind == Itself:
		return a[m.Shown[k].Var]
	case m.Holds(k, a):
		return 1
	}
	return 0
}

// Holds reports whether the k-th shown variable, which is not of kind Itself, is true under a. Each value of a must
// belong to the domain of its variable.
func (m Map) Holds(k int, a model.Assignment) bool {
	atom := m.Shown[k]
	switch atom.Kind {
	case AtLeast:
		return a[atom.Var] >= atom.Value
	case Bit:
		index, _ := m.Domains[atom.Var].Index(a[atom.Var])
		return index>>atom.Value&1 != 0
	}
	return a[atom.Var] == atom.Value
}

// A DecodeError reports that a solution of a formula gives a variable of the model no value, or several values.
type DecodeError struct {
	Var    model.Var
	Reason string // what is wrong with the variable: "has no value"
}

func (e *DecodeError) Error() string {
	return fmt.Sprintf("decode: variable %d %s", e.Var, e.Reason)
}

// Assignment returns the assignment that a solution of the formula stands for. truth(k) is the value of the k-th shown
// variable. The error is a *DecodeError.
func (m Map) Assignment(truth func(k int) bool) (model.Assignment, error) {
	return m.AssignmentOf(func(k int) int {
		if truth(k) {
			return 1
		}
		return 0
	})
}

// AssignmentOf is Assignment for a formula of integer columns: value(k) is the value of the k-th shown one.
func (m Map) AssignmentOf(value func(k int) int) (model.Assignment, error) {
	a := make(model.Assignment, m.Vars)
	set := make([]bool, m.Vars)
	for _, f := range m.Fixed {
		a[f.Var], set[f.Var] = f.Value, true
	}
	var places []position
	if m.Domains != nil {
		places = make([]position, m.Vars)
	}
	for k, s := range m.Shown {
		n := value(k)
		holds := n == 1
		switch {
		case s.Kind == Itself:
			a[s.Var], set[s.Var] = n, true
		case n != 0 && n != 1:
			return nil, &DecodeError{s.Var, fmt.Sprintf("has a column of value %d, which is neither 0 nor 1", n)}
		case s.Kind == AtLeast && !holds:
			places[s.Var].ended = true
		case !holds:
		case s.Kind == AtLeast:
			if places[s.Var].ended {
				reason := fmt.Sprintf("is at least %d, but not at least a smaller value", s.Value)
				return nil, &DecodeError{s.Var, reason}
			}
			places[s.Var].index++
		case s.Kind == Bit:
			places[s.Var].index |= 1 << s.Value
		default:
			if set[s.Var] {
				return nil, &DecodeError{s.Var, fmt.Sprintf("has the values %d and %d", a[s.Var], s.Value)}
			}
			a[s.Var], set[s.Var] = s.Value, true
		}
	}
	for v, d := range m.Domains {
		if p := places[v].index; !set[v] && p < d.Size() {
			a[v], set[v] = d.At(p), true
		}
	}
	for v, ok := range set {
		if !ok {
			return nil, &DecodeError{model.Var(v), "has no value"}
		}
	}
	return a, nil
}

// A position is the index of a variable's value in its domain, as far as the atoms decoded so far determine it.
type position struct {
	index int
	ended bool // an atom of kind AtLeast was false
}

// validate returns an error if m is inconsistent.
func (m Map) validate() error {
	fixed := make([]bool, m.Vars)
	for i, a := range m.Fixed {
		if a.Var < 0 || int(a.Var) >= m.Vars || fixed[a.Var] {
			return fmt.Errorf("entry %d of fixed: variable %d does not exist or is already fixed", i+1, a.Var)
		}
		fixed[a.Var] = true
	}
	if m.Domains != nil && len(m.Domains) != m.Vars {
		return fmt.Errorf("%d domains for %d variables", len(m.Domains), m.Vars)
	}
	shown := map[Atom]bool{} // empty if the atoms are in order, so that equal ones are neighbours
	ordered := slices.IsSortedFunc(m.Shown, func(a, b Atom) int {
		return cmp.Or(cmp.Compare(a.Var, b.Var), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Value, b.Value))
	})
	count := make([][Itself + 1]int, m.Vars) // by variable and kind: the number of atoms so far
	for k, a := range m.Shown {
		if a.Var < 0 || int(a.Var) >= m.Vars || fixed[a.Var] || shown[a] ||
			ordered && k > 0 && a == m.Shown[k-1] {
			return fmt.Errorf("entry %d of shown: variable %d does not exist, is fixed, or repeats the value",
				k+1, a.Var)
		}
		if !ordered {
			shown[a] = true
		}
		if a.Kind < Equal || a.Kind > Itself || !m.fitsDomain(a, count[a.Var][a.Kind]) ||
			a.Kind == Itself && count[a.Var][Equal] > 0 || a.Kind == Equal && count[a.Var][Itself] > 0 {
			return fmt.Errorf("entry %d of shown does not fit the domain of variable %d", k+1, a.Var)
		}
		count[a.Var][a.Kind]++
	}
	for v, d := range m.Domains {
		thresholds, bits := count[v][AtLeast], count[v][Bit]
		complete := thresholds == d.Size()-1 && bits == 0 || thresholds == 0 && 1<<bits >= d.Size()
		if d.Size() > 0 && !fixed[v] && !complete {
			return fmt.Errorf("variable %d has %d values, but entries of shown distinguish fewer or are of two kinds",
				v, d.Size())
		}
	}
	return nil
}

// fitsDomain reports whether a can follow n other atoms of the same kind and variable.
func (m Map) fitsDomain(a Atom, n int) bool {
	var d model.Domain
	if m.Domains != nil {
		d = m.Domains[a.Var]
	}
	switch a.Kind {
	case AtLeast:
		return n+1 < d.Size() && d.At(n+1) == a.Value
	case Bit:
		return d.Size() > 1<<n && a.Value == n
	case Itself:
		return d.Size() == 0 && n == 0 && a.Value == 0
	}
	return d.Size() == 0
}
