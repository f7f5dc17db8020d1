package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDeleteHalf reduces stores of random nogoods. Those with a low LBD, reasons and clauses of the problem stay, whole
// and in their order; each reason is moved with its nogood.
func TestDeleteHalf(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		var s Store[int]
		s.Clear(3)
		var reasons, content []int // offsets of reasons, and the last elements of their nogoods
		var lbds []int
		var want [][]int
		n := 3 + r.IntN(20)
		for i := range n {
			lbd := max(r.IntN(9)-1, 0)
			if i == 0 {
				lbd = 1
			}
			nogood := []int{1 + r.IntN(4), lbd}
			for range nogood[0] {
				nogood = append(nogood, 100*i+len(nogood))
			}
			if r.IntN(4) == 0 {
				for range 1 + r.IntN(2) {
					reasons, content = append(reasons, len(s.Arena)), append(content, nogood[len(nogood)-1])
				}
			}
			if s.Arena = append(s.Arena, nogood...); lbd > 0 {
				s.Learned++
				lbds = append(lbds, lbd)
			}
			want = append(want, append(nogood, len(reasons))) // the reasons so far, removed below
		}
		if got := s.IsFull(); got != (len(lbds) >= 3) {
			t.Fatalf("seed %d: full: %v with %d nogoods", seed, got, len(lbds))
		}
		slices.Sort(lbds)
		limit, before, learned := max(lbds[len(lbds)/2], 3), 0, 0
		want = slices.DeleteFunc(want, func(nogood []int) bool {
			after := nogood[len(nogood)-1]
			isReason := after > before
			before = after
			return nogood[1] >= limit && !isReason
		})
		var flat []int
		for _, nogood := range want {
			flat = append(flat, nogood[:len(nogood)-1]...)
			if nogood[1] > 0 {
				learned++
			}
		}
		watched := 0
		s.DeleteHalf(5, func(n []int) (size, lbd int) { return 2 + n[0], n[1] }, func(move func(uint32) uint32) {
			for i, ref := range reasons {
				reasons[i] = int(move(uint32(ref)))
			}
		}, func(ref uint32) { watched++ })
		if !slices.Equal(s.Arena[1:], flat) || s.Learned != learned || s.Limit != 8 || watched != len(want) {
			t.Fatalf("seed %d: got %v, %d learned, %d watched, limit %d, want %v, %d, %d, 8",
				seed, s.Arena[1:], s.Learned, watched, s.Limit, flat, learned, len(want))
		}
		for i, ref := range reasons {
			if last := s.Arena[ref+1+s.Arena[ref]]; last != content[i] {
				t.Fatalf("seed %d: reason %d ends with %d, want %d", seed, i, last, content[i])
			}
		}
	}
}

// TestLevels compares with sorted levels.
func TestLevels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var l Levels
	for range 500 {
		levels := make([]int, 1+r.IntN(8))
		for i := range levels {
			levels[i] = 1 + r.IntN(10)
		}
		l.Begin(levels[0])
		for i, level := range levels[1:] {
			if got, want := l.Add(level), i == 0 || level > slices.Max(levels[1:i+1]); got != want {
				t.Fatalf("%v: level %d is higher: got %v, want %v", levels, i+1, got, want)
			}
		}
		highest := slices.Max(append([]int{0}, levels[1:]...))
		slices.Sort(levels)
		if count := len(slices.Compact(levels)); l.Count != count || l.Highest != highest {
			t.Fatalf("%v: got %d levels up to %d, want %d up to %d", levels, l.Count, l.Highest, count, highest)
		}
	}
}

// TestWeights compares with weights that decay, also after the numbers have become too large.
func TestWeights(t *testing.T) {
	const factor = 0.5
	var w Weights
	w.Reset(3, 1)
	want := []float64{1, 1, 1}
	for i := range 1000 { // 2 to the power of 1000 is more than 1e100
		for x := range want {
			if i%(x+2) == 0 {
				w.Bump(x)
				want[x]++
			}
		}
		w.Decay(factor)
		for x := range want {
			want[x] *= factor
			if got := w.Of[x] / w.Increment; got < want[x]*(1-1e-12) || got > want[x]*(1+1e-12) {
				t.Fatalf("conflict %d: weight %d is %g, want %g", i, x, got, want[x])
			}
		}
	}
	if w.Increment > 1e100 {
		t.Errorf("increment %g", w.Increment)
	}
	w.Reset(2, 0)
	if !slices.Equal(w.Of, []float64{0, 0}) || w.Increment != 1 {
		t.Errorf("after Reset: %v, %g", w.Of, w.Increment)
	}
}

// TestQueues compares with stacks, the first of which that is not empty is next.
func TestQueues(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	const n = 20
	q := Queues{Queued: make([]bool, n)}
	var stacks [4][]int32
	for range 2000 {
		switch p, queue := int32(r.IntN(n)), r.IntN(4); {
		case r.IntN(30) == 0:
			q.Clear()
			stacks = [4][]int32{}
		case r.IntN(2) == 0 && !q.Queued[p]:
			q.Push(queue, p)
			stacks[queue] = append(stacks[queue], p)
		default:
			want := int32(-1)
			for i, s := range stacks {
				if len(s) > 0 {
					want, stacks[i] = s[len(s)-1], s[:len(s)-1]
					break
				}
			}
			if got := q.Pop(); got != want {
				t.Fatalf("got %d, want %d", got, want)
			}
		}
		for p, queued := range q.Queued {
			if all := slices.Concat(stacks[:]...); queued != slices.Contains(all, int32(p)) {
				t.Fatalf("%d is queued: %v, want %v", p, queued, all)
			}
		}
	}
	lists := [][]int{{1, 2}, nil, {3}}
	if Unwatch(lists); len(slices.Concat(lists...)) > 0 || cap(lists[0]) != 2 {
		t.Errorf("watchers %v", lists)
	}
}

// TestMerge compares with groups of literals by cause: one of several takes the place of the first of them.
func TestMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	place, merged := make([]int32, 40), 0
	for range 500 {
		clause := []uint32{}
		for _, l := range r.Perm(30)[:1+r.IntN(9)] {
			clause = append(clause, uint32(l))
		}
		cause := func(l uint32) (uint32, bool) { return 30 + l%7, l%3 > 0 }
		groups, want := map[uint32][]uint32{}, clause[:1:1]
		for _, l := range clause[1:] {
			if c, ok := cause(l); ok {
				groups[c] = append(groups[c], l)
			}
		}
		for _, l := range clause[1:] {
			switch c, ok := cause(l); {
			case !ok || len(groups[c]) == 1:
				want = append(want, l)
			case groups[c][0] == l:
				want = append(want, c)
				merged++
			}
		}
		before := slices.Clone(clause)
		// Merge also asks for the cause of the causes that it has put into the clause.
		got := Merge(clause, place, func(l uint32) (uint32, bool) {
			if l >= 30 {
				return l, true
			}
			return cause(l)
		})
		if !slices.Equal(got, want) || slices.Max(place) > 0 {
			t.Fatalf("%v: got %v, want %v; scratch memory %v", before, got, want, place)
		}
	}
	if merged < 100 {
		t.Errorf("only %d literals merged", merged)
	}
}
