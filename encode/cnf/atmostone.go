package cnf

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"nonet/internal/slice"
)

// An AtMostOne is an encoding of "at most one of these literals is true", called a form here. The types that implement
// it are plain values: the encodings of the literature, with their parameters as fields. [AtMostOnes] is the table of
// all of them.
//
// The forms differ in size and in which auxiliary variables they leave undetermined. Under each of them, once one
// literal is true, unit propagation makes the others false; it derives nothing else about the literals. The literals
// need not determine the auxiliary variables, so counting must project onto the literals.
type AtMostOne interface {
	// String returns the name with its parameters: "pairwise", "commander-3". ParseAtMostOne parses it.
	String() string
	// Add adds clauses and auxiliary variables to f that state that at most one of lits is true. It does not retain
	// lits.
	Add(f *Formula, lits []Lit)
}

// An ExactlyOne is an AtMostOne with its own encoding of "exactly one". For the others, a clause is added.
type ExactlyOne interface {
	AtMostOne
	// AddExactly is like Add for exactly one of lits. Without literals it adds the empty clause.
	AddExactly(f *Formula, lits []Lit)
}

// A formInfo is an entry of the table of forms.
type formInfo struct {
	form    AtMostOne
	summary string // of the encoding with default parameters
	source  string // the paper; "" if there is none
}

// atMostOnes is the table behind AtMostOnes.
var atMostOnes = []formInfo{
	{Pairwise{}, "a clause for every two literals (binomial)", ""},
	{Sequential{}, "a counter along the literals (Sinz 2005)",
		"C. Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005"},
	{Ladder{}, "the position where a row of variables turns false (Gent and Nightingale 2004)",
		"I. P. Gent, P. Nightingale, A New Encoding of AllDifferent into SAT, ModRef 2004"},
	{Product{}, "at most one row and one column of a grid (Chen 2010)",
		"J. Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010"},
	{Commander{}, "at most one in each group of 3 and one group (Klieber and Kwon 2007)", klieber},
	{Commander{Full: true},
		"at most one in each group of 3 and one group (Klieber and Kwon 2007), commanders determined", klieber},
	{Bimander{}, "at most one in each group of about sqrt(k), the group's number in binary (Nguyen and Mai 2015)",
		"V.-H. Nguyen, S. T. Mai, A New Method to Encode the At-Most-One Constraint into SAT, SoICT 2015"},
	{Bitwise{}, "the literal's number in binary (Frisch et al. 2005, Prestwich 2007)",
		"A. M. Frisch et al., Solving Non-Boolean Satisfiability Problems with Stochastic Local Search, JAR 35, 2005"},
	{Nested{}, "halved until 4 are left, the halves connected by a variable", ""},
}

const klieber = "W. Klieber, G. Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007"

// AtMostOnes returns all forms, with default parameters.
func AtMostOnes() []AtMostOne {
	return slice.Map(atMostOnes, func(f formInfo) AtMostOne { return f.form })
}

// SummaryOf returns a line on how a form works, and its source.
func SummaryOf(form AtMostOne) string { return infoOf(form).summary }

// infoOf returns the table entry of a form, or of the same form with other parameters. It is empty if the form is not
// of this package.
func infoOf(form AtMostOne) (info formInfo) {
	plain := func(f AtMostOne) string { name, _, _ := strings.Cut(f.String(), "-"); return name }
	for _, f := range atMostOnes {
		if f.form == form {
			return f
		}
		if plain(f.form) == plain(form) {
			info = f
		}
	}
	return info
}

// ParseAtMostOne returns the form with the given name. The parameter may be left out: "commander" is "commander-3".
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
	return nil, fmt.Errorf("unknown at-most-one form %q: expected one of %s; "+
		"other group sizes are written in the same way (commander-4, bimander-4, nested-5)",
		name, joinNames(AtMostOnes()))
}

const maxParameter = 10_000 // larger group sizes have no use

// exactlyOne adds to f that exactly one of lits is true, with the form's own encoding if it has one.
func exactlyOne(f *Formula, form AtMostOne, lits []Lit) {
	if own, ok := form.(ExactlyOne); ok {
		own.AddExactly(f, lits)
		return
	}
	f.Add(lits...)
	form.Add(f, lits)
}

// bitsFor returns the number of bits that distinguish n numbers: the binary logarithm of n, rounded up.
func bitsFor(n int) int {
	return bits.Len(uint(max(n, 1) - 1))
}

// ceilSqrt returns the square root of n, rounded up.
func ceilSqrt(n int) int {
	r := 0
	for r*r < n {
		r++
	}
	return r
}

// parseName returns the element of all with the given name. what describes the elements in the error message.
func parseName[T fmt.Stringer](all []T, what, name string) (T, error) {
	for _, x := range all {
		if x.String() == name {
			return x, nil
		}
	}
	var none T
	return none, fmt.Errorf("unknown %s %q: expected one of %s", what, name, joinNames(all))
}

// joinNames returns the names of all for a message.
func joinNames[T fmt.Stringer](all []T) string {
	names := slice.Map(all, func(x T) string { return x.String() })
	return strings.Join(names, ", ")
}
