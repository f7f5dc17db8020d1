package human

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Colouring: along strong links of a value, one cell has it and the next has not. A cluster is the cells that strong links connect, in
// two colours: all cells of one colour have the value, those of the other have not. Sudoku Explainer finds the same by X-chains, 6.5 and
// more; as a person colours cells without following a chain, the ratings are lower, in HoDoKu's order: between the wings and the chains.

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
		t := s.part("colour")
		t.cellsOf(k.cells[i])
		t.value(s.board, x)
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

// simpleColoursTrap strikes the value from cells that see both colours.
var simpleColoursTrap = &Rule{
	Name:       "simple-colours-trap",
	Title:      "simple colours, trap",
	Definition: "strong links colour the places of a value in two colours, one of which is right: cells that see both lose the value",
	Source:     "folklore",
	Explainer:  4.5, Score: 150, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
		for x := range p.values {
			for _, k := range p.colour(x) {
				s := p.begin()
				s.coloured(&k, 0, x)
				s.strikeBoth(p, x, k.seen[0], k.seen[1])
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
		return false
	},
	explain: explainCluster,
}

// simpleColoursWrap strikes the value from all cells of a colour, two of which see each other.
var simpleColoursWrap = &Rule{
	Name:       "simple-colours-wrap",
	Title:      "simple colours, wrap",
	Definition: "strong links colour the places of a value in two colours; two cells of one colour see each other: all its cells lose the value",
	Source:     "folklore",
	Explainer:  4.5, Score: 150, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
		for x := range p.values {
			for _, k := range p.colour(x) {
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
		}
		return false
	},
	explain: func(s *Step) string { return explainCluster(s) + "; two of the former see each other" },
}

func explainCluster(s *Step) string { return explainColours(s, s.Parts) }

func explainColours(s *Step, parts []Part) string {
	return fmt.Sprintf("%s is in all of %s or in all of %s", numbers(parts[0]), s.braced(parts[0]), s.braced(parts[1]))
}

// braced returns the cells of a part as a set: "{r1c1 r1c2}".
func (s *Step) braced(t Part) string {
	var all []string
	for _, c := range t.Cells {
		all = append(all, s.board.base.NameOf(c))
	}
	return "{" + strings.Join(all, " ") + "}"
}
