package tally

import (
	"math/bits"
	"sync"
)

// maxN is the largest supported number of digits, maxWidth the largest number of columns of a box after transposition,
// which is also the number of bands.
const (
	maxN     = 9
	maxWidth = 3
)

// A partition holds the set of digits of each column of a box: digit d, counted from 0, as bit d.
type partition [maxWidth]uint16

// A stackType holds, for each band, the index of its partition in shape.partitions.
type stackType [maxWidth]uint16

// A shape holds what grids with boxes of one size share. A box has height rows and width columns. A grid has n rows, so
// there are n/height = width bands, and n/width = height stacks.
type shape struct {
	height, width, n int
	partitions       []partition
	allTypes         []stackType          // ordered by the partition in the first band
	index            map[partition]uint16 // index of each partition in partitions
}

func (s *shape) allDigits() uint16 { return 1<<s.n - 1 }

// shapes holds the supported shapes. Their tables are made on first use, in milliseconds.
var shapes = map[[2]int]func() *shape{
	{2, 2}: sync.OnceValue(func() *shape { return newShape(2, 2) }),
	{3, 2}: sync.OnceValue(func() *shape { return newShape(3, 2) }),
	{4, 2}: sync.OnceValue(func() *shape { return newShape(4, 2) }),
	{3, 3}: sync.OnceValue(func() *shape { return newShape(3, 3) }),
}

func newShape(height, width int) *shape {
	s := &shape{height: height, width: width, n: height * width, index: map[partition]uint16{}}
	var p partition
	s.addPartitions(&p, 0, s.allDigits())
	for i, p := range s.partitions {
		s.index[p] = uint16(i)
	}
	for i := range s.partitions {
		s.addTypes(stackType{uint16(i)}, s.partitions[i])
	}
	return s
}

// addPartitions adds the partitions that begin with the first columns of p and distribute left among the others.
func (s *shape) addPartitions(p *partition, column int, left uint16) {
	if column == s.width {
		s.partitions = append(s.partitions, *p)
		return
	}
	for set := left; set != 0; set = (set - 1) & left {
		if bits.OnesCount16(set) == s.height {
			p[column] = set
			s.addPartitions(p, column+1, left&^set)
		}
	}
	p[column] = 0
}

// addTypes adds all types with the partition first in the first band. t[0] is the index of first; addTypes sets the
// other elements of t.
func (s *shape) addTypes(t stackType, first partition) {
	if s.width == 2 {
		t[1] = s.index[partition{first[1], first[0]}]
		s.allTypes = append(s.allTypes, t)
		return
	}
	for a := range subsets(s.allDigits()&^first[0], s.height) {
		for b := range subsets(s.allDigits()&^first[1]&^a, s.height) {
			second := partition{a, b, s.allDigits() &^ a &^ b}
			if second[2]&first[2] != 0 {
				continue
			}
			third := partition{}
			for c := range third {
				third[c] = s.allDigits() &^ first[c] &^ second[c]
			}
			t[1], t[2] = s.index[second], s.index[third]
			s.allTypes = append(s.allTypes, t)
		}
	}
}

// subsets yields the subsets of set with k elements, in decreasing order.
func subsets(set uint16, k int) func(func(uint16) bool) {
	return func(yield func(uint16) bool) {
		for sub := set; sub != 0; sub = (sub - 1) & set {
			if bits.OnesCount16(sub) == k && !yield(sub) {
				return
			}
		}
	}
}
