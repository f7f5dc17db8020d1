package cnf

import (
	"math"
	"slices"

	"nonet/encode"
	"nonet/model"
)

// A diagram is a multi-valued decision diagram of a sum. A node at a level stands for all partial sums of the terms before it that allow
// the terms from there on the same choices; these are an interval of integers.
type bdd struct {
	*linear
	least, greatest []int // by level: what the terms from there on add at least and at most
	nodes           []bddNode
	intervals       [][]interval // by level: the intervals found so far, increasing
	edges           int
}

// A decision is a node: children[i] is where the i-th value of its term leads.
type bddNode struct {
	level    int
	children []int
}

// Nodes that do not decide: the sum does not, or does, hold whatever the terms that are left.
const (
	falseNode = -1
	trueNode  = -2
)

// A reach is a set of partial sums, from..to, and the node they lead to.
type interval struct {
	from, to int
	node     int
}

// Intervals that are open at an end have these there. No partial sum comes near them.
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

// visit returns the node that partial sum s leads to at a level, with all partial sums that lead to the same. Beyond MaxLinearClauses clauses it
// gives up and returns anything.
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
	case level == len(d.terms): // equal, and neither too small nor too large
		return interval{k, k, trueNode}
	}
	known := d.intervals[level]
	at, found := slices.BinarySearchFunc(known, s, func(i interval, s int) int {
		switch {
		case i.to < s:
			return -1
		case i.from > s:
			return 1
		}
		return 0
	})
	if found {
		return known[at]
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
	d.intervals[level] = slices.Insert(d.intervals[level], at, all)
	return all
}

// state adds a variable for each node but the root, true exactly when the sum holds from there on: in both directions, a value makes it
// as true as the node that the value leads to. The root is true.
func (d *bdd) encode(b *builder, root int) {
	switch root {
	case falseNode:
		b.f.Add()
		return
	case trueNode:
		return
	}
	literal := make([]Lit, len(d.nodes)) // that of the root is not used
	for i := range d.nodes {
		if i != root {
			literal[i] = b.f.NewVar()
			if b.recorder != nil {
				r := d.interval(i)
				b.recordMeaning(literal[i], meaning{inRange: true, terms: modelTerms(d.terms[:d.nodes[i].level]), from: r.from, to: r.to})
			}
		}
	}
	for i, node := range d.nodes {
		t := d.terms[node.level]
		for place, value := range b.appendValues(nil, t.v) {
			child := node.children[place]
			if child != trueNode {
				b.forbid(d.nodeClause(literal, root, -1, i, child), encode.Atom{Var: t.v, Value: value})
			}
			if child != falseNode && i != root {
				b.forbid(d.nodeClause(literal, root, 1, i, child), encode.Atom{Var: t.v, Value: value})
			}
		}
	}
}

// reach returns the partial sums that lead to node i.
func (d *bdd) interval(i int) interval {
	known := d.intervals[d.nodes[i].level]
	return known[slices.IndexFunc(known, func(r interval) bool { return r.node == i })]
}

// either returns the literals "node i has the sign, or its child has the other", leaving out what is known to be false.
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
