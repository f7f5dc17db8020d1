package search

import "nonet/internal/slice"

// decay is the factor by which an activity is less after a conflict.
const decay = 0.95

// An Order is a binary heap of variables, the most active first: those of recent conflicts (N. Eén, N. Sörensson, An
// Extensible SAT-solver, SAT 2003, section 4.6). The zero value has no variables.
type Order struct {
	heap     []int32
	index    []int32 // by variable: its index in heap plus 1, or 0
	activity Weights
}

// Reset makes the order one of n variables without activity, numbered from 0, none of which is in the heap. It reuses
// memory.
func (o *Order) Reset(n int) {
	o.heap, o.index = slice.Resize(o.heap, n)[:0], slice.Zeros(o.index, n)
	o.activity.Reset(n, 0)
}

// Bump makes x more active.
func (o *Order) Bump(x int) { o.BumpBy(x, 1) }

// BumpBy makes x more active, by a share of what Bump does.
func (o *Order) BumpBy(x int, share float64) {
	o.activity.Of[x] += share * o.activity.Increment
	if i := o.index[x]; i > 0 {
		o.siftUp(int(i - 1))
	}
}

// Decay ends a conflict: later ones count more.
func (o *Order) Decay() { o.activity.Decay(decay) }

// Contains reports whether x is in the heap.
func (o *Order) Contains(x int) bool { return o.index[x] > 0 }

// Insert adds x to the heap unless it is there.
func (o *Order) Insert(x int) {
	if o.index[x] == 0 {
		o.heap = append(o.heap, int32(x))
		o.siftUp(len(o.heap) - 1)
	}
}

// Pop removes and returns the most active variable of the heap, or returns -1 if the heap is empty.
func (o *Order) Pop() int {
	if len(o.heap) == 0 {
		return -1
	}
	x := o.heap[0]
	last := len(o.heap) - 1
	o.heap[0] = o.heap[last]
	o.heap = o.heap[:last]
	o.index[x] = 0
	if last > 0 {
		o.siftDown()
	}
	return int(x)
}

// siftUp restores the order of the heap from index i upward.
func (o *Order) siftUp(i int) {
	x := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		y := o.heap[parent]
		if o.activity.Of[y] >= o.activity.Of[x] {
			break
		}
		o.heap[i], o.index[y] = y, int32(i+1)
		i = parent
	}
	o.heap[i], o.index[x] = x, int32(i+1)
}

// siftDown restores the order of the heap from the first variable downward.
func (o *Order) siftDown() {
	i, x := 0, o.heap[0]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.activity.Of[o.heap[child+1]] > o.activity.Of[o.heap[child]] {
			child++
		}
		y := o.heap[child]
		if o.activity.Of[x] >= o.activity.Of[y] {
			break
		}
		o.heap[i], o.index[y] = y, int32(i+1)
		i = child
	}
	o.heap[i], o.index[x] = x, int32(i+1)
}
