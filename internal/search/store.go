package search

import "slices"

// A Store holds nogoods one after another in one slice, each after a header with its size and its LBD, the number of
// decision levels when it was learned; small is good (G. Audemard, L. Simon, Predicting Learnt Clauses Quality in
// Modern SAT Solvers, IJCAI 2009). A nogood of the problem, which is not learned, has the LBD 0.
//
// The reason of a change on the trail may be a nogood, by its offset.
type Store[E any] struct {
	Arena   []E // offset 0 is no nogood
	Learned int // number of learned nogoods
	Limit   int // of Learned; DeleteHalf raises it

	lbds   []int    // scratch of DeleteHalf
	before []uint32 // scratch of DeleteHalf: the offsets of reasons
	after  []uint32
}

// Clear removes all nogoods.
func (s *Store[E]) Clear(limit int) {
	var none E
	s.Arena, s.Learned, s.Limit = append(s.Arena[:0], none), 0, limit
}

// Unwatch empties lists of watchers.
func Unwatch[W any](lists [][]W) {
	for i := range lists {
		lists[i] = lists[i][:0]
	}
}

// IsFull reports whether it is time for DeleteHalf.
func (s *Store[E]) IsFull() bool { return s.Learned >= s.Limit }

// DeleteHalf deletes about half of the learned nogoods, those with the highest LBD, except reasons. It raises the limit
// by growth. All nogoods must be unwatched.
//
// head returns the size of the nogood that a slice begins with, including its header, and its LBD. reasons replaces the
// offset of each reason by what move returns. watch watches a nogood that stays.
func (s *Store[E]) DeleteHalf(
	growth int, head func([]E) (size, lbd int), reasons func(move func(uint32) uint32), watch func(ref uint32),
) {
	s.Limit += growth
	s.lbds, s.before, s.after = s.lbds[:0], s.before[:0], s.after[:0]
	for ref := 1; ref < len(s.Arena); {
		size, lbd := head(s.Arena[ref:])
		if lbd > 0 {
			s.lbds = append(s.lbds, lbd)
		}
		ref += size
	}
	slices.Sort(s.lbds)
	limit := max(s.lbds[len(s.lbds)/2], 3)
	reasons(func(ref uint32) uint32 {
		s.before = append(s.before, ref)
		return ref
	})
	slices.Sort(s.before)
	s.before = slices.Compact(s.before)
	to := 1
	s.Learned = 0
	for ref := 1; ref < len(s.Arena); {
		size, lbd := head(s.Arena[ref:])
		n := len(s.after)
		isReason := n < len(s.before) && int(s.before[n]) == ref
		if isReason {
			s.after = append(s.after, uint32(to))
		}
		if lbd < limit || isReason {
			copy(s.Arena[to:], s.Arena[ref:ref+size])
			watch(uint32(to))
			if lbd > 0 {
				s.Learned++
			}
			to += size
		}
		ref += size
	}
	s.Arena = s.Arena[:to]
	reasons(func(ref uint32) uint32 {
		i, _ := slices.BinarySearch(s.before, ref)
		return s.after[i]
	})
}
