package explain

import "slices"

// shrink takes members away as long as the others have a property, and returns those that are left, in their order. The property must
// hold for all of them, and for every set that contains one for which it holds; so what is left is minimal: it does not hold without any
// one of them. What comes first is tried first, and is more likely to go.
//
// Of n members, of which k are left, it asks about holds O(k log(n/k)) times, and at most 2n times: it tries to take a half away, and
// if that cannot be, halves of the half. If holds fails, what is left so far comes back with the error, and has the property.
func shrink(members []int, holds func(left []int) (bool, error)) ([]int, error) {
	s := &shrinker{slices.Clone(members), holds}
	_, err := s.drop(members, false)
	return s.left, err
}

type shrinker struct {
	left  []int
	holds func([]int) (bool, error)
}

// drop takes away of the chunk what it can, and reports whether that was all. If it is needed, not all of it can go.
func (s *shrinker) drop(chunk []int, needed bool) (bool, error) {
	if len(chunk) == 0 {
		return true, nil
	}
	if !needed {
		rest := slices.DeleteFunc(slices.Clone(s.left), func(i int) bool { return slices.Contains(chunk, i) })
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
	_, err = s.drop(chunk[half:], gone) // if the first half could go, the second is what is needed of the chunk
	return false, err
}
