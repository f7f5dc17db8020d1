package human

import "math/bits"

// subsetSearch looks for Hall sets: k sets of a list that have no more than k elements in all, so that they use up all of these. Cells with their
// candidates give naked subsets, values with their places in a house give hidden ones, and lines with the crossing lines that a value
// may take there give fish. Looking allocates nothing.
//
// Source: P. Hall, On Representatives of Subsets, Journal of the London Mathematical Society 10, 1935; J.-C. Regin, A Filtering Algorithm
// for Constraints of Difference in CSPs, AAAI 1994, finds all of them at once where a person looks for small ones.
type subsetSearch struct {
	n    int
	sets [64]uint64
	of   [64]uint64 // of[i] has the bit of what sets[i] belongs to: a cell, a value, a line
	size int        // number of elements wanted
}

func (q *subsetSearch) clear() { q.n = 0 }

// offer adds the set that belongs to number i, which is below 64, if it has from 2 to most elements. It does so without a branch, since
// the outcome is hard to predict and offering is most of the work where nothing is found.
func (q *subsetSearch) offer(i int, set uint64, most int) {
	n := q.n & 63
	q.sets[n], q.of[n] = set, 1<<(i&63)
	if uint(bits.OnesCount64(set)-2) <= uint(most-2) {
		n++
	}
	q.n = n
}

// each passes all choices of k sets that have exactly size elements together to found, as the set of the numbers they belong to and the
// set of their elements, until it returns false, and reports whether it did.
func (q *subsetSearch) each(k, size int, found func(members, union uint64) bool) bool {
	q.size = size
	return q.n >= k && q.choose(0, k, 0, 0, found)
}

// choose chooses k more sets, from number from on.
func (q *subsetSearch) choose(from, k int, members, union uint64, found func(members, union uint64) bool) bool {
	sets := q.sets[:q.n]
	if k == 1 {
		for i := from; i < len(sets); i++ {
			if u := union | sets[i]; bits.OnesCount64(u) == q.size && !found(members|q.of[i], u) {
				return true
			}
		}
		return false
	}
	for i := from; i <= len(sets)-k; i++ {
		u := union | sets[i]
		if bits.OnesCount64(u) <= q.size && q.choose(i+1, k-1, members|q.of[i], u, found) {
			return true
		}
	}
	return false
}
