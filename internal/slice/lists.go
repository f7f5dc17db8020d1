package slice

// Lists are several lists in one slice, one after another. They are filled in their order, by Append and End, after
// Clear; or in any order, by Add, after Reset, Count for each element, and Allot. In the first way, the elements since
// the last End are no list yet.
type Lists[T any] struct {
	start []int32 // list i has the elements start[i] to start[i+1]
	all   []T
}

// Len returns the number of lists.
func (l *Lists[T]) Len() int { return len(l.start) - 1 }

// Get returns list i.
func (l *Lists[T]) Get(i int32) []T { return l.all[l.start[i]:l.start[i+1]] }

// All returns the elements of all lists.
func (l *Lists[T]) All() []T { return l.all }

// Clear removes all lists.
func (l *Lists[T]) Clear() { l.start, l.all = append(l.start[:0], 0), l.all[:0] }

// Append adds elements to the list that End ends.
func (l *Lists[T]) Append(x ...T) { l.all = append(l.all, x...) }

// Open returns the elements since the last End.
func (l *Lists[T]) Open() []T { return l.all[l.start[len(l.start)-1]:] }

// Drop removes the elements since the last End.
func (l *Lists[T]) Drop() { l.all = l.all[:l.start[len(l.start)-1]] }

// End makes the elements since the last End a list.
func (l *Lists[T]) End() { l.start = append(l.start, int32(len(l.all))) }

// Reset makes n lists, for Count.
func (l *Lists[T]) Reset(n int) { l.start = Zeros(l.start, n+2) }

// Count counts an element of list i, to be added after Allot.
func (l *Lists[T]) Count(i int32) { l.start[i+2]++ }

// Allot makes room for all elements that were counted.
func (l *Lists[T]) Allot() {
	last := len(l.start) - 1
	for i := range last {
		l.start[i+1] += l.start[i]
	}
	l.all = Resize(l.all, int(l.start[last]))
	l.start = l.start[:last] // start[i+1] is where list i has its next element
}

// Add adds an element to list i.
func (l *Lists[T]) Add(i int32, x T) {
	next := &l.start[i+1]
	l.all[*next] = x
	*next++
}
