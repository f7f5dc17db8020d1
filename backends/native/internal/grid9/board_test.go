package grid9

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// orders lists the permutations of 0, 1, 2.
var orders = [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// TestTables compares each table with its definition.
func TestTables(t *testing.T) {
	fillTables()
	for pattern := range 512 {
		row := miniRows[pattern]
		for b := range 3 {
			if (row>>b&1 == 1) != (pattern&(7<<(3*b)) != 0) {
				t.Errorf("miniRows[%#o]: wrong bit of mini-row %d", pattern, b)
			}
		}
		if (row&single != 0) != (bits.OnesCount(uint(pattern)) == 1) || row&^(single|7) != 0 {
			t.Errorf("miniRows[%#o] = %#x: wrong bit single or unused bits set", pattern, row)
		}
		for i := range 9 {
			r, c := i/3, i%3
			fits := slices.ContainsFunc(orders, func(o [3]int) bool {
				return o[r] == c && pattern>>o[0]&1 == 1 && pattern>>(3+o[1])&1 == 1 && pattern>>(6+o[2])&1 == 1
			})
			if got := fitColumns[pattern]>>(9*r+c)&1 == 1; got != fits {
				t.Errorf("fitColumns[%#o]: row %d, column %d: %v", pattern, r, c, got)
			}
			for j := range 3 {
				if got := fitRows[pattern]>>(9*r+3*c+j)&1 == 1; got != fits {
					t.Errorf("fitRows[%#o]: row %d, box %d: %v", pattern, r, c, got)
				}
			}
			if got := spreadStacks[pattern]>>(9*r+c)&1 == 1; got != (pattern>>i&1 == 1) {
				t.Errorf("spreadStacks[%#o]: column %d: got %v", pattern, i, got)
			}
		}
	}
	for flags, cells := range rowCells {
		for x := range 27 {
			if (cells>>x&1 == 1) != (flags>>(x/9*3)&1 == 1) {
				t.Errorf("rowCells[%#o]: wrong bit of cell %d", flags, x)
			}
		}
	}
	for x := range 81 {
		var p01, p2 uint64
		kept := uint32(all27)
		for _, y := range peers(x) {
			switch {
			case y < 27:
				p01 |= 1 << y
				kept &^= 1 << y
			case y < 54:
				p01 |= 1 << (y + 5)
			default:
				p2 |= 1 << (y - 54)
			}
		}
		if peers01[x] != p01 || peers2[x] != p2 {
			t.Errorf("peers of %d: %x %x, want %x %x", x, peers01[x], peers2[x], p01, p2)
		}
		if x < 27 && nonPeers[x] != kept {
			t.Errorf("nonPeers[%d] = %x, want %x", x, nonPeers[x], kept)
		}
	}
}

// placements lists all 46,656 ways to place one digit once in each row, column and box, as cells by band.
var placements = func() (all [][3]uint32) {
	var place func(row int, columns, boxes uint, w [3]uint32)
	place = func(row int, columns, boxes uint, w [3]uint32) {
		if row == 9 {
			all = append(all, w)
			return
		}
		for c := range 9 {
			box := row/3*3 + c/3
			if columns>>c&1 == 0 && boxes>>box&1 == 0 {
				next := w
				next[row/3] |= 1 << (row%3*9 + c)
				place(row+1, columns|1<<c, boxes|1<<box, next)
			}
		}
	}
	place(0, 0, 0, [3]uint32{})
	return all
}()

// TestPropagateDigit compares with all placements of a digit: no placement may be lost, and the only one must be found.
// A digit with one cell left in a column or box must be alone in its row, since propagate checks only rows.
func TestPropagateDigit(t *testing.T) {
	if len(placements) != 46656 {
		t.Fatalf("got %d placements, want 46656", len(placements))
	}
	r := rand.New(rand.NewPCG(1, 1))
	outcomes := map[string]int{}
	for range 400 {
		var cells [3]uint32
		for range 1 + r.IntN(3) { // a few placements, and some more cells
			for k, w := range placements[r.IntN(len(placements))] {
				cells[k] |= w
			}
		}
		for range r.IntN(12) {
			cells[r.IntN(3)] |= 1 << r.IntN(27)
		}
		for range r.IntN(12) {
			cells[r.IntN(3)] &^= 1 << r.IntN(27)
		}
		var union [3]uint32
		n := 0
		for _, p := range placements {
			if p[0]&^cells[0]|p[1]&^cells[1]|p[2]&^cells[2] == 0 {
				n++
				for k := range union {
					union[k] |= p[k]
				}
			}
		}
		x0, x1, x2, i0, i1, i2 := propagateDigit(cells[0], cells[1], cells[2])
		got := [3]uint32{x0, x1, x2}
		if x0 == 0 {
			outcomes["dead"]++
			if n > 0 {
				t.Fatalf("%v: got no cells with %d placements", cells, n)
			}
			continue
		}
		for k := range got {
			if union[k]&^got[k] != 0 || got[k]&^cells[k] != 0 {
				t.Fatalf("%v: %v loses a placement or adds a cell", cells, got)
			}
		}
		if got == union {
			outcomes["exact"]++
		} else {
			outcomes["more than exact"]++
		}
		single := [3]uint32{x0 & rowCells[i0>>16&127], x1 & rowCells[i1>>16&127], x2 & rowCells[i2>>16&127]}
		counts := map[[2]int]int{} // number of cells left, by kind and number of the house
		each := func(f func(k, x, row, col, box int)) {
			for k := range 3 {
				for x := range 27 {
					if got[k]>>x&1 == 1 {
						f(k, x, 3*k+x/9, x%9, 3*k+x%9/3)
					}
				}
			}
		}
		each(func(_, _, row, col, box int) {
			counts[[2]int{0, row}]++
			counts[[2]int{1, col}]++
			counts[[2]int{2, box}]++
		})
		each(func(k, x, row, col, box int) {
			isSingle := single[k]>>x&1 == 1
			if isSingle != (counts[[2]int{0, row}] == 1) {
				t.Fatalf("%v: row %d: single %v with %d cells", got, row, isSingle, counts[[2]int{0, row}])
			}
			if !isSingle && (counts[[2]int{1, col}] == 1 || counts[[2]int{2, box}] == 1) {
				t.Fatalf("%v: a single of column %d or box %d is not alone in its row", got, col, box)
			}
		})
	}
	if outcomes["dead"] < 20 || outcomes["exact"] < 100 {
		t.Errorf("too few cases of some outcome: %v", outcomes)
	}
}

// TestPropagateKeepsSolutions propagates random puzzles and checks that no solution is lost.
func TestPropagateKeepsSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	solvedOutright := 0
	for range 300 {
		p := randomPuzzle(r, randomGrid(r))
		var s Bands
		s.Start(p)
		b := &s.stack[0]
		ok := b.propagate()
		all := solutions(p, 200)
		if !ok && len(all) > 0 {
			t.Fatalf("%v: propagate returned false with %d solutions", p, len(all))
		}
		if !ok {
			continue
		}
		for g := range all {
			for c, digit := range g {
				if b.candidates[digit-1][c/27]>>(c%27)&1 == 0 {
					t.Fatalf("%v: candidate %d of a solution removed from cell %d", p, digit, c)
				}
			}
		}
		if b.solved() {
			solvedOutright++
			var g Grid
			s.depth--
			s.Solution(&g)
			if len(all) != 1 || !all[g] {
				t.Fatalf("%v: solved as %v, which is not the only solution", p, g)
			}
		} else if at := b.choose(); b.open[at.band]>>at.cell&1 == 0 {
			t.Fatalf("%v: branches on a cell that is not open", p)
		}
	}
	if solvedOutright < 50 {
		t.Errorf("only %d solved by propagation", solvedOutright)
	}
}
