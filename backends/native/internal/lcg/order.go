package lcg

// order is a heap of variables, those with the most recent conflicts first (VSIDS). It contains all variables that are
// not fixed, and others.
type order struct {
	activity  []float64 // by variable
	scale     []float64 // by variable: its activity counts that much
	increment float64   // added to an activity; it grows, instead of all activities decaying
	heap      []int32
	place     []int32 // by variable: its index in heap, or -1
}

const activityDecay = 0.95

func (o *order) decay() {
	if o.increment /= activityDecay; o.increment > 1e100 {
		for v := range o.activity {
			o.activity[v] /= o.increment
		}
		o.increment = 1
	}
}

func (o *order) bump(v int32) {
	o.activity[v] += o.increment * o.scale[v]
	if o.place[v] >= 0 {
		o.up(o.place[v])
	}
}

func (o *order) add(v int32) {
	if o.place[v] < 0 {
		o.heap = append(o.heap, v)
		o.up(int32(len(o.heap) - 1))
	}
}

// pop takes the first variable from the heap. It returns -1 if the heap is empty.
func (o *order) pop() int32 {
	if len(o.heap) == 0 {
		return -1
	}
	first, last := o.heap[0], o.heap[len(o.heap)-1]
	o.heap = o.heap[:len(o.heap)-1]
	o.place[first] = -1
	if first != last {
		o.heap[0] = last
		o.down()
	}
	return first
}

func (o *order) up(i int32) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if o.activity[o.heap[parent]] >= o.activity[v] {
			break
		}
		o.heap[i] = o.heap[parent]
		o.place[o.heap[i]] = i
		i = parent
	}
	o.heap[i], o.place[v] = v, i
}

func (o *order) down() {
	v, i := o.heap[0], int32(0)
	for {
		child := 2*i + 1
		if child >= int32(len(o.heap)) {
			break
		}
		if child+1 < int32(len(o.heap)) && o.activity[o.heap[child+1]] > o.activity[o.heap[child]] {
			child++
		}
		if o.activity[o.heap[child]] <= o.activity[v] {
			break
		}
		o.heap[i] = o.heap[child]
		o.place[o.heap[i]] = i
		i = child
	}
	o.heap[i], o.place[v] = v, i
}
