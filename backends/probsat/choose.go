package probsat

import (
	"math"
	"math/bits"

	"nonet/internal/slice"
)

// Choice is the rule that chooses the variable of a false clause. The clause itself is drawn uniformly from the false
// ones.
type Choice int

const (
	// ProbSAT draws a variable with probability proportional to Base^-b, where b is the number of clauses that its flip
	// breaks: the function "break only, exponential" of Balint and Schöning.
	ProbSAT Choice = iota
	// SKC is the WalkSAT rule of Selman, Kautz and Cohen. If the flip of some variable breaks no clause, it takes such
	// a variable. Otherwise it takes a random variable with probability Noise, and else a variable whose flip breaks
	// the fewest clauses.
	SKC
)

// A chooser returns the literal of a false clause to make true, given 32 random bits.
type chooser func(w *walk, clause []lit, random uint32) lit

// proportional returns the chooser of probSAT. A flip breaks at most maxBreaks clauses.
func proportional(base float64, maxBreaks int) chooser {
	weight := slice.Make(maxBreaks+1, func(b int) float64 { return math.Pow(base, -float64(b)) })
	return func(w *walk, clause []lit, random uint32) lit {
		sum := 0.0
		for _, l := range clause {
			sum += weight[w.breaks[l>>1]]
		}
		x := float64(random) / (1 << 32) * sum
		for _, l := range clause[1:] {
			if x -= weight[w.breaks[l>>1]]; x < 0 {
				return l
			}
		}
		return clause[0]
	}
}

// skc returns the chooser of WalkSAT. Ties are broken at random.
func skc(noise float64) chooser {
	threshold := uint64(noise * (1 << 32))
	return func(w *walk, clause []lit, random uint32) lit {
		least, ties := int32(math.MaxInt32), uint32(0)
		for _, l := range clause {
			switch b := w.breaks[l>>1]; {
			case b < least:
				least, ties = b, 1
			case b == least:
				ties++
			}
		}
		if least > 0 {
			// One number serves both choices: given the side of the threshold, its position on that side is uniform.
			if uint64(random) < threshold {
				return clause[uint64(random)*uint64(len(clause))/threshold]
			}
			random = uint32((uint64(random) - threshold) << 32 / (1<<32 - threshold))
		}
		for nth, i := uniformBelow(random, ties), 0; ; i++ {
			if w.breaks[clause[i]>>1] == least {
				if nth == 0 {
					return clause[i]
				}
				nth--
			}
		}
	}
}

// uniformBelow maps 32 uniform bits to a nearly uniform number below n.
func uniformBelow(random, n uint32) uint32 {
	hi, _ := bits.Mul32(random, n)
	return hi
}
