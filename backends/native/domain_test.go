package native

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomRanks returns two thirds of the ranks of a universe, or a window of them, which may cross a multiple of 64.
func randomRanks(r *rand.Rand, universe int, window bool) (ranks []int) {
	for k := range universe {
		if r.IntN(3) != 0 {
			ranks = append(ranks, k)
		}
	}
	if window && len(ranks) > 0 {
		ranks = ranks[r.IntN(len(ranks)):]
		ranks = ranks[:1+r.IntN(len(ranks))]
	}
	return ranks
}

// engineOf returns an engine with one variable and one propagator for each of the three events.
func engineOf(ranks []int) *engine {
	e := &engine{onChange: make([][]int32, 1), onBounds: make([][]int32, 1), onFix: make([][]int32, 1)}
	for i, watchers := range [][][]int32{e.onChange, e.onBounds, e.onFix} {
		watchers[0] = []int32{e.addPropagator(nil, nil, i == 0)}
	}
	for i := range e.queues {
		e.queues[i] = newQueue(3)
	}
	e.addDomain(ranks)
	return e
}

// TestDomain applies the same random operations, marks and undos to a domain and to a map. The domains have one or
// several words.
func TestDomain(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		universe := []int{10, 64, 65, 130, 300}[r.IntN(5)]
		ranks := randomRanks(r, universe, seed%2 == 0)
		if len(ranks) == 0 {
			continue
		}
		var woken [3]bool
		e := engineOf(ranks)
		if n := ranks[len(ranks)-1]>>6 - ranks[0]>>6 + 1; int(e.domains[0].words) != n {
			t.Fatalf("seed %d: ranks %d..%d take %d words, want %d",
				seed, ranks[0], ranks[len(ranks)-1], e.domains[0].words, n)
		}
		want := map[int]bool{}
		for _, k := range ranks {
			want[k] = true
		}
		var saved []map[int]bool
		for range 60 {
			before := slices.Sorted(maps.Keys(want))
			removed := e.removed
			a, b := r.IntN(universe+20)-10, r.IntN(universe+20)-10
			ok := true
			switch op := r.IntN(12); {
			case op < 5:
				ok = e.remove(0, a)
				delete(want, a)
			case op < 8:
				ok = e.keepRange(0, min(a, b), max(a, b))
				maps.DeleteFunc(want, func(k int, _ bool) bool { return k < min(a, b) || k > max(a, b) })
			case op == 8 && r.IntN(4) == 0:
				ok = e.assign(0, a)
				maps.DeleteFunc(want, func(k int, _ bool) bool { return k != a })
			case op < 10:
				e.mark()
				saved = append(saved, maps.Clone(want))
			case len(saved) > 0:
				e.undo()
				want = saved[len(saved)-1]
				saved = saved[:len(saved)-1]
				continue
			}
			if ok != (len(want) > 0) {
				t.Fatalf("seed %d: operation returned %v with %d values left", seed, ok, len(want))
			}
			if !ok {
				if len(saved) == 0 {
					break
				}
				e.undo()
				want = saved[len(saved)-1]
				saved = saved[:len(saved)-1]
				e.clearQueues()
				continue
			}
			now := slices.Sorted(maps.Keys(want))
			if e.size(0) != len(now) || e.min(0) != now[0] || e.max(0) != now[len(now)-1] ||
				e.fixed(0) != (len(now) == 1) {
				t.Fatalf("seed %d: size %d, min %d, max %d, fixed %v; want %v",
					seed, e.size(0), e.min(0), e.max(0), e.fixed(0), now)
			}
			if n := r.IntN(len(now)); e.nth(0, n) != now[n] {
				t.Fatalf("seed %d: value %d of %v is %d", seed, n, now, e.nth(0, n))
			}
			for k := -70; k < universe+70; k++ {
				if e.contains(0, k) != want[k] {
					t.Fatalf("seed %d: contains(%d) = %v", seed, k, !want[k])
				}
			}
			if e.removed-removed != int64(len(before)-len(now)) {
				t.Fatalf("seed %d: got removed = %d, want %d", seed, e.removed-removed, len(before)-len(now))
			}
			copy(woken[:], e.queued)
			e.clearQueues()
			changed := len(now) != len(before)
			fixed := changed && len(now) == 1
			bounds := changed && (now[0] != before[0] || now[len(now)-1] != before[len(before)-1])
			if woken != [3]bool{changed, bounds, fixed} {
				t.Fatalf("seed %d: from %v to %v: woke %v (change, bounds, fix)", seed, before, now, woken)
			}
		}
	}
}

func TestUniverse(t *testing.T) {
	for _, u := range []universe{{values: []int{3, 4, 5}, dense: true}, {values: []int{-7, 0, 2, 1 << 62}}, {}} {
		for _, value := range []int{-1 << 63, -8, -7, -1, 0, 1, 2, 3, 4, 5, 6, 1 << 62, 1<<63 - 1} {
			below, rank := 0, -1
			for r, x := range u.values {
				if x < value {
					below++
				}
				if x == value {
					rank = r
				}
			}
			if got := u.searchRank(value); got != below {
				t.Errorf("%v: got %d values below %d, want %d", u.values, got, value, below)
			}
			if r, ok := u.rank(value); ok != (rank >= 0) || ok && r != rank {
				t.Errorf("%v: rank(%d) = %d, %v; want %d", u.values, value, r, ok, rank)
			}
		}
	}
}

func TestQueueIsFirstInFirstOut(t *testing.T) {
	q := newQueue(5)
	next := int32(0)
	for i := int32(0); i < 100; i++ {
		q.push(i)
		if i%5 >= 2 || i > 90 {
			for !q.empty() {
				if p := q.pop(); p != next {
					t.Fatalf("popped %d, want %d", p, next)
				}
				next++
			}
		}
	}
	if next != 100 {
		t.Errorf("popped %d, want 100", next)
	}
}
