package grid9

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/internal/search"
)

// count returns the number of solutions, at most limit.
func count(e Engine, clues *Grid, limit int) int {
	e.Start(clues)
	for n := 0; ; {
		if event, _ := e.Next(math.MaxInt); event != search.Found {
			return n
		}
		if n++; n == limit {
			return n
		}
	}
}

// randomSymmetry applies a random symmetry of the grid: renaming digits, exchanging bands, stacks, and rows and columns
// within them, transposing.
func randomSymmetry(r *rand.Rand, g *Grid) *Grid {
	lines := func() (p []int) {
		for _, k := range r.Perm(3) {
			for _, i := range r.Perm(3) {
				p = append(p, 3*k+i)
			}
		}
		return p
	}
	rows, columns, digits, transposed := lines(), lines(), r.Perm(9), r.IntN(2) == 1
	h := new(Grid)
	for c, d := range g {
		row, column := rows[c/9], columns[c%9]
		if transposed {
			row, column = column, row
		}
		if d != 0 {
			h[9*row+column] = uint8(digits[d-1] + 1)
		}
	}
	return h
}

// TestSymmetries checks that symmetric puzzles have the same number of solutions.
func TestSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, p := range backendtest.Hardest {
		for range 6 {
			clues := randomSymmetry(r, parse(t, p.Puzzle))
			more := *clues
			for more[r.IntN(81)] != 0 { // often remove a clue
				more[r.IntN(81)] = 0
			}
			want := -1
			for range 3 {
				turned := randomSymmetry(r, &more)
				for _, x := range Engines {
					if n := count(x.New(), clues, 10); n != 1 {
						t.Errorf("%s: %v: %d solutions", x.Name, clues, n)
					}
					n := count(x.New(), turned, 300)
					if want < 0 {
						want = n
					}
					if n != want {
						t.Errorf("%s: %v: %d solutions, want %d", x.Name, turned, n, want)
					}
				}
			}
		}
	}
}

// TestFullCounts compares the engines on a puzzle with many solutions.
func TestFullCounts(t *testing.T) {
	p := parse(t, "1....7.9..3..2......96.......53......1..8....6....4...3......1..4......7..7...3..")
	for _, x := range Engines {
		if n := count(x.New(), p, math.MaxInt); n != 504856 {
			t.Errorf("%s: %d solutions", x.Name, n)
		}
	}
}

// TestFullCountsOfMany does the same for more puzzles, made by removing clues.
func TestFullCountsOfMany(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	r := rand.New(rand.NewPCG(6, 1))
	total := 0
	for range 25 {
		p := parse(t, backendtest.Hardest[r.IntN(len(backendtest.Hardest))].Puzzle)
		for removed := 0; removed < 6; {
			if c := r.IntN(81); p[c] != 0 {
				p[c] = 0
				removed++
			}
		}
		want := -1
		for _, x := range Engines {
			n := count(x.New(), p, 400_000)
			if want >= 0 && n != want {
				t.Fatalf("%v: %s: %d solutions, want %d", p, x.Name, n, want)
			}
			want = n
		}
		total += want
	}
	if total < 1_000_000 {
		t.Errorf("only %d solutions in all", total)
	}
}

// TestListsAgree solves a sample of the puzzles with 17 clues with all engines.
func TestListsAgree(t *testing.T) { listsAgree(t, 16) }

// TestWholeListsAgree solves all of them.
func TestWholeListsAgree(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	listsAgree(t, 1)
}

func listsAgree(t *testing.T, each int) {
	lines := backendtest.Lines(t, "sudoku17.txt.gz")
	for i := 0; i < len(lines); i += each {
		p := parse(t, lines[i])
		var want Grid
		for n, x := range Engines {
			e := x.New()
			var g Grid
			e.Start(p)
			if event, _ := e.Next(math.MaxInt); event != search.Found {
				t.Fatalf("%s: puzzle %d: event %d", x.Name, i+1, event)
			}
			e.Solution(&g)
			if event, _ := e.Next(math.MaxInt); event != search.Exhausted {
				t.Fatalf("%s: puzzle %d: event %d", x.Name, i+1, event)
			}
			if !Valid(p, &g) || n > 0 && g != want {
				t.Fatalf("%s: puzzle %d: %v", x.Name, i+1, g)
			}
			want = g
		}
	}
}

// TestPreemption runs more goroutines than there are processors, each with its own engine, while the garbage collector
// stops them all the time. The registers of an engine must survive that.
func TestPreemption(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4 * runtime.NumCPU()))
	var puzzles []*Grid
	for _, p := range backendtest.Hardest {
		puzzles = append(puzzles, parse(t, p.Puzzle))
	}
	stop := make(chan struct{})
	var workers, collector sync.WaitGroup
	collector.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	until := time.Now().Add(700 * time.Millisecond)
	for w := range 8 * runtime.NumCPU() {
		workers.Go(func() {
			x := Engines[w%len(Engines)]
			e := x.New()
			for i := w; time.Now().Before(until); i++ {
				var g Grid
				e.Start(puzzles[i%len(puzzles)])
				first, _ := e.Next(math.MaxInt)
				e.Solution(&g)
				second, _ := e.Next(math.MaxInt)
				if first != search.Found || second != search.Exhausted || !Valid(puzzles[i%len(puzzles)], &g) {
					t.Errorf("%s: puzzle %d: events %d, %d, solution %v", x.Name, i%len(puzzles), first, second, g)
					return
				}
			}
		})
	}
	workers.Wait()
	close(stop)
	collector.Wait()
}

// TestSearchStopsAtItsNodes compares lists with single puzzles under all small limits of nodes.
func TestSearchStopsAtItsNodes(t *testing.T) {
	var list []*Grid
	for _, p := range backendtest.Hardest {
		list = append(list, parse(t, p.Puzzle), new(Grid))
	}
	results := make([]Result, len(list))
	for _, x := range Engines {
		e := x.New()
		for nodes := range 40 {
			Search(e, list, results, 3, nodes)
			for i, p := range list {
				alone := Result{}
				e.Start(p)
				alone.run(e, 3, nodes)
				if r := results[i]; r.Solutions != alone.Solutions || r.Complete != alone.Complete ||
					r.Nodes != alone.Nodes || r.Nodes > int64(nodes) || r.Failures != alone.Failures {
					t.Fatalf("%s: %d nodes, puzzle %d: %+v in a list, %+v alone", x.Name, nodes, i, r, alone)
				}
			}
		}
	}
}

// FuzzEngines compares the engines on any clues, within a limit of nodes, and checks their solutions.
func FuzzEngines(f *testing.F) {
	for _, p := range backendtest.Hardest {
		f.Add([]byte(p.Puzzle))
	}
	f.Add([]byte("1....7.9..3..2......96.......53......1..8....6....4...3......1..4......7..7...3.."))
	f.Add(make([]byte, 81))
	f.Fuzz(func(t *testing.T, line []byte) {
		var p Grid
		for c := range min(len(line), len(p)) {
			if ch := line[c]; '1' <= ch && ch <= '9' {
				p[c] = ch - '0'
			}
		}
		const limit, nodes = 200, 2000
		var want map[Grid]bool
		for _, x := range Engines {
			got, e := map[Grid]bool{}, x.New()
			e.Start(&p)
			event, left := search.Found, nodes
			for event == search.Found && len(got) < limit {
				if event, left = e.Next(left); event == search.Found {
					var g Grid
					e.Solution(&g)
					if !Valid(&p, &g) || got[g] {
						t.Fatalf("%s: %v: solution %v is wrong or repeated", x.Name, p, g)
					}
					got[g] = true
				}
			}
			nodesSpent, failures := e.Effort()
			// beside other puzzles, under the same limits
			list, results := []*Grid{new(Grid), &p, parse(t, backendtest.Hardest[0].Puzzle), &p}, make([]Result, 4)
			Search(e, list, results, limit, nodes)
			for _, r := range []*Result{&results[1], &results[3]} {
				if r.Solutions != len(got) || r.Complete != (event == search.Exhausted) || r.Nodes != nodesSpent ||
					r.Failures != failures {
					t.Fatalf("%s: %v: in a list %+v, alone %d solutions, event %d, %d nodes, %d failures", x.Name, p, r,
						len(got), event, nodesSpent, failures)
				}
				for _, g := range r.Found[:min(r.Solutions, 2)] {
					if !got[g] {
						t.Fatalf("%s: %v: in a list %v", x.Name, p, g)
					}
				}
			}
			if event == search.Paused {
				continue
			}
			if want != nil && len(got) != len(want) {
				t.Fatalf("%v: %s: %d solutions, want %d", p, x.Name, len(got), len(want))
			}
			want = got
		}
	})
}
