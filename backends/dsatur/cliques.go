package dsatur

import (
	"nonet/encode/coloring"
)

// cliques are the full ones: with as many vertices as there are colours, so that each colour has a place in each of them.
type cliques struct {
	vertices []int32 // clique i has vertices[i*colours:(i+1)*colours]
	from     []int32 // by vertex: its cliques are of[from[v]:from[v+1]]
	of       []int32
	queue    []int32 // to be looked at, since a vertex has lost colours
	queued   []bool  // by clique
}

// load finds the full cliques of g, and that there is no colouring if there is a larger one.
func (q *cliques) load(s *search, g *coloring.Graph, plain bool) {
	q.vertices, q.of, q.queue, q.queued = q.vertices[:0], q.of[:0], q.queue[:0], q.queued[:0]
	q.from = resize(q.from, g.Vertices+1)
	clear(q.from)
	for _, clique := range g.Cliques {
		switch {
		case plain:
		case len(clique) > g.Colours:
			s.dead = true
		case len(clique) == g.Colours:
			q.queue = append(q.queue, int32(len(q.queued)))
			q.queued = append(q.queued, true)
			q.vertices = append(q.vertices, clique...)
		}
	}
	for _, v := range q.vertices {
		q.from[v]++
	}
	at := int32(0)
	for v := range q.from {
		at += q.from[v]
		q.from[v] = at // the end, for now
	}
	q.of = resize(q.of, len(q.vertices))
	for i := len(q.vertices) - 1; i >= 0; i-- {
		v := q.vertices[i]
		q.from[v]--
		q.of[q.from[v]] = int32(i / g.Colours)
	}
}

// changed takes note that vertex v has lost colours.
func (q *cliques) changed(v int32) {
	for _, i := range q.of[q.from[v]:q.from[v+1]] {
		if !q.queued[i] {
			q.queued[i] = true
			q.queue = append(q.queue, i)
		}
	}
}

// forget empties the queue.
func (q *cliques) forget() {
	for _, i := range q.queue {
		q.queued[i] = false
	}
	q.queue = q.queue[:0]
}

// look takes a clique from the queue and gives the colours that have one place in it left to these.
func (q *cliques) look(s *search) {
	i := q.queue[len(q.queue)-1]
	q.queue = q.queue[:len(q.queue)-1]
	q.queued[i] = false
	vertices := q.vertices[int(i)*s.colours : (int(i)+1)*s.colours]
	once, twice := uint64(0), uint64(0)
	for _, v := range vertices {
		twice |= once & s.may[v]
		once |= s.may[v]
	}
	if once != uint64(1)<<s.colours-1 {
		s.dead = true
		s.effort.Failures++
		return
	}
	one := once &^ twice
	for _, v := range vertices {
		if only := s.may[v] & one; only != 0 && only != s.may[v] {
			if only&(only-1) != 0 { // two colours need this one place
				s.dead = true
				s.effort.Failures++
				return
			}
			s.may[v] = only
			s.effort.Propagations++
			q.changed(v)
			s.narrowed(v)
		}
	}
}
