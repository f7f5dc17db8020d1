package human

import (
	"fmt"
	"math/bits"
	"slices"
)

// Colouring: along strong links of a value, one cell has it and the next has not. A cluster is the cells that strong links connect, in
// two colours: all cells of one colour have the value, those of the other have not.

// A cluster is the cells that are connected by strong links on one value. In every solution, the cells of one colour have the value.
type cluster struct {
	cells [2]cellSet // by colour
	seen  [2]cellSet // the cells that see a cell of the colour
}

// colour returns the clusters of x. They are valid until the next call.
func (p *Position) colour(x int) []cluster {
	links, n := p.strongLinks(x), 0
	for _, l := range links {
		if slices.ContainsFunc(p.scratch.clusters[:n], func(k cluster) bool { return k.cells[0].has(l.a) || k.cells[1].has(l.a) }) {
			continue
		}
		if n == len(p.scratch.clusters) {
			p.scratch.clusters = append(p.scratch.clusters, cluster{[2]cellSet{p.newSet(), p.newSet()}, [2]cellSet{p.newSet(), p.newSet()}})
		}
		k := &p.scratch.clusters[n]
		n++
		for i := range 2 {
			clear(k.cells[i])
			clear(k.seen[i])
		}
		k.cells[0].add(l.a)
		for k.spread(links) {
		}
		for i := range 2 {
			for c := k.cells[i].next(0); c >= 0; c = k.cells[i].next(c + 1) {
				k.seen[i].or(p.sees[c])
			}
		}
	}
	return p.scratch.clusters[:n]
}

// spread colours the ends of links that have one end coloured, and reports whether there were any. A cell may come to have both colours:
// then there is no solution.
func (k *cluster) spread(links []link) bool {
	more := false
	paint := func(i, c int) {
		if !k.cells[i].has(c) {
			k.cells[i].add(c)
			more = true
		}
	}
	for _, l := range links {
		for i := range 2 {
			if k.cells[i].has(l.a) {
				paint(1-i, l.b)
			}
			if k.cells[i].has(l.b) {
				paint(1-i, l.a)
			}
		}
	}
	return more
}

// coloured adds the cluster as two parts, the given colour first.
func (s *Step) coloured(k *cluster, first, x int) {
	for _, i := range [2]int{first, 1 - first} {
		s.part("colour").cellsOf(k.cells[i]).value(s.board, x)
	}
}

// strikeBoth says that no cell that is in both sets has x.
func (s *Step) strikeBoth(p *Position, x int, a, b cellSet) {
	for w, set := range p.with(x) {
		for set &= a[w] & b[w]; set != 0; set &= set - 1 {
			s.strike(p, w<<6|bits.TrailingZeros64(set), x)
		}
	}
}

// colourTraps strikes the value from cells that see both colours of a cluster.
func (p *Position) colourTraps(yield func(*Step) bool) bool {
	return p.eachColouring(func(x int, all []cluster) bool {
		for _, k := range all {
			s := p.begin()
			s.coloured(&k, 0, x)
			s.strikeBoth(p, x, k.seen[0], k.seen[1])
			if s.useful() && !yield(s) {
				return true
			}
		}
		return false
	})
}

// colourWraps strikes the value from all cells of a colour, two of which see each other.
func (p *Position) colourWraps(yield func(*Step) bool) bool {
	return p.eachColouring(func(x int, all []cluster) bool {
		for _, k := range all {
			for i := range 2 {
				if !k.cells[i].meets(k.seen[i]) {
					continue
				}
				s := p.begin()
				s.coloured(&k, i, x)
				s.strikeAll(p, k.cells[i], x)
				if !yield(s) {
					return true
				}
			}
		}
		return false
	})
}

// colourPairs looks for colours of two clusters that see each other: they are not both right, so one of the other two is.
func (p *Position) colourPairs(yield func(*Step) bool) bool {
	return p.eachColouring(func(x int, all []cluster) bool {
		for i, k := range all {
			for _, l := range all[:i] {
				s := p.begin()
				for pair := range 4 {
					if a, b := pair>>1, pair&1; k.cells[a].meets(l.seen[b]) {
						s.coloured(&k, a, x)
						s.coloured(&l, b, x)
						s.strikeBoth(p, x, k.seen[1-a], l.seen[1-b])
					}
				}
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
		return false
	})
}

// wrongColours looks for a colour whose cells see both colours of another cluster: it is wrong.
func (p *Position) wrongColours(yield func(*Step) bool) bool {
	return p.eachColouring(func(x int, all []cluster) bool {
		for i, k := range all {
			for j, l := range all {
				for a := range 2 {
					if i == j || !k.cells[a].meets(l.seen[0]) || !k.cells[a].meets(l.seen[1]) {
						continue
					}
					s := p.begin()
					s.coloured(&k, a, x)
					s.coloured(&l, 0, x)
					s.strikeAll(p, k.cells[a], x)
					if !yield(s) {
						return true
					}
				}
			}
		}
		return false
	})
}

// eachColouring passes the clusters of each value to stop, until it returns true, and reports whether it did.
func (p *Position) eachColouring(stop func(x int, all []cluster) bool) bool {
	for x := range p.values {
		if stop(x, p.colour(x)) {
			return true
		}
	}
	return false
}

func explainColourPairs(s *Step) string {
	both := func(i int) string {
		return fmt.Sprintf("%s is in all of %s or in all of %s", numbers(s.Parts[i]), s.braced(s.Parts[i]), s.braced(s.Parts[i+1]))
	}
	all := both(0) + ", and " + both(2)
	for i := 0; i < len(s.Parts); i += 4 {
		all += fmt.Sprintf("; some of %s and of %s see each other, so %s or %s is right",
			s.braced(s.Parts[i]), s.braced(s.Parts[i+2]), s.braced(s.Parts[i+1]), s.braced(s.Parts[i+3]))
	}
	return all
}
