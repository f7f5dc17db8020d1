package proof

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// stateVariable adds a variable of a model: for n > 2 values, n literals x = v and n-1 literals x >= v, for all values
// but the first, and the clauses that relate them; for two values, one variable of the formula.
func (f *formula) stateVariable(values []int) {
	n := len(values)
	least := make([]int, n) // least[i] states x >= values[i]; least[0] is 0: no literal
	var is []int            // is[i] states x = values[i]
	switch n {
	case 0:
		f.add()
	case 1:
		is = f.fresh(1)
		f.add(is[0])
	case 2:
		least[1] = f.fresh(1)[0]
		is = []int{-least[1], least[1]}
	default:
		is = f.fresh(n)
		copy(least[1:], f.fresh(n-1))
		for i := 1; i < n; i++ {
			f.add(-is[i-1], -least[i])
			f.add(-is[i], least[i])
			f.add(is[i-1], -least[i-1], least[i])
			if i > 1 {
				f.add(-least[i], least[i-1])
			}
		}
		f.add(is[n-1], -least[n-1])
	}
	f.literals, f.least = append(f.literals, is), append(f.least, least)
}

// stateBounds adds the clauses of an inequality, and of an equality as two inequalities.
func (c Linear) stateBounds(f *formula) {
	if c.Relation != ">=" {
		stateAtMost(f, c.Terms, c.Bound)
	}
	if c.Relation != "<=" {
		negated := slices.Clone(c.Terms)
		for i := range negated {
			negated[i].Coef *= -1
		}
		stateAtMost(f, negated, -c.Bound)
	}
}

// An atMost states that a sum is at most a bound, by a decision diagram: a node stands for "the sum of the terms from
// some position on is at most a budget". Budgets that make no difference share a node.
type atMost struct {
	f     *formula
	terms []Term
	low   []int         // low[i] is the least sum of terms[i:]
	high  []int         // high[i] is the greatest
	nodes [][]sumWithin // by position, with increasing budgets
}

// A sumWithin is a node for the budgets from low to high. Its literal implies that the sum is within the budget.
type sumWithin struct{ literal, low, high int }

// Literals of nodes that hold for all assignments or for none.
const always, never = math.MaxInt, math.MinInt

// unbounded is larger than each budget plus the sum of all terms, and twice this number fits an int.
const unbounded = 4 * maxSum

// stateAtMost adds the clauses of terms <= bound. If only the greatest value of every term breaks it, that is one
// clause. Otherwise it is a decision diagram, with a definitional variable for each node.
func stateAtMost(f *formula, terms []Term, bound int) {
	a := &atMost{f: f, terms: slices.Clone(terms)}
	for _, t := range terms {
		if len(f.values[t.Var]) == 0 {
			return // the formula has the empty clause already
		}
	}
	width := func(t Term) int {
		low, high := t.bounds(f.values)
		return high - low
	}
	slices.SortStableFunc(a.terms, func(t, u Term) int { return cmp.Compare(width(u), width(t)) })
	n := len(terms)
	a.low, a.high, a.nodes = make([]int, n+1), make([]int, n+1), make([][]sumWithin, n)
	step := unbounded // the least difference between the greatest value of a term and its next one
	var clause []int
	for i := n - 1; i >= 0; i-- {
		low, high := a.terms[i].bounds(f.values)
		a.low[i], a.high[i] = a.low[i+1]+low, a.high[i+1]+high
		if last := len(f.values[a.terms[i].Var]) - 1; last > 0 {
			step = min(step, a.weight(i, last)-a.weight(i, last-1))
			clause = append(clause, -a.reaches(i, last))
		}
	}
	if a.high[0] > bound && a.high[0]-step <= bound {
		f.add(clause...)
		return
	}
	if root := a.node(0, bound).literal; root == never {
		f.add()
	} else if root != always {
		f.add(root)
	}
}

// weight returns the k-th smallest value of term i.
func (a *atMost) weight(i, k int) int {
	t := a.terms[i]
	values := a.f.values[t.Var]
	if t.Coef < 0 {
		k = len(values) - 1 - k
	}
	return t.Coef * values[k]
}

// reaches returns the literal that term i is at least its k-th smallest value, for k > 0.
func (a *atMost) reaches(i, k int) int {
	t := a.terms[i]
	least := a.f.least[t.Var]
	if t.Coef < 0 {
		return -least[len(least)-k]
	}
	return least[k]
}

// node returns the node of a position and a budget. It adds the clauses: if the node's literal holds and the term
// reaches a value, the rest is within the budget that this value leaves.
func (a *atMost) node(i, budget int) sumWithin {
	switch {
	case budget >= a.high[i]:
		return sumWithin{always, a.high[i], unbounded}
	case budget < a.low[i]:
		return sumWithin{never, -unbounded, a.low[i] - 1}
	}
	at := sort.Search(len(a.nodes[i]), func(k int) bool { return a.nodes[i][k].high >= budget })
	if at < len(a.nodes[i]) && a.nodes[i][at].low <= budget {
		return a.nodes[i][at]
	}
	type branch struct{ from, rest int } // from the value with this index on, the literal of the rest
	var branches []branch
	node := sumWithin{0, -unbounded, unbounded}
	size := len(a.f.values[a.terms[i].Var])
	for k := 0; k < size; {
		child := a.node(i+1, budget-a.weight(i, k))
		branches = append(branches, branch{k, child.literal})
		node.high = min(node.high, child.high+a.weight(i, k))
		k += sort.Search(size-k, func(j int) bool { return budget-a.weight(i, k+j) < child.low })
		node.low = max(node.low, child.low+a.weight(i, k-1))
	}
	isLiteral := len(branches) == 2 && branches[0].rest == always && branches[1].rest == never
	if isLiteral {
		node.literal = -a.reaches(i, branches[1].from)
	} else {
		node.literal = a.f.fresh(1)[0]
	}
	if a.f.define != nil {
		a.f.define(a, i, node, isLiteral)
	}
	for _, b := range branches {
		clause := []int{-node.literal}
		if b.from > 0 {
			clause = append(clause, -a.reaches(i, b.from))
		}
		if b.rest != never {
			clause = append(clause, b.rest)
		}
		if b.rest != always && !isLiteral {
			a.f.add(clause...)
		}
	}
	a.nodes[i] = slices.Insert(a.nodes[i], at, node)
	return node
}
