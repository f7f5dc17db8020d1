package human

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestIndexes checks that the indices of a position agree with its candidates after random eliminations and placements,
// on grids and random models.
func TestIndexes(t *testing.T) {
	for seed := range backendtest.Rounds(40, 300) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		m := sudoku.Shape{Height: 2, Width: 3}.Model()
		if seed%2 == 0 {
			m = backendtest.Random(r, backendtest.Kinds{NotEqual: true, Table: true})
		}
		b, err := NewBoard(m)
		if err != nil {
			t.Fatal(err)
		}
		p := b.NewPosition(nil)
		for range 60 {
			checkIndexes(t, p)
			k := Candidate{model.Var(r.IntN(len(m.Vars))), 1 + r.IntN(6)}
			if r.IntN(4) == 0 && p.HasCandidate(k) {
				p.Place(k)
			} else {
				p.Eliminate(k)
			}
		}
		q := b.NewPosition(nil)
		q.CopyFrom(p)
		checkIndexes(t, q)
		p.Reset(nil)
		checkIndexes(t, p)
	}
}

func checkIndexes(t *testing.T, p *Position) {
	t.Helper()
	blank, broken := 0, false
	for c, d := range p.cand {
		if p.filled[c] < 0 {
			blank++
			broken = broken || d == 0
		}
		if (p.filled[c] < 0) != p.unfilled.Has(c) || p.filled[c] >= 0 && d != 0 {
			t.Fatalf("cell %d: filled %d, open %v, candidates %b", c, p.filled[c], p.unfilled.Has(c), d)
		}
		if bits.OnesCount64(d) == 1 && !p.nakedQueue.Has(c) {
			t.Fatalf("cell %d: %b is not among the naked singles", c, d)
		}
		for x := range p.values {
			if p.cellsWith(x).Has(c) != p.hasCandidate(c, x) {
				t.Fatalf("cell %d, value %d: not indexed", c, x)
			}
		}
	}
	for h, u := range p.houses {
		for x := range p.values {
			var places uint64
			done := false
			for i, c := range u.cells {
				if p.hasCandidate(c, x) {
					places |= 1 << i
				}
				done = done || int(p.filled[c]) == x
			}
			if p.places(h, x) != places || p.filledValues[h]>>x&1 == 1 != done {
				t.Fatalf("house %d, value %d: got places %b, filled %v; want %b, %v", h, x, p.places(h, x), !done,
					places, done)
			}
			if u.full && !done && places == 0 && u.values>>x&1 == 1 {
				broken = true
			}
			at := h*len(p.values) + x
			if u.full && !done && bits.OnesCount64(places) == 1 && p.hiddenQueue[at>>6]>>(at&63)&1 == 0 {
				t.Fatalf("house %d, value %d: not among the hidden singles", h, x)
			}
			if u.full && !done && u.values>>x&1 == 1 && p.blankCount(h) == 1 &&
				p.lastQueue[at>>6]>>(at&63)&1 == 0 {
				t.Fatalf("house %d, value %d: not among the last values", h, x)
			}
		}
	}
	if blank != p.blank || broken && !p.broken {
		t.Fatalf("got %d blank cells, broken %v; want %d, %v", p.blank, p.broken, blank, broken)
	}
}

func BenchmarkClimb(b *testing.B) {
	board, err := NewBoard(sudoku.Order(3).Model())
	if err != nil {
		b.Fatal(err)
	}
	puzzles := backendtest.Givens(backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 1000))
	p := board.NewPosition(nil)
	ladder := NewLadder("", "", "", rulesNamed("full-house hidden-single hidden-single-in-line naked-single"))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p.Reset(puzzles[i%len(puzzles)])
		ladder.Run(p, nil)
		if p.Broken() {
			b.Fatal("broken")
		}
		i++
	}
}
