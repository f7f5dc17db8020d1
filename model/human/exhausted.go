package human

import "math/bits"

// A rule that looks at one house, or at one value, and finds nothing there need not look again until something changes there. So a position
// remembers, for each house and each value, which rules are exhausted: bits of Position.exhausted, by house and then by value, which it
// clears when a candidate goes. A search with guesses through the ladder berggren takes a tenth less time with this memory.
const (
	nakedExhausted  = 0 // bit of the rule for k cells: nakedExhausted + k
	hiddenExhausted = 8
	fishExhausted   = 16 // by value
)

// isExhausted reports whether the rule of a bit has found nothing in house h as it is.
func (p *Position) isExhausted(h, bit int) bool { return p.exhausted[h]>>bit&1 != 0 }

// setExhausted says that the rule of a bit has found nothing in house h as it is.
func (p *Position) setExhausted(h, bit int) { p.exhausted[h] |= 1 << bit }

// blanks returns the number of blank cells of house h, if nothing is wrong with it.
func (p *Position) blanks(h int) int { return len(p.houses[h].cells) - bits.OnesCount64(p.done[h]) }
