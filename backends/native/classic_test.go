package native

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestRecognize checks which models are recognized as classic grids.
func TestRecognize(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	base := func() *model.Model { return sudoku.Order(3).Model() }
	scope := func(m *model.Model, i int) []model.Var { return m.Constraints[i].(model.AllDifferent).Vars }
	for _, test := range []struct {
		name   string
		change func(m *model.Model)
		want   bool
	}{
		{"unchanged", func(*model.Model) {}, true},
		{"constraints and their cells in another order", func(m *model.Model) {
			r.Shuffle(27, func(i, j int) { m.Constraints[i], m.Constraints[j] = m.Constraints[j], m.Constraints[i] })
			for i := range m.Constraints {
				s := scope(m, i)
				r.Shuffle(9, func(i, j int) { s[i], s[j] = s[j], s[i] })
			}
		}, true},
		{"a house stated twice",
			func(m *model.Model) { m.Constraints = append(m.Constraints, m.Constraints[20]) }, true},
		{"with clues",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.Given{Var: 80, Value: 9}) }, true},
		{"with contradictory clues", func(m *model.Model) {
			m.Constraints = append(m.Constraints, model.Given{Var: 80, Value: 9}, model.Given{Var: 80, Value: 8})
		}, true},
		{"with a clue that no domain holds",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.Given{Var: 80, Value: 10}) }, true},
		{"without names", func(m *model.Model) {
			for v := range m.Vars {
				m.Vars[v].Name = ""
			}
		}, true},
		{"a row missing", func(m *model.Model) { m.Constraints = m.Constraints[1:] }, false},
		{"a box missing and a row twice", func(m *model.Model) { m.Constraints[26] = m.Constraints[0] }, false},
		{"an additional diagonal", func(m *model.Model) {
			diagonal := []model.Var{0, 10, 20, 30, 40, 50, 60, 70, 80}
			m.Constraints = append(m.Constraints, model.AllDifferent{Vars: diagonal})
		}, false},
		{"a house with a wrong cell", func(m *model.Model) { scope(m, 0)[3] = 30 }, false},
		{"a house without one of its cells",
			func(m *model.Model) { m.Constraints[5] = model.AllDifferent{Vars: scope(m, 5)[:8]} }, false},
		{"a house with a cell twice", func(m *model.Model) { scope(m, 5)[0] = scope(m, 5)[1] }, false},
		{"a box with a cell twice", func(m *model.Model) { scope(m, 20)[0] = scope(m, 20)[1] }, false},
		{"a variable that does not exist", func(m *model.Model) { scope(m, 0)[0] = 81 }, false},
		{"a variable before the first", func(m *model.Model) { scope(m, 0)[0] = -1 }, false},
		{"a given of a variable that does not exist",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.Given{Var: 81, Value: 9}) }, false},
		{"a constraint of another kind",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.NotEqual{A: 0, B: 10}) }, false},
		{"a table over two variables", func(m *model.Model) {
			m.Constraints = append(m.Constraints, model.Table{Vars: []model.Var{0, 1}, Rows: [][]int{{1, 2}}})
		}, false},
		{"a table over a variable that does not exist",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.Table{Vars: []model.Var{81}}) }, false},
		{"a table over none", func(m *model.Model) { m.Constraints = append(m.Constraints, model.Table{}) }, false},
		{"nil", func(m *model.Model) { m.Constraints = append(m.Constraints, nil) }, false},
		{"an objective", func(m *model.Model) { m.Objective = &model.Objective{} }, false},
		{"a smaller domain", func(m *model.Model) { m.Vars[7].Domain = model.Interval(1, 8) }, false},
		{"a larger domain", func(m *model.Model) { m.Vars[7].Domain = model.Interval(1, 10) }, false},
		{"digits from 0", func(m *model.Model) { m.Vars[7].Domain = model.Interval(0, 8) }, false},
		{"one more variable", func(m *model.Model) { m.Vars = append(m.Vars, model.Variable{Domain: digits}) }, false},
		{"another shape", func(m *model.Model) { *m = *sudoku.Shape{Height: 1, Width: 9}.Model() }, false},
		{"order 4", func(m *model.Model) { *m = *sudoku.Order(4).Model() }, false},
		{"nothing", func(m *model.Model) { *m = model.Model{} }, false},
	} {
		m := base()
		test.change(m)
		if got := new(classic).recognize(m); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestUnsupportedEngine checks that an engine returns an error for a model that it does not support.
func TestUnsupportedEngine(t *testing.T) {
	supported := []string{"learning", "nogoods", "mixed", "lazy", "general"}
	for _, name := range Engines() {
		_, _, err := model.First(t.Context(), Solver{Engine: name}, sudoku.Order(2).Model())
		if (err == nil) != slices.Contains(supported, name) {
			t.Errorf("%s on a 4x4 grid: got error %v", name, err)
		}
	}
}

// randomPuzzle returns some clues of a grid; in one puzzle of three, one clue is random.
func randomPuzzle(r *rand.Rand, solution string, fewest int) []model.Given {
	var clues []model.Given
	for _, c := range r.Perm(81)[:fewest+r.IntN(60-fewest)] {
		clues = append(clues, model.Given{Var: model.Var(c), Value: int(solution[c] - '0')})
	}
	if r.IntN(3) == 0 {
		clues[r.IntN(len(clues))].Value = 1 + r.IntN(9)
	}
	return clues
}

// TestTiersAgree compares all engines for classic grids on puzzles with none, one, and many solutions.
func TestTiersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	base := sudoku.Order(3).Model()
	var all []model.Prepared
	for _, name := range Engines() {
		p, err := Solver{Engine: name}.Prepare(t.Context(), base)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	seen := map[int]int{}
	for i := range backendtest.Rounds(225, 2500) {
		clues := randomPuzzle(r, backendtest.Hardest[i%len(backendtest.Hardest)].Solution, 20)
		limit := []int{1, 2, 400}[i%3]
		var want [][]int
		for e, p := range all {
			var got [][]int
			res, err := p.SolveGiven(t.Context(), clues, func(a model.Assignment) bool {
				got = append(got, slices.Clone(a))
				return len(got) < limit
			})
			if err != nil || res.Solutions != len(got) || !res.Complete && len(got) < limit {
				t.Fatalf("%s: %+v, error %v", Engines()[e], res, err)
			}
			slices.SortFunc(got, slices.Compare)
			if e == 0 {
				want = got
				seen[min(len(got), 3)]++
				continue
			}
			if len(got) != len(want) || len(got) < limit && !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%v: %s finds %d solutions, %s finds %d",
					clues, Engines()[e], len(got), Engines()[0], len(want))
			}
		}
	}
	for n := range 4 {
		if seen[n] < 20 {
			t.Errorf("only %d puzzles with %d solutions", seen[n], n)
		}
	}
}

// TestGivensOfBaseAndPuzzle combines givens in the model with givens of the puzzle, with contradictions within and
// between them.
func TestGivensOfBaseAndPuzzle(t *testing.T) {
	solution := backendtest.Hardest[0].Solution
	given := func(c int) model.Given { return model.Given{Var: model.Var(c), Value: int(solution[c] - '0')} }
	base := sudoku.Order(3).Model()
	for c := range 40 {
		base.Constraints = append(base.Constraints, given(c))
	}
	wrong := model.Given{Var: 3, Value: int(solution[4] - '0')}
	var rest []model.Given
	for c := 40; c < 81; c++ {
		rest = append(rest, given(c))
	}
	for _, name := range Engines() {
		solve := func(base *model.Model, givens ...model.Given) int {
			p, err := Solver{Engine: name}.Prepare(t.Context(), base)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time after a conflict
				r, err := p.SolveGiven(t.Context(), givens, func(model.Assignment) bool { return true })
				if err != nil || !r.Complete || r.Stats.Effort.Nodes < 1 {
					t.Fatalf("%s: %+v, error %v", name, r, err)
				}
				r2, err := p.SolveGiven(t.Context(), givens, func(model.Assignment) bool { return true })
				if err != nil || r2.Solutions != r.Solutions {
					t.Fatalf("%s: %d solutions, then %d, error %v", name, r.Solutions, r2.Solutions, err)
				}
			}
			r, _ := p.SolveGiven(t.Context(), givens, func(model.Assignment) bool { return true })
			return r.Solutions
		}
		if n := solve(base, rest...); n != 1 {
			t.Errorf("%s: %d solutions of a complete grid", name, n)
		}
		if n := solve(base, append(rest, given(0), given(80))...); n != 1 {
			t.Errorf("%s: %d solutions with clues stated twice", name, n)
		}
		if n := solve(base, wrong); n != 0 {
			t.Errorf("%s: %d solutions with a clue that contradicts the base", name, n)
		}
		if n := solve(base.With(wrong), rest...); n != 0 {
			t.Errorf("%s: %d solutions of a base that contradicts itself", name, n)
		}
		for _, value := range []int{0, -1, 10, 1 << 40, 256 + 7} {
			if n := solve(base, model.Given{Var: 80, Value: value}); n != 0 {
				t.Errorf("%s: %d solutions with a clue %d", name, n, value)
			}
		}
	}
}

// TestSteadyState checks that no engine allocates when it solves another puzzle.
func TestSteadyState(t *testing.T) {
	nine, four := sudoku.Order(3).Model(), sudoku.Order(2).Model()
	for name, s := range map[string]struct {
		engine string
		base   *model.Model
	}{
		"9x9":      {"", nine},
		"bands":    {"bands", nine},
		"learning": {"learning", nine},
		"general":  {"general", nine},
		"4x4":      {"", four},
	} {
		p, err := Solver{Engine: s.engine}.Prepare(t.Context(), s.base)
		if err != nil {
			t.Fatal(err)
		}
		puzzles := [][]model.Given{nil}
		if s.base != four {
			puzzles = nil
			for _, q := range backendtest.Hardest {
				puzzles = append(puzzles, backendtest.Puzzle(sudoku.Order(3), q.Puzzle).Given(nil))
			}
		}
		i, n := 0, 0
		yield := func(model.Assignment) bool { n++; return true }
		once := func() {
			n = 0
			r, err := p.SolveGiven(t.Context(), puzzles[i%len(puzzles)], yield)
			if err != nil || !r.Complete || n == 0 {
				t.Fatalf("%s: %+v, error %v", name, r, err)
			}
			i++
		}
		for range puzzles {
			once() // let the buffers grow
		}
		if allocs := testing.AllocsPerRun(20, once); allocs != 0 {
			t.Errorf("%s: %v allocations per puzzle", name, allocs)
		}
	}
}

// TestConcurrentUse shares a Solver between goroutines, each with its own Prepared, for the race detector.
func TestConcurrentUse(t *testing.T) {
	for _, name := range Engines() {
		s := Solver{Engine: name}
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Go(func() {
				p, err := s.Prepare(t.Context(), sudoku.Order(3).Model())
				if err != nil {
					t.Error(err)
					return
				}
				r := rand.New(rand.NewPCG(uint64(g), 1))
				for range 50 {
					clues := randomPuzzle(r, backendtest.Hardest[g].Solution, 30)
					n := 0
					_, err := p.SolveGiven(t.Context(), clues, func(model.Assignment) bool {
						n++
						return n < 50
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
	}
}

// TestClassicWithCandidates compares bands with another engine on grids whose cells have a few candidates, as tables
// over one variable, and clues. Cells of some grids have none. The other engines for classic grids do not take them.
func TestClassicWithCandidates(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	solved, several, none := 0, 0, 0
	for range backendtest.Rounds(100, 1000) {
		m := sudoku.Order(3).Model()
		a, _, err := model.First(t.Context(), Solver{}, m.With(
			model.Given{Var: model.Var(random.IntN(81)), Value: 1 + random.IntN(9)},
			model.Given{Var: model.Var(80), Value: 1 + random.IntN(9)}))
		if err != nil {
			t.Fatal(err)
		}
		if a == nil {
			continue
		}
		keep := 2 + random.IntN(3)
		for v := range 81 {
			rows := [][]int{{a[v]}, {10}}
			for digit := 1; digit <= 9; digit++ {
				if random.IntN(8) < keep {
					rows = append(rows, []int{digit})
				}
			}
			if random.IntN(800) == 0 {
				rows = nil
			}
			m.Constraints = append(m.Constraints, model.Table{Vars: []model.Var{model.Var(v)}, Rows: rows})
		}
		given := random.IntN(81)
		m.Constraints = append(m.Constraints, model.Given{Var: model.Var(given), Value: a[given]})
		find := func(engine string) (all []string) {
			for x, err := range model.All(t.Context(), Solver{Engine: engine}, m) {
				if err != nil {
					t.Fatal(err)
				}
				if all = append(all, fmt.Sprint(x)); len(all) > 300 {
					return []string{"many", "many"}
				}
			}
			slices.Sort(all)
			return all
		}
		got, want := find("bands"), find("nogoods")
		if !slices.Equal(got, want) {
			t.Fatalf("%d solutions, want %d", len(got), len(want))
		}
		switch {
		case len(got) == 1:
			solved++
		case len(got) > 1:
			several++
		default:
			none++
		}
		if name := Engines()[0]; name != "bands" {
			if _, err := (Solver{Engine: name}).Prepare(t.Context(), m); err == nil {
				t.Fatalf("%s takes candidates", name)
			}
		}
	}
	if solved < 5 || several < 5 || none < 3 {
		t.Errorf("%d grids with one solution, %d with several, %d with none", solved, several, none)
	}
}
