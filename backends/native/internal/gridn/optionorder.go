package gridn

// An optionOrder is a binary heap of options, the most active first. Each conflict adds increment to the activity of
// its options, and increment grows, which is equivalent to decaying all activities.
type optionOrder struct {
	heap      []uint32
	index     []int32 // by option: its index in heap plus 1, or 0
	activity  []float64
	increment float64
}

const (
	optionDecay  = 0.95
	rescaleLimit = 1e100 // an activity above it rescales all activities
)

func (o *optionOrder) allocate(options int) {
	o.heap, o.index = make([]uint32, 0, options), make([]int32, options)
	o.activity, o.increment = make([]float64, options), 1
}

func (o *optionOrder) reset() {
	o.heap, o.increment = o.heap[:0], 1
	clear(o.index)
	clear(o.activity)
}

func (o *optionOrder) bump(x uint32) {
	if o.activity[x] += o.increment; o.activity[x] > rescaleLimit {
		for y := range o.activity {
			o.activity[y] /= rescaleLimit
		}
		o.increment /= rescaleLimit
	}
	if i := o.index[x]; i > 0 {
		o.siftUp(int(i - 1))
	}
}

func (o *optionOrder) decay() { o.increment /= optionDecay }

// insert adds x to the heap unless it is there.
func (o *optionOrder) insert(x uint32) {
	if o.index[x] == 0 {
		o.heap = append(o.heap, x)
		o.siftUp(len(o.heap) - 1)
	}
}

// pop removes and returns the most active option. The heap must not be empty.
func (o *optionOrder) pop() uint32 {
	x := o.heap[0]
	o.index[x] = 0
	last := o.heap[len(o.heap)-1]
	if o.heap = o.heap[:len(o.heap)-1]; len(o.heap) > 0 {
		o.heap[0] = last
		o.siftDown()
	}
	return x
}

func (o *optionOrder) siftUp(i int) {
	x := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		y := o.heap[parent]
		if o.activity[y] >= o.activity[x] {
			break
		}
		o.place(i, y)
		i = parent
	}
	o.place(i, x)
}

// siftDown restores the order of the heap from the first option downward.
func (o *optionOrder) siftDown() {
	i, x := 0, o.heap[0]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.activity[o.heap[child+1]] > o.activity[o.heap[child]] {
			child++
		}
		y := o.heap[child]
		if o.activity[x] >= o.activity[y] {
			break
		}
		o.place(i, y)
		i = child
	}
	o.place(i, x)
}

func (o *optionOrder) place(i int, x uint32) {
	o.heap[i], o.index[x] = x, int32(i+1)
}
