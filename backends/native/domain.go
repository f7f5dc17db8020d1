package native

import "math/bits"

// A domain is a set of ranks, kept as bits in consecutive words of the trail: bit k stands for rank base+k. The domains of most models
// fit one word each; operations on these are a few instructions. base is a multiple of 64 unless that would cost another word, so
// domains of one word can nearly always be compared bit by bit.
type domain struct {
	first int32 // index of the first word
	words int32 // their number, fixed for good; at least 1
	base  int32
}

// addDomain adds the domain that holds the given ranks, which are increasing and at least one.
func (e *engine) addDomain(ranks []int) {
	lo, hi := ranks[0], ranks[len(ranks)-1]
	base := lo &^ 63
	if (hi-base)>>6 > (hi-lo)>>6 {
		base = lo
	}
	n := (hi-base)>>6 + 1
	d := domain{first: int32(e.reserve(n)), words: int32(n), base: int32(base)}
	for _, r := range ranks {
		e.words[int(d.first)+(r-base)>>6] |= 1 << ((r - base) & 63)
	}
	e.domains = append(e.domains, d)
}

// bitsOf returns the words of the domain of v, for reading.
func (e *engine) bitsOf(v int32) []uint64 {
	d := &e.domains[v]
	return e.words[d.first : d.first+d.words]
}

// size returns the number of values in the domain of v.
func (e *engine) size(v int32) int {
	d := &e.domains[v]
	if d.words == 1 {
		return bits.OnesCount64(e.words[d.first])
	}
	n := 0
	for _, w := range e.bitsOf(v) {
		n += bits.OnesCount64(w)
	}
	return n
}

// fixed reports whether one value is left.
func (e *engine) fixed(v int32) bool {
	d := &e.domains[v]
	if d.words == 1 {
		w := e.words[d.first]
		return w&(w-1) == 0
	}
	return e.size(v) == 1
}

// min returns the lowest rank in the domain of v.
func (e *engine) min(v int32) int {
	d := &e.domains[v]
	for i := int32(0); ; i++ {
		if w := e.words[d.first+i]; w != 0 {
			return int(d.base+i<<6) + bits.TrailingZeros64(w)
		}
	}
}

// max returns the highest rank in the domain of v.
func (e *engine) max(v int32) int {
	d := &e.domains[v]
	for i := d.words - 1; ; i-- {
		if w := e.words[d.first+i]; w != 0 {
			return int(d.base+i<<6) + 63 - bits.LeadingZeros64(w)
		}
	}
}

// contains reports whether the domain of v holds a rank.
func (e *engine) contains(v int32, rank int) bool {
	d := &e.domains[v]
	k := rank - int(d.base)
	return uint(k) < uint(d.words)<<6 && e.words[int(d.first)+k>>6]>>(k&63)&1 == 1
}

// nth returns the rank of the domain of v that n others are below.
func (e *engine) nth(v int32, n int) int {
	d := &e.domains[v]
	for i := int32(0); ; i++ {
		w := e.words[d.first+i]
		if k := bits.OnesCount64(w); n >= k {
			n -= k
			continue
		}
		for ; n > 0; n-- {
			w &= w - 1
		}
		return int(d.base+i<<6) + bits.TrailingZeros64(w)
	}
}

// The operations below remove values. They wake the propagators that wait for the change and return false if no value is left, in which
// case the caller must fail at once.

// narrow keeps of word i of the domain of v, counted from its first, the bits of mask.
func (e *engine) narrow(v int32, i int32, mask uint64) bool {
	d := &e.domains[v]
	if d.words > 1 {
		lo, hi, removed := e.min(v), e.max(v), e.removed
		e.clearBits(d.first+i, ^mask)
		return e.wakeIfChanged(v, lo, hi, removed)
	}
	old := e.words[d.first]
	now := old & mask
	if now == old {
		return true
	}
	if now == 0 {
		return false
	}
	e.set(d.first, now)
	e.removed += int64(bits.OnesCount64(old ^ now))
	bounds := now&(old&-old) == 0 || bits.LeadingZeros64(now) != bits.LeadingZeros64(old)
	e.wake(v, bounds, now&(now-1) == 0)
	return true
}

func (e *engine) clearBits(word int32, mask uint64) {
	if old := e.words[word]; old&mask != 0 {
		e.removed += int64(bits.OnesCount64(old & mask))
		e.set(word, old&^mask)
	}
}

// wakeIfChanged ends an operation on the wide domain of v, which had the bounds lo and hi when e.removed was as given.
func (e *engine) wakeIfChanged(v int32, lo, hi int, removed int64) bool {
	if e.removed == removed {
		return true
	}
	n := e.size(v)
	if n == 0 {
		return false
	}
	e.wake(v, e.min(v) != lo || e.max(v) != hi, n == 1)
	return true
}

// remove removes a rank.
func (e *engine) remove(v int32, rank int) bool {
	if !e.contains(v, rank) {
		return true
	}
	k := rank - int(e.domains[v].base)
	return e.narrow(v, int32(k>>6), ^(1 << (k & 63)))
}

// assign leaves only a rank.
func (e *engine) assign(v int32, rank int) bool { return e.keepRange(v, rank, rank) }

// keepRange leaves only the ranks lo..hi. Either may lie outside the universe.
func (e *engine) keepRange(v int32, lo, hi int) bool {
	d := &e.domains[v]
	lo = max(lo-int(d.base), 0)
	hi = min(hi-int(d.base), int(d.words)<<6-1)
	if lo > hi {
		return false
	}
	low, high := ^uint64(0)<<(lo&63), ^uint64(0)>>(63-hi&63)
	if d.words == 1 {
		return e.narrow(v, 0, low&high)
	}
	oldLo, oldHi, removed := e.min(v), e.max(v), e.removed
	for i := range d.words {
		mask := ^uint64(0)
		if w := int(i); w < lo>>6 || w > hi>>6 {
			mask = 0
		} else {
			if w == lo>>6 {
				mask &= low
			}
			if w == hi>>6 {
				mask &= high
			}
		}
		e.clearBits(d.first+i, ^mask)
	}
	return e.wakeIfChanged(v, oldLo, oldHi, removed)
}

// Sets of ranks are kept as domains with base 0 are, in setWords words: one more than the universe takes, since a word of a domain may
// reach into two of them.

func (e *engine) setWords() int { return len(e.values)/64 + 2 }

// addDomainTo adds the domain of v to a set of ranks.
func (e *engine) addDomainTo(set []uint64, v int32) {
	d := &e.domains[v]
	word, shift := int(d.base>>6), d.base&63
	if shift == 0 {
		for i, w := range e.words[d.first : d.first+d.words] {
			set[word+i] |= w
		}
		return
	}
	for i, w := range e.bitsOf(v) {
		set[word+i] |= w << shift
		set[word+i+1] |= w >> (64 - shift)
	}
}

// subtract removes a set of ranks from the domain of v.
func (e *engine) subtract(v int32, set []uint64) bool { return e.maskSet(v, set, 0) }

// intersect leaves in the domain of v only the ranks of a set.
func (e *engine) intersect(v int32, set []uint64) bool { return e.maskSet(v, set, ^uint64(0)) }

// maskSet removes from the domain of v the ranks of a set, or, if flip is all ones, those that are not in it.
func (e *engine) maskSet(v int32, set []uint64, flip uint64) bool {
	d := &e.domains[v]
	word, shift := int(d.base>>6), d.base&63
	for i := range d.words {
		w := set[word+int(i)]>>shift | set[word+int(i)+1]<<(64-shift)
		if e.words[d.first+i]&(w^flip) != 0 && !e.narrow(v, i, ^(w^flip)) {
			return false
		}
	}
	return true
}
