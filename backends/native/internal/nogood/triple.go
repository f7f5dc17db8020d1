package nogood

import (
	"math/bits"
	"slices"
)

// triple makes a table of three variables domain consistent. One with most values is the third one; for each two values
// of the others it has those of the third one. Where the others have few values, that costs less than sets of rows.
type triple struct {
	id     int32
	vars   []int32
	index  [3]int    // of the first, the second and the third one in vars
	values [3]uint64 // by index in vars: those in the rows
	fits   []uint64  // by pair: the values of the third one
	stride int       // of fits: one more than the highest value of the second one
}

// tripleOf returns a table of three variables, without these, or nil if sets of rows cost less.
func tripleOf(rows []uint8) *triple {
	t := new(triple)
	for k, value := range rows {
		t.values[k%3] |= 1 << value
	}
	sum, product, most := 0, 1, 0
	for i, values := range t.values {
		n := bits.OnesCount64(values)
		sum, product = sum+n, product*n
		if n >= most {
			most, t.index = n, [3]int{(i + 1) % 3, (i + 2) % 3, i}
		}
	}
	if product > sum*most*wordsOf(len(rows)/3) {
		return nil
	}
	t.stride = bits.Len64(t.values[t.index[1]])
	t.fits = make([]uint64, bits.Len64(t.values[t.index[0]])*t.stride)
	for row := range slices.Chunk(rows, 3) {
		t.fits[int(row[t.index[0]])*t.stride+int(row[t.index[1]])] |= 1 << row[t.index[2]]
	}
	return t
}

func (t *triple) propagate(s *Search, _ uint64) bool {
	i, j, k := t.index[0], t.index[1], t.index[2]
	second, third := s.domains[t.vars[j]]&t.values[j], s.domains[t.vars[k]]
	var keep [3]uint64
	for x := s.domains[t.vars[i]] & t.values[i]; x != 0; x &= x - 1 {
		fits := t.fits[bits.TrailingZeros64(x)*t.stride:][:t.stride]
		found := uint64(0)
		for y := second; y != 0; y &= y - 1 {
			if m := fits[bits.TrailingZeros64(y)] & third; m != 0 {
				keep[j] |= y & -y
				found |= m
			}
		}
		if found != 0 {
			keep[i] |= x & -x
			keep[k] |= found
		}
	}
	if keep[i] == 0 {
		return s.fail(t.id)
	}
	for i, v := range t.vars {
		s.narrow(v, keep[i], byPropagator|reason(t.id)) // the values of a row remain
	}
	return true
}

// explain requires the same as table.explain.
func (t *triple) explain(s *Search, at, v int32, gone uint64) {
	var domains, needed [3]uint64
	for i, u := range t.vars {
		domains[i] = s.domainBefore(u, at)
	}
	for p, third := range t.fits {
		if third == 0 {
			continue
		}
		var rows [3]uint64 // all combinations of these values
		rows[t.index[0]], rows[t.index[1]], rows[t.index[2]] = 1<<(p/t.stride), 1<<(p%t.stride), third
		for i, u := range t.vars {
			if u == v {
				rows[i] &= gone
			}
		}
		for i, u := range t.vars {
			if u != v && rows[0] != 0 && rows[1] != 0 && rows[2] != 0 {
				needed[i] |= rows[i] &^ domains[i]
				rows[i] &= domains[i]
			}
		}
	}
	for i, u := range t.vars {
		if needed[i] != 0 {
			s.require(u, ^needed[i])
		}
	}
}
