package probsat

import (
	"math"
	"math/bits"
)

// Choice is how the variable of a false clause is chosen. The clause itself is any of the false ones, each as likely as the others.
type Choice int

const (
	// ProbSAT draws a variable whose flip would break b clauses with a probability proportional to Base^-b: the function "break only,
	// exponential" of Balint and Schöning.
	ProbSAT Choice = iota
	// SKC is WalkSAT's rule, of Selman, Kautz and Cohen: a variable whose flip breaks nothing if there is one; else with probability Noise
	// any, else one whose flip breaks least.
	SKC
)

// A chooser returns the literal of a false clause that is to be made true, for 32 random bits.
type chooser func(w *walk, clause []lit, random uint32) lit

// proportional returns probSAT's chooser for clauses of which a flip breaks up to most.
func proportional(base float64, maxBreaks int) chooser {
	weight := make([]float64, maxBreaks+1)
	for b := range weight {
		weight[b] = math.Pow(base, -float64(b))
	}
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

// skc returns WalkSAT's chooser. Ties are broken by chance.
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
			// One number makes both choices: on either side of the threshold, where it is on that side is as good as new.
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

// uniformBelow maps 32 random bits to a number below n.
func uniformBelow(random, n uint32) uint32 {
	hi, _ := bits.Mul32(random, n)
	return hi
}
