package probsat

// A csr holds several lists in one slice (compressed sparse rows): list i is items[start[i]:start[i+1]].
type csr[T any] struct {
	start []int32
	items []T
}

func (l *csr[T]) rows() int       { return len(l.start) - 1 }
func (l *csr[T]) row(i int32) []T { return l.items[l.start[i]:l.start[i+1]] }

// endRow ends the last list: it holds the items appended since the previous call.
func (l *csr[T]) endRow() { l.start = append(l.start, int32(len(l.items))) }

// buildCSR returns n lists of the pairs that all passes to its argument: each item goes to the list of that number. all
// is called twice and must pass the same pairs. If the second call passes fewer, the lists must be discarded.
func buildCSR[T any](n int, all func(add func(list lit, item T))) csr[T] {
	g := csr[T]{start: make([]int32, n+1)}
	all(func(list lit, _ T) { g.start[list+1]++ })
	for i := range n {
		g.start[i+1] += g.start[i]
	}
	g.items = make([]T, g.start[n])
	next := append([]int32(nil), g.start...)
	all(func(list lit, item T) {
		g.items[next[list]] = item
		next[list]++
	})
	return g
}
