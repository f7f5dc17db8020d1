package backtrack

import (
	"slices"

	"nonet/model"
)

// different is an AllDifferent. The values of variables that were assigned earlier are hidden already.
type different []int

func (c different) check(f *forward, v int) bool {
	for _, u := range c {
		if f.assigned[u] {
			continue
		}
		if i := slices.Index(f.domains[u].values, f.a[v]); i >= 0 && !f.hide(u, i) {
			return false
		}
	}
	return true
}

// exactSum states the sum of variables with positive values.
type exactSum struct {
	vars []int
	sum  int
}

func (c exactSum) check(f *forward, _ int) bool {
	sum, blank := 0, false
	for _, u := range c.vars {
		if f.assigned[u] {
			sum += f.a[u]
		} else {
			blank = true
		}
	}
	if sum > c.sum || !blank {
		return sum == c.sum
	}
	for _, u := range c.vars {
		if f.assigned[u] {
			continue
		}
		if !f.filter(u, func(x int) bool { return sum+x <= c.sum }) {
			return false
		}
	}
	return true
}

// whenFilled is any other constraint, checked when at most one variable is unassigned.
type whenFilled struct {
	vars       []int
	constraint model.Constraint
}

func (c whenFilled) check(f *forward, _ int) bool {
	last, blank := -1, 0
	for _, u := range c.vars {
		if !f.assigned[u] {
			last = u
			blank++
		}
	}
	if blank == 0 {
		return c.constraint.Violation(f.a) == 0
	}
	if blank > 1 {
		return true
	}
	return f.filter(last, func(x int) bool {
		f.a[last] = x
		return c.constraint.Violation(f.a) == 0
	})
}
