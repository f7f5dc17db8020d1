package metaheur

import (
	"context"
	"math"
	"math/bits"

	"nonet/internal/option"
	"nonet/internal/slice"
	"nonet/model"
)

// Boltzmann is Berggren and Nilsson's Boltzmann machine. It has a unit, on or off, for each value of each cell, and
// negative weights between units that exclude each other. The units of givens are clamped. At temperature T, a unit is
// turned on with probability 1/(1+exp(-ΔE/T)), where ΔE is the sum of the weights to units that are on, minus a
// threshold. The temperature falls from sweep to sweep. After each sweep, the units that are on are read as a grid.
// When the temperature is below Coldest, the machine restarts.
//
// A move sets one unit; a sweep sets each free unit once. Trace is called after each sweep. The cost is the number of
// free cells that do not have exactly one value on, or whose value is also on in a peer.
//
// On models other than Sudokus, peers are cells that share an AllDifferent or a NotEqual, and a cell has units for the
// values of its domain.
//
// Source: P. Berggren, D. Nilsson, A Study of Sudoku Solving Algorithms, bachelor's thesis, KTH Stockholm, 2012. The
// available draft gives the initial temperature and exponential cooling; the weights are from the pseudo-code of the
// final thesis. Fields marked "open" are specified in neither and were chosen here.
type Boltzmann struct {
	Options

	SameValue float64 `zero:"-10" help:"weight between units of one value in cells that are peers"`
	SameCell  float64 `zero:"-20" help:"weight between units of one cell"`
	// Threshold is open. It is between SameValue and 0, so that a single conflict turns a unit off.
	Threshold float64 `zero:"-5" help:"threshold of each unit"`
	Hottest   float64 `default:"100" help:"initial temperature"`
	Cooling   float64 `default:"0.99" most:"1" help:"factor of the temperature after each sweep"` // open
	Coldest   float64 `default:"0.1" help:"temperature below which the machine restarts"`         // open
	Restarts  int     `zero:"100" help:"limit on the restarts; negative: none"`                   // open

	Update Update `help:"whether a change takes effect at once or after the sweep"`
}

// Update is when the change of a unit takes effect for the others. The thesis says "all probabilities are evaluated and
// states assigned", which can be read as Synchronous; but then two units that exclude each other turn on and off
// together.
type Update int

func (Update) Names() []string { return []string{"asynchronous", "synchronous"} }

const (
	Asynchronous Update = iota // at once; the units of a sweep are set in random order
	Synchronous                // after the sweep
)

// Normalize bounds an option by another: see package option.
func (b *Boltzmann) Normalize() { b.Coldest = min(b.Coldest, b.Hottest) }

// Solve implements model.Solver: see Options.solve.
func (b Boltzmann) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return b.solve(ctx, m, yield, option.Defaults(b).search)
}

func (b Boltzmann) search(r *run) []uint8 {
	u := newMachine(r, &b)
	for {
		u.randomize()
		for t := b.Hottest; t >= b.Coldest; t *= b.Cooling {
			u.setTemperature(t)
			n := int(r.remaining(int64(len(u.units))))
			u.sweep(n)
			cost := u.countWrong()
			goesOn := r.addMoves(int64(n), cost)
			if r.traceEvent(cost, t); cost == 0 {
				return slice.Map(u.active, func(on uint64) uint8 { return uint8(bits.TrailingZeros64(on)) })
			}
			if !goesOn {
				return nil
			}
		}
		if b.Restarts > 0 && r.restarts >= int64(b.Restarts) {
			return nil
		}
		r.restarts++
	}
}

// A machine is the state of the units, with counters of the active units that affect each of them.
type machine struct {
	*network
	opt *Boltzmann
	rng *rng

	units       []unit     // the free units
	active      []uint64   // by cell: the values that are on
	activePeers [][]uint16 // activePeers[c][x]: number of peers of cell c with value x on
	maxPeers    int        // largest number of peers of a cell

	// threshold[k*(maxPeers+1)+i] is the threshold below which 32 random bits turn a unit on if i peers have its value
	// on and k other units of its cell are on.
	threshold  []uint64
	nextActive []uint64 // by cell: the values on after a synchronous sweep
}

// A unit stands for a value of a cell.
type unit struct {
	cell  int32
	value uint8
}

func newMachine(r *run, opt *Boltzmann) *machine {
	u := &machine{
		network: newNetwork(r.problem), opt: opt, rng: r.newRNG(), active: make([]uint64, len(r.domain)),
		nextActive: make([]uint64, len(r.domain)),
	}
	for c, d := range r.domain {
		u.activePeers = append(u.activePeers, make([]uint16, len(r.values)))
		u.maxPeers = max(u.maxPeers, len(u.peers[c]))
		for ; d != 0 && r.fixed[c] < 0; d &= d - 1 {
			u.units = append(u.units, unit{int32(c), uint8(bits.TrailingZeros64(d))})
		}
	}
	u.threshold = make([]uint64, len(r.values)*(u.maxPeers+1))
	for c, x := range r.fixed {
		if x >= 0 {
			u.setUnit(c, uint8(x), true)
		}
	}
	return u
}

// randomize sets all free units at random.
func (u *machine) randomize() {
	for _, n := range u.units {
		u.setUnit(int(n.cell), n.value, u.rng.Uint64()>>63 == 1)
	}
}

// setTemperature computes the thresholds for temperature t.
func (u *machine) setTemperature(t float64) {
	for k := range u.values {
		for i := range u.maxPeers + 1 {
			e := float64(i)*u.opt.SameValue + float64(k)*u.opt.SameCell - u.opt.Threshold
			u.threshold[k*(u.maxPeers+1)+i] = threshold32(1 / (1 + math.Exp(-e/t)))
		}
	}
}

// sweep sets the first n of the free units in random order, which it draws step by step by a Fisher-Yates shuffle.
func (u *machine) sweep(n int) {
	copy(u.nextActive, u.active)
	for i := range n {
		k := i + int(bounded(uint32(u.rng.Uint64()>>32), uint32(len(u.units)-i)))
		u.units[i], u.units[k] = u.units[k], u.units[i]
		x := u.units[i]
		on := u.sampleUnit(x)
		if u.opt.Update == Asynchronous {
			u.setUnit(int(x.cell), x.value, on)
		} else if u.active[x.cell]>>x.value&1 == 1 != on {
			u.nextActive[x.cell] ^= 1 << x.value
		}
	}
	if u.opt.Update == Synchronous {
		for _, x := range u.units[:n] {
			u.setUnit(int(x.cell), x.value, u.nextActive[x.cell]>>x.value&1 == 1)
		}
	}
}

// sampleUnit draws whether a unit is to be on.
func (u *machine) sampleUnit(n unit) bool {
	others := bits.OnesCount64(u.active[n.cell] &^ (1 << n.value))
	return u.rng.Uint64()>>32 < u.threshold[others*(u.maxPeers+1)+int(u.activePeers[n.cell][n.value])]
}

// setUnit turns the unit of value x in cell c on or off.
func (u *machine) setUnit(c int, x uint8, on bool) {
	if u.active[c]>>x&1 == 1 == on {
		return
	}
	u.active[c] ^= 1 << x
	d := uint16(1)
	if !on {
		d = ^uint16(0)
	}
	for _, q := range u.peers[c] {
		u.activePeers[q][x] += d
	}
}

// countWrong returns the cost: the number of free cells that do not have exactly one value on, or whose value is also
// on in a peer. If it is 0 the grid is a solution: fixed cells do not conflict with each other, and units exist only
// for values of the domains.
func (u *machine) countWrong() (cost int) {
	for c, on := range u.active {
		if u.fixed[c] < 0 && (bits.OnesCount64(on) != 1 || u.activePeers[c][bits.TrailingZeros64(on)] > 0) {
			cost++
		}
	}
	return cost
}
