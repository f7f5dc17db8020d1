package metaheur

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

func TestRESEDA(t *testing.T) {
	conformance(t, 4e4, func(o Options) model.Solver { return RESEDA{Options: o} }, "9x9 empty", "diagonals")
}

// TestRESEDAReadings solves an easy puzzle with all readings of the paper.
func TestRESEDAReadings(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.6, 3)
	o := Options{Seed: 1, Moves: 2e5}
	for _, e := range []RESEDA{
		{Options: o, Zones: Blocks},
		{Options: o, Zones: DiagonalBlocks},
		{Options: o, Zones: NoZones},
		{Options: o, Sampling: Permutations},
		{Options: o, Sampling: PreComputation},
		{Options: o, Order: HighestRenormalized},
		{Options: o, Stuck: Untaken},
		{Options: o, Selection: CheapestOfGroup},
		{Options: o, Obtained: CheapestSample},
		{Options: o, Alpha: 0.5, Beta: 0.95, Samples: 50, Elite: 5, Rounds: 100},
		{Options: o, BlockPermutations: true},
	} {
		if _, r, err := model.First(t.Context(), e, m); err != nil || r.Solutions != 1 {
			t.Errorf("%+v: got %+v, error %v; want a solution", e, r, err)
		}
	}
}

// TestAttempts checks that an attempt is a shot and at most one more for each zone, and that a shot has at most Rounds
// rounds.
func TestAttempts(t *testing.T) {
	for _, c := range []struct {
		zones Zones
		most  int64 // restarts of an attempt
	}{{NoZones, 0}, {DiagonalBlocks, 6}, {Blocks, 36}, {AllZones, 108}} {
		e := RESEDA{Attempts: 1, Rounds: 2, Beta: 1, Zones: c.zones}
		r, err := e.Solve(t.Context(), hardModel(), func(model.Assignment) bool { return true })
		n := r.Stats.Effort
		if err != nil || r.Status() != model.Unknown || n.Restarts > c.most || n.Iterations != 200*(1+n.Restarts) {
			t.Errorf("%+v: got %+v, error %v; want unknown and 200 moves per shot", e, r, err)
		}
	}
}

// TestShot checks that Shot does what Solve does without restarts, and that the grid of a failed shot has the givens.
func TestShot(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.35, 1)
	solution, _, err := model.First(t.Context(), Guided{}, m)
	if err != nil || solution == nil {
		t.Fatal(err)
	}
	failed, wrong := 0, 0
	for seed := range uint64(30) {
		e := RESEDA{Options: Options{Seed: seed}, Alpha: 0.3, Attempts: 1, Zones: NoZones}
		shot, err := e.Shot(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Solve(t.Context(), m, func(model.Assignment) bool { return true })
		if err != nil || shot.Moves != r.Stats.Effort.Iterations || shot.Solved != (r.Solutions > 0) {
			t.Errorf("seed %d: shot %+v, but Solve returns %+v, error %v", seed, shot, r, err)
		}
		if shot.Solved {
			if err := m.Check(shot.Grid); err != nil {
				t.Error(err)
			}
			continue
		}
		failed++
		for _, given := range m.Constraints {
			if g, ok := given.(model.Given); ok && shot.Grid[g.Var] != g.Value {
				t.Errorf("seed %d: a failed shot has changed a given", seed)
			}
		}
		if !slices.Equal(shot.Grid, solution) { // the most probable grid may be right, although no sample was
			wrong++
		}
	}
	if failed == 30 || wrong == 0 {
		t.Errorf("%d of 30 shots failed, %d of them with a wrong grid: want both kinds", failed, wrong)
	}
	e := RESEDA{Options: Options{Moves: 50}}
	if shot, err := e.Shot(t.Context(), hardModel()); err != nil || shot.Grid != nil {
		t.Errorf("50 moves: %+v, error %v; want no grid", shot, err)
	}
}

// newTestMarginals returns marginals at the start of a shot.
func newTestMarginals(t *testing.T, m *model.Model, e RESEDA) *marginals {
	e.Samples, e.Elite, e.Alpha, e.Beta, e.Rounds = 100, 10, 0.7, 0.6, 5000
	s := newMarginals(newRun(t, m, 1), &e)
	s.reset(s.fixed)
	return s
}

// TestZones counts the zones: 27, 9 or the 3 boxes on the diagonal for a Sudoku, and the AllDifferents with as many
// cells as values for other models.
func TestZones(t *testing.T) {
	count := func(m *model.Model, z Zones) [][]int {
		e := RESEDA{Zones: z}
		return e.zones(newNetwork(compile(t, m)))
	}
	for _, c := range []struct {
		m    *model.Model
		want [4]int
	}{
		{sudoku.Order(3).Model(), [4]int{27, 9, 3, 0}},
		{sudoku.Order(4).Model(), [4]int{48, 16, 4, 0}},
		{diagonals(), [4]int{29, 9, 3, 0}}, // three blocks without a common line, where those on the diagonal share it
		{latin(6, 0), [4]int{12, 6, 1, 0}},
		{pairs(), [4]int{18, 6, 2, 0}},
	} {
		for z := AllZones; z <= NoZones; z++ {
			if got := len(count(c.m, z)); got != c.want[z] {
				t.Errorf("%d variables: got %d zones for %v, want %d", len(c.m.Vars), got, z, c.want[z])
			}
		}
	}
	for i, zone := range count(sudoku.Order(3).Model(), DiagonalBlocks) {
		if want := 30 * i; zone[0] != want {
			t.Errorf("diagonal box %d begins at cell %d, want %d", i, zone[0], want)
		}
	}
}

// TestBlockPermutations checks that the first block of AI Escargot has 24 different permutations, as the paper says,
// one of which is right.
func TestBlockPermutations(t *testing.T) {
	s := newTestMarginals(t, backendtest.Puzzle(sudoku.Order(3), escargot).Model(), RESEDA{})
	e := RESEDA{BlockPermutations: true}
	var seen [][]int
	for fixed := range e.startingPoints(s) {
		seen = append(seen, slices.Clone(fixed))
	}
	if len(seen) != 24 || len(slices.CompactFunc(seen, slices.Equal)) != 24 {
		t.Errorf("%d permutations, want 24", len(seen))
	}
	solution := "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
	right := 0
	for _, fixed := range seen {
		good := true
		for c, x := range fixed {
			switch given := s.fixed[c]; {
			case given >= 0 && x != given:
				t.Errorf("cell %d: got value %d, want its clue %d", c, x, given)
			case given < 0 && s.blockOf[c] != 0 && x >= 0:
				t.Errorf("cell %d: got value %d, want a blank outside the first block", c, x)
			}
			good = good && (x < 0 || x == int(solution[c]-'1'))
		}
		if good {
			right++
		}
	}
	if right != 1 {
		t.Errorf("%d permutations agree with the solution, want 1", right)
	}
}

// TestReset checks that the initial probabilities are uniform over the values that the givens admit, or over all
// values.
func TestReset(t *testing.T) {
	m := backendtest.Puzzle(sudoku.Order(3), escargot).Model()
	for _, sampling := range []Sampling{SamplingBoth, PreComputation, Permutations} {
		s := newTestMarginals(t, m, RESEDA{Sampling: sampling})
		want := uint64(1<<1 | 1<<4 | 1<<5 | 1<<7) // r1c2: its row has 1, 7, 9, its column 3, 1, 4, its box 1, 3, 9
		if sampling == Permutations {
			want = 1<<9 - 1
		}
		for x, p := range s.prob[1] {
			q := 0.0
			if want>>x&1 == 1 {
				q = 1 / float64(bits.OnesCount64(want))
			}
			if math.Abs(p-q) > 1e-12 {
				t.Errorf("%v: r1c2 has %d with probability %v, want %v", sampling, x+1, p, q)
			}
		}
	}
}

// TestMarginals checks that samples respect givens and domains, that costs are as defined, and that learning keeps
// probability distributions.
func TestMarginals(t *testing.T) {
	for _, m := range samples(t) {
		for _, sampling := range []Sampling{SamplingBoth, PreComputation, Permutations} {
			s := newTestMarginals(t, m.model, RESEDA{Sampling: sampling})
			for range 3 {
				for k := range s.samples {
					s.drawGrid(s.samples[k])
					s.costs[k] = s.costOf(s.samples[k])
				}
				value := s.samples[0]
				want := 0
				for _, c := range m.model.Constraints {
					if _, ok := c.(model.Given); !ok {
						want += c.Violation(s.assignment(value))
					}
				}
				if s.costs[0] != want {
					t.Fatalf("%s: cost %d, want %d", m.name, s.costs[0], want)
				}
				for c, x := range value {
					if s.domain[c]>>x&1 == 0 || s.fixed[c] >= 0 && int(x) != s.fixed[c] {
						t.Fatalf("%s: cell %d has value %d", m.name, c, x)
					}
				}
				s.rank()
				if !slices.IsSortedFunc(s.ranking, func(a, b int) int { return s.costs[a] - s.costs[b] }) {
					t.Fatalf("%s: the ranking is not sorted by cost", m.name)
				}
				settled, least := s.learn(), 1.0
				for c, p := range s.prob {
					sum := 0.0
					for x := range p {
						sum += p[x]
						if p[x] > 0 && s.support[c]>>x&1 == 0 {
							t.Fatalf("%s: cell %d has a probable value outside its support", m.name, c)
						}
					}
					if math.Abs(sum-1) > 1e-9 {
						t.Fatalf("%s: the probabilities of cell %d have sum %v, want 1", m.name, c, sum)
					}
					least = min(least, slices.Max(p))
				}
				if settled != least {
					t.Fatalf("%s: learn = %v, want %v", m.name, settled, least)
				}
			}
		}
	}
}

// TestPermutation checks that blocks of an empty grid are permutations. In a block that the givens leave without a
// permutation, only Untaken draws one.
func TestPermutation(t *testing.T) {
	s := newTestMarginals(t, sudoku.Order(3).Model(), RESEDA{})
	s.drawGrid(s.samples[0])
	for _, b := range s.blocks {
		if n := countRepeats(s.samples[0], b.cells); n > 0 {
			t.Errorf("%d repetitions in a block of an empty grid", n)
		}
	}
	m := sudoku.Order(2).Model() // the first box cannot have 4: r1c1 is 3, r2c3 is 4, r3c2 is 4
	for _, g := range []model.Given{{Var: 0, Value: 3}, {Var: 6, Value: 4}, {Var: 9, Value: 4}} {
		m.Constraints = append(m.Constraints, g)
	}
	stuck := map[Stuck]int{}
	for _, way := range []Stuck{AnyAdmissible, Untaken} {
		s := newTestMarginals(t, m, RESEDA{Stuck: way})
		for range 100 {
			s.drawGrid(s.samples[0])
			stuck[way] += countRepeats(s.samples[0], s.blocks[0].cells)
		}
	}
	if stuck[AnyAdmissible] == 0 || stuck[Untaken] > 0 {
		t.Errorf("repetitions in a block without an admissible permutation: %v, want none with Untaken only", stuck)
	}
}

// TestOrder checks the priority of a cell by its highest probability, before and after renormalising.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		order Order
		want  float64
	}{{HighestProbability, 0.3}, {HighestRenormalized, 0.75}} {
		s := newTestMarginals(t, sudoku.Order(2).Model(), RESEDA{Order: c.order})
		s.prob[0] = []float64{0.3, 0.1, 0.6, 0}
		if got := s.priorityOf(0, 0b1011, 1); math.Abs(got-c.want) > 1e-12 { // without the third value
			t.Errorf("%v: priority %v, want %v", c.order, got, c.want)
		}
	}
}

// TestCheapestOfGroup checks that the elite has the cheapest sample of each group, in the paper's variant.
func TestCheapestOfGroup(t *testing.T) {
	s := newTestMarginals(t, sudoku.Order(2).Model(), RESEDA{Selection: CheapestOfGroup})
	for k := range s.costs {
		s.costs[k] = 50 + k*37%100
	}
	s.rank()
	for g, k := range s.ranking[:10] {
		for other := g; other < 100; other += 10 {
			if k%10 != g || s.costs[other] < s.costs[k] {
				t.Errorf("group %d: sample %d with cost %d, but sample %d has %d",
					g, k, s.costs[k], other, s.costs[other])
			}
		}
	}
}
