package clp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model/sudoku"
)

// counted is a relaxation that maintains the number of open relaxations.
type counted struct {
	relaxation
	open *int
}

func (c counted) close() {
	*c.open--
	c.relaxation.close()
}

// counting makes d count its open relaxations, and all that it opened.
func counting(d *config) (open, ever *int) {
	inner := d.newRelaxation
	open, ever = new(int), new(int)
	d.newRelaxation = func() (relaxation, error) {
		r, err := inner()
		if err == nil {
			*open++
			*ever++
			r = counted{r, open}
		}
		return r, err
	}
	return open, ever
}

func TestRelaxationIsClosedOnEveryPath(t *testing.T) {
	for _, g := range guides {
		if g.open == nil {
			continue
		}
		for name, d := range designs() {
			d.newRelaxation = g.open
			open, ever := counting(&d)
			ctx, cancel := context.WithCancel(t.Context())
			paths := []struct {
				name string
				run  func()
			}{
				{"complete", func() { d.solve(t.Context(), empty(2), func(ip.Point) bool { return true }) }},
				{"stopped by yield", func() { d.solve(t.Context(), empty(2), func(ip.Point) bool { return false }) }},
				{"cancelled in yield", func() {
					r, err := d.solve(ctx, empty(2), func(ip.Point) bool { cancel(); return true })
					if !errors.Is(err, context.Canceled) || r.Complete || r.Solutions != 1 {
						t.Errorf("%s, %s: cancelled in yield: %+v, error %v", g.name, name, r, err)
					}
				}},
				{"panic in yield", func() {
					defer func() { recover() }()
					d.solve(t.Context(), empty(2), func(ip.Point) bool { panic("in yield") })
					t.Error("the panic was swallowed")
				}},
			}
			for _, p := range paths {
				before := *ever
				p.run()
				if *open != 0 || *ever == before {
					t.Errorf("%s, %s, %s: %d opened, %d still open", g.name, name, p.name, *ever-before, *open)
				}
			}
			cancel()
		}
	}
}

func TestRelaxationThatCannotBeOpened(t *testing.T) {
	broken := errors.New("broken")
	for name, d := range designs() {
		d.newRelaxation = func() (relaxation, error) { return nil, broken }
		r, err := d.solve(t.Context(), empty(2), func(ip.Point) bool { return true })
		if !errors.Is(err, broken) || r.Complete || r.Solutions > 0 {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
}

// marketSplit returns a program that is hard for branch and bound: is there a subset of the columns that sums to half
// of the total in each of 4 rows of random numbers? Almost never, and in practice only enumeration proves it.
//
// Source: G. Cornuéjols, M. Dawande, A class of hard small 0-1 programs, INFORMS Journal on Computing 11 (1999),
// pp. 205-210.
func marketSplit() *ip.Program {
	r := rand.New(rand.NewPCG(1, 12))
	const columns = 40
	p := &ip.Program{Name: "market split", Shown: columns}
	for j := range columns {
		p.Columns = append(p.Columns, ip.Column{Name: fmt.Sprint("x", j), Upper: 1})
	}
	for i := range 4 {
		row := ip.Row{Name: fmt.Sprint("market", i)}
		total := 0
		for j := range columns {
			a := r.IntN(100)
			total += a
			row.Entries = append(row.Entries, ip.Entry{Column: j, Coef: a})
		}
		row.Lower, row.Upper = total/2, total/2
		p.Rows = append(p.Rows, row)
	}
	return p
}

func TestCancellation(t *testing.T) {
	for _, g := range guides {
		for name, d := range designs() {
			inner := g.open
			if inner == nil {
				inner = func() (relaxation, error) { return &mute{}, nil }
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if r, err := d.solve(ctx, empty(2), nil); !errors.Is(err, context.Canceled) ||
				r.Complete || r.Solutions > 0 {
				t.Errorf("%s, %s: cancelled before: %+v, error %v", g.name, name, r, err)
			}
			for _, p := range []*ip.Program{marketSplit(), empty(3)} {
				ctx, cancel := context.WithCancel(t.Context())
				d.newRelaxation = func() (relaxation, error) {
					r, err := inner()
					return &cancelling{r, cancel, 5}, err
				}
				open, _ := counting(&d)
				n := 0
				r, err := d.solve(ctx, p, func(ip.Point) bool { n++; return true })
				if !errors.Is(err, context.Canceled) || r.Complete || r.Solutions != n || *open != 0 {
					t.Errorf("%s, %s, %s: %+v, %d passed on, %d open, error %v", g.name, name, p.Name, r, n, *open, err)
				}
				if e := r.Stats.Effort; e.Nodes == 0 || e.LPs == 0 || e.LPs > 5 {
					t.Errorf("%s, %s, %s: %+v after being cancelled in the fifth relaxation", g.name, name, p.Name, e)
				}
			}
		}
	}
}

// cancelling is a relaxation that ends the context in one of its solves.
type cancelling struct {
	relaxation
	cancel context.CancelFunc
	left   int
}

func (c *cancelling) solve() (verdict, int) {
	if c.left--; c.left == 0 {
		c.cancel()
	}
	return c.relaxation.solve()
}

func TestDeadlineInALongSearch(t *testing.T) {
	for _, g := range guides {
		d := config{newRelaxation: g.open}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		// probing its 46,656 columns alone takes seconds
		r, err := d.solve(ctx, empty(6), func(ip.Point) bool { return true })
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || r.Complete {
			t.Errorf("%s: %+v, error %v", g.name, r, err)
		}
	}
}

func TestProbingHalts(t *testing.T) {
	m, err := compile(empty(3), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := newProber(newState(m))
	n := 0
	if !p.fixpoint(func() bool { n++; return n > 3 }) || p.probes != 3 || len(p.trail) > 0 {
		t.Errorf("%d tries, %d fixings; want 3 and none", p.probes, len(p.trail))
	}
}

// mute is a relaxation that always fails.
type mute struct{ liar }

func (*mute) solve() (verdict, int) { return failed, 0 }

func TestConcurrentUse(t *testing.T) {
	for _, g := range guides {
		for name, d := range designs() {
			if d.plain || g.name == "liar" {
				continue
			}
			d.newRelaxation = g.open
			var wg sync.WaitGroup
			for i := range 6 {
				wg.Go(func() {
					for k := range backendtest.Hardest[:3] {
						p := backendtest.Hardest[(i+k)%3]
						puzzle := backendtest.Puzzle(sudoku.Order(3), p.Puzzle)
						var found []string
						r, err := d.solve(t.Context(), sudokuProgram(puzzle), func(x ip.Point) bool {
							found = append(found, grid(puzzle, x))
							return true
						})
						if err != nil || !r.Complete || len(found) != 1 || found[0] != p.Solution {
							t.Errorf("%s, %s, %s: %v, %+v, error %v", g.name, name, p.Name, found, r, err)
						}
					}
				})
			}
			wg.Wait()
		}
	}
}

// resident returns the resident memory of this process in megabytes, C memory included.
func resident(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	kb := 0
	if _, err := fmt.Sscan(after, &kb); err != nil {
		t.Skip(err)
	}
	return kb / 1024
}

// Memory does not grow over thousands of programs, or over thousands of nodes of one search.
func TestMemoryIsFlat(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	for _, g := range guides {
		if g.open == nil || g.name == "liar" {
			continue
		}
		for name, d := range designs() {
			d.newRelaxation = g.open
			many := func(n int) {
				for i := range n {
					p := empty(2)
					p.Columns[i%64].Lower = 1
					r, err := d.solve(t.Context(), p, func(ip.Point) bool { return true })
					if err != nil || r.Solutions != 72 {
						t.Fatalf("%+v, error %v", r, err)
					}
				}
			}
			nodes := func(n int64) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				seen := int64(0)
				d.solve(ctx, empty(3), func(ip.Point) bool { seen++; return seen < n })
			}
			many(100)
			nodes(200)
			runtime.GC()
			before := resident(t)
			many(1500)
			nodes(5000)
			runtime.GC()
			after := resident(t)
			t.Logf("%s, %s: %d MB, then %d MB", g.name, name, before, after)
			if after > before+8 {
				t.Errorf("%s, %s: grew from %d to %d MB", g.name, name, before, after)
			}
		}
	}
}
