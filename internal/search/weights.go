package search

import "nonet/internal/slice"

// Weights are numbers of things that take part in conflicts; later conflicts count more (VSIDS: M. W. Moskewicz et al.,
// Chaff: Engineering an Efficient SAT Solver, DAC 2001).
type Weights struct {
	Of        []float64
	Increment float64 // what a conflict adds to a weight; it grows, instead of all weights decaying
}

// Reset gives n things the same weight.
func (w *Weights) Reset(n int, weight float64) {
	w.Of, w.Increment = slice.Resize(w.Of, n), 1
	for x := range w.Of {
		w.Of[x] = weight
	}
}

// Bump adds to the weight of x.
func (w *Weights) Bump(x int) { w.Of[x] += w.Increment }

// Decay ends a conflict: earlier ones count less, by a factor.
func (w *Weights) Decay(factor float64) {
	if w.Increment /= factor; w.Increment > 1e100 {
		for x := range w.Of {
			w.Of[x] /= w.Increment
		}
		w.Increment = 1
	}
}
