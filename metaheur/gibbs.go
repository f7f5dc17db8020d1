package metaheur

import (
	"context"
	"math"
	"math/bits"

	"nonet/internal/option"
	"nonet/model"
)

// Gibbs is a strong form of the Boltzmann machine. Each cell always has exactly one value of its domain, instead of
// units that are on or off. A move draws a cell at random and gives it a value with probability proportional to
// exp(-k/T), where k is the number of its peers with that value. Several assignments are kept at different
// temperatures, and assignments at neighbouring temperatures are exchanged as in Tempering.
//
// A move sets one cell. Trace is called after each round with the cost of the coldest assignment. The cost is the
// number of pairs of peers with equal values.
//
// Source: S. Geman, D. Geman, Stochastic Relaxation, Gibbs Distributions, and the Bayesian Restoration of Images, IEEE
// Trans. PAMI 6(6), 1984, pp. 721-741, for the sampler; K. Hukushima, K. Nemoto, Exchange Monte Carlo Method and
// Application to Spin Glass Simulations, J. Physical Society of Japan 65(6), 1996, pp. 1604-1608, for the exchange.
type Gibbs struct {
	Options

	Replicas int     `default:"8" most:"1024" help:"number of assignments"`
	Coldest  float64 `default:"0.25" help:"the lowest temperature"`
	// The temperatures between Coldest and Hottest are in geometric progression.
	Hottest float64 `default:"0.5" help:"the highest temperature"`
	Sweeps  int     `default:"10" most:"1024" help:"moves per free cell of each assignment between exchanges"`
}

// Solve implements model.Solver: see Options.solve.
func (g Gibbs) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return g.solve(ctx, m, yield, option.Defaults(g).search)
}

func (g Gibbs) search(r *run) []uint8 {
	n := newNetwork(r.problem)
	free, d := n.freeCells(), r.newRNG()
	replicas := make([]*gibbsSampler, g.Replicas) // hottest first
	for k := range replicas {
		replicas[k] = newGibbsSampler(n, free, d)
		replicas[k].setTemperature(geometricTemperature(g.Hottest, g.Coldest, k, g.Replicas))
		if r.observe(replicas[k].cost); replicas[k].cost == 0 {
			return replicas[k].value
		}
	}
	for r.running() {
		for _, s := range replicas {
			made := s.walk(r.remaining(int64(g.Sweeps) * int64(len(free))))
			if goesOn := r.addMoves(made, s.cost); s.cost == 0 {
				return s.value
			} else if !goesOn {
				return nil
			}
		}
		for k := range len(replicas) - 1 {
			hot, cold := replicas[k], replicas[k+1]
			if d.Float64() < math.Exp((1/cold.temperature-1/hot.temperature)*float64(cold.cost-hot.cost)) {
				hot.countedAssignment, cold.countedAssignment = cold.countedAssignment, hot.countedAssignment
			}
		}
		r.traceEvent(replicas[len(replicas)-1].cost, g.Coldest)
	}
	return nil
}

// A freeCell is a free cell with its admissible values.
type freeCell struct {
	cell   int
	values []uint8
}

// freeCells returns the free cells of the problem.
func (n *network) freeCells() (free []freeCell) {
	for c, set := range n.admissibleValues(n.fixed) {
		if n.fixed[c] >= 0 {
			continue
		}
		f := freeCell{cell: c}
		for ; set != 0; set &= set - 1 {
			f.values = append(f.values, uint8(bits.TrailingZeros64(set)))
		}
		free = append(free, f)
	}
	return free
}

// A gibbsSampler samples one assignment at one temperature.
type gibbsSampler struct {
	*network
	*countedAssignment
	free        []freeCell
	rng         *rng
	temperature float64
	weight      []float64 // weight[k] = exp(-k/T)
	cumulative  []float64 // scratch of walk: cumulative weights
}

// A countedAssignment is an assignment with counters of the peers' values.
type countedAssignment struct {
	value []uint8
	count []uint8 // count[c*len(values)+x]: number of peers of cell c with value x
	cost  int
}

// newGibbsSampler returns a sampler at a random assignment.
func newGibbsSampler(n *network, free []freeCell, d *rng) *gibbsSampler {
	s := &gibbsSampler{network: n, free: free, rng: d, cumulative: make([]float64, len(n.values))}
	s.countedAssignment = &countedAssignment{value: make([]uint8, len(n.domain)),
		count: make([]uint8, len(n.domain)*len(n.values))}
	for c, x := range n.fixed {
		s.value[c] = uint8(max(x, 0))
	}
	for _, f := range free {
		s.value[f.cell] = f.values[bounded(uint32(d.Uint64()>>32), uint32(len(f.values)))]
	}
	for c, x := range s.value {
		for _, q := range n.peers[c] {
			s.count[int(q)*len(n.values)+int(x)]++
		}
	}
	for c, x := range s.value {
		s.cost += int(s.count[c*len(n.values)+int(x)])
	}
	s.cost /= 2
	return s
}

// setTemperature computes the weights for temperature t.
func (s *gibbsSampler) setTemperature(t float64) {
	s.temperature, s.weight = t, make([]float64, 1<<8)
	for k := range s.weight {
		s.weight[k] = math.Exp(-float64(k) / t)
	}
}

// walk makes n moves, or fewer if it reaches cost 0, and returns how many it made.
func (s *gibbsSampler) walk(n int64) int64 {
	for i := range n {
		random := s.rng.Uint64()
		f := &s.free[bounded(uint32(random), uint32(len(s.free)))]
		count := s.count[f.cell*len(s.values):][:len(s.values)]
		total := 0.0
		for k, x := range f.values {
			total += s.weight[count[x]]
			s.cumulative[k] = total
		}
		threshold := float64(random>>32) / (1 << 32) * total
		k := 0
		for s.cumulative[k] <= threshold && k < len(f.values)-1 {
			k++
		}
		x, y := s.value[f.cell], f.values[k]
		if x == y {
			continue
		}
		s.cost += int(count[y]) - int(count[x])
		s.value[f.cell] = y
		for _, q := range s.peers[f.cell] {
			n := s.count[int(q)*len(s.values):][:len(s.values)]
			n[x]--
			n[y]++
		}
		if s.cost == 0 {
			return i + 1
		}
	}
	return n
}
