package native

import "math/bits"

// matching leaves in AllDifferent no value that is not part of a solution of the constraint, over variables whose domains are one word
// each with the same base. It keeps a matching: a value for each variable, all different. Let an arc lead from one variable to another if
// the first could take the value of the second, and to a common node for all values that none has, from which arcs lead to all variables.
// Then exactly the values on cycles, that is those within a strongly connected component, belong to other matchings.
//
// The matching is repaired rather than made anew, and need not be undone: one for some domains is one for larger domains. The components
// have no value in common once they have been found, so each is treated by itself from then on.
//
// Arcs are never enumerated: a step of the search looks at all arcs of a node as bits of a word, so a run takes time proportional to the
// variables. Components are found by Gabow's way, in which those on the path are merged as soon as an arc closes a cycle, since joining two
// sets is one operation.
//
// Sources: J.-C. Régin, A Filtering Algorithm for Constraints of Difference in CSPs, AAAI 1994 (the graph); H. N. Gabow, Path-based
// Depth-first Search for Strong and Biconnected Components, Information Processing Letters 74, 2000; I. P. Gent, I. Miguel, P. Nightingale,
// Generalised Arc Consistency for the AllDifferent Constraint: An Empirical Survey, Artificial Intelligence 172, 2008 (components apart).
type matching struct {
	nodes         []node
	componentEnds int32 // word of the trail: bit i is set if a component ends with node i

	// Scratch, for one component.
	domains [64]uint64 // by node
	owner   [64]int8   // by value: the node that has it, if taken has it
	taken   uint64     // values that some node has
	seen    uint64     // values that a search has met
	done    uint64     // values of components that are complete
	path    [65]uint64 // the components on the path, from its beginning: values
	depth   int        // their number
	order   []node     // nodes in the order of complete components
	newEnds uint64     // ends of these, by index in order
}

// A node is a variable and the value that it has in the matching, as a bit; 0 if it has none.
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
	for i := range p.nodes { // what is matched out of its domain must not keep others from the value
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

// filterComponent completes the matching of some nodes that share no value with others, and removes the values that no matching of them uses. It
// brings the nodes in an order in which new components are together, and returns the ends of these.
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
	if free := all &^ p.taken; free != 0 { // the common node, which comes first since all can be reached from it
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

// augment gives node i a value, if need be one of another node that can have another. It returns false if there is none. seen has the values
// that have been tried in vain.
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

// visit searches from node i. What it reaches is complete afterwards, or merged with components on the path before it.
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
	back := p.domains[i] &^ p.done // all of them on the path
	for back&^p.path[p.depth-1] != 0 {
		p.depth--
		p.path[p.depth-1] |= p.path[p.depth]
	}
	if p.depth == own {
		p.closeComponent(e, nodes, p.path[own-1])
		p.depth--
	}
}

// closeComponent takes a component out of the graph, and from its variables the values of all others.
func (p *matching) closeComponent(e *engine, nodes []node, values uint64) {
	p.done |= values
	for own := values & p.taken; own != 0; own &= own - 1 {
		i := p.owner[bits.TrailingZeros64(own)]
		p.order = append(p.order, nodes[i])
		if p.domains[i]&^values != 0 {
			e.narrow(nodes[i].v, 0, values) // its own value is left
		}
	}
	p.newEnds |= 1 << (len(p.order) - 1)
}
