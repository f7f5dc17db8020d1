package cnf

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// measure encodes m and returns the numbers of variables, clauses and literals, counted from the clauses.
func measure(t *testing.T, e Encoder, m *model.Model) (vars, clauses, literals int) {
	t.Helper()
	enc, err := e.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	used := make([]bool, enc.Formula.Vars+1)
	for c := range enc.Formula.All() {
		clauses++
		literals += len(c)
		for _, l := range c {
			used[l.Var()] = true
		}
	}
	for x, ok := range used[1:] {
		if !ok {
			t.Errorf("%s: variable %d occurs in no clause", e.Name(), x+1)
		}
	}
	if s := enc.Size; s.Variables != enc.Formula.Vars || s.Clauses != clauses || s.Literals != literals {
		t.Errorf("%s: got Size %+v, want %d clauses and %d literals", e.Name(), s, clauses, literals)
	}
	return enc.Formula.Vars, clauses, literals
}

// gridOrders returns the orders of the grids to measure. 36x36 takes long.
func gridOrders() []int {
	if os.Getenv("NONET_LONG") != "" {
		return []int{2, 3, 4, 5, 6}
	}
	return []int{2, 3, 4, 5}
}

func TestGridSizes(t *testing.T) {
	tests := []struct {
		encoding string
		clauses  [5]int // for orders 2 to 6
	}{
		{"minimal", [5]int{304, 8829, 92416, 563125, 2450736}},
		{"efficient", [5]int{400, 11745, 123136, 750625, 3267216}},
		{"extended", [5]int{448, 11988, 123904, 752500, 3271104}},
		{"dual", [5]int{144, 3159, 31488, 189375, 820368}},
		{"triad", [5]int{496, 7695, 60672, 315625, 1242864}},
		{"minimal-dedup", [5]int{240, 7371, 80128, 500625, 2217456}},
		{"efficient-dedup", [5]int{336, 10287, 110848, 688125, 3033936}},
		{"extended-dedup", [5]int{384, 10530, 111616, 690000, 3037824}},
	}
	for _, n := range gridOrders() {
		N := n * n
		K := N * (N - 1) / 2
		pairs := func(k int) int { return k * (k - 1) / 2 }
		closed := map[string][3]int{ // variables, clauses, literals
			"minimal":   {N * N * N, N*N + 3*N*N*K, N*N*N + 6*N*N*K},
			"efficient": {N * N * N, N*N + 4*N*N*K, N*N*N + 8*N*N*K},
			"extended":  {N * N * N, 4*N*N + 4*N*N*K, 4*N*N*N + 8*N*N*K},
			"dual":      {N * N * N, 3*N*N + N*N*K, 3*N*N*N + 2*N*N*K},
			"triad": {N*N*N + 2*n*N*N, N*N*(1+K) + 2*n*N*N*(1+pairs(n+1)) + 4*N*N*(1+pairs(n)),
				N*N*(N+2*K) + 2*n*N*N*(n+1+2*pairs(n+1)) + 4*N*N*(n+2*pairs(n))},
		}
		grid := sudoku.Order(n).Model()
		for _, test := range tests {
			e, err := Parse(test.encoding)
			if err != nil {
				t.Fatal(err)
			}
			vars, clauses, literals := measure(t, e, grid)
			if clauses != test.clauses[n-2] {
				t.Errorf("order %d, %s: got %d clauses, want %d", n, test.encoding, clauses, test.clauses[n-2])
			}
			if want, ok := closed[test.encoding]; ok && want != [3]int{vars, clauses, literals} {
				t.Errorf("order %d, %s: got variables, clauses, literals %v, want %v",
					n, test.encoding, [3]int{vars, clauses, literals}, want)
			}
		}
	}
}

func TestGridLiterals9x9(t *testing.T) {
	for encoding, want := range map[string]int{"minimal": 18225, "efficient": 24057, "extended": 26244, "dual": 8019} {
		e, _ := Parse(encoding)
		if _, _, got := measure(t, e, sudoku.Order(3).Model()); got != want {
			t.Errorf("%s: got %d literals, want %d", encoding, got, want)
		}
	}
}

// Grids with oblong boxes of h rows and w columns have h+w segments where square boxes have 2n.
func TestGridSizesOfOblongBoxes(t *testing.T) {
	for _, s := range []sudoku.Shape{{Height: 2, Width: 3}, {Height: 3, Width: 2}, {Height: 3, Width: 4}} {
		N, h, w := s.N(), s.Height, s.Width
		pairs := func(k int) int { return k * (k - 1) / 2 }
		E := N * N * (3*N - h - w - 1) / 2 // pairs of peers
		if _, got, _ := measure(t, Encoder{}, s.Model()); got != 4*N*N*(1+pairs(N)) {
			t.Errorf("%s extended: got %d clauses, want %d", s, got, 4*N*N*(1+pairs(N)))
		}
		if _, got, _ := measure(t, Encoder{Dedup: true}, s.Model()); got != 4*N*N+N*N*pairs(N)+N*E {
			t.Errorf("%s extended-dedup: got %d clauses, want %d", s, got, 4*N*N+N*N*pairs(N)+N*E)
		}
		// A line has N/w horizontal segments of w cells or N/h vertical ones of h cells; a box has h horizontal and w
		// vertical ones.
		vars := N*N*N + N*N*(h+w)
		clauses := N*N*(1+pairs(N)) + N*N*h*(1+pairs(w+1)) + N*N*w*(1+pairs(h+1)) +
			2*N*N*(1+pairs(h)) + 2*N*N*(1+pairs(w))
		if gotVars, got, _ := measure(t, Encoder{Preset: Triad}, s.Model()); gotVars != vars || got != clauses {
			t.Errorf("%s triad: got %d variables, %d clauses, want %d, %d", s, gotVars, got, vars, clauses)
		}
	}
}

func TestGridSizesByAtMostOne(t *testing.T) {
	tests := []struct {
		encoding      string
		vars, clauses [4]int // for orders 2 to 5
	}{
		{"extended/pairwise", [4]int{64, 729, 4096, 15625}, [4]int{448, 11988, 123904, 752500}},
		{"extended/sequential", [4]int{256, 3321, 19456, 75625}, [4]int{576, 7776, 46080, 180000}},
		{"extended/ladder", [4]int{256, 3321, 19456, 75625}, [4]int{768, 10368, 61440, 240000}},
		{"extended/bitwise", [4]int{192, 2025, 8192, 28125}, [4]int{576, 11988, 66560, 315000}},
		{"extended/product", [4]int{320, 2673, 12288, 40625}, [4]int{704, 8100, 46080, 177500}},
		{"extended/commander", [4]int{192, 1701, 10240, 38125}, [4]int{576, 7128, 48128, 215000}},
		{"extended/commander-3-full", [4]int{192, 1701, 10240, 38125}, [4]int{704, 8100, 54272, 237500}},
		{"extended/bimander", [4]int{128, 1377, 6144, 23125}, [4]int{448, 9072, 58368, 315000}},
		{"extended/nested", [4]int{64, 1701, 11264, 50625}, [4]int{448, 7128, 44032, 175000}},
	}
	for _, test := range tests {
		e, err := Parse(test.encoding)
		if err != nil {
			t.Fatal(err)
		}
		for n := 2; n <= 5; n++ {
			vars, clauses, _ := measure(t, e, sudoku.Order(n).Model())
			if vars != test.vars[n-2] || clauses != test.clauses[n-2] {
				t.Errorf("order %d, %s: got %d variables, %d clauses, want %d, %d",
					n, test.encoding, vars, clauses, test.vars[n-2], test.clauses[n-2])
			}
		}
	}
}

// golden has puzzles and the sizes of their reduced formulas.
var golden = []struct {
	name, clues           string
	givens, kept          int
	clauses, deduplicated int
	pairs                 [4]int // clauses of cells, rows, columns and boxes, without "at least one"
}{
	{"first of the 17-clue puzzles",
		"000000010400000000020000000000050407008000300001090000300400200050100000000806000", 17, 303, 2843, 2462,
		[4]int{615, 647, 635, 690}},
	{"AI Escargot", "100007090030020008009600500005300900010080002600004000300000010040000007007000300", 23, 223, 1680,
		1472, [4]int{348, 356, 354, 390}},
	{"Wikipedia", "530070000600195000098000060800060003400803001700020006060000280000419005000080079", 30, 153, 990,
		840, [4]int{183, 191, 194, 218}},
}

// puzzle returns a 9x9 puzzle as a model.
func puzzle(clues string) *model.Model {
	p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, len(clues))}
	for i, c := range clues {
		p.Clues[i] = int(c - '0')
	}
	return p.Model()
}

// reduce returns m after given-elimination.
func reduce(t testing.TB, m *model.Model) *model.Model {
	t.Helper()
	small, err := deduce.Givens.Preprocess(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return small
}

func TestSizesAfterGivenElimination(t *testing.T) {
	for _, test := range golden {
		full := puzzle(test.clues)
		if _, got, _ := measure(t, Encoder{}, full); got != 11988+test.givens {
			t.Errorf("%s: got %d clauses with the givens as units, want %d", test.name, got, 11988+test.givens)
		}
		small := reduce(t, full)
		vars, clauses, _ := measure(t, Encoder{}, small)
		if vars != test.kept || clauses != test.clauses {
			t.Errorf("%s: got %d variables and %d clauses, want %d and %d",
				test.name, vars, clauses, test.kept, test.clauses)
		}
		if _, got, _ := measure(t, Encoder{Dedup: true}, small); got != test.deduplicated {
			t.Errorf("%s: got %d clauses without duplicates, want %d", test.name, got, test.deduplicated)
		}

		// The clauses are grouped by family: cells, then rows, columns and boxes.
		enc, err := Encoder{}.Encode(t.Context(), small)
		if err != nil {
			t.Fatal(err)
		}
		remaining := 81 - test.givens // number of constraints in each family
		family, atLeast := 0, 0
		var pairs [4]int
		for c := range enc.Formula.All() {
			if len(c) == 0 || c[0] < 0 {
				pairs[family]++
				continue
			}
			if atLeast == remaining {
				family, atLeast = family+1, 0
			}
			atLeast++
		}
		if family != 3 || atLeast != remaining || pairs != test.pairs {
			t.Errorf("%s: got %d families, %d constraints in the last, pairs %v, want 4, %d, %v",
				test.name, family+1, atLeast, pairs, remaining, test.pairs)
		}
	}
}

// The size of Triad after given-elimination, counted on the grid: a segment with several candidates for a digit has a
// variable; the literal of a single candidate serves as the triad.
func TestTriadSizesAfterGivenElimination(t *testing.T) {
	pairs := func(k int) int { return k * (k - 1) / 2 }
	for _, test := range golden {
		m := reduce(t, puzzle(test.clues))
		vars, clauses := 0, 0
		for cell, v := range m.Vars {
			if k := v.Domain.Size(); test.clues[cell] == '0' {
				vars += k
				clauses += 1 + pairs(k)
			}
		}
		for digit := 1; digit <= 9; digit++ {
			// horizontal[r][s] and vertical[c][s] count the candidates in each segment. The in... arrays are 1 for each
			// segment of a house that has a candidate.
			var horizontal, vertical, inRow, inColumn, inBoxByRow, inBoxByColumn [9][3]int
			placed := [3][9]bool{} // in row, column, box
			for cell, v := range m.Vars {
				r, c := cell/9, cell%9
				if !v.Domain.Contains(digit) {
					continue
				}
				if test.clues[cell] != '0' {
					placed[0][r], placed[1][c], placed[2][r/3*3+c/3] = true, true, true
					continue
				}
				horizontal[r][c/3]++
				vertical[c][r/3]++
			}
			for line := range 9 {
				for s := range 3 {
					for _, candidates := range []int{horizontal[line][s], vertical[line][s]} {
						if candidates > 1 {
							vars++
							clauses += 1 + pairs(candidates+1)
						}
					}
					inRow[line][s] = min(1, horizontal[line][s])
					inColumn[line][s] = min(1, vertical[line][s])
					inBoxByRow[line/3*3+s][line%3] = inRow[line][s]
					inBoxByColumn[s*3+line/3][line%3] = inColumn[line][s]
				}
			}
			for house := range 9 {
				kinds := [][3]int{inRow[house], inColumn[house], inBoxByRow[house], inBoxByColumn[house]}
				for kind, segments := range kinds {
					if !placed[min(kind, 2)][house] {
						clauses += 1 + pairs(segments[0]+segments[1]+segments[2])
					}
				}
			}
		}
		gotVars, got, _ := measure(t, Encoder{Preset: Triad}, m)
		if gotVars != vars || got != clauses {
			t.Errorf("%s: got %d variables and %d clauses, want %d and %d", test.name, gotVars, got, vars, clauses)
		}
	}
}

// some returns n, or all with NONET_LONG. It is backendtest.Rounds, which imports this package.
func some(n, all int) int {
	if os.Getenv("NONET_LONG") != "" {
		return all
	}
	return n
}

// With Dedup, every preset and form has each clause once, and only clauses that it has without Dedup.
func TestDedupRemovesDuplicatesOnly(t *testing.T) {
	models := map[string]*model.Model{"4x4": sudoku.Order(2).Model(), "6x6": sudoku.Shape{Height: 2, Width: 3}.Model()}
	for _, g := range golden[:some(1, len(golden))] {
		models[g.name] = reduce(t, puzzle(g.clues))
	}
	spare := sudoku.Order(2).Model()
	fixed := sudoku.Order(2).Model().With(model.Given{Var: 0, Value: 1}, model.Given{Var: 6, Value: 2})
	fixed.Vars = slices.Clone(fixed.Vars)
	for v := range spare.Vars {
		spare.Vars[v].Domain = model.Interval(1, 5)
	}
	fixed.Vars[0].Domain, fixed.Vars[6].Domain = model.Values(1), model.Values(2)
	models["more values than cells in a house"] = spare
	models["constants whose value others may still take"] = fixed
	duplicates := []model.Constraint{model.NotEqual{A: 1, B: 0}, model.NotEqual{A: 0, B: 1}}
	models["duplicate pairs"] = sudoku.Order(2).Model().With(duplicates...)
	many := &model.Model{Vars: []model.Variable{{Domain: model.Interval(1, 99)}}}
	for value := range 101 {
		many.Constraints = append(many.Constraints, given(0, value), given(0, value))
	}
	models["many givens"] = many
	for name, m := range models {
		for _, p := range Presets() {
			for i, form := range AtMostOnes() {
				if i > 0 && i%3 != int(p)%3 && some(0, 1) == 0 { // Pairwise with each preset, the others in turn
					continue
				}
				plain, err := Encoder{Preset: p, AtMostOne: form}.Encode(t.Context(), m)
				if err != nil {
					t.Fatal(err)
				}
				deduplicated, err := Encoder{Preset: p, AtMostOne: form, Dedup: true}.Encode(t.Context(), m)
				if err != nil {
					t.Fatal(err)
				}
				want := []string{}
				seen := map[string]bool{}
				for c := range plain.Formula.All() {
					if key := setOf(c); !seen[key] {
						seen[key] = true
						want = append(want, key)
					}
				}
				got := []string{}
				for c := range deduplicated.Formula.All() {
					got = append(got, setOf(c))
				}
				if fmt.Sprint(got) != fmt.Sprint(want) || deduplicated.Formula.Clauses != len(want) {
					t.Errorf("%s, %s/%s: got %d clauses, want the %d distinct ones of %d",
						name, p, form, len(got), len(want), plain.Formula.Clauses)
				}
			}
		}
	}
}

// setOf formats a clause independently of the order of its literals.
func setOf(clause []Lit) string {
	return fmt.Sprint(slices.Sorted(slices.Values(clause)))
}
