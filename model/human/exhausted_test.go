package human

import (
	"math/rand/v2"
	"testing"

	"nonet/model/sudoku"
)

// TestExhausted compares a position that skips exhausted rules with a copy that does not, after each step of a ladder
// and after random eliminations: a rule finds an instance in both or in neither.
func TestExhausted(t *testing.T) {
	check := func(p *Position, seed int) {
		forgetful := p.NewPosition(nil)
		forgetful.CopyFrom(p)
		for _, r := range Berggren().rules {
			clear(forgetful.exhausted)
			if got, want := r.First(p) != nil, r.First(forgetful) != nil; got != want {
				t.Fatalf("seed %d: %s: got found %v, want %v", seed, r.Name, got, want)
			}
		}
	}
	var boards []*Board
	for _, s := range []sudoku.Shape{{Height: 2, Width: 3}, sudoku.Order(3)} {
		b, err := NewBoard(s.Model())
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, b)
	}
	skipped := 0
	for seed := range 120 {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		b := boards[seed%len(boards)]
		p := b.NewPosition(nil)
		for !p.broken && p.blank > 0 {
			if s := Berggren().Next(p); s != nil && r.IntN(4) > 0 {
				p.Apply(s)
			} else {
				c := p.unfilled.Next(r.IntN(len(p.cand)))
				if c < 0 {
					continue
				}
				k := b.candidate(c, r.IntN(len(p.values)))
				if q := b.NewPosition(nil); r.IntN(3) == 0 {
					q.CopyFrom(p)
					q.Place(k)
					p.CopyFrom(q)
				} else {
					p.Eliminate(k)
				}
			}
			for _, q := range p.exhausted {
				if q != 0 {
					skipped++
				}
			}
			check(p, seed)
		}
	}
	if skipped == 0 {
		t.Error("no rule was ever exhausted")
	}
}
