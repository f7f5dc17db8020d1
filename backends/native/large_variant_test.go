package native_test

import (
	"math/rand/v2"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/sudoku"
)

// TestLargeVariants counts the solutions of 16x16 puzzles with cages, little killers and thermometers by two engines:
// nogoods, whose bit sets of sums hold at most 10 values, and general.
func TestLargeVariants(t *testing.T) {
	shape := sudoku.Order(4)
	kinds := map[string]sudoku.RuleKind{}
	for _, k := range sudoku.RuleKinds() {
		kinds[k.Name] = k
	}
	several := 0
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(16, seed))
		solution, err := sudoku.RandomGrid(t.Context(), shape, random)
		if err != nil {
			t.Fatal(err)
		}
		p := sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells())}
		for c, v := range solution {
			if random.IntN(100) < 40 {
				p.Clues[c] = v
			}
		}
		for tries := 0; tries < 2000 && len(p.Rules) < 20; tries++ {
			kind := kinds[[]string{"cage", "little-killer", "thermometer"}[random.IntN(3)]]
			r := generate.DrawRule(random, shape, kind, solution)
			if r.Validate(shape) == nil && generate.Holds(shape, r, solution) {
				p.Rules = append(p.Rules, r)
			}
		}
		m := p.Model()
		var counts [2]int64
		for i, engine := range []string{"nogoods", "general"} {
			n, r, err := model.Count(t.Context(), native.Solver{Engine: engine}, m, 100)
			if err != nil {
				t.Fatal(err)
			}
			if counts[i] = n.Int64(); counts[i] == 0 || counts[i] < 100 && !r.Complete {
				t.Errorf("seed %d: %s counts %d", seed, engine, counts[i])
			}
		}
		if counts[0] != counts[1] {
			t.Errorf("seed %d: nogoods counts %d, general %d", seed, counts[0], counts[1])
		}
		if counts[0] > 1 && counts[0] < 100 {
			several++
		}
	}
	if several == 0 {
		t.Error("no puzzle has several solutions, but not too many")
	}
}
