package cnf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/model"
)

// A speaker puts clauses into words.
type speaker struct {
	m        *model.Model
	mp       encode.Map
	f        *Formula
	meanings []Meaning // of auxiliary variables
	starts   []int     // of clauses in Body; nil until they are needed
}

// says states clause k, counted from 0: what it says of the variables of the model, and what auxiliary variables in it mean.
func (s *speaker) says(k int) string {
	if s.starts == nil {
		s.starts = append(make([]int, 0, s.f.Clauses), 0)
		for i, l := range s.f.Body {
			if l == 0 {
				s.starts = append(s.starts, i+1)
			}
		}
	}
	clause := s.f.Body[s.starts[k] : s.starts[k+1]-1]
	text := s.clause(clause)
	var notes []string
	for _, l := range clause {
		if int(l.Var()) > s.f.Shown {
			notes = append(notes, fmt.Sprintf("x%d: %s", l.Var(), s.meaning(s.means(l))))
		}
	}
	if len(notes) > 0 {
		text += " (" + strings.Join(notes, "; ") + ")"
	}
	return text
}

// A claim is what a clause says: not all of denied hold, or one of the rest does.
type claim struct {
	denied    []encode.Atom // of kind Is
	allowed   []choice
	auxiliary []Lit
}

// A choice says that a variable has one of some values.
type choice struct {
	v      model.Var
	values []int
}

// claim reads a clause. In the direct encoding it is read literal by literal; in the others, literals of one variable together say which
// values it may have. It reports false if these are all values: then the clause is about the code, and says nothing about values.
func (s *speaker) claim(clause []Lit) (c claim, ok bool) {
	byVar := map[model.Var][]Lit{}
	var order []model.Var
	for _, l := range clause {
		if int(l.Var()) > s.f.Shown {
			c.auxiliary = append(c.auxiliary, l)
			continue
		}
		a := s.mp.Shown[l.Var()-1]
		if a.Kind == encode.Is && l < 0 {
			c.denied = append(c.denied, a)
			continue
		}
		if byVar[a.Var] == nil {
			order = append(order, a.Var)
		}
		byVar[a.Var] = append(byVar[a.Var], l)
	}
	for _, v := range order {
		domain := s.m.Vars[v].Domain
		var yes, no []int
		for _, d := range domain {
			if slices.ContainsFunc(byVar[v], func(l Lit) bool { return s.holds(l, d) }) {
				yes = append(yes, d)
			} else {
				no = append(no, d)
			}
		}
		coded := s.mp.Shown[byVar[v][0].Var()-1].Kind != encode.Is
		switch {
		case coded && len(no) == 0:
			return c, false
		case coded && len(no) == 1:
			c.denied = append(c.denied, encode.Atom{Var: v, Value: no[0]})
		default:
			c.allowed = append(c.allowed, choice{v, yes})
		}
	}
	return c, true
}

// holds reports whether a literal of a shown variable is true if its variable of the model has the value d.
func (s *speaker) holds(l Lit, d int) bool {
	k := int(l.Var()) - 1
	a := make(model.Assignment, s.mp.Vars)
	a[s.mp.Shown[k].Var] = d
	return s.mp.Holds(k, a) == (l > 0)
}

// clause states a clause as an implication, or where it has only negative or only positive parts, as what that amounts to.
func (s *speaker) clause(clause []Lit) string {
	c, ok := s.claim(clause)
	if !ok {
		return s.code(clause)
	}
	var from []string
	for _, a := range c.denied {
		from = append(from, s.one(a))
	}
	to := s.allowed(c.allowed)
	for _, l := range c.auxiliary {
		if l < 0 {
			from = append(from, s.literal(-l))
		} else {
			to = append(to, s.literal(l))
		}
	}
	switch {
	case len(from) == 0 && len(to) == 0:
		return "this cannot be"
	case len(from) == 0:
		return strings.Join(to, " or ")
	case len(to) > 0:
		return "if " + encode.Enumerate(from, "and") + ", then " + strings.Join(to, " or ")
	case len(from) == 1 && len(c.denied) == 1:
		return fmt.Sprintf("%s is not %d", s.m.NameOf(c.denied[0].Var), c.denied[0].Value)
	case len(from) == 1:
		return "not " + from[0]
	case len(from) == 2 && len(c.denied) == 2:
		return encode.NotBoth(s.m, c.denied[0], c.denied[1])
	}
	return "not all of these hold: " + encode.Enumerate(from, "and")
}

// allowed says that one of some choices is taken.
func (s *speaker) allowed(choices []choice) []string {
	var words []string
	var single []encode.Atom
	for _, c := range choices {
		if len(c.values) == 1 {
			single = append(single, encode.Atom{Var: c.v, Value: c.values[0]})
		}
		words = append(words, s.choice(c))
	}
	if len(choices) > 0 && len(single) == len(choices) {
		return []string{encode.OneOf(s.m, single)}
	}
	return words
}

// choice says that a variable has one of some values.
func (s *speaker) choice(c choice) string {
	name, domain := s.m.NameOf(c.v), s.m.Vars[c.v].Domain
	n := len(c.values)
	switch direct := s.mp.Domains == nil; {
	case n == 0:
		return name + " has no value"
	case direct || n == 1 || n == len(domain):
	case c.values[0] == domain[len(domain)-n]:
		return fmt.Sprintf("%s is at least %d", name, c.values[0])
	case c.values[n-1] == domain[n-1]:
		return fmt.Sprintf("%s is at most %d", name, c.values[n-1])
	}
	words := make([]string, n)
	for i, d := range c.values {
		words[i] = strconv.Itoa(d)
	}
	return name + " is " + encode.Enumerate(words, "or")
}

// code states a clause that every value satisfies by the literals of some variable: about thresholds or bits, as those that forbid the numbers which
// stand for no value; or one that holds anyhow.
func (s *speaker) code(clause []Lit) string {
	first := encode.Atom{Kind: encode.Is}
	number, spelled := 0, true // by the bits of one variable
	var from, to []string
	for i, l := range clause {
		if shown := int(l.Var()) <= s.f.Shown; shown && i == 0 {
			first = s.mp.Shown[l.Var()-1]
			spelled = first.Kind == encode.Bit
		} else if !shown || s.mp.Shown[l.Var()-1].Var != first.Var {
			spelled = false
		}
		switch {
		case l > 0:
			to = append(to, s.literal(l))
		case spelled:
			number |= 1 << s.mp.Shown[l.Var()-1].Value
			fallthrough
		default:
			from = append(from, s.literal(-l))
		}
	}
	switch {
	case spelled:
		return fmt.Sprintf("the bits of %s do not spell %d: it has %d values, counted from 0", s.m.NameOf(first.Var), number, len(s.m.Vars[first.Var].Domain))
	case len(from) == 0:
		return strings.Join(to, " or ")
	case len(to) == 0:
		return "not all of these hold: " + encode.Enumerate(from, "and")
	}
	return "if " + encode.Enumerate(from, "and") + ", then " + strings.Join(to, " or ")
}
