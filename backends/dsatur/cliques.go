package dsatur

import (
	"slices"

	"nonet/encode/coloring"
	"nonet/internal/slice"
)

// cliques holds the full cliques, with as many vertices as there are colours; each of them uses every colour.
type cliques struct {
	vertices []int32            // clique i has vertices[i*colors:(i+1)*colors]
	of       slice.Lists[int32] // by vertex: its cliques
	queue    []int32            // cliques with a vertex that has lost colours since they were propagated
	queued   []bool             // by clique
}

// load finds the full cliques of g. It sets s.failed if there is a larger clique, since g then has no colouring.
func (q *cliques) load(s *search, g *coloring.Graph, plain bool) {
	q.vertices, q.queue, q.queued = q.vertices[:0], q.queue[:0], q.queued[:0]
	for _, clique := range g.Cliques {
		switch {
		case plain:
		case len(clique) > g.Colors:
			s.failed = true
		case len(clique) == g.Colors:
			q.queue = append(q.queue, int32(len(q.queued)))
			q.queued = append(q.queued, true)
			q.vertices = append(q.vertices, clique...)
		}
	}
	q.of.Reset(g.Vertices)
	for _, v := range q.vertices {
		q.of.Count(v)
	}
	q.of.Allot()
	for i, v := range q.vertices {
		q.of.Add(v, int32(i/g.Colors))
	}
}

// maxCliqueSteps bounds the search for a clique: a tenth of a second.
const maxCliqueSteps = 20_000_000

// findsLargerClique reports whether a greedy search finds a clique of more vertices than there are colours. It begins
// at each vertex, in the order of degrees, and adds the candidate that leaves the most candidates.
func (s *search) findsLargerClique() bool {
	starts := slice.Indices[int32](s.n)
	slices.SortStableFunc(starts, func(v, w int32) int { return int(s.degree[w] - s.degree[v]) })
	stamp, now := make([]int, s.n), 0 // a candidate has the stamp now
	steps := 0
	for _, start := range starts {
		candidates := slices.Clone(s.neighbors.Get(start))
		for size := 1; ; size++ {
			if size > s.colors {
				return true
			}
			if size+len(candidates) <= s.colors {
				break
			}
			now++
			for _, v := range candidates {
				stamp[v] = now
			}
			best, most := int32(0), -1
			for _, v := range candidates {
				left := 0
				for _, w := range s.neighbors.Get(v) {
					if stamp[w] == now {
						left++
					}
				}
				if steps += len(s.neighbors.Get(v)); left > most {
					best, most = v, left
				}
			}
			if steps > maxCliqueSteps {
				return false
			}
			candidates = slice.Filter(s.neighbors.Get(best), func(w int32) bool { return stamp[w] == now })
		}
	}
	return false
}

// enqueue queues the cliques of vertex v, which has lost colours.
func (q *cliques) enqueue(v int32) {
	for _, i := range q.of.Get(v) {
		if !q.queued[i] {
			q.queued[i] = true
			q.queue = append(q.queue, i)
		}
	}
}

// clearQueue empties the queue.
func (q *cliques) clearQueue() {
	for _, i := range q.queue {
		q.queued[i] = false
	}
	q.queue = q.queue[:0]
}

// propagateNext takes a clique from the queue. A colour with one vertex left in the clique becomes the only colour of
// that vertex.
func (q *cliques) propagateNext(s *search) {
	i := q.queue[len(q.queue)-1]
	q.queue = q.queue[:len(q.queue)-1]
	q.queued[i] = false
	vertices := q.vertices[int(i)*s.colors : (int(i)+1)*s.colors]
	once, twice := uint64(0), uint64(0)
	for _, v := range vertices {
		twice |= once & s.allowed[v]
		once |= s.allowed[v]
	}
	if once != uint64(1)<<s.colors-1 {
		s.failed = true
		s.effort.Failures++
		return
	}
	hidden := once &^ twice
	for _, v := range vertices {
		if only := s.allowed[v] & hidden; only != 0 && only != s.allowed[v] {
			if only&(only-1) != 0 { // two colours need this vertex
				s.failed = true
				s.effort.Failures++
				return
			}
			s.setAllowed(v, only)
			s.effort.Propagations++
			q.enqueue(v)
			s.checkAllowed(v)
		}
	}
}
