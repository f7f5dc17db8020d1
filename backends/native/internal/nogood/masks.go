package nogood

import (
	"math/bits"
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

// addValue adds to dst each set of src that lacks a value of domain, with that value.
func addValue(dst, src maskSet, domain uint64) {
	dst = dst[:len(src)]
	for i, w := range src {
		if w == 0 {
			continue
		}
		with := dst[i]
		for m := domain & 63; m != 0; m &= m - 1 {
			d := bits.TrailingZeros64(m) & 7
			with |= w & without[d] << (1 << d & 63)
		}
		dst[i] = with
		for m := domain >> 6 &^ uint64(i); m != 0; m &= m - 1 {
			dst[i|int(m&-m)] |= w
		}
	}
}

// dropValue adds to dst each set of src that has a value of domain, without that value.
func dropValue(dst, src maskSet, domain uint64) {
	dst = dst[:len(src)]
	for i, w := range src {
		if w == 0 {
			continue
		}
		lacking := dst[i]
		for m := domain & 63; m != 0; m &= m - 1 {
			d := bits.TrailingZeros64(m) & 7
			lacking |= w >> (1 << d & 63) & without[d]
		}
		dst[i] = lacking
		for m := domain >> 6 & uint64(i); m != 0; m &= m - 1 {
			dst[i&^int(m&-m)] |= w
		}
	}
}

// supported returns the values of domain with which a set of src that lacks the value is in target.
func supported(src, target maskSet, domain uint64) uint64 {
	target = target[:len(src)]
	left := domain
	for i, w := range src {
		if w == 0 {
			continue
		}
		for m := left & 63; m != 0; m &= m - 1 {
			d := bits.TrailingZeros64(m) & 7
			if w&without[d]<<(1<<d&63)&target[i] != 0 {
				left &^= m & -m
			}
		}
		for m := left >> 6 &^ uint64(i); m != 0; m &= m - 1 {
			if w&target[i|int(m&-m)] != 0 {
				left &^= m & -m << 6
			}
		}
		if left == 0 {
			break
		}
	}
	return domain &^ left
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
