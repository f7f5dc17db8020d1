//go:build unix

package native_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/examples"
	"nonet/model/sudoku"
)

// A family is a list of models of one kind, for the comparison with Gecode.
type family struct {
	name   string
	models []*model.Model
}

func families(tb testing.TB) []family {
	var all []family
	var named []*model.Model
	for _, p := range backendtest.Hardest {
		named = append(named, backendtest.Puzzle(sudoku.Order(3), p.Puzzle).Model())
	}
	for _, line := range backendtest.Spread(backendtest.Lines(tb, "sudoku17.txt.gz"), 20) {
		named = append(named, backendtest.Puzzle(sudoku.Order(3), line).Model())
	}
	all = append(all, family{"sudoku3", named})
	for _, l := range []struct {
		order   int
		percent string
	}{{4, "25"}, {4, "40"}, {4, "60"}, {5, "20"}, {5, "30"}, {5, "35"}, {5, "60"}} {
		all = append(all, family{fmt.Sprintf("sudoku%d-%s", l.order, l.percent), largeGrids(tb, l.order, l.percent, 8)})
	}
	for _, n := range []int{20, 25, 30} {
		var models []*model.Model
		for seed := range uint64(8) {
			models = append(models, quasigroup(rand.New(rand.NewPCG(seed, 30)), n, n*n*42/100))
		}
		all = append(all, family{fmt.Sprintf("quasigroup%d", n), models})
	}
	for n := 4; n <= 6; n++ {
		all = append(all, family{fmt.Sprintf("magic%d", n), []*model.Model{orderedMagic(n)}})
	}
	return all
}

// largeGrids returns models of the first n instances of an order with a percentage of given cells.
func largeGrids(tb testing.TB, order int, percent string, n int) []*model.Model {
	var models []*model.Model
	for _, line := range backendtest.Lines(tb, fmt.Sprintf("order%d-random.txt.gz", order)) {
		name, cells, _ := strings.Cut(line, " ")
		if p, _, _ := strings.Cut(name, "_"); p == percent && len(models) < n {
			models = append(models, parseLarge(tb, sudoku.Order(order), cells).Model())
		}
	}
	return models
}

// quasigroup returns a quasigroup completion problem: a Latin square of n rows with the given number of open cells and
// at least one solution. The square is cyclic with rows, columns and values in random order, then made less regular by
// swaps in two lines.
func quasigroup(r *rand.Rand, n, open int) *model.Model {
	square := make([][]int, n)
	rows, columns, values := r.Perm(n), r.Perm(n), r.Perm(n)
	for i := range square {
		for j := range n {
			square[i] = append(square[i], values[(rows[i]+columns[j])%n])
		}
	}
	for range 20 * n {
		// In two lines, the cells of one cycle of the permutation between them can be swapped.
		a, b := r.IntN(n), r.IntN(n)
		if a == b {
			continue
		}
		transposed := r.IntN(2) == 0
		cell := func(row, k int) *int {
			if transposed {
				return &square[k][row]
			}
			return &square[row][k]
		}
		for k, first := r.IntN(n), -1; ; {
			if first < 0 {
				first = *cell(a, k)
			}
			*cell(a, k), *cell(b, k) = *cell(b, k), *cell(a, k)
			next := *cell(a, k) // occurs twice in line a now
			if next == first {
				break
			}
			for j := range n {
				if j != k && *cell(a, j) == next {
					k = j
					break
				}
			}
		}
	}
	m := backendtest.Latin(n)
	for _, c := range r.Perm(n * n)[open:] {
		m.Constraints = append(m.Constraints, model.Given{Var: model.Var(c), Value: square[c/n][c%n] + 1})
	}
	return m
}

// orderedMagic returns the model of magic squares without reflections and rotations of the same square.
func orderedMagic(n int) *model.Model {
	m := examples.Magic(n)
	less := func(a, b int) {
		m.Constraints = append(m.Constraints, model.Linear{
			Terms:    []model.Term{{Coef: 1, Var: model.Var(a)}, {Coef: -1, Var: model.Var(b)}},
			Relation: model.AtMost, Bound: -1,
		})
	}
	less(0, n-1)
	less(0, n*n-1)
	less(0, n*(n-1))
	less(n-1, n*(n-1))
	return m
}

// flatZinc writes a model of AllDifferent, Linear and Given for Gecode, with annotations for the propagation of
// AllDifferent and the search. Without an annotation Gecode uses value elimination.
func flatZinc(m *model.Model, propagation, search string) []byte {
	var b bytes.Buffer
	annotation := ""
	if propagation == "domain" {
		annotation = " :: domain"
	}
	for i, v := range m.Vars {
		fmt.Fprintf(&b, "var %d..%d: x%d :: output_var;\n", v.Domain.Min(), v.Domain.Max(), i)
	}
	names := func(vars []model.Var) string {
		var s []string
		for _, v := range vars {
			s = append(s, "x"+strconv.Itoa(int(v)))
		}
		return "[" + strings.Join(s, ",") + "]"
	}
	for _, c := range m.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			fmt.Fprintf(&b, "constraint all_different_int(%s)%s;\n", names(c.Vars), annotation)
		case model.Given:
			fmt.Fprintf(&b, "constraint int_eq(x%d,%d);\n", c.Var, c.Value)
		case model.Linear:
			var coefs []string
			for _, t := range c.Terms {
				coefs = append(coefs, strconv.Itoa(t.Coef))
			}
			name := map[model.Relation]string{model.Equal: "int_lin_eq", model.AtMost: "int_lin_le"}[c.Relation]
			fmt.Fprintf(&b, "constraint %s([%s],%s,%d);\n", name, strings.Join(coefs, ","), names(c.Scope()), c.Bound)
		}
	}
	var all []model.Var
	for i := range m.Vars {
		all = append(all, model.Var(i))
	}
	if search != "" {
		search = fmt.Sprintf(" :: int_search(%s, %s, indomain_min, complete)", names(all), search)
	}
	fmt.Fprintf(&b, "solve%s satisfy;\n", search)
	return b.Bytes()
}

// comparisonLimit is the time limit of a run of either solver.
const comparisonLimit = 2 * time.Second

// processorTime returns the processor time of this process.
func processorTime(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// runGecode returns the output of Gecode and its total processor time.
func runGecode(b *testing.B, args ...string) (string, time.Duration) {
	ctx, cancel := context.WithTimeout(b.Context(), comparisonLimit+time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "fzn-gecode", args...)
	out, err := cmd.Output()
	if err != nil && ctx.Err() == nil {
		b.Fatalf("fzn-gecode: %v", err)
	}
	return string(out), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// gecode returns the processor time that Gecode takes to search for a solution, and its number of failures. It checks
// the solution. The time to read the model and propagate it once is measured by a run of one node and subtracted. ok is
// false if there is no solution within the limit.
func gecode(b *testing.B, file string, m *model.Model) (solve time.Duration, failures int, ok bool) {
	_, start := runGecode(b, "-node", "1", file)
	out, all := runGecode(b, "-s", "-time", strconv.Itoa(int(comparisonLimit/time.Millisecond)), file)
	a := make(model.Assignment, len(m.Vars))
	assigned := 0
	for _, line := range strings.Split(out, "\n") {
		if value, found := strings.CutPrefix(line, "%%%mzn-stat: failures="); found {
			failures, _ = strconv.Atoi(value)
		}
		var v, value int
		if n, _ := fmt.Sscanf(line, "x%d = %d;", &v, &value); n == 2 {
			a[v] = value
			assigned++
		}
	}
	if assigned < len(a) {
		return all, failures, false
	}
	if err := m.Check(a); err != nil {
		b.Fatalf("fzn-gecode: %v", err)
	}
	return max(all-start, 0), failures, true
}

// BenchmarkGecode compares the processor time to a first solution with Gecode on the same models. Gecode gets the same
// strength of AllDifferent and order of variables. The time excludes compiling for both solvers, and propagation at the
// root for Gecode only.
func BenchmarkGecode(b *testing.B) {
	_, missing := exec.LookPath("fzn-gecode")
	dir := b.TempDir()
	for _, f := range families(b) {
		for _, o := range []native.Options{{}, {AllDifferent: native.Hidden}, {AllDifferent: native.Domain}} {
			s := native.Solver{Engine: "general", Options: o}
			b.Run(fmt.Sprintf("family=%s/solver=native/alldifferent=%v/order=%v", f.name, o.AllDifferent, o.Order), func(b *testing.B) {
				compare(b, f, func(i int) (time.Duration, int, bool) {
					ctx, cancel := context.WithTimeout(b.Context(), comparisonLimit)
					defer cancel()
					p, err := s.Prepare(b.Context(), f.models[i])
					if err != nil {
						b.Fatal(err)
					}
					begin := processorTime(b)
					r, err := p.SolveGiven(ctx, nil, func(model.Assignment) bool { return false })
					if err != nil && ctx.Err() == nil {
						b.Fatal(err)
					}
					return processorTime(b) - begin, int(r.Stats.Effort.Failures), r.Solutions == 1
				})
			})
		}
		if missing != nil {
			continue
		}
		for _, propagation := range []string{"values", "domain"} {
			for _, search := range []string{"", "first_fail", "dom_w_deg"} { // "" is the default of Gecode
				b.Run(fmt.Sprintf("family=%s/solver=gecode/alldifferent=%s/order=%s", f.name, propagation, orDefault(search)), func(b *testing.B) {
					var files []string
					for i, m := range f.models {
						file := filepath.Join(dir, fmt.Sprintf("%d.fzn", i))
						if err := os.WriteFile(file, flatZinc(m, propagation, search), 0o600); err != nil {
							b.Fatal(err)
						}
						files = append(files, file)
					}
					compare(b, f, func(i int) (time.Duration, int, bool) { return gecode(b, files[i], f.models[i]) })
				})
			}
		}
	}
}

func orDefault(s string) string {
	if s == "" {
		return "default"
	}
	return s
}

// compare solves all models of a family per operation and reports sums.
func compare(b *testing.B, f family, solve func(i int) (time.Duration, int, bool)) {
	var total time.Duration
	failures, late, n := 0, 0, 0
	for b.Loop() {
		n++
		for i := range f.models {
			d, dead, ok := solve(i)
			total += d
			failures += dead
			if !ok {
				late++
			}
		}
	}
	b.ReportMetric(float64(total.Microseconds())/1000/float64(n), "cpu-ms/op")
	b.ReportMetric(float64(failures)/float64(n), "failures/op")
	b.ReportMetric(float64(late)/float64(n), "late/op")
}
