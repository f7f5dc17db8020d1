package search

// Merge shortens a clause of false literals, whose first one stays: where several literals are false because of one
// true literal, the negation of that literal replaces them. cause returns that negation for a literal. The clause still
// follows: the true literal excludes all of those replaced. place is scratch memory by literal, of zeros.
//
// More general ways: M. Fleury, A. Biere, Efficient All-UIP Learned Clause Minimization, SAT 2021.
func Merge[L ~uint32](clause []L, place []int32, cause func(L) (L, bool)) []L {
	kept := clause[:1]
	for _, l := range clause[1:] {
		c, ok := cause(l)
		if ok && place[c] > 0 {
			kept[place[c]] = c
			continue
		}
		if ok {
			place[c] = int32(len(kept))
		}
		kept = append(kept, l)
	}
	for _, l := range kept {
		place[l] = 0
		if c, ok := cause(l); ok {
			place[c] = 0
		}
	}
	return kept
}
