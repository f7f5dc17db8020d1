package metaheur

import "math/bits"

// A completer looks for a solution that extends a partial assignment, by depth-first search with propagation of singles: it branches on a
// cell with few values left for the weight of the contradictions that were met at it and in its houses, ties and values at random.
//
// Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting Systematic Search by Weighting Constraints, ECAI 2004, pp. 146-150,
// for the weights.
type completer struct {
	*run
	weight  []float64 // by cell, then by house: 1 + the contradictions met there
	stack   []*partial
	fails   int      // that may still be met
	deepest *partial // the state with the fewest blank cells since the start of the last search
}

func newCompleter(r *run, n *network) *completer {
	d := &completer{run: r, weight: make([]float64, len(n.domain)+len(n.houses)), deepest: n.newPartial()}
	for i := range d.weight {
		d.weight[i] = 1
	}
	return d
}

// complete searches below s, which it uses up, until it has met a number of contradictions, and returns the solution if it finds one.
func (d *completer) complete(s *partial, fails int) *partial {
	d.fails = fails
	d.deepest.copyFrom(s)
	return d.search(s, 0)
}

func (d *completer) search(s *partial, depth int) *partial {
	if s.blank < d.deepest.blank {
		d.deepest.copyFrom(s)
	}
	if len(d.stack) == depth {
		d.stack = append(d.stack, s.newPartial())
	}
	below := d.stack[depth]
	for s.blank > 0 {
		c := d.choose(s)
		x := s.any(c, d.Rand)
		d.nodes++
		below.copyFrom(s)
		if !below.assign(c, x) {
			d.failed(below)
		} else if found := d.search(below, depth+1); found != nil {
			return found
		}
		if d.fails <= 0 {
			return nil
		}
		if !s.exclude(c, x) {
			d.failed(s)
			return nil
		}
	}
	return s
}

// failed takes note of a contradiction.
func (d *completer) failed(s *partial) {
	d.fails--
	d.failures++
	d.weight[s.culprit]++
}

// choose returns a blank cell with the least number of values for its weight.
func (d *completer) choose(s *partial) int {
	best, least, ties := -1, 0.0, 0
	for c, x := range s.value {
		if x >= 0 {
			continue
		}
		w := d.weight[c]
		for _, h := range s.housesOf[c] {
			w += d.weight[len(s.value)+int(h)]
		}
		switch n := float64(bits.OnesCount64(s.domain[c])) / w; {
		case best < 0 || n < least:
			best, least, ties = c, n, 1
		case n == least:
			if ties++; d.IntN(ties) == 0 {
				best = c
			}
		}
	}
	return best
}
