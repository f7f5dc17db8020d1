package metaheur

import "math/bits"

// An rng is the random number generator of inner loops: one multiplication per number, with sufficient quality for
// choosing moves. A run seeds it from its own source, so it is reproducible, too.
//
// Source: Wang Yi, wyrand, the generator that accompanies the hash function wyhash, with its constants.
type rng struct{ state uint64 }

// newRNG returns an rng seeded from the run's source.
func (r *run) newRNG() *rng { return &rng{r.Uint64()} }

// Uint64 returns 64 random bits.
func (d *rng) Uint64() uint64 {
	d.state += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(d.state, d.state^0xe7037ed1a0b428db)
	return hi ^ lo
}

// Float64 returns a random number in [0, 1).
func (d *rng) Float64() float64 { return float64(d.Uint64()>>11) / (1 << 53) }

// bounded maps 32 random bits to a number below n. The probability of each number differs from 1/n by less than 2⁻³².
func bounded(random uint32, n uint32) uint32 { return uint32(uint64(random) * uint64(n) >> 32) }

// randomMember maps 32 random bits to a member of a set.
func randomMember(set uint64, random uint32) int {
	for range bounded(random, uint32(bits.OnesCount64(set))) {
		set &= set - 1
	}
	return bits.TrailingZeros64(set)
}

// threshold32 returns the number below which 32 random bits are with probability p: 2³² for p = 1.
func threshold32(p float64) uint64 { return uint64(p * (1 << 32)) }

// pickWeighted returns the first value of the set left at which the cumulative weight exceeds threshold, or the last
// value of the set.
func pickWeighted(weight []float64, left uint64, threshold float64) int {
	for ; left&(left-1) != 0; left &= left - 1 {
		if threshold -= weight[bits.TrailingZeros64(left)]; threshold < 0 {
			break
		}
	}
	return bits.TrailingZeros64(left)
}
