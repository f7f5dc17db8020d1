package backendtest

import (
	"math/rand/v2"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A NamedPuzzle is a well-known puzzle with exactly one solution.
type NamedPuzzle struct {
	Name, Puzzle, Solution string
}

// Hardest lists well-known hard puzzles.
var Hardest = []NamedPuzzle{
	{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"162857493534129678789643521475312986913586742628794135356478219241935867897261354"},
	{"Golden Nugget", ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
		"751846239892371465643259871238197546974562318165438927319684752527913684486725193"},
	{"Easter Monster", "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
		"174385962293467158586192734451923876928674315367851249719548623635219487842736591"},
	{"Platinum Blonde", ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
		"839465712146782953752391486391824675564173829287659341628537194913248567475916238"},
	{"Red Dwarf", "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8",
		"126395784359847162874621953985416237631972845247538691763184529418259376592763418"},
	{"coloin 013", "....9..5..1.....3...23..7....45...7.8.....2.......64...9..1.....8..6......54....7",
		"743892156518647932962351748624589371879134265351276489496715823287963514135428697"},
	{"tarek 0134", "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
		"621943758783615492594728361142879635357461289869532174238197546916354827475286913"},
}

// easy lists puzzles that naked singles alone solve.
//
// Source: S. Maire, C. Prissette, A restarted estimation of distribution algorithm for solving sudoku puzzles,
// Statistics and Computing, 2012.
var easy = []NamedPuzzle{
	{"Maire & Prissette, easy", "..867.4.24.23...9.37..2.......4...5.89.251.67.1...3.......9..73.3...52.17.5.329..",
		"158679432462318795379524618623487159894251367517963824241896573936745281785132946"},
	{"Maire & Prissette, medium", ".24..7...6..........368.415431..5...5......3279.....6.2.971.8...4..93...31...475.",
		"124957386685341297973682415431265978568479132792138564259716843847593621316824759"},
	{"Maire & Prissette, hard", ".1.7.89..38.........9..56...9..7.....31....2....45..8..5..6249.673.49.51.4......3",
		"416728935385694172729135648894273516531986724267451389158362497673849251942517863"},
}

// HardestLines returns the puzzles of Hardest in line form.
func HardestLines() []string {
	return slice.Map(Hardest, func(p NamedPuzzle) string { return p.Puzzle })
}

// HardestImages returns 20 images of each puzzle of Hardest under random symmetries, always the same, in line form. Few
// puzzles do not suffice to compare two searches: their effort varies with the order of rows, columns and digits.
func HardestImages() (images []string) {
	shape, random := sudoku.Order(3), rand.New(rand.NewPCG(1, 0))
	for range 20 {
		for _, line := range HardestLines() {
			p := sudoku.RandomSymmetry(shape, random).Puzzle(Puzzle(shape, line))
			images = append(images, string(notation.AppendLine(nil, nil, p.Clues)))
		}
	}
	return images
}

// Puzzle parses a line of digits and dots, row by row, for a shape with at most 9 values.
func Puzzle(s sudoku.Shape, line string) sudoku.Puzzle {
	p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
	if len(line) != len(p.Clues) {
		panic("backendtest: wrong number of cells")
	}
	for c := range p.Clues {
		if ch := line[c]; ch >= '1' && ch <= '9' {
			p.Clues[c] = int(ch - '0')
		}
	}
	return p
}

// line is the inverse of Puzzle for complete grids.
func line(a model.Assignment) string {
	b := slice.Map(a, func(v int) byte { return byte('0' + v) })
	return string(b)
}

// exactGrid is a solution grid. exact lists the number of solutions after all cells with certain digits are cleared.
const exactGrid = "798635421126974583453218679972586314564123897381497256617352948835749162249861735"

// exact lists such sets of digits: the puzzle left after clearing them has count solutions.
var exact = []struct {
	digits string
	count  int
}{
	{"15", 2}, {"157", 6}, {"169", 6}, {"234", 6}, {"237", 6}, {"257", 6}, {"369", 6}, {"468", 6}, {"12", 8}, {"38", 8},
	{"79", 16}, {"479", 360},
}

func without(grid, digits string) string {
	b := []byte(grid)
	for i, ch := range b {
		for _, d := range []byte(digits) {
			if ch == d {
				b[i] = '.'
			}
		}
	}
	return string(b)
}

// Pigeonhole returns the model that puts n+1 pigeons into n holes, no two into the same hole. It is unsatisfiable, and
// hard to refute without counting: resolution, and so every plain CDCL solver, needs a number of steps exponential in n
// (A. Haken, The intractability of resolution, Theoretical Computer Science 39, 1985, pp. 297-308). The constraints are
// pairwise disequalities; an AllDifferent would be refuted at once, since it has too few values.
func Pigeonhole(n int) *model.Model {
	m := &model.Model{Name: "pigeonhole", Vars: make([]model.Variable, n+1)}
	for i := range m.Vars {
		m.Vars[i].Domain = model.Interval(1, n)
		for j := range i {
			m.Constraints = append(m.Constraints, model.NotEqual{A: model.Var(j), B: model.Var(i)})
		}
	}
	return m
}

// Different returns the AllDifferent of the given cells.
func Different(cells ...int) model.Constraint {
	c := model.AllDifferent{}
	for _, x := range cells {
		c.Vars = append(c.Vars, model.Var(x))
	}
	return c
}

// RuleConstraints returns the constraints of a rule without cells, such as "diagonals", in grids of the given shape.
func RuleConstraints(s sudoku.Shape, rule string) []model.Constraint {
	base := sudoku.Puzzle{Shape: s}
	n := len(base.BaseModel().Constraints)
	base.Rules = []sudoku.Rule{{Kind: rule}}
	return base.BaseModel().Constraints[n:]
}

// nonConsecutiveTables returns the rule non-consecutive as tables of the allowed pairs.
func nonConsecutiveTables(s sudoku.Shape) (all []model.Constraint) {
	var rows [][]int
	for a := 1; a <= s.N(); a++ {
		for b := 1; b <= s.N(); b++ {
			if a-b != 1 && b-a != 1 {
				rows = append(rows, []int{a, b})
			}
		}
	}
	for _, c := range RuleConstraints(s, "non-consecutive") {
		if pair := c.(model.NotEqual); pair.Offset == 1 {
			all = append(all, model.Table{Vars: pair.Scope(), Rows: rows})
		}
	}
	return all
}

// Latin returns the model of the n×n Latin squares.
func Latin(n int) *model.Model {
	m := &model.Model{Vars: make([]model.Variable, n*n)}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(1, n)
	}
	for i := range n {
		var row, column []int
		for k := range n {
			row = append(row, i*n+k)
			column = append(column, k*n+i)
		}
		m.Constraints = append(m.Constraints, Different(row...), Different(column...))
	}
	return m
}
