//go:build unix

package methods_test

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/sudoku"
)

// variantTimeout is the time after which a method gives up a variant.
const variantTimeout = 10 * time.Second

// slowSample is the number of puzzles of each kind for clp, which takes seconds for many.
const slowSample = 2

// BenchmarkVariants proves generated variants unique, all of one kind per operation. It reports processor time,
// external programs included: the mean and the longest of a puzzle. A puzzle without a proof after variantTimeout is
// undecided; it counts with the processor time until then. native:values=lowest is the general engine of native. clp
// gets the first slowSample puzzles of each kind.
func BenchmarkVariants(b *testing.B) {
	byKind := map[string][]sudoku.Puzzle{}
	var kinds []string
	for _, p := range readVariants(b) {
		kind := variantKind(p)
		if byKind[kind] == nil {
			kinds = append(kinds, kind)
		}
		byKind[kind] = append(byKind[kind], p)
	}
	for _, name := range []string{
		"native", "singles+gini", "singles+cadical", "native:values=lowest", "gecode", "clp",
	} {
		for _, kind := range kinds {
			puzzles := byKind[kind]
			if name == "clp" {
				puzzles = puzzles[:min(slowSample, len(puzzles))]
			}
			b.Run("method="+name+"/kind="+strings.ReplaceAll(kind, " ", "-"), func(b *testing.B) {
				m, err := methods.Parse(name)
				if err != nil {
					b.Fatal(err)
				}
				benchmarkVariants(b, m.Solver(), puzzles)
			})
		}
	}
}

func benchmarkVariants(b *testing.B, s model.Solver, puzzles []sudoku.Puzzle) {
	var total variantTotals
	for b.Loop() {
		for _, p := range puzzles {
			total.add(b, s, p)
		}
	}
	n := float64(total.puzzles)
	b.ReportMetric(total.time.Seconds()*1e3/n, "cpu-ms/puzzle")
	b.ReportMetric(total.longest.Seconds()*1e3, "cpu-ms-longest")
	b.ReportMetric(float64(total.undecided)/n*float64(len(puzzles)), "undecided")
	b.ReportMetric(float64(total.effort.Nodes+total.effort.Conflicts)/n, "nodes/puzzle")
}

type variantTotals struct {
	puzzles, undecided int
	time, longest      time.Duration // of the processor
	effort             model.Effort
}

// add proves p unique and adds the effort.
func (t *variantTotals) add(b *testing.B, s model.Solver, p sudoku.Puzzle) {
	start := processorTime(b)
	r, err := proveUnique(b.Context(), s, p)
	switch {
	case errors.Is(err, backends.ErrUnavailable):
		b.Skip(err)
	case errors.Is(err, context.DeadlineExceeded):
		t.undecided++
	case err != nil || model.VerdictOf(r) != model.One:
		b.Fatalf("%s: %v, error %v", p.Name, model.VerdictOf(r), err)
	}
	t.effort.Add(r.Stats.Effort)
	spent := processorTime(b) - start
	t.time, t.longest = t.time+spent, max(t.longest, spent)
	t.puzzles++
}

// processorTime returns the processor time of this process and its terminated children.
func processorTime(b *testing.B) (total time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			b.Fatal(err)
		}
		total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return total
}

// proveUnique searches two solutions of p within variantTimeout.
func proveUnique(ctx context.Context, s model.Solver, p sudoku.Puzzle) (model.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, variantTimeout)
	defer cancel()
	found := 0
	return s.Solve(ctx, p.Model(), func(model.Assignment) bool {
		found++
		return found < 2
	})
}
