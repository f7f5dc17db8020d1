package nogood

import (
	"math/bits"
	"slices"
	"sync"
)

// A maskSet is a set of sets of values: bit m is set if it contains the set of values whose bits are those of m. With w
// values it has 2^w bits. Sets of values are numbered from 0 here, whatever the lowest value is.
type maskSet []uint64

// maxMaskWidth is the largest number of values of a group; a maskSet of 10 values has 16 words.
const maxMaskWidth = 10

func maskWords(width int) int { return max(1, 1<<width>>6) }

// without[d] has the bits of one word of a maskSet that stand for sets of values without d, for d below 6.
var without = [8]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff,
	0x00000000ffffffff,
}

// lowSteps returns, for each d below 6, the bits of without[d] if domain has d, and none otherwise.
func lowSteps(domain uint64) (steps [6]uint64) {
	for d := range steps {
		steps[d] = without[d] & -(domain >> d & 1)
	}
	return steps
}

// addValue adds to dst each set of src that lacks a value of domain, with that value.
func addValue(dst, src maskSet, domain uint64) {
	dst = dst[:len(src)]
	low := lowSteps(domain)
	for i, w := range src {
		if w == 0 {
			continue
		}
		dst[i] |= w&low[0]<<1 | w&low[1]<<2 | w&low[2]<<4 | w&low[3]<<8 | w&low[4]<<16 | w&low[5]<<32
		for m := domain >> 6 &^ uint64(i); m != 0; m &= m - 1 {
			dst[i|int(m&-m)] |= w
		}
	}
}

// everySet contains each set of values.
var everySet = slices.Repeat(maskSet{all}, maskWords(maxMaskWidth))

// dropValue adds to dst each set of within that, with a value of domain which it lacks, is in src. It returns these
// values.
func dropValue(dst, src, within maskSet, domain uint64) (kept uint64) {
	dst, within = dst[:len(src)], within[:len(src)]
	low := lowSteps(domain)
	var found [6]uint64
	for i, w := range src {
		if w == 0 {
			continue
		}
		if to := within[i]; to != 0 {
			t0, t1, t2 := w>>1&low[0]&to, w>>2&low[1]&to, w>>4&low[2]&to
			t3, t4, t5 := w>>8&low[3]&to, w>>16&low[4]&to, w>>32&low[5]&to
			found[0], found[1], found[2] = found[0]|t0, found[1]|t1, found[2]|t2
			found[3], found[4], found[5] = found[3]|t3, found[4]|t4, found[5]|t5
			dst[i] |= t0 | t1 | t2 | t3 | t4 | t5
		}
		for m := domain >> 6 & uint64(i); m != 0; m &= m - 1 {
			k := i &^ int(m&-m)
			if t := w & within[k]; t != 0 {
				dst[k] |= t
				kept |= m & -m << 6
			}
		}
	}
	for d, sets := range found {
		if sets != 0 {
			kept |= 1 << d
		}
	}
	return kept
}

// sumTable returns, by sum, the sets of size of the width values with that sum.
func sumTable(width, size int) []maskSet {
	sumTables.Lock()
	defer sumTables.Unlock()
	t := &sumTables.bySize[width][size]
	if *t == nil {
		*t = make([]maskSet, width*(width-1)/2+1)
		for i := range *t {
			(*t)[i] = make(maskSet, maskWords(width))
		}
		for m := range uint(1) << width {
			if bits.OnesCount(m) != size {
				continue
			}
			sum := 0
			for rest := m; rest != 0; rest &= rest - 1 {
				sum += bits.TrailingZeros(rest)
			}
			(*t)[sum][m>>6] |= 1 << (m & 63)
		}
	}
	return *t
}

var sumTables struct {
	sync.Mutex
	bySize [maxMaskWidth + 1][maxMaskWidth + 1][]maskSet
}
