package cnf

import (
	"slices"

	"nonet/model"
)

// A total is a node of a totalizer: the sum of some terms, as a sequence of steps. If the constraint does not
// distinguish two sums, whatever the other terms are, they belong to the same step; steps[i] is one of the sums of step
// i.
type total struct {
	steps       []int
	terms       []term
	term        *term // the term of a leaf; nil in an inner node
	from        int   // in a leaf: step i is the (from+i)-th smallest contribution of the term
	left, right *total
}

func planTotalizer(l *linear) plan {
	low, high := bounds(l.terms)
	half := (len(l.terms) + 1) / 2
	clauses := 0
	trim := func(t *total) { l.trim(t, low, high) }
	left := newTotal(l.terms[:half], MaxLinearClauses, &clauses, trim)
	right := newTotal(l.terms[half:], MaxLinearClauses, &clauses, trim)
	if left == nil || right == nil {
		return plan{MaxLinearClauses + 1, nil}
	}
	clauses += 2 * (len(left.steps) + len(right.steps))
	return plan{clauses, func(b *builder) { l.addComparison(b, left, right) }}
}

// bounds returns the smallest and the largest sum of terms.
func bounds(terms []term) (least, greatest int) {
	for _, t := range terms {
		least, greatest = least+t.least(), greatest+t.greatest()
	}
	return least, greatest
}

// newTotal returns the tree of some terms. Each node has a step for each of its sums, which trim may reduce before the
// node's parent is made. It adds to clauses an upper bound of the tree's number of clauses. It returns nil if clauses
// exceeds limit.
func newTotal(terms []term, limit int, clauses *int, trim func(*total)) *total {
	t := &total{terms: terms}
	if len(terms) == 1 {
		t.term = &terms[0]
		t.steps = slices.Sorted(slices.Values(terms[0].contributions))
		*clauses += 3 * len(t.steps)
		trim(t)
		return t
	}
	half := (len(terms) + 1) / 2
	t.left = newTotal(terms[:half], limit, clauses, trim)
	t.right = newTotal(terms[half:], limit, clauses, trim)
	if t.left == nil || t.right == nil {
		return nil
	}
	pairs := len(t.left.steps) * len(t.right.steps)
	if *clauses += 2 * pairs; *clauses > limit {
		return nil
	}
	t.steps = make([]int, 0, pairs)
	for _, x := range t.left.steps {
		for _, y := range t.right.steps {
			t.steps = append(t.steps, x+y)
		}
	}
	slices.Sort(t.steps)
	t.steps = slices.Compact(t.steps)
	trim(t)
	return t
}

// trim merges the sums for which the constraint is already decided, because they are too small or too large: they form
// one step each. low and high are the bounds of the whole sum of l.
func (l *linear) trim(t *total, low, high int) {
	least, greatest := bounds(t.terms)
	low, high = low-least, high-greatest // of the sum of the other terms
	last := 0
	for i, s := range t.steps {
		if s+high < l.bound || s+high == l.bound && l.relation == model.AtMost {
			last = i
		}
	}
	first := len(t.steps) - 1
	for i, s := range slices.Backward(t.steps) {
		if s+low > l.bound || s+low == l.bound && l.relation == model.AtLeast {
			first = i
		}
	}
	t.from, t.steps = last, t.steps[last:first+1]
}

// addComparison states that the sum of left and right satisfies the relation of l.
func (l *linear) addComparison(b *builder, left, right *total) {
	x, y := left.literals(b), right.literals(b)
	// i and j are steps of left and right. The literal of step 0 is always true, the literal after the last step always
	// false.
	if l.relation != model.AtLeast {
		j := len(right.steps) // smallest step that makes the sum with step i too large
		for i, s := range left.steps {
			before := j
			for j > 0 && s+right.steps[j-1] > l.bound {
				j--
			}
			if j < before {
				b.f.Add(slices.Concat(negated(stepLit(x, i)), negated(stepLit(y, j)))...)
			}
		}
	}
	if l.relation != model.AtMost {
		j := -1 // greatest step that makes the sum with step i too small
		for i, s := range slices.Backward(left.steps) {
			before := j
			for j+1 < len(right.steps) && s+right.steps[j+1] < l.bound {
				j++
			}
			if j > before {
				b.f.Add(slices.Concat(stepLit(x, i+1), stepLit(y, j+1))...)
			}
		}
	}
}

// literals returns the literals "at least step i" for i > 0. It adds the missing variables and the clauses that define
// them.
func (t *total) literals(b *builder) []Lit {
	lits := make([]Lit, len(t.steps))
	if t.term != nil {
		n := len(t.term.contributions)
		for i := 1; i < len(lits); i++ {
			if t.term.contributions[0] < t.term.contributions[n-1] {
				lits[i] = b.thresholdLit(t.term.v, t.from+i)
			} else {
				lits[i] = -b.thresholdLit(t.term.v, n-t.from-i)
			}
		}
		return lits
	}
	x, y := t.left.literals(b), t.right.literals(b)
	for i := 1; i < len(lits); i++ {
		lits[i] = b.f.NewVar()
		if b.recorder != nil {
			b.recordMeaning(lits[i], meaning{terms: modelTerms(t.terms), from: t.steps[i]})
		}
		if i > 1 {
			b.f.Add(-lits[i], lits[i-1])
		}
	}
	for i := range x {
		for j := range y {
			k := t.stepOf(i, j)
			// A clause is implied by another one if a smaller step gives the same total, or a greater step does in the
			// other direction.
			if k > 0 && (i == 0 || t.stepOf(i-1, j) < k) && (j == 0 || t.stepOf(i, j-1) < k) {
				b.f.Add(slices.Concat(negated(stepLit(x, i)), negated(stepLit(y, j)), lits[k:k+1])...)
			}
			if k+1 < len(lits) && (i+1 == len(x) || t.stepOf(i+1, j) > k) && (j+1 == len(y) || t.stepOf(i, j+1) > k) {
				b.f.Add(slices.Concat(stepLit(x, i+1), stepLit(y, j+1), []Lit{-lits[k+1]})...)
			}
		}
	}
	return lits
}

// stepOf returns the step of a total whose left child is at step i and whose right child is at step j.
func (t *total) stepOf(i, j int) int {
	k, found := slices.BinarySearch(t.steps, t.left.steps[i]+t.right.steps[j])
	if !found && k > 0 && k == len(t.steps) {
		k--
	}
	return k
}

// stepLit returns lits[i] as a slice, or nothing where the step is always true (i = 0) or always false (beyond the
// last).
func stepLit(lits []Lit, i int) []Lit {
	if i == 0 || i >= len(lits) {
		return nil
	}
	return lits[i : i+1]
}

// negated returns the negation of a slice of at most one literal.
func negated(lits []Lit) []Lit {
	if len(lits) == 0 {
		return nil
	}
	return []Lit{-lits[0]}
}
