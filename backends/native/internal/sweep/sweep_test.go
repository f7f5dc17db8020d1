//go:build amd64 && !purego

package sweep

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRules checks that the specification loses no solution, whatever other candidates there are, and that states with
// outcome Solved are solutions.
func TestRules(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	outcomes := map[Outcome]int{}
	for range 4000 {
		f, solution := randomState(r)
		f.propagate(1000)
		outcomes[f.Outcome]++
		for j := range solution {
			for l := range usedLanes {
				if solution[j][l]&^f.State[j][l] != 0 {
					t.Fatalf("solution %v lost: got %v", solution, f.State)
				}
			}
		}
		removeCandidates(r, f)
		f.propagate(1000)
		outcomes[f.Outcome]++
		if f.Outcome == Solved {
			var g [81]uint8
			f.unload(&g)
			for c, d := range g {
				for p := range 81 {
					at := p%3*32 + p/3
					if Peers[c%3*32+c/3][at/64]>>(at%64)&1 == 1 && g[p] == d || d < 1 || d > 9 {
						t.Fatalf("%v has outcome Solved but is not a solution", g)
					}
				}
			}
		}
	}
	if outcomes[Contradictory] < 60 || outcomes[Solved] < 1000 || outcomes[Open] < 1000 || outcomes[Unfinished] > 0 {
		t.Errorf("too few cases of some outcome: %v", outcomes)
	}
}

// TestLoad compares Load with the layout of State, and checks that Unload inverts it.
func TestLoad(t *testing.T) {
	skipUnlessAvailable(t)
	r := rand.New(rand.NewPCG(1, 3))
	for range 100 {
		var clues, back [81]uint8
		for c := range clues {
			clues[c] = uint8(r.IntN(10))
		}
		want := new(Frame)
		for c, d := range clues {
			k, i, b, j := c/27, c/9%3, c%9/3, c%3
			want.State[j][9*k+3*i+b] = 511
			if d != 0 {
				want.State[j][9*k+3*i+b] = 1 << (d - 1)
			}
		}
		f, g := new(Frame), new(Frame)
		f.Load(&clues)
		g.load(&clues)
		if f.State != want.State || g.State != want.State {
			t.Fatalf("%v:\nLoad got %v\nload got %v\nwant     %v", clues, f.State, g.State, want.State)
		}
		for c := range clues {
			clues[c] = uint8(1 + r.IntN(9))
		}
		f.Load(&clues)
		f.Unload(&back)
		if back != clues {
			t.Fatalf("%v: after Load and Unload got %v", clues, back)
		}
		back = [81]uint8{}
		f.unload(&back)
		if back != clues {
			t.Fatalf("%v: after Load and Unload got %v", clues, back)
		}
	}
}

// TestMethods compares the exported methods with the specification.
func TestMethods(t *testing.T) {
	skipUnlessAvailable(t)
	r := rand.New(rand.NewPCG(1, 5))
	branches := 0
	for range 2000 {
		var clues [81]uint8
		start, _ := randomState(r)
		for c := range clues {
			if w := start.State[c%3][c/3]; w&(w-1) == 0 {
				clues[c] = digitOf(w)
			}
		}
		var f, g [2]Frame
		var p [2]Planes
		var grids [2][81]uint8
		f[0].load(&clues)
		f[0].propagate(math.MaxInt)
		f[0].planes(&p[0])
		f[1].Load(&clues)
		f[1].Propagate()
		f[1].Planes(&p[1])
		switch f[0].Outcome {
		case Solved:
			f[0].unload(&grids[0])
			f[1].Unload(&grids[1])
		case Open:
			c, w := uint(0), f[0].State[0][0]
			for ; w&(w-1) == 0; w = f[0].State[c>>5][c&31] {
				c++
			}
			var in [3]uint32
			in[c>>5] = 1 << (c & 31)
			f[0].propagateWith(&g[0], math.MaxInt, in, w&-w)
			f[1].Branch(&g[1], c)
			branches++
		}
		if f[0] != f[1] || g[0] != g[1] || p[0] != p[1] || grids[0] != grids[1] {
			t.Fatalf("%v:\nspecification %v\nassembly      %v", clues, f[0], f[1])
		}
	}
	if branches < 500 {
		t.Errorf("only %d branches", branches)
	}
}

func skipUnlessAvailable(t *testing.T) {
	if !Available {
		t.Skip("this processor does not have the instructions")
	}
}

// TestAssembly compares the assembly with the specification after each sweep, on random states of all kinds.
func TestAssembly(t *testing.T) {
	skipUnlessAvailable(t)
	r := rand.New(rand.NewPCG(1, 1))
	outcomes := map[Outcome]int{}
	for i := range 30000 {
		f := randomFrame(r)
		g := *f
		limit := []int{1, 1, 2, 1000}[i%4]
		before := f.State
		f.propagate(limit)
		sweepFrames(&g, nil, sharedConstants, limit, 0, 0, 0, 0)
		if f.State != g.State || f.Outcome != g.Outcome || f.Outcome == Open && f.Two != g.Two {
			t.Fatalf("state %v, at most %d sweeps:\nspecification %v\nassembly      %v", before, limit, *f, g)
		}
		outcomes[f.Outcome]++
		var want, got Planes
		f.planes(&want)
		digitPlanes(&g, sharedConstants, &got)
		if got != want {
			t.Fatalf("planes of %v:\n%v, want %v", f.State, got, want)
		}
	}
	for _, o := range []Outcome{Contradictory, Solved, Open, Unfinished} {
		if outcomes[o] < 500 {
			t.Errorf("too few cases of some outcome: %v", outcomes)
		}
	}
	t.Log(outcomes)
}

// TestBranchAssembly does the same for two frames at once, which may take different numbers of sweeps.
func TestBranchAssembly(t *testing.T) {
	skipUnlessAvailable(t)
	r := rand.New(rand.NewPCG(1, 4))
	outcomes := map[[2]Outcome]int{}
	for i := range 30000 {
		f := randomFrame(r)
		j, l := r.IntN(3), r.IntN(usedLanes)
		w := f.State[j][l]
		before, g := f.State, *f
		limit := []int{1, 2, 3, 1000}[i%4]
		var in [3]uint32
		in[j] = 1 << l
		var want, got Frame
		f.propagateWith(&want, limit, in, w&-w)
		sweepFrames(&g, &got, sharedConstants, limit, in[0], in[1], in[2], uint32(w&-w))
		for k, x := range [2][2]*Frame{{f, &g}, {&want, &got}} {
			if x[0].State != x[1].State || x[0].Outcome != x[1].Outcome ||
				x[0].Outcome == Open && x[0].Two != x[1].Two {
				t.Fatalf("state %v, cell %d %d, at most %d sweeps, frame %d:\nspecification %v\nassembly      %v",
					before, j, l, limit, k, *x[0], *x[1])
			}
		}
		outcomes[[2]Outcome{f.Outcome, want.Outcome}]++
	}
	for _, a := range []Outcome{Contradictory, Open, Unfinished} {
		for _, b := range []Outcome{Contradictory, Open, Unfinished} {
			if outcomes[[2]Outcome{a, b}] < 20 {
				t.Errorf("too few cases of some outcome: %v", outcomes)
			}
		}
	}
}

// randomFrame returns a frame from randomState, sometimes with candidates removed, or one with random candidates.
func randomFrame(r *rand.Rand) *Frame {
	f, _ := randomState(r)
	switch r.IntN(5) {
	case 0:
		removeCandidates(r, f)
	case 1:
		for j := range f.State {
			for l := range usedLanes {
				f.State[j][l] = 511&^uint16(r.IntN(512)) | 1<<r.IntN(9)
			}
		}
	}
	return f
}

// randomState returns the state of a random solution grid with few or many other candidates added, and the state of the
// grid itself.
func randomState(r *rand.Rand) (*Frame, State) {
	f := new(Frame)
	digits := r.Perm(9)
	rows, columns := shuffledLines(r), shuffledLines(r)
	for c := range 81 {
		row, column := rows[c/9], columns[c%9]
		f.State[c%3][c/3] = 1 << digits[(row*3+row/3+column)%9]
	}
	solution := f.State
	for range r.IntN(1 + r.IntN(1500)) {
		f.State[r.IntN(3)][r.IntN(usedLanes)] |= 1 << r.IntN(9)
	}
	return f, solution
}

// removeCandidates removes a few candidates.
func removeCandidates(r *rand.Rand, f *Frame) {
	for range 1 + r.IntN(4) {
		w := &f.State[r.IntN(3)][r.IntN(usedLanes)]
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
