package dsatur

import (
	"math/big"
	"math/bits"
	"slices"

	"nonet/encode/coloring"
	"nonet/model"
)

// A search walks through the colourings of one graph. Sets of colours are words.
type search struct {
	n, colours int
	from       []int32 // by vertex: its neighbours are near[from[v]:from[v+1]]
	near       []int32
	cliques    cliques
	classes    []uint64 // colours that nothing tells apart, two or more each

	may    []uint64 // by vertex: the colours it has, or may still have
	degree []int32  // by vertex: neighbours without a colour
	open   []int32  // vertices; the first left are those without a colour
	place  []int32  // by vertex: its index in open
	left   int
	used   uint64  // colours of some vertex
	single []int32 // vertices that had one colour left at some time
	dead   bool    // backtrack before anything else
	levels []level
	saved  []uint64 // for each level a copy of may
	counts []int32  // for each level a copy of degree

	names  names
	out    coloring.Colouring
	ways   *big.Int // weight of the last solution, and the colours it used
	wayed  uint64
	effort model.Effort
}

// A level is a choice: the colours of a vertex are tried one after the other.
type level struct {
	vertex int32
	rest   uint64 // still to be tried
	left   int    // search.left and search.used before the choice
	used   uint64
}

// load makes s ready for g.
func (s *search) load(g *coloring.Graph, plain bool) {
	s.n, s.colours = g.Vertices, g.Colours
	s.from = resize(s.from, s.n+1)
	clear(s.from)
	for _, e := range g.Edges {
		s.from[e.U]++
		s.from[e.V]++
	}
	at := int32(0)
	for v := range s.n + 1 {
		at, s.from[v] = at+s.from[v], at
	}
	s.near, s.degree = resize(s.near, int(at)), resize(s.degree, s.n)
	clear(s.degree)
	for _, e := range g.Edges {
		s.near[s.from[e.U]+s.degree[e.U]] = e.V
		s.near[s.from[e.V]+s.degree[e.V]] = e.U
		s.degree[e.U]++
		s.degree[e.V]++
	}

	all := uint64(1)<<s.colours - 1 // also for 64
	s.may, s.open, s.place, s.left = resize(s.may, s.n), resize(s.open, s.n), resize(s.place, s.n), s.n
	s.single, s.levels, s.used, s.dead = s.single[:0], s.levels[:0], 0, false
	s.effort = model.Effort{Nodes: 1}
	s.ways = nil
	for v := range s.n {
		s.may[v] = all
		if g.Lists != nil && g.Lists[v] != nil {
			s.may[v] = 0
			for _, c := range g.Lists[v] {
				s.may[v] |= 1 << c
			}
		}
		s.open[v], s.place[v] = int32(v), int32(v)
		s.narrowed(int32(v))
	}
	s.classify(all)
	s.cliques.load(s, g, plain)
}

// classify finds the colours that no list tells apart.
func (s *search) classify(all uint64) {
	s.classes = append(s.classes[:0], all)
	for v, may := range s.may {
		if may == all || v > 0 && may == s.may[v-1] {
			continue
		}
		for i := range s.classes {
			if in, out := s.classes[i]&may, s.classes[i]&^may; in != 0 && out != 0 {
				s.classes[i] = in
				s.classes = append(s.classes, out)
			}
		}
	}
	several := s.classes[:0]
	for _, c := range s.classes {
		if c&(c-1) != 0 {
			several = append(several, c)
		}
	}
	s.classes = several
}

type event int

const (
	pausing   event = iota // no steps are left; calling again goes on
	found                  // at a solution
	exhausted              // there is no further solution
)

// advance goes on to the next solution, for so many steps at most.
func (s *search) advance(steps int) event {
	for ; steps > 0; steps-- {
		switch {
		case s.dead:
			if len(s.levels) == 0 {
				return exhausted
			}
			s.retry()
		case len(s.single) > 0:
			v := s.single[len(s.single)-1]
			s.single = s.single[:len(s.single)-1]
			if int(s.place[v]) < s.left {
				s.colour(v, s.may[v])
			}
		case len(s.cliques.queue) > 0:
			s.cliques.look(s)
		case s.left == 0:
			s.dead = true
			return found
		default:
			s.choose()
		}
	}
	return pausing
}

// choose colours the vertex with the highest saturation: the first with the fewest colours, and among these with the most neighbours without
// one.
func (s *search) choose() {
	best, fewest := s.open[0], 1<<30
	for _, v := range s.open[:s.left] {
		n := bits.OnesCount64(s.may[v])
		if n < fewest || n == fewest && (s.degree[v] > s.degree[best] || s.degree[v] == s.degree[best] && v < best) {
			best, fewest = v, n
		}
	}
	rest := s.may[best]
	for _, class := range s.classes {
		if unused := class &^ s.used; unused != 0 { // of these, only the first
			rest &^= unused & (unused - 1)
		}
	}
	if c := rest & -rest; c == rest {
		s.colour(best, c)
		return
	}
	top := len(s.levels)
	s.saved = append(s.saved[:top*s.n], s.may...)
	s.counts = append(s.counts[:top*s.n], s.degree...)
	s.levels = append(s.levels, level{best, rest, s.left, s.used})
	s.try(top)
}

// retry undoes what was done since the last choice and tries its next colour.
func (s *search) retry() {
	top := len(s.levels) - 1
	l := &s.levels[top]
	copy(s.may, s.saved[top*s.n:])
	copy(s.degree, s.counts[top*s.n:])
	s.left, s.used, s.single, s.dead = l.left, l.used, s.single[:0], false
	s.cliques.forget()
	s.try(top)
}

// try gives the vertex of the top level the next colour. The last one needs no level of its own.
func (s *search) try(top int) {
	l := &s.levels[top]
	v, c := l.vertex, l.rest&-l.rest
	if l.rest &^= c; l.rest == 0 {
		s.levels = s.levels[:top]
	}
	s.effort.Nodes++
	s.colour(v, c)
}

// colour gives vertex v the colour c and strikes it from the neighbours. A vertex without colours makes the state dead.
func (s *search) colour(v int32, c uint64) {
	if s.may[v] != c {
		s.cliques.changed(v)
	}
	s.may[v] = c
	s.used |= c
	s.left--
	last, at := s.open[s.left], s.place[v]
	s.open[at], s.open[s.left] = last, v
	s.place[last], s.place[v] = at, int32(s.left)
	for _, u := range s.near[s.from[v]:s.from[v+1]] {
		s.degree[u]--
		if s.may[u]&c == 0 {
			continue
		}
		s.may[u] &^= c
		s.effort.Propagations++
		s.cliques.changed(u)
		s.narrowed(u)
	}
	if s.dead {
		s.effort.Failures++
	}
}

// narrowed looks at vertex v after it has lost colours.
func (s *search) narrowed(v int32) {
	switch may := s.may[v]; {
	case may == 0:
		s.dead = true
	case may&(may-1) == 0:
		s.single = append(s.single, v)
	}
}

// resize returns v with length n, its contents being of no interest.
func resize[T any](v []T, n int) []T { return slices.Grow(v[:0], n)[:n] }
