package dlx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/dlx"
	"nonet/encode/cover"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func TestFacts(t *testing.T) {
	backendtest.RunKnownCounts(t, backends.Bind(deduce.Singles, cover.Encoder{}, dlx.Engine{}), 5_000)
}

// all returns the solutions of p, checked and in lexicographic order.
func all(t *testing.T, p *cover.Problem, solve func(yield func(cover.Solution) bool)) []string {
	t.Helper()
	var found []string
	solve(func(s cover.Solution) bool {
		if err := p.Check(s); err != nil {
			t.Fatal(err)
		}
		s = slices.Clone(s)
		slices.Sort(s)
		found = append(found, fmt.Sprint(s))
		return true
	})
	slices.Sort(found)
	return found
}

// random returns a random problem: some items are secondary, some entries have colours.
func random(r *rand.Rand) *cover.Problem {
	p := &cover.Problem{Primary: 1 + r.IntN(6)}
	p.Items = p.Primary + r.IntN(5)
	for range r.IntN(25) {
		o := cover.Option{{Item: int32(r.IntN(p.Primary))}}
		for i := range int32(p.Items) {
			if i == o[0].Item || r.IntN(4) > 0 {
				continue
			}
			e := cover.Entry{Item: i}
			if int(i) >= p.Primary {
				e.Color = int32(r.IntN(4))
			}
			o = append(o, e)
		}
		r.Shuffle(len(o), func(i, j int) { o[i], o[j] = o[j], o[i] })
		p.Options = append(p.Options, o)
	}
	p.Shown = len(p.Options)
	return p
}

// TestCellsAgreeWithLinks compares dancing cells with dancing links on problems with secondary items and colours, and
// with all subsets of the options where these are few.
func TestCellsAgreeWithLinks(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(250, 1000)) {
		p := random(rand.New(rand.NewPCG(seed, 1)))
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		cells := all(t, p, func(yield func(cover.Solution) bool) {
			if r, err := (dlx.Engine{}).Solve(t.Context(), p, yield); err != nil || !r.Complete {
				t.Fatal(r, err)
			}
		})
		linked := all(t, p, func(yield func(cover.Solution) bool) {
			d := newLinks(p)
			d.yield = yield
			d.search()
		})
		if d := cmp.Diff(linked, cells); d != "" {
			t.Fatalf("seed %d: (-links +cells)\n%s\n%+v", seed, d, p)
		}
		n, r, err := dlx.Engine{}.CountSolutions(t.Context(), p, 0)
		if err != nil || !r.Complete || n.Int64() != int64(len(cells)) {
			t.Fatalf("seed %d: counted %v, error %v; want %d", seed, n, err, len(cells))
		}
		if len(p.Options) > 11 {
			continue
		}
		var subsets []string
		for set := range 1 << len(p.Options) {
			s := cover.Solution{}
			for k := range p.Options {
				if set>>k&1 == 1 {
					s = append(s, k)
				}
			}
			if p.Check(s) == nil {
				subsets = append(subsets, fmt.Sprint(s))
			}
		}
		slices.Sort(subsets)
		if d := cmp.Diff(subsets, cells); d != "" {
			t.Fatalf("seed %d: (-subsets +cells)\n%s\n%+v", seed, d, p)
		}
	}
}

func TestNoPrimaryItems(t *testing.T) {
	n, r, err := dlx.Engine{}.CountSolutions(t.Context(), &cover.Problem{}, 0)
	if err != nil || !r.Complete || n.Int64() != 1 {
		t.Errorf("%v solutions, %+v, error %v; want 1", n, r, err)
	}
}

// TestDeterminism checks that a problem is searched in the same way again.
func TestDeterminism(t *testing.T) {
	e, _ := cover.Encoder{}.Encode(t.Context(), backendtest.KnownCounts()[0].Model)
	var ways []string
	for range 2 {
		var b strings.Builder
		r, err := dlx.Engine{}.Solve(t.Context(), e.Formula, func(s cover.Solution) bool {
			fmt.Fprintln(&b, s)
			return true
		})
		fmt.Fprintf(&b, "%+v %v", r, err)
		ways = append(ways, b.String())
		// Change the memory that the next search reuses.
		dlx.Engine{}.CountSolutions(t.Context(), random(rand.New(rand.NewPCG(9, 9))), 0)
	}
	if ways[0] != ways[1] {
		t.Error("two searches of the same problem differ")
	}
}

// TestCountStops checks that counting stops at its limit and when its context ends.
func TestCountStops(t *testing.T) {
	e, _ := cover.Encoder{}.Encode(t.Context(), backendtest.Latin(6))
	n, r, err := dlx.Engine{}.CountSolutions(t.Context(), e.Formula, 100)
	if n.Int64() != 100 || r.Complete || err != nil {
		t.Errorf("%v solutions, complete %v, error %v; want 100", n, r.Complete, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, _, err := dlx.Engine{}.CountSolutions(ctx, e.Formula, 0)
		done <- err
	}()
	cancel()
	if err := <-done; err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// TestNoAllocation checks that the search does not allocate once its memory has grown. The pool drops some memory
// between searches, so a few allocations remain.
func TestNoAllocation(t *testing.T) {
	m := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[1].Puzzle).Model()
	e, _ := cover.Encoder{}.Encode(t.Context(), m)
	nodes := int64(0)
	n := testing.AllocsPerRun(20, func() {
		_, r, _ := dlx.Engine{}.CountSolutions(context.Background(), e.Formula, 0)
		nodes = r.Stats.Effort.Nodes
	})
	if n > float64(nodes)/4 {
		t.Errorf("%v allocations in a search of %d nodes", n, nodes)
	}
}

// BenchmarkCells measures the search without the encoding, on cells and on links, over the same options.
func BenchmarkCells(b *testing.B) {
	for _, list := range []string{"17clue", "hardest"} {
		lines := backendtest.HardestLines()
		if list == "17clue" {
			lines = backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 500)
		}
		var problems []*cover.Problem
		for _, givens := range backendtest.Givens(lines) {
			m := sudoku.Order(3).Model()
			for _, g := range givens {
				m = m.With(g)
			}
			m, _ = deduce.Givens.Preprocess(context.Background(), m)
			e, err := cover.Encoder{}.Encode(b.Context(), m)
			if err != nil {
				b.Fatal(err)
			}
			problems = append(problems, e.Formula)
		}
		report := func(b *testing.B, solve func(p *cover.Problem) (n, nodes, updates int64)) {
			nodes, updates, i := int64(0), int64(0), 0
			for b.Loop() {
				n, x, u := solve(problems[i%len(problems)])
				if n != 1 {
					b.Fatalf("problem %d: %d solutions", i%len(problems), n)
				}
				nodes, updates = nodes+x, updates+u
				i++
			}
			b.ReportMetric(float64(nodes)/float64(i), "nodes/op")
			b.ReportMetric(float64(updates)/float64(i), "updates/op")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(updates), "ns/update")
		}
		b.Run("list="+list+"/engine=cells", func(b *testing.B) {
			report(b, func(p *cover.Problem) (int64, int64, int64) {
				n, r, _ := dlx.Engine{}.CountSolutions(b.Context(), p, 0)
				return n.Int64(), r.Stats.Effort.Nodes, r.Stats.Effort.Propagations
			})
		})
		b.Run("list="+list+"/engine=links", func(b *testing.B) {
			report(b, func(p *cover.Problem) (int64, int64, int64) {
				d := newLinks(p)
				d.search()
				return d.solutions, d.nodes, d.updates
			})
		})
	}
}
