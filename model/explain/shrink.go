package explain

import (
	"slices"

	"nonet/internal/slice"
)

// shrink removes members while the rest has a property, and returns the remaining members in their order. The property
// must hold for all members, and for every superset of a set for which it holds. So the result is minimal: the property
// fails without any one of its members. Members that come first are tried first, and are more likely to be removed.
//
// It calls holds O(k log(n/k)) times for k remaining of n members, and at most 2n times: it tries to remove a half, and
// if that fails, halves of the half. If holds returns an error, shrink returns the members so far, which have the
// property, and the error.
func shrink(members []int, holds func(left []int) (bool, error)) ([]int, error) {
	s := &shrinker{slices.Clone(members), holds}
	_, err := s.drop(members, false)
	return s.left, err
}

type shrinker struct {
	left  []int
	holds func([]int) (bool, error)
}

// drop removes what it can of the chunk, and reports whether that was all of it. needed means that the chunk is known
// not to be removable as a whole.
func (s *shrinker) drop(chunk []int, needed bool) (bool, error) {
	if len(chunk) == 0 {
		return true, nil
	}
	if !needed {
		rest := slice.Filter(s.left, func(i int) bool { return !slices.Contains(chunk, i) })
		ok, err := s.holds(rest)
		if err != nil {
			return false, err
		}
		if ok {
			s.left = rest
			return true, nil
		}
	}
	if len(chunk) == 1 {
		return false, nil
	}
	half := len(chunk) / 2
	gone, err := s.drop(chunk[:half], false)
	if err != nil {
		return false, err
	}
	// The chunk cannot be removed as a whole: if the first half was, the second half cannot be.
	_, err = s.drop(chunk[half:], gone)
	return false, err
}
