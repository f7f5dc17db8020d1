package process

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// solver returns p as a solver of models.
func solver(p Program) model.Solver {
	if engine, ok := p.ModelEngine(); ok {
		return backends.Bind(nil, backends.Identity{}, engine)
	}
	if p.Input == DIMACS {
		return backends.Bind(deduce.Givens, cnf.Encoder{}, SAT{p})
	}
	return backends.Bind(deduce.Givens, ip.Encoder{Integers: p.Input != OPB}, ZeroOne{p})
}

// each runs a test for every known program that is installed.
func each(t *testing.T, test func(t *testing.T, p Program)) {
	for _, p := range Programs() {
		t.Run(p.Name, func(t *testing.T) {
			if _, err := p.Find(); err != nil {
				t.Skip(err)
			}
			test(t, p)
		})
	}
}

// readsPrograms reports whether p reads 0-1 programs.
func (p Program) readsPrograms() bool { return slices.Contains(ip.Formats(), ip.Format(p.Input)) }

// marketSplit returns a model that asks for a 0-1 point on random equations, as many as rows says. Branch and bound
// degenerates to enumeration on it.
//
// Source: G. Cornuéjols, M. Dawande, A class of hard small 0-1 programs, IPCO 1998, pp. 284-293; they recommend 10
// (rows - 1) variables.
func marketSplit(rows int) *model.Model {
	r := rand.New(rand.NewPCG(uint64(rows), 0))
	m := &model.Model{Name: "market split", Vars: make([]model.Variable, 10*(rows-1))}
	for i := range m.Vars {
		m.Vars[i].Domain = model.Interval(0, 1)
	}
	for range rows {
		c := model.Linear{}
		for v := range m.Vars {
			coef := r.IntN(100)
			c.Terms = append(c.Terms, model.Term{Coef: coef, Var: model.Var(v)})
			c.Bound += coef
		}
		c.Bound /= 2
		m.Constraints = append(m.Constraints, c)
	}
	return m
}

// TestConformance runs the conformance suite. MiniSat, PicoSAT and CryptoMiniSat share the code path of CaDiCaL, so
// only the long test includes them; the other tests run all programs.
func TestConformance(t *testing.T) {
	each(t, func(t *testing.T, p Program) {
		o := backendtest.Options{Slow: true, Objective: true}
		if p.Input != DIMACS {
			o.Hard = marketSplit(6)
		}
		if _, ok := p.ModelEngine(); ok {
			o.Slow = os.Getenv("NONET_LONG") == "" // one run prints all solutions
			o.Easy = o.Slow && p.Input == SMTLIB
		}
		// A run of MiniZinc takes up to a second.
		if slices.Contains([]string{"minisat", "picosat", "cryptominisat5"}, p.Name) ||
			p.Input == FreeMPS || p.Input == MiniZinc {
			backendtest.SkipUnlessLong(t)
		}
		backendtest.Run(t, solver(p), o)
	})
}

// The installed version of each program finds the two solutions of a small model, and that there is no third.
func TestInstalledPrograms(t *testing.T) {
	m := &model.Model{Vars: make([]model.Variable, 2), Constraints: []model.Constraint{backendtest.Different(0, 1)}}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(0, 1)
	}
	each(t, func(t *testing.T, p Program) {
		if n, r, err := model.Count(t.Context(), solver(p), m, 0); err != nil || n.Int64() != 2 || !r.Complete {
			t.Errorf("%v solutions, complete %v, error %v", n, r.Complete, err)
		}
		if version, err := p.Version(t.Context()); err != nil || version == "" {
			t.Errorf("version %q, error %v", version, err)
		}
	})
}

// Uniqueness by the encodings of the papers, without a preprocessor.
func TestEscargotUnique(t *testing.T) {
	escargot := backendtest.Hardest[0]
	m := backendtest.Puzzle(sudoku.Order(3), escargot.Puzzle).Model()
	each(t, func(t *testing.T, p Program) {
		solvers := map[string]model.Solver{"reduced": solver(p)}
		_, onModel := p.ModelEngine()
		switch {
		case onModel: // has no preprocessor
		case p.Input == DIMACS:
			solvers["plain"] = backends.Bind(nil, cnf.Encoder{}, SAT{p})
		default:
			solvers["thesis"] = backends.Bind(nil, ip.Thesis(), ZeroOne{p})
			solvers["Bartlett"] = backends.Bind(nil, ip.Bartlett(), ZeroOne{p})
		}
		for name, s := range solvers {
			t.Run(name, func(t *testing.T) {
				if p.Name == "cbc" && name != "reduced" {
					backendtest.SkipUnlessLong(t)
				}
				verdict, found, r, err := model.Unique(t.Context(), s, m)
				if err != nil || verdict != model.One || found[0][0] != 1 || found[0][1] != 6 {
					t.Errorf("verdict %v, %d solutions, error %v", verdict, len(found), err)
				}
				calls := r.Stats.Effort.Calls
				if r.Stats.Effort == (model.Effort{Calls: calls}) {
					t.Error("no effort reported")
				}
				// A solver of formulas is started for a solution and for the proof that there is no other.
				if _, models := p.ModelEngine(); calls < 1 || calls > 2 || models && calls != 1 {
					t.Errorf("%d calls", calls)
				}
			})
		}
	})
}

// all returns the solutions of a formula, projected and sorted.
func all(t *testing.T, p Program, f *cnf.Formula) []string {
	t.Helper()
	var found []string
	r, err := SAT{p}.Solve(t.Context(), f, func(v cnf.Valuation) bool {
		found = append(found, fmt.Sprint(v[1:f.Shown+1]))
		return true
	})
	if err != nil || !r.Complete || r.Solutions != len(found) {
		t.Errorf("result %+v, error %v, %d passed on", r, err, len(found))
	}
	slices.Sort(found)
	return found
}

func TestFormulas(t *testing.T) {
	for _, test := range []struct {
		name    string
		vars    int
		shown   int
		clauses [][]cnf.Lit
		want    int
	}{
		{"nothing", 0, 0, nil, 1},
		{"no variables, an empty clause", 0, 0, [][]cnf.Lit{{}}, 0},
		{"no clauses", 2, 2, nil, 4},
		{"no clauses, one variable shown", 3, 1, nil, 2},
		{"no clauses, none shown", 3, 0, nil, 1},
		{"an empty clause among others", 2, 2, [][]cnf.Lit{{1, 2}, {}, {-1}}, 0},
		{"a tautology", 2, 2, [][]cnf.Lit{{1, -1}, {2}}, 2},
		{"a literal twice", 2, 2, [][]cnf.Lit{{1, 1}, {-2, -2, -2}}, 1},
		{"a clause twice", 2, 2, [][]cnf.Lit{{1, 2}, {2, 1}, {1, 2}}, 3},
		{"clashing units", 3, 3, [][]cnf.Lit{{1}, {-1}, {2, 3}}, 0},
		{"projected on the first", 3, 1, [][]cnf.Lit{{1, 2}, {-1, 3}, {-2, -3}}, 2},
	} {
		f := &cnf.Formula{Vars: test.vars, Shown: test.shown}
		for _, c := range test.clauses {
			f.Add(c...)
		}
		body := slices.Clone(f.Body)
		t.Run(test.name, func(t *testing.T) {
			each(t, func(t *testing.T, p Program) {
				if p.Input != DIMACS {
					t.Skip("reads no formulas")
				}
				if found := all(t, p, f); len(found) != test.want || len(slices.Compact(found)) != test.want {
					t.Errorf("%v; want %d solutions", found, test.want)
				}
			})
			if !slices.Equal(f.Body, body) || f.Clauses != len(test.clauses) {
				t.Error("the formula was modified")
			}
		})
	}
}

// points returns the points of p, found by enumeration and projected, as sorted strings.
func points(p *ip.Program) []string {
	seen := map[string]bool{}
	x := make(ip.Point, len(p.Columns))
	for bits := range 1 << len(x) {
		for j := range x {
			x[j] = bits >> j & 1
		}
		if p.Check(x) == nil {
			seen[fmt.Sprint(x[:p.Shown])] = true
		}
	}
	var all []string
	for s := range seen {
		all = append(all, s)
	}
	slices.Sort(all)
	return all
}

// randomProgram returns a program with up to 6 columns, some of them fixed, and rows of every kind, ranges and empty
// ones included.
func randomProgram(seed uint64) *ip.Program {
	r := rand.New(rand.NewPCG(seed, 3))
	p := &ip.Program{Columns: make([]ip.Column, r.IntN(7))}
	p.Shown = r.IntN(len(p.Columns) + 1)
	for j := range p.Columns {
		p.Columns[j].Upper = 1
		if r.IntN(8) == 0 {
			p.Columns[j].Lower = r.IntN(2)
			p.Columns[j].Upper = p.Columns[j].Lower
		}
	}
	for range r.IntN(5) {
		row := ip.Row{Lower: -ip.Infinity, Upper: ip.Infinity}
		for j := range p.Columns {
			if c := r.IntN(9) - 4; c != 0 && r.IntN(2) == 0 {
				row.Entries = append(row.Entries, ip.Entry{Column: j, Coef: c})
			}
		}
		bound := r.IntN(7) - 3
		switch r.IntN(5) {
		case 0, 1:
			row.Lower = bound
		case 2:
			row.Upper = bound
		case 3:
			row.Lower, row.Upper = bound, bound
		case 4:
			row.Lower, row.Upper = bound, bound+r.IntN(3)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// TestRandomPrograms compares with enumeration on some random programs.
func TestRandomPrograms(t *testing.T) {
	programs := backendtest.Rounds(10, 40)
	each(t, func(t *testing.T, p Program) {
		if !p.readsPrograms() {
			t.Skip("reads no 0-1 programs")
		}
		infeasible := 0
		for seed := range programs {
			q := randomProgram(uint64(seed))
			want := points(q)
			var found []string
			r, err := ZeroOne{p}.Solve(t.Context(), q, func(x ip.Point) bool {
				found = append(found, fmt.Sprint(x[:q.Shown]))
				return true
			})
			slices.Sort(found)
			if err != nil || !r.Complete || !slices.Equal(found, want) {
				t.Errorf("seed %d: %v, %+v, error %v; want %v", seed, found, r, err, want)
			}
			if len(want) == 0 {
				infeasible++
			}
		}
		if infeasible == 0 || infeasible == programs {
			t.Errorf("%d of %d programs are infeasible", infeasible, programs)
		}
	})
}

// An infeasible program with a feasible relaxation: of three columns any two sum to at most 1, and all three to at
// least 1.5.
func TestInfeasibleButForTheRelaxation(t *testing.T) {
	q := &ip.Program{Columns: make([]ip.Column, 3), Shown: 3, OneHot: true}
	for j := range q.Columns {
		q.Columns[j].Upper = 1
		q.Rows = append(q.Rows, ip.Row{Entries: []ip.Entry{{Column: j, Coef: 1}, {Column: (j + 1) % 3, Coef: 1}},
			Lower: -ip.Infinity, Upper: 1})
	}
	q.Rows = append(q.Rows, ip.Row{Entries: []ip.Entry{{Column: 0, Coef: 2}, {Column: 1, Coef: 2},
		{Column: 2, Coef: 2}}, Lower: 3, Upper: ip.Infinity})
	each(t, func(t *testing.T, p Program) {
		if !p.readsPrograms() {
			t.Skip("reads no 0-1 programs")
		}
		r, err := ZeroOne{p}.Solve(t.Context(), q, func(x ip.Point) bool { t.Errorf("%v", x); return true })
		if err != nil || r.Status() != model.Unsatisfiable {
			t.Errorf("%+v, error %v", r, err)
		}
	})
}

// mixed returns a linear program with a continuous column.
func mixed(t *testing.T, lp string) *ip.Mixed {
	_, err := ip.Read(strings.NewReader(lp), ip.LP)
	var e *ip.MixedError
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want a MixedError", err)
	}
	return e.Program
}

const mixedLP = `Maximize
 obj: 3 x + 2.5 y - z + 1.25
Subject To
 c[1]: x + y <= 4.5
 c[2]: x + 3 y + 0.3333333333333333 z <= 6
Bounds
 x <= 3.7
 z >= -2
 y <= 2.5
General
 y
End
`

func TestSolveMixed(t *testing.T) {
	each(t, func(t *testing.T, p Program) {
		if p.Input != LP && p.Input != FreeMPS {
			t.Skip("reads no linear programs")
		}
		z := ZeroOne{p}
		m := mixed(t, mixedLP)
		a, err := z.SolveMixed(t.Context(), m)
		if err != nil || !a.Optimal || math.Abs(m.Value(a.Point)-16.25) > 1e-6 {
			t.Errorf("%+v, error %v", a, err)
		}
		a, err = z.SolveMixed(t.Context(), mixed(t, strings.Replace(mixedLP, "<= 6", ">= 1e5", 1)))
		if err != nil || a.Status != model.Satisfiable { // z has no upper bound
			t.Errorf("%+v, error %v", a, err)
		}
		if a, err = z.SolveMixed(t.Context(), mixed(t, strings.Replace(mixedLP, "z >= -2", "z free", 1))); err != nil ||
			a.Status != model.Unknown || a.Note == "" || !a.Unbounded {
			t.Errorf("unbounded: %+v, error %v", a, err)
		}
		infeasible := strings.Replace(mixedLP, "<= 4.5", ">= 9.5", 1)
		for _, lp := range []string{infeasible, strings.Replace(infeasible, "General\n y\n", "", 1)} {
			a, err = z.SolveMixed(t.Context(), mixed(t, lp))
			if err != nil || a.Status != model.Unsatisfiable {
				t.Errorf("infeasible: %+v, error %v", a, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := z.SolveMixed(ctx, m); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: error %v", err)
		}
	})
}

// The answers of a program are checked, and other numbers of columns are errors.
func TestSolveMixedChecks(t *testing.T) {
	for answer, want := range map[string]bool{
		"s mip 2 3 o 0\\nj 1 3.5\\nj 2 1\\nj 3 -2\\ne o f\\n":   true,
		"s mip 2 3 o 0\\nj 1 3.6\\nj 2 1\\nj 3 -2\\ne o f\\n":   false,
		"s mip 2 3 o 0\\nj 1 3.5\\nj 2 0.9\\nj 3 -2\\ne o f\\n": false,
		"s mip 2 2 o 0\\nj 1 3.5\\nj 2 1\\ne o f\\n":            false,
	} {
		p := Program{Name: "fake", Command: "sh", Input: FreeMPS, ExitCodes: anyCodes,
			Args: []string{"-c", "printf 'c\\n" + answer + "' > {out}", "{in}"}}
		if _, err := p.Find(); err != nil {
			t.Skip(err)
		}
		a, err := ZeroOne{p}.SolveMixed(t.Context(), mixed(t, mixedLP))
		if (err == nil) != want {
			t.Errorf("%s: %+v, error %v", answer, a, err)
		}
	}
}

// A program that has a time limit of its own gets one that ends before the context, and the solution that it has found
// until then is returned beside the error.
func TestOwnTimeLimit(t *testing.T) {
	p := Program{Name: "fake", Command: "sh", Input: FreeMPS, ExitCodes: anyCodes,
		TimeLimit: []string{"-s", "{seconds}"},
		Args: []string{"-c", `test "$1 $((($2 + 4) / 10))" = "-s 324" && printf '` +
			"c\\ns mip 2 3 f 0\\nj 1 3.5\\nj 2 1\\nj 3 -2\\ne o f\\n" + `' > {out}`, "{in}", "{out}"}}
	if _, err := p.Find(); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	a, err := ZeroOne{p}.SolveMixed(ctx, mixed(t, mixedLP))
	if err != nil || a.Point == nil || a.Optimal {
		t.Errorf("%+v, error %v", a, err)
	}
	if _, err = (ZeroOne{p}).SolveMixed(t.Context(), mixed(t, mixedLP)); err == nil {
		t.Error("without a limit: no error")
	}
	for limit, want := range map[time.Duration]time.Duration{time.Second: 0, 10 * time.Hour: 9 * time.Hour} {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		if _, got := p.limited(ctx); want-got > time.Minute || got > want {
			t.Errorf("%v: limit %v, want %v", limit, got, want)
		}
		cancel()
	}
	cancel()
	if err := (output{timedOut: true}).undecided(ctx); err != context.Canceled {
		t.Errorf("after the limit: error %v", err)
	}
}

func TestCancelledDuringRealSearch(t *testing.T) {
	each(t, func(t *testing.T, p Program) {
		hard := backendtest.Pigeonhole(12)
		if p.Input != DIMACS {
			hard = marketSplit(6)
		}
		t.Setenv("TMPDIR", t.TempDir())
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		start := time.Now()
		_, r, err := model.First(ctx, solver(p), hard)
		if !errors.Is(err, context.DeadlineExceeded) || r.Complete || r.Solutions != 0 {
			t.Errorf("%+v, error %v", r, err)
		}
		t.Logf("stopped after %v", time.Since(start))
		if left, err := os.ReadDir(os.TempDir()); len(left) > 0 || err != nil {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

// BenchmarkRun measures a run that needs little or no search: starting the program, writing the files and reading the
// answer.
func BenchmarkRun(b *testing.B) {
	easy := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Solution[:60]+".....................").Model()
	escargot := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Model()
	for _, p := range Programs() {
		for name, m := range map[string]*model.Model{"nearly-complete": easy, "escargot": escargot} {
			b.Run("puzzle="+name+"/backend="+p.Name, func(b *testing.B) {
				if _, err := p.Find(); err != nil {
					b.Skip(err)
				}
				for b.Loop() {
					if a, _, err := model.First(b.Context(), solver(p), m); err != nil || m.Check(a) != nil {
						b.Fatal(a, err)
					}
				}
			})
		}
	}
}
