package cnf

import (
	"fmt"
	"strings"

	"nonet/encode"
	"nonet/model"
)

// A Meaning says what an auxiliary variable stands for.
type Meaning struct {
	Kind  MeaningKind
	Atom  encode.Atom   // Holds
	Atoms []encode.Atom // All
	Lits  []Lit         // OneOf, NoneOf
	Terms []model.Term  // Reaches, Rests
	From  int           // Reaches, Rests
	To    int           // Rests

	// Open says that the clauses do not define the variable where none of what it is about holds: it may be true or false then.
	Open bool
}

// A MeaningKind says how a Meaning is to be read.
type MeaningKind int

const (
	Unsaid  MeaningKind = iota
	Holds               // the atom holds
	All                 // all atoms hold
	OneOf               // one of the literals is true
	NoneOf              // none of the literals is true
	Reaches             // the sum of the terms is at least From
	Rests               // the sum of the terms that are not in Terms is what the constraint wants if that of Terms is from From to To
)

// meaning says the meaning in words.
func (s *speaker) meaning(m Meaning) string {
	switch m.Kind {
	case Holds:
		return s.one(m.Atom)
	case All:
		words := make([]string, len(m.Atoms))
		for i, a := range m.Atoms {
			words[i] = s.one(a)
		}
		return encode.Enumerate(words, "and")
	case OneOf:
		return s.oneOf(m.Lits)
	case NoneOf:
		return "not " + s.oneOf(m.Lits)
	case Reaches:
		return fmt.Sprintf("%s >= %d", s.sum(m.Terms), m.From)
	case Rests:
		between := fmt.Sprintf("from %d to %d", m.From, m.To)
		switch {
		case m.From == m.To:
			between = fmt.Sprint(m.From)
		case m.From <= lowest:
			between = fmt.Sprintf("at most %d", m.To)
		case m.To >= highest:
			between = fmt.Sprintf("at least %d", m.From)
		}
		return fmt.Sprintf("the other terms make the sum right if %s is %s", s.sum(m.Terms), between)
	}
	return "unknown"
}

// one states an atom.
func (s *speaker) one(a encode.Atom) string {
	switch a.Kind {
	case encode.AtLeast:
		return fmt.Sprintf("%s is at least %d", s.m.NameOf(a.Var), a.Value)
	case encode.Bit:
		return fmt.Sprintf("bit %d of %s is set", a.Value, s.m.NameOf(a.Var))
	}
	return fmt.Sprintf("%s is %d", s.m.NameOf(a.Var), a.Value)
}

// oneOf says that one of some literals is true.
func (s *speaker) oneOf(lits []Lit) string {
	var atoms []encode.Atom
	var words []string
	for _, l := range lits {
		if a, ok := s.atom(l); ok {
			atoms = append(atoms, a)
		} else {
			words = append(words, s.literal(l))
		}
	}
	if len(atoms) > 0 {
		words = append([]string{encode.OneOf(s.m, atoms)}, words...)
	}
	if len(words) == 0 {
		return "nothing holds"
	}
	return strings.Join(words, " or ")
}

// atom returns the atom of kind Is that l states, if it is one: a shown variable of the direct encoding, or an auxiliary one that means it.
func (s *speaker) atom(l Lit) (encode.Atom, bool) {
	if l < 0 {
		return encode.Atom{}, false
	}
	if int(l) <= len(s.mp.Shown) {
		a := s.mp.Shown[l-1]
		return a, a.Kind == encode.Is
	}
	m := s.means(l)
	return m.Atom, m.Kind == Holds && m.Atom.Kind == encode.Is
}

// means returns the meaning of the variable of l, which is auxiliary.
func (s *speaker) means(l Lit) Meaning {
	k := int(l.Var()) - len(s.mp.Shown) - 1
	if k >= len(s.meanings) {
		return Meaning{}
	}
	return s.meanings[k]
}

// literal states a single literal; one that is auxiliary by its number.
func (s *speaker) literal(l Lit) string {
	if v := int(l.Var()); v > len(s.mp.Shown) {
		if l < 0 {
			return fmt.Sprintf("not x%d", v)
		}
		return fmt.Sprintf("x%d", v)
	}
	a := s.mp.Shown[l.Var()-1]
	name := s.m.NameOf(a.Var)
	switch {
	case l > 0:
		return s.one(a)
	case a.Kind == encode.AtLeast:
		return fmt.Sprintf("%s is less than %d", name, a.Value)
	case a.Kind == encode.Bit:
		return fmt.Sprintf("bit %d of %s is clear", a.Value, name)
	}
	return fmt.Sprintf("%s is not %d", name, a.Value)
}

// sum writes a sum of terms.
func (s *speaker) sum(terms []model.Term) string {
	var words []string
	for _, t := range terms {
		name := s.m.NameOf(t.Var)
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
