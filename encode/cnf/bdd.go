package cnf

import (
	"math"
	"slices"

	"nonet/encode"
	"nonet/model"
)

// A bdd is a multi-valued decision diagram of a sum. A node at level i stands for an interval of partial sums of terms
// 0..i-1: the sums that leave the same choices for the remaining terms.
type bdd struct {
	*linear
	least, greatest []int // by level: bounds of the sum of the terms from there on
	nodes           []bddNode
	intervals       [][]interval // by level: the intervals found so far, in increasing order
	edges           int
}

// A bddNode branches on term number level: children[i] is the node for the i-th value of the term.
type bddNode struct {
	level    int
	children []int
}

// Terminal nodes: the sum violates, or satisfies, the constraint whatever the remaining terms are.
const (
	falseNode = -1
	trueNode  = -2
)

// An interval is a set of partial sums, from..to, and their common node.
type interval struct {
	from, to int
	node     int
}

// The ends of unbounded intervals. No partial sum comes near them.
const (
	minusInf = math.MinInt / 2
	plusInf  = math.MaxInt / 2
)

func planBDD(l *linear) plan {
	n := len(l.terms)
	d := &bdd{linear: l, least: make([]int, n+1), greatest: make([]int, n+1), intervals: make([][]interval, n)}
	for i := n - 1; i >= 0; i-- {
		d.least[i] = d.least[i+1] + l.terms[i].least()
		d.greatest[i] = d.greatest[i+1] + l.terms[i].greatest()
	}
	root := d.build(0, 0)
	return plan{2 * d.edges, func(b *builder) { d.encode(b, root.node) }}
}

// build returns the node of partial sum s at a level, with the interval of all partial sums that have the same node.
// Beyond MaxLinearClauses clauses it aborts; the result is then unspecified.
func (d *bdd) build(level, s int) interval {
	k, low, high := d.bound, d.least[level], d.greatest[level]
	switch {
	case d.relation != model.AtLeast && s+low > k:
		return interval{k - low + 1, plusInf, falseNode}
	case d.relation != model.AtMost && s+high < k:
		return interval{minusInf, k - high - 1, falseNode}
	case d.relation == model.AtMost && s+high <= k:
		return interval{minusInf, k - high, trueNode}
	case d.relation == model.AtLeast && s+low >= k:
		return interval{k - low, plusInf, trueNode}
	case level == len(d.terms): // relation Equal, and s+low == s+high == k
		return interval{k, k, trueNode}
	}
	known := d.intervals[level]
	index, found := slices.BinarySearchFunc(known, s, func(i interval, s int) int {
		switch {
		case i.to < s:
			return -1
		case i.from > s:
			return 1
		}
		return 0
	})
	if found {
		return known[index]
	}
	adds := d.terms[level].contributions
	node := bddNode{level: level, children: make([]int, len(adds))}
	all := interval{from: minusInf, to: plusInf, node: len(d.nodes)}
	d.edges += len(adds)
	if 2*d.edges > MaxLinearClauses {
		return all
	}
	same := true
	for i, add := range adds {
		child := d.build(level+1, s+add)
		node.children[i] = child.node
		same = same && child.node == node.children[0]
		all.from, all.to = max(all.from, child.from-add), min(all.to, child.to-add)
	}
	if all.node = node.children[0]; !same {
		all.node = len(d.nodes)
		d.nodes = append(d.nodes, node)
	}
	d.intervals[level] = slices.Insert(d.intervals[level], index, all)
	return all
}

// encode adds a variable for each node but the root, true exactly when the remaining terms satisfy the constraint from
// there on. For each value of a node's term, clauses in both directions make the node equivalent to the child. The root
// is true.
func (d *bdd) encode(b *builder, root int) {
	switch root {
	case falseNode:
		b.f.Add()
		return
	case trueNode:
		return
	}
	literal := make([]Lit, len(d.nodes)) // literal[root] is unused
	for i := range d.nodes {
		if i != root {
			literal[i] = b.f.NewVar()
			if b.recorder != nil {
				level := d.nodes[i].level
				at := slices.IndexFunc(d.intervals[level], func(r interval) bool { return r.node == i })
				r, before := d.intervals[level][at], modelTerms(d.terms[:level]) // the partial sums that lead to node i
				b.recordMeaning(literal[i], meaning{inRange: true, terms: before, from: r.from, to: r.to})
			}
		}
	}
	for i, node := range d.nodes {
		t := d.terms[node.level]
		for k, value := range b.values(t.v) {
			child := node.children[k]
			if child != trueNode {
				b.forbid(d.nodeClause(literal, root, -1, i, child), encode.Atom{Var: t.v, Value: value})
			}
			if child != falseNode && i != root {
				b.forbid(d.nodeClause(literal, root, 1, i, child), encode.Atom{Var: t.v, Value: value})
			}
		}
	}
}

// nodeClause returns the literals "node i has the sign, or its child has the opposite sign". It leaves out literals
// that are known to be false.
func (d *bdd) nodeClause(literal []Lit, root int, sign Lit, i, child int) []Lit {
	var lits []Lit
	if i != root {
		lits = append(lits, sign*literal[i])
	}
	if child >= 0 {
		lits = append(lits, -sign*literal[child])
	}
	return lits
}
