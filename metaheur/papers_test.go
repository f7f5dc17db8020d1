package metaheur_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/sudoku"
)

// The puzzles of Maire and Prissette, and AI Escargot, also with its first block filled.
const (
	easy     = "..867.4.24.23...9.37..2.......4...5.89.251.67.1...3.......9..73.3...52.17.5.329.."
	medium   = ".24..7...6..........368.415431..5...5......3279.....6.2.971.8...4..93...31...475."
	hard     = ".1.7.89..38.........9..56...9..7.....31....2....45..8..5..6249.673.49.51.4......3"
	escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	unlocked = "162..7.9.534.2...87896..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)

// TestRESEDATables repeats the tables of Maire and Prissette. It prints our rates beside the published ones, and
// whether they match: rates within 0.05 or two standard errors of the difference, rounds within a factor of about 1.5.
//
// Lines with must == false are known mismatches; nothing was tuned to remove them. Single shots succeed less often than
// published (0.43 instead of 0.71 with pre-computation and α = 0.7), and partial restarts more often (0.62 instead of
// 0.47 with 3 zones), so no single reading of the text explains both. The zones rank as published.
func TestRESEDATables(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	type line struct {
		puzzle string
		method metaheur.RESEDA
		runs   int
		rate   float64 // published rate
		of     int     // published number of runs
		rounds float64 // published mean of the successful runs; 0 if not published
		must   bool    // the line must match
	}
	const all, blocks, diagonal, none = metaheur.AllZones, metaheur.Blocks, metaheur.DiagonalBlocks, metaheur.NoZones
	const permutations, preComputation, both = metaheur.Permutations, metaheur.PreComputation, metaheur.SamplingBoth
	shot := func(s metaheur.Sampling, alpha float64) metaheur.RESEDA {
		return metaheur.RESEDA{Sampling: s, Alpha: alpha, Zones: none}
	}
	restarts := func(z metaheur.Zones) metaheur.RESEDA { return metaheur.RESEDA{Alpha: 0.7, Zones: z} }
	for _, table := range []struct {
		name  string
		lines []line
	}{
		{"Table 1: easy, permutations", []line{
			{easy, shot(permutations, 0.99), 50, 0.98, 100, 574, true},
			{easy, shot(permutations, 0.9), 400, 0.82, 100, 67, true},
			{easy, shot(permutations, 0.7), 400, 0.42, 100, 25, false},
			{easy, shot(permutations, 0.5), 400, 0.11, 100, 17, true},
		}},
		{"Table 1: easy, pre-computation", []line{
			{easy, shot(preComputation, 0.99), 50, 1, 100, 522, true},
			{easy, shot(preComputation, 0.9), 400, 0.96, 100, 60, false},
			{easy, shot(preComputation, 0.7), 400, 0.71, 100, 22, false},
			{easy, shot(preComputation, 0.5), 400, 0.35, 100, 14, false},
		}},
		{"Table 1: easy, both", []line{
			{easy, shot(both, 0.99), 50, 1, 100, 188, true},
			{easy, shot(both, 0.9), 400, 1, 100, 25, true},
			{easy, shot(both, 0.7), 400, 1, 100, 9, true},
			{easy, shot(both, 0.5), 400, 1, 100, 6, false},
		}},
		{"Table 2: medium, both", []line{
			{medium, shot(both, 0.99), 50, 0.99, 100, 277, true},
			{medium, shot(both, 0.9), 400, 0.81, 100, 37, true},
			{medium, shot(both, 0.7), 400, 0.61, 100, 14, true},
			{medium, shot(both, 0.5), 400, 0.43, 100, 8, true},
			{medium, shot(both, 0.3), 400, 0.26, 100, 7, true},
			{medium, shot(both, 0.1), 400, 0.12, 100, 7, true},
		}},
		{"text: hard without partial restarts", []line{{hard, shot(both, 0.7), 400, 0.03, 100, 0, true}}},
		{"Table 3: hard", []line{
			{hard, shot(both, 0.7), 1000, 0.089, 1000, 0, false},
			{hard, restarts(diagonal), 300, 0.474, 1000, 0, false},
			{hard, restarts(blocks), 300, 0.619, 1000, 0, false},
			{hard, restarts(all), 300, 0.906, 1000, 0, false},
		}},
		{"Table 5: AI Escargot", []line{
			{escargot, restarts(diagonal), 100, 0, 1000, 0, true},
			{escargot, restarts(blocks), 100, 0.001, 1000, 0, true},
			{escargot, restarts(all), 100, 0.009, 1000, 0, true},
		}},
		{"Table 5: AI Escargot with the right block", []line{{unlocked, restarts(all), 200, 0.58, 1000, 0, false}}},
	} {
		for _, l := range table.lines {
			m := backendtest.Puzzle(sudoku.Order(3), l.puzzle).Model()
			l.method.Attempts = 1
			var sum tally
			rounds := 0.0
			for seed := range l.runs {
				l.method.Seed = uint64(seed)
				one := measure(t, []*model.Model{m}, time.Minute, func(uint64) model.Solver { return l.method })
				sum.add(one)
				rounds += math.Ceil(float64(one.successMoves) / 100)
			}
			rounds /= float64(max(1, sum.solved))
			p, low, high := sum.rate()
			n, of := float64(l.runs), float64(l.of)
			pooled := (p*n + l.rate*of) / (n + of)
			match := math.Abs(p-l.rate) <= max(0.05, 2*math.Sqrt(pooled*(1-pooled)*(1/n+1/of)))
			published := fmt.Sprint(l.rate)
			if l.rounds > 0 {
				published += fmt.Sprintf(" in %v rounds", l.rounds)
				match = match && rounds >= 0.67*l.rounds && rounds <= 1.5*l.rounds
			}
			verdict := map[bool]string{true: "match", false: "miss"}[match]
			zones := []string{"27 zones", "9 zones", "3 zones", "single shot"}[l.method.Zones]
			t.Logf("%s, α = %v, %s: published %s; ours %.3f [%.3f, %.3f] of %d in %.1f rounds, %.3g grids a run: %s",
				table.name, l.method.Alpha, zones, published, p, low, high, l.runs, rounds, float64(sum.moves)/n,
				verdict)
			if l.must && !match {
				t.Errorf("%s, α = %v, %s: no match", table.name, l.method.Alpha, zones)
			}
		}
	}
}

// TestRESEDABlockPermutations solves AI Escargot by an attempt for each of the 24 permutations of its first block. The
// paper's rate of 0.58 is for the right permutation.
func TestRESEDABlockPermutations(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	m := backendtest.Puzzle(sudoku.Order(3), escargot).Model()
	sum := measure(t, repeat(m, 3), time.Hour, func(seed uint64) model.Solver {
		return metaheur.RESEDA{Options: metaheur.Options{Seed: seed}, BlockPermutations: true}
	})
	t.Log(sum)
	if sum.solved < sum.runs {
		t.Errorf("%d of %d runs solved, want all", sum.solved, sum.runs)
	}
}

func repeat(m *model.Model, n int) []*model.Model {
	all := make([]*model.Model, n)
	for i := range all {
		all[i] = m
	}
	return all
}

// add adds the runs of u.
func (s *tally) add(u tally) {
	s.runs += u.runs
	s.solved += u.solved
	s.moves += u.moves
	s.successMoves += u.successMoves
	s.maxMoves = max(s.maxMoves, u.maxMoves)
	s.seconds += u.seconds
	s.successSeconds += u.successSeconds
	s.maxSeconds = max(s.maxSeconds, u.maxSeconds)
}

// enriched returns n models of puzzles with 17 clues plus random clues of their solutions, clues in all. The clues of a
// puzzle with fewer clues are among the clues of the same puzzle with more.
func enriched(t testing.TB, n, clues int) []*model.Model {
	t.Helper()
	models := seventeenClues(t, n)
	for i, m := range models {
		solution, _, err := model.First(t.Context(), native.Solver{}, m)
		if err != nil {
			t.Fatal(err)
		}
		given := map[model.Var]bool{}
		for _, c := range m.Constraints {
			if g, ok := c.(model.Given); ok {
				given[g.Var] = true
			}
		}
		for _, c := range rand.New(rand.NewPCG(uint64(i), 0)).Perm(len(m.Vars)) {
			if v := model.Var(c); len(given) < clues && !given[v] {
				given[v] = true
				m.Constraints = append(m.Constraints, model.Given{Var: v, Value: solution[v]})
			}
		}
		if len(given) != clues {
			t.Fatalf("%d clues, want %d", len(given), clues)
		}
	}
	return models
}

// TestHillClimbingTrend repeats the trend of Jones, Roach and Perkins: the fewer clues, the more iterations and
// restarts. They solved all puzzles. Their means over groups of puzzles are, for 31.12 clues, 233.96 iterations and
// 0.12 restarts; for 25.84: 392.08 and 1.08; for 23.44: 724.60 and 2.80; for 20.33: 3587.58 and 3.39.
func TestHillClimbingTrend(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	last := 0.0
	for _, clues := range []int{37, 31, 26, 23, 20} {
		sum, restarts, start := tally{}, 0.0, 0.0
		models := enriched(t, 25, clues)
		for i, m := range models {
			var event metaheur.Event
			began := int64(0)
			h := metaheur.HillClimbing{Options: metaheur.Options{Moves: 2e5, Trace: func(e metaheur.Event) {
				if e.Restarts > event.Restarts {
					began = event.Moves
				}
				event = e
			}}}
			h.Seed = uint64(i)
			sum.add(measure(t, []*model.Model{m}, time.Hour, func(uint64) model.Solver { return h }))
			restarts += float64(event.Restarts)
			start += float64(event.Moves - began)
		}
		n := float64(len(models))
		mean := float64(sum.moves) / n
		t.Logf("%d clues: %.1f iterations, %.2f restarts, %.1f iterations of the last start; %v",
			clues, mean, restarts/n, start/n, sum)
		if sum.solved < sum.runs {
			t.Errorf("%d clues: %d of %d runs solved, want all", clues, sum.solved, sum.runs)
		}
		if mean < last {
			t.Errorf("%d clues: mean of %.1f iterations, less than %.1f with more clues", clues, mean, last)
		}
		last = mean
	}
}

// TestHillClimbingVariants measures the settings for the first state, the plateau, ties and weights.
func TestHillClimbingVariants(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	models := enriched(t, 25, 26)
	for _, h := range []metaheur.HillClimbing{
		{},
		{Initial: metaheur.Greedy},
		{Initial: metaheur.RandomFill},
		{Plateau: metaheur.NoBest},
		{Plateau: metaheur.FirstMaximum},
		{Tie: metaheur.FirstTie},
		{W1: 1},
		{W1: 2, W2: -1},
		{W1: 1, W2: -0.5},
		{W1: 1, W2: -2},
		{W1: 1, W2: -5},
	} {
		h.Moves = 2e4
		t.Logf("initial %d, plateau %d, tie %d, weights %v and %v: %v", h.Initial, h.Plateau, h.Tie, h.W1, h.W2,
			measure(t, models, time.Hour, func(seed uint64) model.Solver {
				h := h
				h.Seed = seed
				return h
			}))
	}
}

// TestBoltzmannClues repeats the claim of Berggren and Nilsson that their Boltzmann machine solves easy puzzles. A run
// has ten starts of 690 sweeps. Synchronous sweeps, as the thesis can be read, fail.
func TestBoltzmannClues(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	rate := map[metaheur.Update]map[int]float64{metaheur.Asynchronous: {}, metaheur.Synchronous: {}}
	for _, clues := range []int{26, 31, 36, 41, 46, 51} {
		for _, update := range []metaheur.Update{metaheur.Asynchronous, metaheur.Synchronous} {
			sum := measure(t, enriched(t, 40, clues), time.Hour, func(seed uint64) model.Solver {
				return metaheur.Boltzmann{Options: metaheur.Options{Seed: seed}, Update: update, Restarts: 9}
			})
			sweeps := float64(sum.successMoves) / float64(max(1, sum.solved)*9*(81-clues))
			t.Logf("%d clues, %v: %.0f sweeps per success; %v", clues, update, sweeps, sum)
			rate[update][clues], _, _ = sum.rate()
		}
	}
	a, s := rate[metaheur.Asynchronous], rate[metaheur.Synchronous]
	if a[26] > a[36] || a[36] > a[46] || a[46] <= 0.5 || a[46] <= s[46] {
		t.Errorf("success rates by update and clues: %v", rate)
	}
}

// TestGibbsTargets measures Gibbs on puzzles that the Boltzmann machine rarely solves.
func TestGibbsTargets(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	for _, target := range []struct {
		name    string
		models  []*model.Model
		moves   int64
		minRate float64
	}{
		{"46 clues", enriched(t, 200, 46), 1e6, 1},
		{"26 clues", enriched(t, 200, 26), 1e6, 0.95},
		{"17 clues, singles", reduced(t, "singles", seventeenClues(t, 500)), 1e6, 0.9},
		{"17 clues, singles", reduced(t, "singles", seventeenClues(t, 500)), 1e7, 0.95},
		{"order 4, 40 %", reduced(t, "singles", randomInstances(t, 4, 40, 20)), 1e8, 0},
	} {
		sum := measure(t, target.models, time.Minute, func(seed uint64) model.Solver {
			return metaheur.Gibbs{Options: metaheur.Options{Seed: seed, Moves: target.moves}}
		})
		t.Logf("%s, %.0e moves: %v", target.name, float64(target.moves), sum)
		if p, _, _ := sum.rate(); p < target.minRate {
			t.Errorf("%s: success rate %v, want at least %v", target.name, p, target.minRate)
		}
	}
}
