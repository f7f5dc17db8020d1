package native_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/notation"
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

// TestStepsOfAreas searches regions to find. The engine nogoods leaves out the steps that lead through a region: its
// solutions are those of the engine general, also in their steps, and the steps of a 16x16 grid are not too many. Nor
// are the states of X-sums.
func TestStepsOfAreas(t *testing.T) {
	const regions = ".ChaosConstruction.NoBoxes"
	read := func(text string) *model.Model {
		p, err := notation.Parse(text, notation.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return p.Model()
	}
	m := read(".Shape~4x4" + regions + ".~R1C1_1~R2C2_1~R1C2_2~R1C3_3~R3C1_2")
	found := map[string]int{}
	for i, engine := range []string{"general", "nogoods"} {
		_, err := native.Solver{Engine: engine}.Solve(t.Context(), m, func(a model.Assignment) bool {
			found[fmt.Sprint(a)] += 1 << i
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for a, engines := range found {
		if engines != 3 {
			t.Errorf("one engine does not find %s", a)
		}
	}
	if len(found) < 10 {
		t.Errorf("%d solutions", len(found))
	}
	for _, text := range []string{".Shape~16x16" + regions, ".XSum~C1~25~23.XSum~C5~12~25.XSum~C9~23~12"} {
		if _, err := (native.Solver{Engine: "nogoods"}).Prepare(t.Context(), read(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
