package deduce

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

var almostRules = []*Rule{SueDeCoq, ALSXZ, ALSXYWing, ALSXYChain, DeathBlossom}

// upTo returns the rules, each of which finds no more than its first n instances in a position.
func upTo(n int, rules []*Rule) []*Rule {
	var all []*Rule
	for _, r := range rules {
		few := *r
		few.find = func(p *Position, yield func(*Step) bool) bool {
			found := 0
			return r.find(p, func(s *Step) bool {
				found++
				return yield(s) && found < n
			})
		}
		all = append(all, &few)
	}
	return all
}

func TestAlmostLockedSetsAreSound(t *testing.T) {
	hard := backendtest.Spread(backendtest.Lines(t, "top95.txt"), 10)
	few := upTo(200, almostRules)
	for _, test := range []struct {
		name  string
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"top 95", checkClimbing(t, hard, append(singleRules, Pointing, Claiming, NakedPair, NakedTriple), almostRules), ""},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 500, few), ""},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.6, 100, few), ""},
		{"9x9", checkPlanted(t, sudoku.Order(3), nil, 0.4, 20, few), ""},
		{"16x16", checkPlanted(t, sudoku.Order(4), nil, 0.12, 3, few), ""},
		{"jigsaw", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.6, 100, few), ""},
		{"random models", checkRandom(t, 5000, few), "sue-de-coq death-blossom"},
	} {
		t.Log(test.name, test.found)
		for _, r := range almostRules {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

// The sets and their restricted commons are those of the definitions.
func TestAlmostLockedSets(t *testing.T) {
	for seed := range 30 {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		m := backendtest.Random(r, backendtest.Kinds{NotEqual: true})
		if seed%3 == 0 {
			m = sudoku.Shape{Height: 2, Width: 3}.Model()
		}
		b := mustBoard(t, m)
		p := b.NewPosition(nil)
		for c := range m.Vars {
			for x := range b.values {
				if r.IntN(2) == 0 {
					p.eliminate(c, x)
				}
			}
		}
		want := map[string]bool{}
		for _, u := range b.houses {
			for places := range uint64(1) << len(u.cells) {
				cells, values, blank := b.newSet(), uint64(0), true
				for i, c := range u.cells {
					if places>>i&1 != 0 {
						cells.add(c)
						values |= p.cand[c]
						blank = blank && p.cand[c] != 0
					}
				}
				if blank && places != 0 && bits.OnesCount64(values) == bits.OnesCount64(places)+1 {
					want[fmt.Sprint(cells)] = true
				}
			}
		}
		a := p.almostLocked()
		for i := range a.sets {
			s := &a.sets[i]
			if key := fmt.Sprint(s.cells()); !want[key] {
				t.Fatalf("seed %d: %s is no almost locked set, or found twice", seed, key)
			} else {
				delete(want, key)
			}
			for _, link := range a.commons()[i] {
				for x := range b.values {
					if got := link.values>>x&1 != 0; got != restricted(p, s.cells(), a.sets[link.to].cells(), x) {
						t.Fatalf("seed %d: %v and %v: value %d: %v", seed, s.cells(), a.sets[link.to].cells(), x, got)
					}
				}
			}
		}
		if len(want) > 0 {
			t.Fatalf("seed %d: %v are not found", seed, want)
		}
	}
}

// restricted reports whether both sets have x and each cell of a with x sees each such cell of b.
func restricted(p *Position, a, b cellSet, x int) bool {
	pairs := 0
	for c := range p.cand {
		for d := range p.cand {
			if a.has(c) && b.has(d) && p.has(c, x) && p.has(d, x) {
				pairs++
				if !p.sees[c].has(d) {
					return false
				}
			}
		}
	}
	return pairs > 0
}

// The sets are found anew when candidates have gone, and only then.
func TestAlmostLockedSetsAreFresh(t *testing.T) {
	p := mustBoard(t, sudoku.Order(2).Model()).NewPosition(nil)
	for step := range 40 {
		p.eliminate(step*7%16, step%4)
		got := len(p.almostLocked().sets)
		q := p.NewPosition(nil)
		q.CopyFrom(p)
		if want := len(q.almostLocked().sets); got != want {
			t.Fatalf("step %d: %d sets, want %d", step, got, want)
		}
		p.almostLocked().commons()
	}
}
