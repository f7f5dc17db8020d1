package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrder compares the order with a sort, after random changes.
func TestOrder(t *testing.T) {
	const n = 50
	r := rand.New(rand.NewPCG(7, 7))
	var o Order
	for range 3 {
		o.Reset(n)
		for x := range n {
			o.Insert(x)
			o.Insert(x)
		}
		for range 2000 {
			o.Bump(r.IntN(n))
			o.Decay()
			if r.IntN(10) == 0 {
				o.activity.Increment *= 1e40 // rescales now and then
			}
			if x := r.IntN(n); r.IntN(5) == 0 {
				o.Insert(x)
			} else if r.IntN(5) == 0 && len(o.heap) > 0 {
				activity := o.activity.Of
				top := slices.MaxFunc(o.heap, func(x, y int32) int { return cmp.Compare(activity[x], activity[y]) })
				if x := o.Pop(); activity[x] != activity[top] || o.Contains(x) {
					t.Fatalf("got %d with activity %g, want %g", x, activity[x], activity[top])
				}
			}
			o.check(t)
		}
		for x := range n {
			o.Insert(x)
		}
		var got []float64
		for x := o.Pop(); x >= 0; x = o.Pop() {
			got = append(got, o.activity.Of[x])
		}
		if len(got) != n || !slices.IsSortedFunc(got, func(a, b float64) int { return cmp.Compare(b, a) }) {
			t.Errorf("activities %v, want %d in descending order", got, n)
		}
	}
}

func (o *Order) check(t *testing.T) {
	t.Helper()
	for i, x := range o.heap {
		if o.index[x] != int32(i+1) || !o.Contains(int(x)) {
			t.Fatalf("variable %d: index %d, want %d", x, o.index[x], i+1)
		}
		if parent := o.heap[max(0, i-1)/2]; o.activity.Of[parent] < o.activity.Of[x] {
			t.Fatalf("variable %d is more active than its parent %d", x, parent)
		}
	}
}

// TestActivities compares with activities that decay, also after they have been rescaled.
func TestActivities(t *testing.T) {
	var o Order
	o.Reset(3)
	want := make([]float64, 3)
	for i := range 6000 { // 0.95 to the power of -6000 is more than 1e100
		for x := range want {
			if i%(x+2) == 0 {
				o.BumpBy(x, float64(1+x))
				want[x] += float64(1 + x)
			}
			if got := o.activity.Of[x] / o.activity.Increment; got < want[x]*(1-1e-9) || got > want[x]*(1+1e-9) {
				t.Fatalf("conflict %d: activity %d is %g, want %g", i, x, got, want[x])
			}
			want[x] *= decay
		}
		o.Decay()
	}
}
