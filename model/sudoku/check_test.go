package sudoku_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

func digits(line string) sudoku.Grid {
	g := make(sudoku.Grid, len(line))
	for c := range g {
		if line[c] != '.' {
			g[c] = int(line[c] - '0')
		}
	}
	return g
}

// TestCheckerAgreesWithTheModel compares the Checker with the model's check, which shares no code with it, on correct
// and wrong grids.
func TestCheckerAgreesWithTheModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range []sudoku.Shape{{Height: 1, Width: 2}, {Height: 2, Width: 2}, {Height: 2, Width: 3},
		{Height: 3, Width: 2}, {Height: 3, Width: 3}, {Height: 1, Width: 3}} {
		solution, _, err := model.First(t.Context(), native.Solver{}, s.Model())
		if err != nil || solution == nil {
			t.Fatalf("%v: no solution, error %v", s, err)
		}
		c := sudoku.NewChecker(sudoku.Puzzle{Shape: s})
		good, bad := 0, 0
		for range 3000 {
			p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
			for cell := range p.Clues {
				if r.IntN(4) == 0 {
					p.Clues[cell] = solution[cell]
				}
			}
			g := append(sudoku.Grid(nil), solution...)
			for range r.IntN(3) { // swap two cells, change one, or change nothing
				i, j := r.IntN(len(g)), r.IntN(len(g))
				if r.IntN(2) == 0 {
					g[i], g[j] = g[j], g[i]
				} else {
					g[i] = r.IntN(s.N() + 2)
				}
			}
			want := p.Model().Check(model.Assignment(g)) == nil
			if err := c.Check(p.Clues, g); (err == nil) != want {
				t.Fatalf("%v: check of %v with clues %v: got error %v, want correct = %v", s, g, p.Clues, err, want)
			}
			if want {
				good++
			} else {
				bad++
			}
		}
		if good < 100 || bad < 100 {
			t.Errorf("%v: got %d correct and %d wrong grids, want at least 100 each", s, good, bad)
		}
	}
}

func TestCheckerNamesWhatIsWrong(t *testing.T) {
	s := sudoku.Order(2)
	solution := digits("1234341221434321")
	for _, test := range []struct{ name, clues, grid, want string }{
		{"another value than the clue", "2...............", "1234341221434321", "r1c1 is 1, its clue is 2"},
		{"a blank", "................", "1234341221434.21", "r4c2 is 0"},
		{"a value too large", "................", "1234341221434921", "r4c2 is 9"},
		{"twice in a row", "................", "1134341221434321", "row 1 has two cells with 1, one of them r1c2"},
		{"twice in a column", "................", "1234123421434321",
			"column 1 has two cells with 1, one of them r2c1"},
		{"twice in a box", "................", "1234231434124123", "box 1 has two cells with 2, one of them r2c1"},
	} {
		err := sudoku.NewChecker(sudoku.Puzzle{Shape: s}).Check(digits(test.clues), digits(test.grid))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	if err := sudoku.NewChecker(sudoku.Puzzle{Shape: s}).Check(make(sudoku.Grid, 16), solution); err != nil {
		t.Errorf("a solution: %v", err)
	}
	if err := sudoku.NewChecker(sudoku.Puzzle{Shape: s}).Check(make(sudoku.Grid, 16), solution[:15]); err == nil {
		t.Error("a cell is missing: got no error")
	}
}

func TestContradiction(t *testing.T) {
	for _, test := range []struct{ name, line, want string }{
		{"equal clues in a row", "1..1............", "r1c1 and r1c4 are both 1"},
		{"equal clues in a column", "1...........1...", "r1c1 and r4c1 are both 1"},
		{"equal clues in a box", "1....1..........", "r1c1 and r2c2 are both 1"},
		{"a cell without a candidate", "12....34........", "no value is left for r1c3"},
		{"a value without a place in a row", "1.......2...3...", ""},
		{"nothing to see", "1...............", ""},
	} {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: digits(test.line)}
		if got := p.Contradiction(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestContradictionsAreTrue checks that puzzles with a contradiction have no solution, and that solvable puzzles have
// no contradiction.
func TestContradictionsAreTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	reasons := map[string]int{}
	for range 5000 {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
		for range 3 + r.IntN(5) {
			p.Clues[r.IntN(16)] = 1 + r.IntN(4)
		}
		why := p.Contradiction()
		if why == "" {
			continue
		}
		reasons[strings.Fields(why)[0]]++
		if a, _, _ := model.First(t.Context(), native.Solver{}, p.Model()); a != nil {
			t.Fatalf("%v: got contradiction %q, but %v is a solution", p.Clues, why, a)
		}
	}
	if len(reasons) < 4 {
		t.Errorf("got kinds of reasons %v, want at least 4", reasons)
	}
	for _, named := range backendtest.Hardest {
		if why := backendtest.Puzzle(sudoku.Order(3), named.Puzzle).Contradiction(); why != "" {
			t.Errorf("%s: %q", named.Name, why)
		}
	}
}

func BenchmarkChecker(b *testing.B) {
	s := sudoku.Order(3)
	c, clues, g := sudoku.NewChecker(sudoku.Puzzle{Shape: s}), digits(backendtest.Hardest[0].Puzzle),
		digits(backendtest.Hardest[0].Solution)
	for b.Loop() {
		if err := c.Check(clues, g); err != nil {
			b.Fatal(err)
		}
	}
}
