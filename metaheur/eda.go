package metaheur

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"nonet/internal/option"
	"nonet/model"
)

// EDA is an estimation-of-distribution algorithm with propagation inside the sampling. It keeps a distribution over the
// values of each cell. To sample a grid, it fills cells by their distributions, the most certain cell first, and
// propagates naked and hidden singles after each, until a contradiction; a limited number of contradictions are
// repaired by removing the value. After each round the distributions move towards the values of the fullest samples.
//
// A move is a sample. Trace is called after each round, with the number of blank cells of its fullest sample as the
// cost.
//
// Source: S. Maire, C. Prissette, A Restarted Estimation of Distribution Algorithm for Solving Sudoku Puzzles,
// Statistics and Computing, 2012, for learning from an elite and its parameters. New are the propagation, which makes a
// sample a consistent part of a grid instead of a full grid with errors; the repairs; the weights in the choice of
// cells; and the pull towards uniform distributions instead of restarts. The zero value did best in trials.
type EDA struct {
	Options

	Population int     `default:"100" most:"65536" help:"samples per round"`
	Elite      int     `default:"10" help:"number of samples to learn from"`
	Inertia    float64 `zero:"0.7" most:"1" help:"weight of the old distribution in learning; negative: none"`
	// Forget pulls towards the uniform distribution over the values left by the initial propagation.
	Forget  float64 `zero:"0.02" most:"1" help:"weight of the uniform distribution in each round; negative: none"`
	Repairs int     `zero:"5" help:"contradictions repaired per sample; negative: none"`
}

// Normalize bounds an option by another: see package option.
func (e *EDA) Normalize() { e.Elite = min(e.Elite, e.Population) }

// Solve implements model.Solver: see Options.solve.
func (e EDA) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return e.solve(ctx, m, yield, option.Defaults(e).search)
}

func (e EDA) search(r *run) []uint8 {
	e.Inertia, e.Forget = max(0, e.Inertia), max(0, e.Forget)
	k, ok := newNetwork(r.problem).newPartial()
	if !ok {
		r.refuted = true
		return nil
	}
	s := newSampler(e, k, r.newRNG())
	samples := make([]gridSample, e.Population)
	for i := range samples {
		samples[i].value = make([]int8, len(k.value))
	}
	root := k.mark()
	for {
		for i := range samples {
			s.drawSample()
			if k.blank == 0 {
				r.addMoves(1, 0)
				return k.solution()
			}
			copy(samples[i].value, k.value)
			samples[i].blank = k.blank
			k.undo(root)
			if !r.addMoves(1, samples[i].blank) {
				return nil
			}
		}
		slices.SortStableFunc(samples, func(a, b gridSample) int { return cmp.Compare(a.blank, b.blank) })
		s.learn(samples[:e.Elite])
		r.traceEvent(samples[0].blank, 0)
	}
}

// A gridSample is a sample: the values of the cells, -1 for a blank cell, and the number of blank cells.
type gridSample struct {
	value []int8
	blank int
}

// A sampler samples grids from the distributions.
type sampler struct {
	*partial
	*weights
	*rng
	opt     EDA
	prob    []float64 // prob[c*width+x]: probability of x in cell c
	initial []uint64  // by cell: the values left by the initial propagation

	uncertainty []float64 // by cell: cached uncertainty
	cachedFor   []uint64  // by cell: the remaining values that uncertainty was computed for
}

func newSampler(e EDA, k *partial, d *rng) *sampler {
	cells := len(k.candidates)
	s := &sampler{
		partial: k, weights: newWeights(k.network), rng: d, opt: e, prob: make([]float64, cells*k.width),
		initial:     slices.Clone(k.candidates),
		uncertainty: make([]float64, cells), cachedFor: make([]uint64, cells),
	}
	for c, left := range s.initial {
		for share := 1 / float64(bits.OnesCount64(left)); left != 0; left &= left - 1 {
			s.prob[c*k.width+bits.TrailingZeros64(left)] = share
		}
	}
	return s
}

// drawSample fills cells until none is blank or the repairs are used up. It undoes the last contradiction.
func (s *sampler) drawSample() {
	for repairs := max(0, s.opt.Repairs); s.blank > 0; {
		c := s.chooseCell()
		x := s.drawValue(c)
		before := s.mark()
		if s.assign(c, x) {
			continue
		}
		s.addFailure(s.conflictAt)
		s.undo(before)
		if repairs--; repairs < 0 {
			return
		}
		if !s.exclude(c, x) {
			s.addFailure(s.conflictAt)
			s.undo(before)
			return
		}
	}
}

// chooseCell returns the cell to fill next: one with the least quotient of uncertainty and weight. Ties are broken at
// random.
func (s *sampler) chooseCell() int {
	best, least, ties := int32(0), math.Inf(1), uint32(0)
	for _, c := range s.blankFirst[:s.blank] {
		switch u := s.uncertaintyOf(int(c)) / float64(s.cellWeight[c]); {
		case u < least:
			best, least, ties = c, u, 1
		case u == least:
			if ties++; bounded(uint32(s.Uint64()), ties) == 0 {
				best = c
			}
		}
	}
	return int(best)
}

// uncertaintyOf returns the uncertainty of a cell: 1 - max p / sum p over the remaining values.
func (s *sampler) uncertaintyOf(c int) float64 {
	if s.cachedFor[c] != s.candidates[c] {
		greatest, sum := 0.0, 0.0
		for left := s.candidates[c]; left != 0; left &= left - 1 {
			p := s.prob[c*s.width+bits.TrailingZeros64(left)]
			greatest, sum = max(greatest, p), sum+p
		}
		s.cachedFor[c], s.uncertainty[c] = s.candidates[c], 1
		if sum > 0 {
			s.uncertainty[c] = 1 - greatest/sum
		}
	}
	return s.uncertainty[c]
}

// drawValue draws a remaining value of a cell.
func (s *sampler) drawValue(c int) int {
	p := s.prob[c*s.width : (c+1)*s.width]
	sum := 0.0
	for left := s.candidates[c]; left != 0; left &= left - 1 {
		sum += p[bits.TrailingZeros64(left)]
	}
	return pickWeighted(p, s.candidates[c], sum*s.Float64())
}

// learn moves the distributions towards the values of the elite, for each cell in proportion to the number of samples
// that filled it, and then towards uniformity.
func (s *sampler) learn(elite []gridSample) {
	clear(s.cachedFor)
	count := make([]float64, s.width)
	for c, start := range s.initial {
		clear(count)
		filled := 0.0
		for _, sample := range elite {
			if x := sample.value[c]; x >= 0 {
				count[x]++
				filled++
			}
		}
		pull := (1 - s.opt.Inertia) / float64(len(elite))
		uniform := s.opt.Forget / float64(bits.OnesCount64(start))
		for left := start; left != 0; left &= left - 1 {
			x := bits.TrailingZeros64(left)
			p := &s.prob[c*s.width+x]
			*p = (1-s.opt.Forget)*(*p*(1-pull*filled)+pull*count[x]) + uniform
		}
	}
}
