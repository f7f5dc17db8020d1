package metaheur

import "math/bits"

// rng are the random numbers of inner loops: one multiplication each, of quality enough for choosing moves. A run seeds them from its own
// source, so that they are as reproducible as it is.
//
// Source: Wang Yi, wyrand, the generator that accompanies the hash function wyhash; the constants are its own.
type rng struct{ state uint64 }

// newRNG returns dice seeded from the run's source.
func (r *run) newRNG() *rng { return &rng{r.Uint64()} }

// Uint64 returns 64 random bits.
func (d *rng) Uint64() uint64 {
	d.state += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(d.state, d.state^0xe7037ed1a0b428db)
	return hi ^ lo
}

// Float64 returns a random number from [0, 1).
func (d *rng) Float64() float64 { return float64(d.Uint64()>>11) / (1 << 53) }

// bounded maps 32 random bits to a number below n, which is less than 2³²: each has a probability that is off 1/n by less than 2⁻³².
func bounded(random uint32, n uint32) uint32 { return uint32(uint64(random) * uint64(n) >> 32) }

// threshold32 returns the threshold below which 32 random bits are with probability p: 2³² for p = 1.
func threshold32(p float64) uint64 { return uint64(p * (1 << 32)) }

// pickWeighted returns the value at which the weights of the values left, added up, first exceed threshold, or else the last one.
func pickWeighted(weight []float64, left uint64, threshold float64) int {
	for ; left&(left-1) != 0; left &= left - 1 {
		if threshold -= weight[bits.TrailingZeros64(left)]; threshold < 0 {
			break
		}
	}
	return bits.TrailingZeros64(left)
}
