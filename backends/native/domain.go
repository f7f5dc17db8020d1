package native

import (
	"math"
	"math/bits"
)

// A domain is a set of ranks, stored as bits in consecutive words of the trail: bit k of word i stands for rank
// 64*(base+i)+k. Most models have domains of one word, on which operations take a few instructions.
//
// After the bits of a domain of several words follow its lowest rank, its highest rank and its size, so that operations
// on its bounds need not look at all words.
type domain struct {
	first int32 // index of the first word in the trail
	words int32 // number of words, constant; at least 1
	base  int32 // the number of ranks below the first word, in words
}

// addDomain adds a domain with the given ranks, which must increase and must not be empty.
func (e *engine) addDomain(ranks []int) {
	lo, hi := ranks[0], ranks[len(ranks)-1]
	base := lo >> 6
	n := hi>>6 - base + 1
	d := domain{first: int32(e.reserve(n)), words: int32(n), base: int32(base)}
	for _, r := range ranks {
		e.words[int(d.first)+r>>6-base] |= 1 << (r & 63)
	}
	if n > 1 {
		e.words = append(e.words, uint64(lo), uint64(hi), uint64(len(ranks)))
	}
	e.domains = append(e.domains, d)
}

// bitsOf returns the words of the domain of v. The caller must not modify them.
func (e *engine) bitsOf(v int32) []uint64 {
	d := &e.domains[v]
	return e.words[d.first : d.first+d.words]
}

// word returns the bits of the domain of v for the 64 ranks from 64*k on.
func (e *engine) word(v, k int32) uint64 {
	d := &e.domains[v]
	if k -= d.base; uint32(k) >= uint32(d.words) {
		return 0
	}
	return e.words[d.first+k]
}

// size returns the number of values in the domain of v.
func (e *engine) size(v int32) int {
	d := &e.domains[v]
	if d.words == 1 {
		return bits.OnesCount64(e.words[d.first])
	}
	return int(e.words[d.first+d.words+2])
}

// fixed reports whether the domain of v has a single value.
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
	if d.words == 1 {
		return int(d.base)<<6 + bits.TrailingZeros64(e.words[d.first])
	}
	return int(e.words[d.first+d.words])
}

// max returns the highest rank in the domain of v.
func (e *engine) max(v int32) int {
	d := &e.domains[v]
	if d.words == 1 {
		return int(d.base)<<6 + 63 - bits.LeadingZeros64(e.words[d.first])
	}
	return int(e.words[d.first+d.words+1])
}

// contains reports whether rank is in the domain of v.
func (e *engine) contains(v int32, rank int) bool {
	d := &e.domains[v]
	k := rank>>6 - int(d.base)
	return uint(k) < uint(d.words) && e.words[int(d.first)+k]>>(rank&63)&1 == 1
}

// nth returns the n-th lowest rank in the domain of v, counted from 0.
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
		return int(d.base+i)<<6 + bits.TrailingZeros64(w)
	}
}

// The operations below remove values. They wake the propagators that watch the change. They return false if no value is
// left; the caller must then fail at once.

// narrow intersects the bits of the domain of v for the ranks from 64*k on, of which there must be some, with mask.
func (e *engine) narrow(v, k int32, mask uint64) bool {
	d := &e.domains[v]
	if d.words > 1 {
		removed := e.removed
		e.clearBits(d.first+k-d.base, ^mask)
		return e.wakeIfChanged(v, removed)
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

// wakeIfChanged ends an operation that cleared bits of a domain of several words: it updates bounds and size. removed
// is e.removed before the operation.
func (e *engine) wakeIfChanged(v int32, removed int64) bool {
	if e.removed == removed {
		return true
	}
	d := &e.domains[v]
	end := d.first + d.words
	size := e.words[end+2] - uint64(e.removed-removed)
	if size == 0 {
		return false
	}
	e.set(end+2, size)
	low, high := int32(e.words[end]>>6)-d.base, int32(e.words[end+1]>>6)-d.base
	for e.words[d.first+low] == 0 {
		low++
	}
	for e.words[d.first+high] == 0 {
		high--
	}
	bounds := [2]int32{
		(d.base+low)<<6 + int32(bits.TrailingZeros64(e.words[d.first+low])),
		(d.base+high)<<6 + 63 - int32(bits.LeadingZeros64(e.words[d.first+high])),
	}
	moved := false
	for i, bound := range bounds {
		if word := end + int32(i); e.words[word] != uint64(bound) {
			e.set(word, uint64(bound))
			moved = true
		}
	}
	e.wake(v, moved, size == 1)
	return true
}

// remove removes a rank from the domain of v.
func (e *engine) remove(v int32, rank int) bool {
	if !e.contains(v, rank) {
		return true
	}
	return e.narrow(v, int32(rank>>6), ^(1 << (rank & 63)))
}

// assign reduces the domain of v to one rank.
func (e *engine) assign(v int32, rank int) bool { return e.keepRange(v, rank, rank) }

// keepRange reduces the domain of v to the ranks lo..hi. Both bounds may lie outside the universe.
func (e *engine) keepRange(v int32, lo, hi int) bool {
	d := &e.domains[v]
	lo = max(lo-int(d.base)<<6, 0)
	hi = min(hi-int(d.base)<<6, int(d.words)<<6-1)
	if lo > hi {
		return false
	}
	low, high := ^uint64(0)<<(lo&63), ^uint64(0)>>(63-hi&63)
	if d.words == 1 {
		return e.narrow(v, d.base, low&high)
	}
	removed := e.removed
	from, to := d.first+int32(lo>>6), d.first+int32(hi>>6)
	for word := d.first + int32(e.min(v)>>6) - d.base; word < from; word++ {
		e.clearBits(word, ^uint64(0))
	}
	for word := d.first + int32(e.max(v)>>6) - d.base; word > to; word-- {
		e.clearBits(word, ^uint64(0))
	}
	e.clearBits(from, ^low)
	e.clearBits(to, ^high)
	return e.wakeIfChanged(v, removed)
}

// A span is the words that the domains of some variables lie in. A set of a span has one bit for each rank in them.
type span struct{ low, high int32 }

func (e *engine) spanOf(vars []int32) span {
	low, high := int32(math.MaxInt32), int32(0)
	for _, v := range vars {
		d := &e.domains[v]
		low, high = min(low, d.base), max(high, d.base+d.words)
	}
	return span{low, high}
}

// domain returns the words of the domain of v, and the word of a set at which they begin.
func (s span) domain(e *engine, v int32) (at int, words []uint64) {
	d := &e.domains[v]
	return int(d.base - s.low), e.words[d.first : d.first+d.words]
}

// rank returns the lowest rank in word k of a set.
func (s span) rank(k int, w uint64) int32 {
	return (s.low+int32(k))<<6 + int32(bits.TrailingZeros64(w))
}

func (s span) has(set []uint64, rank int32) bool { return set[rank>>6-s.low]>>(rank&63)&1 == 1 }

func (s span) add(set []uint64, rank int32) { set[rank>>6-s.low] |= 1 << (rank & 63) }
