package native

import "math/bits"

// matching makes AllDifferent domain consistent (hyper-arc consistent) over variables whose domains have one word each
// and the same base. It keeps a matching that assigns different values to all variables. In the residual graph an arc
// leads from variable x to variable y if the domain of x contains the value matched to y. All unmatched values are one
// common node: arcs lead to it from the variables that can take one of them, and from it to all variables. A value
// belongs to some matching exactly if its arc lies on a cycle, that is, within a strongly connected component.
//
// The matching is repaired and never rebuilt. Backtracking need not restore it, since a matching for some domains is
// one for larger domains. Different components have no values in common after they have been found, so later runs treat
// each by itself.
//
// Arcs are never enumerated: the search handles all arcs of a node as bits of a word, so a run takes time linear in the
// number of variables. Components are found with Gabow's algorithm, which merges the components on the path when an arc
// closes a cycle; merging two sets of values is one operation.
//
// Sources: J.-C. Régin, A Filtering Algorithm for Constraints of Difference in CSPs, AAAI 1994 (the graph); H. N.
// Gabow, Path-based Depth-first Search for Strong and Biconnected Components, Information Processing Letters 74, 2000;
// I. P. Gent, I. Miguel, P. Nightingale, Generalised Arc Consistency for the AllDifferent Constraint: An Empirical
// Survey, Artificial Intelligence 172, 2008 (treating components separately).
type matching struct {
	nodes         []node
	componentEnds int32 // word of the trail: bit i is set if a component ends with nodes[i]

	// Scratch, for one component.
	domains [64]uint64 // by node
	owner   [64]int8   // by value: the node matched to it, valid if taken has the value
	taken   uint64     // matched values
	seen    uint64     // values that the search has visited
	done    uint64     // values of closed components
	path    [65]uint64 // components on the current path, from its start, as sets of values
	depth   int        // number of components on the path
	order   []node     // nodes in the order in which their components were closed
	newEnds uint64     // bit i is set if a component ends with order[i]
}

// A node is a variable and the value matched to it, as a bit; 0 if it has none.
type node struct {
	wordVar
	value uint64
}

// newMatching returns the propagator for 2 to 64 variables.
func newMatching(e *engine, vars []wordVar) *matching {
	p := &matching{componentEnds: int32(e.reserve(1)), order: make([]node, 0, len(vars))}
	for _, x := range vars {
		p.nodes = append(p.nodes, node{x, 0})
	}
	e.words[p.componentEnds] = 1 << (len(vars) - 1)
	return p
}

func (p *matching) propagate(e *engine) bool {
	// Drop matched values that have left their domains, so that other variables can take them.
	for i := range p.nodes {
		x := &p.nodes[i]
		x.value &= e.words[x.word]
	}
	ends := e.words[p.componentEnds]
	for rest := ends; rest != 0; rest &= rest - 1 {
		from, to := 0, bits.TrailingZeros64(rest)+1
		if before := ends & (rest&-rest - 1); before != 0 {
			from = bits.Len64(before)
		}
		if to-from == 1 {
			continue
		}
		cuts, ok := p.filterComponent(e, p.nodes[from:to])
		if !ok {
			return false
		}
		ends |= cuts << from
	}
	if ends != e.words[p.componentEnds] {
		e.set(p.componentEnds, ends)
	}
	return true
}

// filterComponent completes the matching of nodes that share no value with other nodes, and removes the values that no
// matching of them uses. It reorders nodes so that each new component is contiguous, and returns the ends of these
// components as bits. ok is false if there is no matching.
func (p *matching) filterComponent(e *engine, nodes []node) (cuts uint64, ok bool) {
	all := uint64(0)
	p.taken = 0
	for i := range nodes {
		w := e.words[nodes[i].word]
		p.domains[i] = w
		all |= w
		if v := nodes[i].value; v != 0 {
			p.taken |= v
			p.owner[bits.TrailingZeros64(v)] = int8(i)
		}
	}
	for i := range nodes {
		if nodes[i].value != 0 {
			continue
		}
		p.seen = 0
		if !p.augment(nodes, int8(i)) {
			return 0, false
		}
	}
	p.order, p.newEnds = p.order[:0], 0
	p.seen, p.done, p.depth = 0, 0, 0
	if free := all &^ p.taken; free != 0 { // the common node; start there, since it reaches all nodes
		p.seen, p.path[0], p.depth = free, free, 1
	}
	for {
		next := p.taken &^ p.seen
		if next == 0 {
			break
		}
		p.visit(e, nodes, p.owner[bits.TrailingZeros64(next)])
	}
	if p.depth == 1 {
		p.closeComponent(e, nodes, p.path[0])
	}
	if p.newEnds&(p.newEnds-1) != 0 {
		copy(nodes, p.order)
	}
	return p.newEnds, true
}

// augment gives node i a value, by an augmenting path if no value in its domain is free. It returns false if there is
// no such path. seen holds the values already tried.
func (p *matching) augment(nodes []node, i int8) bool {
	if free := p.domains[i] &^ p.taken; free != 0 {
		p.match(nodes, i, free&-free)
		return true
	}
	for {
		next := p.domains[i] &^ p.seen
		if next == 0 {
			return false
		}
		value := next & -next
		p.seen |= value
		if p.augment(nodes, p.owner[bits.TrailingZeros64(value)]) {
			p.match(nodes, i, value)
			return true
		}
	}
}

func (p *matching) match(nodes []node, i int8, value uint64) {
	nodes[i].value = value
	p.taken |= value
	p.owner[bits.TrailingZeros64(value)] = i
}

// visit searches from node i. Afterwards each node that it reached is in a closed component or in one merged into the
// path before it.
func (p *matching) visit(e *engine, nodes []node, i int8) {
	p.seen |= nodes[i].value
	p.path[p.depth] = nodes[i].value
	p.depth++
	own := p.depth
	for {
		next := p.domains[i] & p.taken &^ p.seen
		if next == 0 {
			break
		}
		p.visit(e, nodes, p.owner[bits.TrailingZeros64(next)])
	}
	back := p.domains[i] &^ p.done // all on the path
	for back&^p.path[p.depth-1] != 0 {
		p.depth--
		p.path[p.depth-1] |= p.path[p.depth]
	}
	if p.depth == own {
		p.closeComponent(e, nodes, p.path[own-1])
		p.depth--
	}
}

// closeComponent removes a finished component from the graph, and removes all other values from the domains of its
// variables.
func (p *matching) closeComponent(e *engine, nodes []node, values uint64) {
	p.done |= values
	for own := values & p.taken; own != 0; own &= own - 1 {
		i := p.owner[bits.TrailingZeros64(own)]
		p.order = append(p.order, nodes[i])
		if p.domains[i]&^values != 0 {
			e.narrow(nodes[i].v, 0, values) // does not fail: the matched value remains
		}
	}
	p.newEnds |= 1 << (len(p.order) - 1)
}
