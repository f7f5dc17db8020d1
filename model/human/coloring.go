package human

import (
	"fmt"
	"slices"
)

// A cluster is a set of cells connected by strong links on one value, in two colours: the ends of each link have
// different colours. In every solution, the cells of one colour have the value and the cells of the other do not.
type cluster struct {
	cells [2]cellSet // by colour
	seen  [2]cellSet // the cells that see a cell of the colour
}

// colorClusters returns the clusters of x. The slice is valid until the next call.
func (p *Position) colorClusters(x int) []cluster {
	links, n := p.strongLinks(x), 0
	for _, l := range links {
		colored := func(k cluster) bool { return k.cells[0].Has(l.a) || k.cells[1].Has(l.a) }
		if slices.ContainsFunc(p.scratch.clusters[:n], colored) {
			continue
		}
		if n == len(p.scratch.clusters) {
			p.scratch.clusters = append(p.scratch.clusters, cluster{
				cells: [2]cellSet{p.newSet(), p.newSet()},
				seen:  [2]cellSet{p.newSet(), p.newSet()},
			})
		}
		k := &p.scratch.clusters[n]
		n++
		for i := range 2 {
			clear(k.cells[i])
			clear(k.seen[i])
		}
		k.cells[0].Add(l.a)
		for k.colorNeighbors(links) {
		}
		for i := range 2 {
			for c := range k.cells[i].All {
				k.seen[i].AddAll(p.peers[c])
			}
		}
	}
	return p.scratch.clusters[:n]
}

// colorNeighbors colours the uncoloured ends of links that have one coloured end, and reports whether there were any. A
// cell may get both colours; then the position has no solution.
func (k *cluster) colorNeighbors(links []strongLink) bool {
	more := false
	color := func(i, c int) {
		if !k.cells[i].Has(c) {
			k.cells[i].Add(c)
			more = true
		}
	}
	for _, l := range links {
		for i := range 2 {
			if k.cells[i].Has(l.a) {
				color(1-i, l.b)
			}
			if k.cells[i].Has(l.b) {
				color(1-i, l.a)
			}
		}
	}
	return more
}

// addCluster adds the cluster as two parts, the given colour first.
func (s *Step) addCluster(k *cluster, first, x int) {
	for _, i := range [2]int{first, 1 - first} {
		s.addPart("colour").addCellSet(k.cells[i]).addValue(s.board, x)
	}
}

// eliminateInBoth eliminates x from every cell that is in both sets.
func (s *Step) eliminateInBoth(p *Position, x int, a, b cellSet) {
	for c := range a.Both(b) {
		s.eliminate(p, c, x)
	}
}

// colorTraps eliminates a value from cells that see both colours of a cluster.
func (p *Position) colorTraps(yield func(*Step) bool) bool {
	return p.eachColoring(func(x int, all []cluster) bool {
		for _, k := range all {
			s := p.newStep()
			s.addCluster(&k, 0, x)
			s.eliminateInBoth(p, x, k.seen[0], k.seen[1])
			if s.useful() && !yield(s) {
				return true
			}
		}
		return false
	})
}

// colorWraps finds two cells of one colour that see each other. It eliminates the value from all cells of this colour.
func (p *Position) colorWraps(yield func(*Step) bool) bool {
	return p.eachColoring(func(x int, all []cluster) bool {
		for _, k := range all {
			for i := range 2 {
				if !k.cells[i].Intersects(k.seen[i]) {
					continue
				}
				s := p.newStep()
				s.addCluster(&k, i, x)
				s.eliminateFrom(p, k.cells[i], x)
				if !yield(s) {
					return true
				}
			}
		}
		return false
	})
}

// colorPairs finds a cell of one cluster that sees a cell of another. Not both cells have the value. So in at least one
// of the clusters, the cells of the opposite colour have it.
func (p *Position) colorPairs(yield func(*Step) bool) bool {
	return p.eachColoring(func(x int, all []cluster) bool {
		for i, k := range all {
			for _, l := range all[:i] {
				s := p.newStep()
				for pair := range 4 {
					if a, b := pair>>1, pair&1; k.cells[a].Intersects(l.seen[b]) {
						s.addCluster(&k, a, x)
						s.addCluster(&l, b, x)
						s.eliminateInBoth(p, x, k.seen[1-a], l.seen[1-b])
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

// wrongColors finds a colour with cells that see both colours of another cluster. So no cell of this colour has the
// value.
func (p *Position) wrongColors(yield func(*Step) bool) bool {
	return p.eachColoring(func(x int, all []cluster) bool {
		for i, k := range all {
			for j, l := range all {
				for a := range 2 {
					if i == j || !k.cells[a].Intersects(l.seen[0]) || !k.cells[a].Intersects(l.seen[1]) {
						continue
					}
					s := p.newStep()
					s.addCluster(&k, a, x)
					s.addCluster(&l, 0, x)
					s.eliminateFrom(p, k.cells[a], x)
					if !yield(s) {
						return true
					}
				}
			}
		}
		return false
	})
}

// eachColoring calls do with the clusters of each value until do returns true. It reports whether do returned true.
func (p *Position) eachColoring(do func(x int, all []cluster) bool) bool {
	for x := range p.values {
		if !p.isComplete(x) && do(x, p.colorClusters(x)) {
			return true
		}
	}
	return false
}

func explainColorPairs(s *Step) string {
	both := func(i int) string {
		return fmt.Sprintf("%s is in all of %s or in all of %s", s.valueList(s.Parts[i]), s.cellSetText(s.Parts[i]),
			s.cellSetText(s.Parts[i+1]))
	}
	all := both(0) + ", and " + both(2)
	for i := 0; i < len(s.Parts); i += 4 {
		all += fmt.Sprintf("; cells of %s and of %s see each other, so %s or %s is true",
			s.cellSetText(s.Parts[i]), s.cellSetText(s.Parts[i+2]), s.cellSetText(s.Parts[i+1]),
			s.cellSetText(s.Parts[i+3]))
	}
	return all
}
