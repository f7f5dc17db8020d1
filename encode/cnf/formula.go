package cnf

import (
	"errors"
	"fmt"
	"iter"

	"nonet/model"
)

// A Var is a propositional variable, numbered from 1 as in DIMACS.
type Var int32

// A Lit is a literal in DIMACS notation: v for the variable v, -v for its negation. 0 is not a literal; it ends a
// clause in Formula.Body.
type Lit int32

// Var returns the variable of l.
func (l Lit) Var() Var {
	if l < 0 {
		return Var(-l)
	}
	return Var(l)
}

// A Formula is a propositional formula in conjunctive normal form.
type Formula struct {
	Vars    int // variables are 1..Vars
	Clauses int
	Body    []Lit // the clauses one after another, each ended by 0

	// Shown is the number of shown variables, which are 1..Shown. They distinguish solutions. The others are auxiliary:
	// one solution may extend to several valuations of them.
	Shown int

	// OneHot reports that every solution has the same number of true shown variables, as when each shown variable means
	// "variable = value". The true shown variables then identify a solution, and a clause over their negations excludes
	// it.
	OneHot bool

	// Objective counts the objective of the model, or is nil. Files do not have it.
	Objective *Objective

	Comments []string // written at the head of a file; no newlines
}

// A Valuation gives each variable a truth value: valuation[v] is the value of variable v, and valuation[0] is unused.
type Valuation []bool

// NewVar adds an auxiliary variable and returns its positive literal.
func (f *Formula) NewVar() Lit {
	f.Vars++
	return Lit(f.Vars)
}

// Add adds a clause: at least one of lits is true.
func (f *Formula) Add(lits ...Lit) {
	f.Body = append(append(f.Body, lits...), 0)
	f.Clauses++
}

// All iterates over the clauses. The slices are parts of Body.
func (f *Formula) All() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		start := 0
		for i, l := range f.Body {
			if l == 0 {
				if !yield(f.Body[start:i:i]) {
					return
				}
				start = i + 1
			}
		}
	}
}

// Satisfied reports whether v satisfies every clause.
func (f *Formula) Satisfied(v Valuation) bool {
	ok := false
	for _, l := range f.Body {
		switch {
		case l == 0:
			if !ok {
				return false
			}
			ok = false
		case v[l.Var()] == (l > 0):
			ok = true
		}
	}
	return true
}

// Exclude appends to dst the blocking clause of v, and returns it: the clause is false for exactly the solution that v
// stands for.
func (f *Formula) Exclude(dst []Lit, v Valuation) []Lit {
	for x := 1; x <= f.Shown; x++ {
		switch {
		case v[x]:
			dst = append(dst, -Lit(x))
		case !f.OneHot:
			dst = append(dst, Lit(x))
		}
	}
	return dst
}

// Validate returns an error if f is ill-formed: Clauses or Shown does not fit Body and Vars, a literal is beyond Vars,
// or the last clause is not ended by 0.
func (f *Formula) Validate() error {
	clauses := 0
	for i, l := range f.Body {
		if l == 0 {
			clauses++
		} else if v := l.Var(); v < 1 || int(v) > f.Vars {
			return fmt.Errorf("formula: literal %d at index %d: there are %d variables", l, i, f.Vars)
		}
	}
	switch {
	case f.Shown < 0 || f.Shown > f.Vars:
		return fmt.Errorf("formula: %d of %d variables shown", f.Shown, f.Vars)
	case len(f.Body) > 0 && f.Body[len(f.Body)-1] != 0:
		return errors.New("formula: the last clause is not ended by 0")
	case clauses != f.Clauses:
		return fmt.Errorf("formula: Body has %d clauses, Clauses is %d", clauses, f.Clauses)
	}
	return nil
}

// Size returns the number of variables, clauses and literals.
func (f *Formula) Size() model.Size {
	return model.Size{Variables: f.Vars, Clauses: f.Clauses, Literals: len(f.Body) - f.Clauses}
}
