package cnf

import (
	"slices"

	"nonet/encode"
	"nonet/model"
)

// An Objective is the objective of a model as auxiliary variables that count its value. A better value than a
// solution is a few more clauses over these variables (Formula.CutOff), so an engine improves a solution without a new
// encoding and keeps what it has learned.
type Objective struct {
	Maximize bool

	// Exactly one of these is set, unless the value is constant. Steps is the value in order encoding: Steps[i] means
	// "at least the (i+1)-th smallest sum", for i > 0; Steps[0] is unused. Bits is the value minus its least value in
	// binary, the least significant bit first; 0 stands for a bit that is never set.
	Steps, Bits []Lit
}

// maxSteps is the largest number of clauses that count an objective in order encoding. Beyond it, adders do, which take
// fewer clauses and propagate less.
const maxSteps = 100_000

// objective adds the variables and clauses that count an objective.
// Sources: the totalizer of LinearEncoding; for adders, N. Eén and N. Sörensson, Translating Pseudo-Boolean Constraints
// into SAT, JSAT 2, 2006.
func (b *builder) objective(o *model.Objective) error {
	b.f.Objective = nil
	if o == nil {
		return nil
	}
	terms, _, err := b.terms(o.Terms)
	if err != nil {
		return &encode.UnsupportedError{Encoding: "cnf", Part: "objective: " + err.Error()}
	}
	b.f.Objective = &Objective{Maximize: o.Maximize}
	for _, t := range terms {
		if len(t.contributions) == 0 {
			return nil // a variable without values makes the formula unsatisfiable
		}
	}
	terms = slices.DeleteFunc(terms, func(t term) bool { return len(t.contributions) == 1 })
	if len(terms) == 0 {
		return nil
	}
	clauses := 0
	if t := newTotal(terms, maxSteps, &clauses, func(*total) {}); t != nil {
		b.f.Objective.Steps = t.literals(b)
		return nil
	}
	b.f.Objective.Bits = b.add(terms)
	return nil
}

// CutOff appends to dst the clauses that v violates and that every solution still wanted satisfies, each ended by 0 as
// in Body: those of a better value of the objective than v has, or without an objective the clause of Exclude. The
// empty clause states that there is none.
func (f *Formula) CutOff(dst []Lit, v Valuation) []Lit {
	o := f.Objective
	switch {
	case o == nil:
		return append(f.Exclude(dst, v), 0)
	case o.Steps == nil:
		return o.cutOffBits(dst, v)
	}
	step := 0 // of v
	for step+1 < len(o.Steps) && holds(o.Steps[step+1], v) {
		step++
	}
	switch {
	case !o.Maximize && step > 0:
		dst = append(dst, -o.Steps[step])
	case o.Maximize && step+1 < len(o.Steps):
		dst = append(dst, o.Steps[step+1])
	}
	return append(dst, 0)
}

// cutOffBits is CutOff for a value in binary.
func (o *Objective) cutOffBits(dst []Lit, v Valuation) []Lit {
	value, most := uint64(0), uint64(1)<<len(o.Bits)-1
	for i, l := range o.Bits {
		if l != 0 && holds(l, v) {
			value |= 1 << i
		}
	}
	if o.Maximize {
		if value == most {
			return append(dst, 0)
		}
		return appendBound(dst, o.Bits, value+1, true)
	}
	if value == 0 {
		return append(dst, 0)
	}
	return appendBound(dst, o.Bits, value-1, false)
}

// holds reports whether l is true in v.
func holds(l Lit, v Valuation) bool { return v[l.Var()] == (l > 0) }

// Clauses iterates over clauses that are ended by 0, as in Formula.Body. The slices are parts of body.
func Clauses(body []Lit) func(yield func([]Lit) bool) {
	return (&Formula{Body: body}).All()
}
