package human

import (
	"math/bits"
	"slices"
)

// A chain of one kind of strong link starts with a candidate that is off and ends with a candidate of the same value
// that is on: off, on by a strong link, off because it sees the last one, and so on. Hence one of the two ends is true,
// and cells that see both lose the value.
//
// A strong link of an X-chain is the two places of a value in a full house; of an XY-chain, the two candidates of a
// cell. Breadth-first search from each candidate finds a shortest chain to every other candidate, in time quadratic in
// the number of candidates with strong links.

// A chainSearch is the reusable memory of the search for simple chains. Candidate x of cell c has the number x*cells+c.
type chainSearch struct {
	on, off  []uint64 // by value: the candidates reached, as cellSets
	parent   []int32  // by candidate that is on: the previous on candidate of its chain, or -1
	through  []int32  // by candidate that is on: the off candidate between the two
	nodes    []int32  // by candidate that is on: nodes of the chain so far
	queue    []int32  // candidates that are on
	ends     []chainEnds
	backward []int32
}

type chainEnds struct{ start, end, nodes int32 }

func (q *chainSearch) init(p *Position) {
	if q.parent == nil {
		candidates, sets := len(p.cand)*len(p.values), len(p.values)*p.words
		q.on, q.off = make([]uint64, sets), make([]uint64, sets)
		q.parent, q.through, q.nodes = make([]int32, candidates), make([]int32, candidates), make([]int32, candidates)
	}
}

// simpleChains yields the X-chains or, with inCells, the XY-chains that eliminate something: shorter ones first, one
// for each pair of ends. An XY-chain has at least three cells, because two would be a naked pair.
func (p *Position) simpleChains(inCells bool, yield func(*Step) bool) bool {
	q, least := &p.scratch.chains, int32(4)
	q.init(p)
	if inCells {
		p.findBivalue(^uint64(0))
		least = 6
	}
	q.ends = q.ends[:0]
	for x := range p.values {
		if !inCells && p.isComplete(x) {
			continue
		}
		starts := p.cellsWith(x)
		for c := range starts.All {
			if inCells && !p.scratch.bivalue.Has(c) {
				continue
			}
			p.searchChains(c, x, inCells)
			for _, k := range q.queue {
				y, d := int(k)/len(p.cand), int(k)%len(p.cand)
				if y == x && d > c && q.nodes[k] >= least && p.anySeesAll(x, c, d) {
					q.ends = append(q.ends, chainEnds{int32(x*len(p.cand) + c), k, q.nodes[k]})
				}
			}
		}
	}
	slices.SortStableFunc(q.ends, func(a, b chainEnds) int { return int(a.nodes - b.nodes) })
	for _, e := range q.ends {
		x, c, d := int(e.start)/len(p.cand), int(e.start)%len(p.cand), int(e.end)%len(p.cand)
		p.searchChains(c, x, inCells)
		s := p.newStep()
		s.addChain(p, e.end)
		s.eliminateSeen(p, x, c, d)
		s.rateChain(len(s.Parts))
		if !yield(s) {
			return true
		}
	}
	return false
}

// searchChains finds all candidates that are on if x is off in c.
func (p *Position) searchChains(c, x int, inCells bool) {
	q := &p.scratch.chains
	clear(q.on)
	clear(q.off)
	q.queue = q.queue[:0]
	cellSet(q.on[x*p.words:]).Add(c) // a chain does not return to its start
	cellSet(q.off[x*p.words:]).Add(c)
	p.followStrongLinks(c, x, -1, inCells)
	for i := 0; i < len(q.queue); i++ {
		k := q.queue[i]
		y, d := int(k)/len(p.cand), int(k)%len(p.cand)
		off := q.off[y*p.words:]
		for w, set := range p.cellsWith(y) {
			set &= p.peers[d][w] &^ off[w]
			if inCells {
				set &= p.scratch.bivalue[w]
			}
			off[w] |= set
			for ; set != 0; set &= set - 1 {
				p.followStrongLinks(w<<6|bits.TrailingZeros64(set), y, k, inCells)
			}
		}
	}
}

// followStrongLinks turns on the candidates that have a strong link to x in c, which is off because k is on.
func (p *Position) followStrongLinks(c, x int, k int32, inCells bool) {
	if inCells {
		p.turnOn(c, bits.TrailingZeros64(p.cand[c]&^(1<<x)), c, x, k)
		return
	}
	for _, s := range p.memberships[c] {
		places := p.places(s.house, x)
		if p.houses[s.house].full && bits.OnesCount64(places) == 2 {
			p.turnOn(p.houses[s.house].cells[bits.TrailingZeros64(places&^(1<<s.place))], x, c, x, k)
		}
	}
}

// turnOn records that y in d is on because x in c is off because k is on.
func (p *Position) turnOn(d, y, c, x int, k int32) {
	q := &p.scratch.chains
	on := cellSet(q.on[y*p.words:])
	if on.Has(d) {
		return
	}
	on.Add(d)
	id := int32(y*len(p.cand) + d)
	q.parent[id], q.through[id], q.nodes[id] = k, int32(x*len(p.cand)+c), 2
	if k >= 0 {
		q.nodes[id] += q.nodes[k]
	}
	q.queue = append(q.queue, id)
}

// addChain adds the nodes of the chain up to end that the last search found.
func (s *Step) addChain(p *Position, end int32) {
	q := &p.scratch.chains
	q.backward = q.backward[:0]
	for k := end; k >= 0; k = q.parent[k] {
		q.backward = append(q.backward, k, q.through[k])
	}
	for i, k := range slices.Backward(q.backward) {
		s.addNode([...]string{roleOn, roleOff}[i%2], int(k)%len(p.cand), int(k)/len(p.cand))
	}
}

// findBivalue sets p.scratch.bivalue to the cells with two candidates, both among the values.
func (p *Position) findBivalue(values uint64) {
	if p.scratch.bivalue == nil {
		p.scratch.bivalue = p.newSet()
	}
	clear(p.scratch.bivalue)
	for c, d := range p.cand {
		if d&^values == 0 && bits.OnesCount64(d) == 2 {
			p.scratch.bivalue.Add(c)
		}
	}
}

// remotePairs finds chains of an even number of cells, at least four, that have the same two candidates and see the
// next cell. The cells take the two values in turn, so the ends differ. Such a chain is an XY-chain.
func (p *Position) remotePairs(yield func(*Step) bool) bool {
	q := &p.scratch.chains
	q.init(p)
	for first, pair := range p.cand {
		if bits.OnesCount64(pair) != 2 {
			continue
		}
		x := bits.TrailingZeros64(pair)
		p.findBivalue(pair)
		p.searchChains(first, x, true)
		for _, last := range q.queue {
			c := int(last) % len(p.cand)
			if n := q.nodes[last] / 2; c < first || n < 4 || n%2 != 0 {
				continue
			}
			s := p.newStep()
			t := s.addPart("cells").addValues(p.Board, pair)
			for k := last; k >= 0; k = q.parent[k] {
				t.addCells(int(k) % len(p.cand))
			}
			slices.Reverse(t.Cells)
			for y := range members(pair) {
				s.eliminateSeen(p, y, first, c)
			}
			if s.useful() && !yield(s) {
				return true
			}
		}
	}
	return false
}
