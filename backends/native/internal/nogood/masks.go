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

// eight is a maskSet of 9 values, the most frequent one.
type eight = [8]uint64

// addValue adds to dst each set of src that lacks a value of domain, with that value.
func addValue(dst, src maskSet, domain uint64) {
	if len(src) == len(eight{}) {
		addValue9((*eight)(dst), (*eight)(src), domain)
		return
	}
	dst = dst[:len(src)]
	for ; domain != 0; domain &= domain - 1 {
		d := bits.TrailingZeros64(domain)
		if d < 6 {
			shift, lacks := uint(1)<<d, without[d]
			for i, w := range src {
				dst[i] |= w & lacks << (shift & 63)
			}
			continue
		}
		for i, step := 0, 1<<(d-6); i < len(src); i++ {
			if i&step == 0 {
				dst[i|step] |= src[i]
			}
		}
	}
}

func addValue9(dst, src *eight, domain uint64) {
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
	}
	if domain>>6&1 != 0 {
		dst[1], dst[3], dst[5], dst[7] = dst[1]|src[0], dst[3]|src[2], dst[5]|src[4], dst[7]|src[6]
	}
	if domain>>7&1 != 0 {
		dst[2], dst[3], dst[6], dst[7] = dst[2]|src[0], dst[3]|src[1], dst[6]|src[4], dst[7]|src[5]
	}
	if domain>>8&1 != 0 {
		dst[4], dst[5], dst[6], dst[7] = dst[4]|src[0], dst[5]|src[1], dst[6]|src[2], dst[7]|src[3]
	}
}

// dropValue adds to dst each set of src that has a value of domain, without that value.
func dropValue(dst, src maskSet, domain uint64) {
	if len(src) == len(eight{}) {
		dropValue9((*eight)(dst), (*eight)(src), domain)
		return
	}
	dst = dst[:len(src)]
	for ; domain != 0; domain &= domain - 1 {
		d := bits.TrailingZeros64(domain)
		if d < 6 {
			shift, lacks := uint(1)<<d, without[d]
			for i, w := range src {
				dst[i] |= w >> (shift & 63) & lacks
			}
			continue
		}
		for i, step := 0, 1<<(d-6); i < len(src); i++ {
			if i&step == 0 {
				dst[i] |= src[i|step]
			}
		}
	}
}

func dropValue9(dst, src *eight, domain uint64) {
	for i, w := range src {
		if w == 0 {
			continue
		}
		without9 := dst[i]
		for m := domain & 63; m != 0; m &= m - 1 {
			d := bits.TrailingZeros64(m) & 7
			without9 |= w >> (1 << d & 63) & without[d]
		}
		dst[i] = without9
	}
	if domain>>6&1 != 0 {
		dst[0], dst[2], dst[4], dst[6] = dst[0]|src[1], dst[2]|src[3], dst[4]|src[5], dst[6]|src[7]
	}
	if domain>>7&1 != 0 {
		dst[0], dst[1], dst[4], dst[5] = dst[0]|src[2], dst[1]|src[3], dst[4]|src[6], dst[5]|src[7]
	}
	if domain>>8&1 != 0 {
		dst[0], dst[1], dst[2], dst[3] = dst[0]|src[4], dst[1]|src[5], dst[2]|src[6], dst[3]|src[7]
	}
}

// meets reports whether a set of src, with value d that it lacks, is in target.
func meets(src, target maskSet, d int) bool {
	target = target[:len(src)]
	if d < 6 {
		shift, lacks := uint(1)<<d, without[d]
		for i, w := range src {
			if w&lacks<<(shift&63)&target[i] != 0 {
				return true
			}
		}
		return false
	}
	for i, step := 0, 1<<(d-6); i < len(src); i++ {
		if i&step == 0 && src[i]&target[i|step] != 0 {
			return true
		}
	}
	return false
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
