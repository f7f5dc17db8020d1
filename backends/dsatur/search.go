package dsatur

import (
	"math"
	"math/big"
	"math/bits"

	"nonet/backends/internal/tournament"
	"nonet/encode/coloring"
	"nonet/internal/slice"
	"nonet/model"
)

// A search enumerates the colourings of one graph. A set of colours is a word.
type search struct {
	n, colors int
	neighbors slice.Lists[int32] // by vertex
	cliques   cliques
	classes   []uint64 // sets of interchangeable colours, two or more each

	allowed   []uint64 // by vertex: its colour, or the colours it may still have
	degree    []int32  // by vertex: number of uncoloured neighbours
	open      []int32  // vertices; the first uncolored ones have no colour
	position  []int32  // by vertex: its index in open
	uncolored int
	used      uint64  // colours of coloured vertices
	singles   []int32 // vertices that had one colour left at some time
	failed    bool    // the next step must backtrack
	levels    []level
	trail     []change        // what backtrack undoes in allowed, since the first level
	order     tournament.Tree // of the vertices
	maxTrail  int             // the largest length of the trail; 0 means no limit

	naming      naming
	out         coloring.Coloring
	namings     *big.Int // cached by countNamings for the used colours namingsUsed
	namingsUsed uint64
	effort      model.Effort
}

// A change is an earlier value of search.allowed.
type change struct {
	allowed uint64
	vertex  int32
}

// A level is a branching on a vertex: its colours are tried one after another.
type level struct {
	vertex    int32
	rest      uint64 // colours still to be tried
	uncolored int    // search.uncolored, search.used and the length of search.trail before the branching
	used      uint64
	trail     int
}

// load initializes s for g.
func (s *search) load(g *coloring.Graph, plain bool) {
	s.n, s.colors = g.Vertices, g.Colors
	s.neighbors.Reset(s.n)
	for _, e := range g.Edges {
		s.neighbors.Count(e.U)
		s.neighbors.Count(e.V)
	}
	s.neighbors.Allot()
	for _, e := range g.Edges {
		s.neighbors.Add(e.U, e.V)
		s.neighbors.Add(e.V, e.U)
	}

	all := uint64(1)<<s.colors - 1 // also right for 64 colours
	s.allowed, s.open = slice.Resize(s.allowed, s.n), slice.Resize(s.open, s.n)
	s.position, s.degree = slice.Resize(s.position, s.n), slice.Resize(s.degree, s.n)
	s.uncolored = s.n
	s.singles, s.levels, s.used, s.failed = s.singles[:0], s.levels[:0], 0, false
	s.trail = s.trail[:0]
	s.effort = model.Effort{Nodes: 1}
	s.namings = nil
	s.order.Reset(s.n)
	for v := range s.n {
		s.degree[v] = int32(len(s.neighbors.Get(int32(v))))
		s.allowed[v] = all
		if g.Lists != nil && g.Lists[v] != nil {
			s.allowed[v] = 0
			for _, c := range g.Lists[v] {
				s.allowed[v] |= 1 << c
			}
		}
		s.open[v], s.position[v] = int32(v), int32(v)
		s.checkAllowed(int32(v))
	}
	s.findClasses(all)
	s.cliques.load(s, g, plain)
	if !plain && len(g.Cliques) == 0 && s.colors > 2 && s.findsLargerClique() {
		s.failed = true
	}
}

// findClasses finds the interchangeable colours: no list has one of them without the others.
func (s *search) findClasses(all uint64) {
	s.classes = append(s.classes[:0], all)
	for v, allowed := range s.allowed {
		if allowed == all || v > 0 && allowed == s.allowed[v-1] {
			continue
		}
		for i := range s.classes {
			if in, out := s.classes[i]&allowed, s.classes[i]&^allowed; in != 0 && out != 0 {
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
	outOfSteps event = iota // no steps are left; the next call continues
	found                   // at a solution
	exhausted               // there is no further solution
	tooDeep                 // the next level would take too much memory
)

// advance goes on to the next solution. It takes at most the given number of steps.
func (s *search) advance(steps int) event {
	for ; steps > 0; steps-- {
		switch {
		case s.failed:
			if len(s.levels) == 0 {
				return exhausted
			}
			s.backtrack()
		case len(s.singles) > 0:
			v := s.singles[len(s.singles)-1]
			s.singles = s.singles[:len(s.singles)-1]
			if int(s.position[v]) < s.uncolored {
				s.assign(v, s.allowed[v])
			}
		case len(s.cliques.queue) > 0:
			s.cliques.propagateNext(s)
		case s.uncolored == 0:
			s.failed = true
			return found
		case s.maxTrail > 0 && len(s.trail) > s.maxTrail:
			return tooDeep
		default:
			s.choose()
		}
	}
	return outOfSteps
}

// choose branches on the vertex with the highest saturation: the fewest colours, then the most uncoloured neighbours,
// then the lowest number.
func (s *search) choose() {
	best := s.order.Best(func(v int32) uint64 {
		if int(s.position[v]) >= s.uncolored {
			return tournament.None
		}
		return uint64(bits.OnesCount64(s.allowed[v]))<<32 | uint64(math.MaxInt32-s.degree[v])
	})
	rest := s.allowed[best]
	for _, class := range s.classes {
		if unused := class &^ s.used; unused != 0 { // only the first of the unused colours of a class
			rest &^= unused & (unused - 1)
		}
	}
	if c := rest & -rest; c == rest {
		s.assign(best, c)
		return
	}
	top := len(s.levels)
	s.levels = append(s.levels, level{best, rest, s.uncolored, s.used, len(s.trail)})
	s.tryNext(top)
}

// backtrack undoes everything since the last branching and tries its next colour.
func (s *search) backtrack() {
	top := len(s.levels) - 1
	l := &s.levels[top]
	for i := len(s.trail) - 1; i >= l.trail; i-- {
		s.allowed[s.trail[i].vertex] = s.trail[i].allowed
		s.order.Touch(s.trail[i].vertex)
	}
	s.trail = s.trail[:l.trail]
	for _, v := range s.open[s.uncolored:l.uncolored] {
		s.order.Touch(v)
		for _, u := range s.neighbors.Get(v) {
			s.degree[u]++
			s.order.Touch(u)
		}
	}
	s.uncolored, s.used, s.singles, s.failed = l.uncolored, l.used, s.singles[:0], false
	s.cliques.clearQueue()
	s.tryNext(top)
}

// tryNext gives the vertex of the top level its next colour. The last colour needs no level.
func (s *search) tryNext(top int) {
	l := &s.levels[top]
	v, c := l.vertex, l.rest&-l.rest
	if l.rest &^= c; l.rest == 0 {
		s.levels = s.levels[:top]
	}
	s.effort.Nodes++
	s.assign(v, c)
}

// assign gives vertex v the colour c and removes c from its neighbours. It sets s.failed if a neighbour has no colour
// left.
func (s *search) assign(v int32, c uint64) {
	if s.allowed[v] != c {
		s.cliques.enqueue(v)
		s.setAllowed(v, c)
	}
	s.used |= c
	s.order.Touch(v)
	s.uncolored--
	last, position := s.open[s.uncolored], s.position[v]
	s.open[position], s.open[s.uncolored] = last, v
	s.position[last], s.position[v] = position, int32(s.uncolored)
	for _, u := range s.neighbors.Get(v) {
		s.degree[u]--
		s.order.Touch(u)
		if s.allowed[u]&c == 0 {
			continue
		}
		s.setAllowed(u, s.allowed[u]&^c)
		s.effort.Propagations++
		s.cliques.enqueue(u)
		s.checkAllowed(u)
	}
	if s.failed {
		s.effort.Failures++
	}
}

// setAllowed changes the colours that vertex v may have.
func (s *search) setAllowed(v int32, colors uint64) {
	if len(s.levels) > 0 {
		s.trail = append(s.trail, change{s.allowed[v], v})
	}
	s.allowed[v] = colors
	s.order.Touch(v)
}

// checkAllowed queues vertex v if it has one colour left, and sets s.failed if it has none.
func (s *search) checkAllowed(v int32) {
	switch allowed := s.allowed[v]; {
	case allowed == 0:
		s.failed = true
	case allowed&(allowed-1) == 0:
		s.singles = append(s.singles, v)
	}
}
