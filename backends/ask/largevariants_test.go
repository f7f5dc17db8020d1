package ask_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"
)

// largeVariants makes puzzles with further rules that do not fit 9x9, from a solution and the share of its clues.
var largeVariants = []struct {
	name  string
	shape sudoku.Shape
	clues float64
	rules func(s sudoku.Shape, solution sudoku.Grid, rng *rand.Rand) []sudoku.Rule
}{
	{"16x16 killer", sudoku.Order(4), 0.2, cagesOf},
	{"16x16 jigsaw", sudoku.Order(4), 0.55, regionsOf},
	{"12x12 thermometers", sudoku.Shape{Height: 3, Width: 4}, 0.4, thermometersOf},
	{"12x12 killer", sudoku.Shape{Height: 3, Width: 4}, 0.2, cagesOf},
}

// TestLargeVariantsAgree compares the verdicts of methods, and their counts up to a limit, on random variants of 12x12
// and 16x16. Each has a solution by construction.
func TestLargeVariantsAgree(t *testing.T) {
	rounds := 1
	if os.Getenv("NONET_LONG") != "" {
		rounds = 25
	}
	ctx := context.Background()
	for seed := range uint64(rounds) {
		for _, v := range largeVariants {
			rng := rand.New(rand.NewPCG(seed, 18))
			solution := shuffledGrid(v.shape, rng)
			p := sudoku.Puzzle{Shape: v.shape, Clues: make(sudoku.Grid, len(solution))}
			if p.Rules = v.rules(v.shape, solution, rng); p.Rules[0].Kind == "regions" {
				p.Shape = sudoku.Shape{Height: 1, Width: v.shape.N()}
			}
			for c := range solution {
				if rng.Float64() < v.clues {
					p.Clues[c] = solution[c]
				}
			}
			if err := p.Check(solution); err != nil || p.Contradiction() != "" {
				t.Fatalf("%s, seed %d: %v, %s", v.name, seed, err, p.Contradiction())
			}
			verdict, count := model.Undecided, ""
			for _, name := range []string{"native", "gini", "singles+cdcl", "singles+gini:order"} {
				m, err := methods.Parse(name)
				if err != nil {
					t.Fatal(err)
				}
				k := ask.New(m, 0)
				unique := k.Ask(ctx, ask.Question{Kind: ask.Unique}, problem.Of(p))
				if unique.Err != nil || verdict != model.Undecided && unique.Verdict != verdict {
					t.Errorf("%s, seed %d: %s by %s, before %s (%v)", v.name, seed, unique.Verdict, name, verdict,
						unique.Err)
				}
				verdict = unique.Verdict
				all := k.Ask(ctx, ask.Question{Kind: ask.Count, Limit: 20}, problem.Of(p))
				if all.Err != nil || count != "" && all.Count.String() != count {
					t.Errorf("%s, seed %d: %s counts %s, before %s (%v)", v.name, seed, name, all.Count, count, all.Err)
				}
				count = all.Count.String()
			}
			t.Logf("%s, seed %d: %s, %s solutions", v.name, seed, verdict, count)
		}
	}
}

// shuffledGrid returns a grid whose rows, columns and values are shuffled.
func shuffledGrid(s sudoku.Shape, rng *rand.Rand) sudoku.Grid {
	n := s.N()
	order := func(size int) (all []int) {
		for _, band := range rng.Perm(n / size) {
			for _, line := range rng.Perm(size) {
				all = append(all, band*size+line)
			}
		}
		return all
	}
	rows, columns, values := order(s.Height), order(s.Width), rng.Perm(n)
	g := make(sudoku.Grid, s.Cells())
	for c := range g {
		row, column := rows[c/n], columns[c%n]
		g[c] = 1 + values[(row%s.Height*s.Width+row/s.Height+column)%n]
	}
	return g
}

// walk returns cells, each beside the one before it and with a value that next accepts, from c on.
func walk(s sudoku.Shape, c sudoku.Cell, most int, used []bool, rng *rand.Rand,
	next func(line []sudoku.Cell, d sudoku.Cell) bool) []sudoku.Cell {
	line := []sudoku.Cell{c}
	used[c] = true
	for len(line) < most {
		last, found := line[len(line)-1], false
		for _, way := range rng.Perm(4) {
			row, column := s.Row(last)+[]int{1, -1, 0, 0}[way], s.Column(last)+[]int{0, 0, 1, -1}[way]
			if row < 0 || row >= s.N() || column < 0 || column >= s.N() {
				continue
			}
			if d := s.Cell(row, column); !used[d] && next(line, d) {
				line, used[d], found = append(line, d), true, true
				break
			}
		}
		if !found {
			break
		}
	}
	return line
}

// cagesOf divides the grid into cages with their sums.
func cagesOf(s sudoku.Shape, g sudoku.Grid, rng *rand.Rand) (rules []sudoku.Rule) {
	used := make([]bool, len(g))
	for _, c := range rng.Perm(len(g)) {
		if used[c] {
			continue
		}
		r := sudoku.Rule{Kind: "cage", Number: g[c]}
		r.Cells = walk(s, sudoku.Cell(c), 2+rng.IntN(3), used, rng, func(line []sudoku.Cell, d sudoku.Cell) bool {
			for _, e := range line {
				if g[d] == g[e] {
					return false
				}
			}
			return true
		})
		for _, d := range r.Cells[1:] {
			r.Number += g[d]
		}
		rules = append(rules, r)
	}
	return rules
}

// thermometersOf returns the thermometers of three to seven cells that random walks find.
func thermometersOf(s sudoku.Shape, g sudoku.Grid, rng *rand.Rand) (rules []sudoku.Rule) {
	used := make([]bool, len(g))
	for _, c := range rng.Perm(len(g)) {
		if used[c] {
			continue
		}
		line := walk(s, sudoku.Cell(c), 7, used, rng, func(line []sudoku.Cell, d sudoku.Cell) bool {
			return g[d] > g[line[len(line)-1]]
		})
		if len(line) > 2 {
			rules = append(rules, sudoku.Rule{Kind: "thermometer", Cells: line})
		}
	}
	return rules
}

// regionsOf returns the boxes after exchanges of cells with equal values.
func regionsOf(s sudoku.Shape, g sudoku.Grid, rng *rand.Rand) []sudoku.Rule {
	region := make([]int, len(g))
	for c := range region {
		region[c] = s.Box(sudoku.Cell(c))
	}
	for range 40 * s.N() {
		c, d := rng.IntN(len(g)), rng.IntN(len(g))
		if g[c] == g[d] {
			region[c], region[d] = region[d], region[c]
		}
	}
	r := sudoku.Rule{Kind: "regions"}
	for k := range s.N() {
		for c := range region {
			if region[c] == k {
				r.Cells = append(r.Cells, sudoku.Cell(c))
			}
		}
	}
	return []sudoku.Rule{r}
}
