package cnf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An AtMostOne is a way to state that at most one of some literals is true. The types that implement it are plain values: the forms of
// the literature, with their parameters as fields. [AtMostOnes] is the table of them all.
//
// The forms differ in size and in what they leave open. Once one of the literals is true, unit propagation makes the others false
// under every one of them, and it never does more than that to the literals themselves. The values of the auxiliary variables need not
// follow from those of the literals; counting projects them away.
type AtMostOne interface {
	// String returns the name, parameters included: "pairwise", "commander-3". ParseAtMostOne reads it back.
	String() string
	// Summary says in a line how it works, and where it comes from.
	Summary() string
	// Source is the paper it is from; "" if there is none.
	Source() string
	// Add adds clauses and auxiliary variables to f that state that at most one of lits is true. It keeps no reference to lits.
	Add(f *Formula, lits []Lit)
	// Meanings says what the auxiliary variables stand for that Add, or AddExactly, has added for lits, in their order.
	Meanings(lits, auxiliary []Lit) []Meaning
}

// An ExactlyOne is an AtMostOne that has a way of its own to state that exactly one literal is true. The others add a clause.
type ExactlyOne interface {
	AtMostOne
	// AddExactly is like Add for exactly one of lits. With no literals it adds the empty clause.
	AddExactly(f *Formula, lits []Lit)
}

// AtMostOnes returns all forms, with the usual parameters.
func AtMostOnes() []AtMostOne {
	return []AtMostOne{
		Pairwise{},
		Sequential{},
		Ladder{},
		Product{},
		Commander{},
		Commander{Full: true},
		Bimander{},
		Bitwise{},
		Nested{},
	}
}

// ParseAtMostOne returns the form with the given name. A form with a parameter may be named without it: "commander" is "commander-3".
func ParseAtMostOne(name string) (AtMostOne, error) {
	for _, form := range AtMostOnes() {
		plain, _, _ := strings.Cut(form.String(), "-")
		if name == form.String() || name == plain {
			return form, nil
		}
	}
	form, parameter, _ := strings.Cut(name, "-")
	parameter, full := strings.CutSuffix(parameter, "-full")
	size, err := strconv.Atoi(parameter)
	if err == nil && strconv.Itoa(size) == parameter && size <= maxParameter {
		switch {
		case form == "commander" && size >= 2:
			return Commander{Group: size, Full: full}, nil
		case form == "bimander" && size >= 2 && !full:
			return Bimander{Group: size}, nil
		case form == "nested" && size >= 3 && !full:
			return Nested{Leaf: size}, nil
		}
	}
	return nil, fmt.Errorf("cnf: unknown at-most-one form %q: it is one of %s; group sizes other than these are written in the same way (commander-4, bimander-4, nested-5)",
		name, list(AtMostOnes()))
}

const maxParameter = 10_000 // of a form's name; beyond any use

// exactlyOne adds to f that exactly one of lits is true, in the form's own way if it has one.
func exactlyOne(f *Formula, form AtMostOne, lits []Lit) {
	if own, ok := form.(ExactlyOne); ok {
		own.AddExactly(f, lits)
		return
	}
	f.Add(lits...)
	form.Add(f, lits)
}

// oneOf is the meaning of an auxiliary variable that is true if one of lits is, and false if another literal is; if none is, it may be
// either, unless it is defined.
func oneOf(lits []Lit, defined bool) Meaning {
	return Meaning{Kind: OneOf, Lits: slices.Clone(lits), Open: !defined}
}

// spelled returns the meanings of bits that spell the number of the group that has the true literal; groups are of the given size.
func spelled(lits, bits []Lit, size int) []Meaning {
	meanings := make([]Meaning, len(bits))
	for b := range bits {
		var set []Lit
		for i, l := range lits {
			if i/size>>b&1 != 0 {
				set = append(set, l)
			}
		}
		meanings[b] = oneOf(set, false)
	}
	return meanings
}

// width returns the number of bits needed to number n things: the binary logarithm of n, rounded up.
func width(n int) int {
	b := 0
	for 1<<b < n {
		b++
	}
	return b
}

// root returns the square root of n, rounded up.
func root(n int) int {
	r := 0
	for r*r < n {
		r++
	}
	return r
}

// list joins the names of things for a message.
func list[T fmt.Stringer](all []T) string {
	names := make([]string, len(all))
	for i, x := range all {
		names[i] = x.String()
	}
	return strings.Join(names, ", ")
}
