//go:build amd64 && !purego

package lanes

import (
	"math/rand/v2"
	"testing"

	"nonet/backends/native/internal/sweep"
)

// TestRules checks that the specification loses no solution, whatever other candidates there are, and that grids called
// solved are solutions.
func TestRules(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	contradictions, solved, open := 0, 0, 0
	for range 6000 {
		c, solution := randomGrid(r)
		if r.IntN(2) == 0 {
			removeCandidates(r, &c)
		}
		keeps := true // the solution was not removed
		for i := range c {
			keeps = keeps && c[i]&solution[i] != 0
		}
		g := New()
		set(g, 3, &c)
		g.propagate(1 << 3)
		for g.Bad == 0 && g.Stable == 0 {
			g.propagate(1 << 3)
		}
		switch {
		case g.Bad != 0:
			contradictions++
			if keeps {
				t.Fatalf("%v: lost the solution %v", c, solution)
			}
			continue
		case g.Solved == 0:
			open++
		default:
			solved++
			var grid [81]uint8
			g.Unload(3, &grid)
			for x, d := range grid {
				for y := range 81 {
					at := y%3*32 + y/3
					if sweep.Peers[x%3*32+x/3][at/64]>>(at%64)&1 == 1 && grid[y] == d || d < 1 || d > 9 {
						t.Fatalf("%v is called solved but is not a solution", grid)
					}
				}
			}
		}
		for i := range c {
			if keeps && g.cells[i][3]&solution[i] == 0 {
				t.Fatalf("%v: lost the solution %v", c, solution)
			}
		}
	}
	if contradictions < 60 || solved < 1000 || open < 1000 {
		t.Errorf("too few cases: %d contradictions, %d solved, %d open", contradictions, solved, open)
	}
}

// TestAssembly compares the assembly with the specification, on random grids of all kinds, some of them not active.
func TestAssembly(t *testing.T) {
	if !Available {
		t.Skip("no AVX2 here")
	}
	r := rand.New(rand.NewPCG(1, 1))
	a, b := New(), New()
	bad, solved, open := 0, 0, 0
	for range 4000 {
		for l := range Width {
			c, _ := randomGrid(r)
			switch r.IntN(5) {
			case 0:
				removeCandidates(r, &c)
			case 1:
				for i := range c {
					c[i] = 511&^uint16(r.IntN(512)) | 1<<r.IntN(9)
				}
			}
			set(a, l, &c)
			set(b, l, &c)
		}
		active := uint32(1 + r.IntN(1<<Width-1))
		for active != 0 {
			a.propagate(active)
			sweepGrids(b, active)
			if (a.Bad^b.Bad|a.Stable^b.Stable|a.Solved^b.Solved)&active != 0 || a.Sweeps != b.Sweeps {
				t.Fatalf("after %d and %d sweeps bad %x %x, stable %x %x, solved %x %x of %x", a.Sweeps, b.Sweeps,
					a.Bad, b.Bad, a.Stable, b.Stable, a.Solved, b.Solved, active)
			}
			for l := range Width {
				if active>>l&1 == 0 {
					continue
				}
				for i := range a.cells {
					if a.cells[i][l] != b.cells[i][l] {
						t.Fatalf("lane %d, cell %d: %x, want %x", l, i, b.cells[i][l], a.cells[i][l])
					}
				}
				var f, g sweep.Frame
				var p, q sweep.Planes
				a.copy(l, &f, &p)
				copyGrid(b, l, &g, &q)
				if f != g || p != q {
					t.Fatalf("lane %d: copy %v %v, want %v %v", l, g, q, f, p)
				}
				switch {
				case a.Bad>>l&1 == 1:
					bad++
				case a.Stable>>l&1 == 0:
				case a.Solved>>l&1 == 1:
					solved++
				default:
					open++
				}
			}
			active &^= a.Bad | a.Stable
		}
	}
	if bad < 1000 || solved < 1000 || open < 1000 {
		t.Errorf("too few cases: %d contradictions, %d solved, %d open", bad, solved, open)
	}
}

// TestCopies checks the ways into and out of the lanes.
func TestCopies(t *testing.T) {
	if !Available {
		t.Skip("no AVX2 here")
	}
	r := rand.New(rand.NewPCG(1, 3))
	g, spec := New(), New()
	load := func(lane int, clues *[81]uint8, f *sweep.Frame, p *sweep.Planes) {
		var c [81]uint16
		for i, digit := range clues {
			if c[i] = 511; digit > 0 {
				c[i] = 1 << (digit - 1)
			}
		}
		set(spec, lane, &c)
		*f, *p = sweep.Frame{}, sweep.Planes{}
		spec.copy(lane, f, p)
	}
	for i := range 200 {
		lane := i % Width
		var clues, back [81]uint8
		for c := range clues {
			clues[c] = uint8(r.IntN(10))
		}
		var f, want sweep.Frame
		var p, wantPlanes sweep.Planes
		load(lane, &clues, &want, &wantPlanes)
		g.Load(lane, &clues)
		g.Copy(lane, &f, &p)
		if f != want || p != wantPlanes {
			t.Fatalf("%v: Load and Copy give %v %v, want %v %v", clues, f, p, want, wantPlanes)
		}
		for c := range clues {
			clues[c] = uint8(1 + r.IntN(9))
		}
		load(lane, &clues, &want, &wantPlanes)
		cell := uint(r.IntN(81))
		digit := clues[cell]
		clues[cell] = digit%9 + 1
		g.Restore(lane, &want)
		g.Decide(lane, cell%3*32+cell/3, 1<<(digit%9))
		if g.Unload(lane, &back); back != clues {
			t.Fatalf("Restore, Decide and Unload give %v, want %v", back, clues)
		}
	}
}

func set(s *Grids, lane int, c *[81]uint16) {
	s.totals[lane] = 0
	for i, w := range c {
		s.cells[i][lane] = w
	}
}

// randomGrid returns a random solution grid with few or many other candidates added, and the solution itself.
func randomGrid(r *rand.Rand) (c, solution [81]uint16) {
	digits, rows, columns := r.Perm(9), shuffledLines(r), shuffledLines(r)
	for i := range c {
		row, column := rows[i/9], columns[i%9]
		solution[i] = 1 << digits[(row*3+row/3+column)%9]
	}
	c = solution
	for range r.IntN(1 + r.IntN(1500)) {
		c[r.IntN(81)] |= 1 << r.IntN(9)
	}
	return c, solution
}

// removeCandidates removes a few candidates.
func removeCandidates(r *rand.Rand, c *[81]uint16) {
	for range 1 + r.IntN(4) {
		w := &c[r.IntN(81)]
		if rest := *w &^ (1 << r.IntN(9)); rest != 0 || r.IntN(8) == 0 {
			*w = rest
		}
	}
}

// shuffledLines returns a permutation of 0 to 8 that keeps {0,1,2}, {3,4,5} and {6,7,8} together.
func shuffledLines(r *rand.Rand) (p []int) {
	for _, k := range r.Perm(3) {
		for _, i := range r.Perm(3) {
			p = append(p, 3*k+i)
		}
	}
	return p
}
