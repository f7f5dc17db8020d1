package cdcl

// An order is a binary heap of variables, the most active first. Every conflict adds increment to the activity of its
// variables, and increment grows by a constant factor per conflict, which is equivalent to decaying all activities.
type order struct {
	heap      []int32
	index     []int32 // by variable: its index in heap, or -1
	activity  []float64
	increment float64
}

const (
	decay        = 0.95
	rescaleLimit = 1e100 // an activity above it rescales all activities
)

func (o *order) reset(n int) {
	o.increment = 1
	o.heap, o.index, o.activity = resized(o.heap, n), resized(o.index, n), resized(o.activity, n)
	for v := range n {
		o.heap[v], o.index[v] = int32(v), int32(v)
	}
}

func (o *order) bump(v int) {
	if o.activity[v] += o.increment; o.activity[v] > rescaleLimit {
		for u := range o.activity {
			o.activity[u] /= rescaleLimit
		}
		o.increment /= rescaleLimit
	}
	if o.index[v] >= 0 {
		o.siftUp(int(o.index[v]))
	}
}

func (o *order) decay() { o.increment /= decay }

// insert adds v to the heap unless it is there.
func (o *order) insert(v int) {
	if o.index[v] < 0 {
		o.heap = append(o.heap, int32(v))
		o.siftUp(len(o.heap) - 1)
	}
}

// pop removes and returns the most active variable, or returns -1 if the heap is empty.
func (o *order) pop() int {
	if len(o.heap) == 0 {
		return -1
	}
	v := int(o.heap[0])
	last := len(o.heap) - 1
	o.heap[0] = o.heap[last]
	o.heap = o.heap[:last]
	o.index[v] = -1
	if last > 0 {
		o.siftDown(0)
	}
	return v
}

// siftUp restores the heap order from index i upward.
func (o *order) siftUp(i int) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if u := o.heap[parent]; o.activity[u] >= o.activity[v] {
			break
		} else {
			o.heap[i], o.index[u] = u, int32(i)
		}
		i = parent
	}
	o.heap[i], o.index[v] = v, int32(i)
}

// siftDown restores the heap order from index i downward.
func (o *order) siftDown(i int) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.activity[o.heap[child+1]] > o.activity[o.heap[child]] {
			child++
		}
		u := o.heap[child]
		if o.activity[v] >= o.activity[u] {
			break
		}
		o.heap[i], o.index[u] = u, int32(i)
		i = child
	}
	o.heap[i], o.index[v] = v, int32(i)
}
