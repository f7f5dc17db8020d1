package cnf

import (
	"errors"
	"slices"

	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// MaxLinearClauses is the largest number of clauses for one Linear constraint by Totalizer or BDD. Encode states a
// constraint that takes more by Adder.
const MaxLinearClauses = 500_000

// maxNumber bounds intermediate sums, well below overflow.
const maxNumber = 1 << 53

// A linear is a Linear constraint over at least two terms that is neither always nor never satisfied.
type linear struct {
	terms    []term
	relation model.Relation
	bound    int
}

// A term is a coefficient times a variable of the model. The terms of a constraint are over different variables, none
// of them a constant.
type term struct {
	v             model.Var
	coef          int
	contributions []int // by index in the domain: coef times the value; strictly increasing or decreasing
}

// least and greatest return the smallest and the largest contribution of t.
func (t term) least() int    { return min(t.contributions[0], t.contributions[len(t.contributions)-1]) }
func (t term) greatest() int { return max(t.contributions[0], t.contributions[len(t.contributions)-1]) }

// linear encodes a Linear constraint. It returns an error if that takes too large numbers.
func (b *builder) linear(c model.Linear) error {
	l := &linear{relation: c.Relation, bound: c.Bound}
	terms, known, err := b.terms(c.Terms)
	if err != nil {
		return err
	}
	least, greatest := known, known
	for _, t := range terms {
		if len(t.contributions) == 0 {
			return nil // a variable without values makes the formula unsatisfiable
		}
		least, greatest = least+t.least(), greatest+t.greatest()
	}
	below, above := least < l.bound, greatest > l.bound // whether the sum may be below or above the bound
	switch {
	case l.relation != model.AtLeast && least > l.bound, l.relation != model.AtMost && greatest < l.bound:
		b.f.Add()
		return nil
	case l.relation == model.AtMost && !above, l.relation == model.AtLeast && !below, !below && !above:
		return nil
	}
	l.bound -= known // the bound now lies between the bounds of the sum of the terms
	l.terms = terms
	if len(terms) == 1 {
		for i, value := range b.values(terms[0].v) {
			sum := terms[0].contributions[i]
			if sum < l.bound && l.relation != model.AtMost || sum > l.bound && l.relation != model.AtLeast {
				b.forbid(nil, encode.Atom{Var: terms[0].v, Value: value})
			}
		}
		return nil
	}
	if b.clause(l, least-known, greatest-known) {
		return nil
	}
	p := linearEncodings[b.encoder.Linear].plan(l)
	if p.clauses > MaxLinearClauses {
		p = planAdder(l)
	}
	p.encode(b)
	return nil
}

// clause encodes l as one clause if every assignment satisfies it but the one where all terms contribute least, or all
// contribute most: the constraints that clauses of a formula become. It reports whether that is so. least and greatest
// are the bounds of the sum.
func (b *builder) clause(l *linear, least, greatest int) bool {
	atoms := make([]encode.Atom, len(l.terms))
	for i, t := range l.terms {
		values := b.values(t.v)
		first, last := t.contributions[0], t.contributions[len(values)-1]
		k := 0 // of the only contribution that does not satisfy l
		switch n := len(values); {
		case l.relation == model.AtLeast && first < last && least-first+t.contributions[1] >= l.bound:
		case l.relation == model.AtLeast && first > last && least-last+t.contributions[n-2] >= l.bound:
			k = n - 1
		case l.relation == model.AtMost && first < last && greatest-last+t.contributions[n-2] <= l.bound:
			k = n - 1
		case l.relation == model.AtMost && first > last && greatest-first+t.contributions[1] <= l.bound:
		default:
			return false
		}
		atoms[i] = encode.Atom{Var: t.v, Value: values[k]}
	}
	b.forbid(nil, atoms...)
	return true
}

// terms returns the terms of an expression, and the sum that constants contribute. The terms with the largest
// coefficients come first.
func (b *builder) terms(expression []model.Term) (terms []term, known int, err error) {
	coef := map[model.Var]int{}
	var order []model.Var
	for _, t := range expression {
		if _, found := coef[t.Var]; !found {
			order = append(order, t.Var)
		}
		coef[t.Var] += t.Coef // in a valid model, this overflows only if the variable is always 0
	}
	slices.SortStableFunc(order, func(v, w model.Var) int { return abs(coef[w]) - abs(coef[v]) })
	total := 0
	for _, v := range order {
		t := term{v: v, coef: coef[v]}
		largest := 0
		for _, value := range b.values(v) {
			add := coef[v] * value
			t.contributions = append(t.contributions, add)
			largest = max(largest, abs(add))
		}
		if largest > maxNumber || total > maxNumber-largest {
			return nil, 0, errors.New("numbers beyond 2^53")
		}
		total += largest
		switch {
		case b.fixed[v] >= 0:
			known += t.contributions[0]
		case coef[v] != 0 || len(t.contributions) == 0:
			terms = append(terms, t)
		}
	}
	return terms, known, nil
}

func modelTerms(terms []term) []model.Term {
	return slice.Map(terms, func(t term) model.Term { return model.Term{Coef: t.coef, Var: t.v} })
}

// abs returns the absolute value of n, or the largest int if n is the smallest.
func abs(n int) int {
	if n < 0 {
		return max(-(n + 1), -n) // -n is negative for the smallest int
	}
	return n
}
