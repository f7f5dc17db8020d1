package generate

import (
	"math/rand/v2"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

// Jigsaw draws connected regions: those of rows, after random exchanges of cells that keep them connected.
func Jigsaw(random *rand.Rand, s sudoku.Shape) sudoku.Rule {
	n := s.N()
	regionOf := slice.Make(s.Cells(), func(c int) int { return c / n })
	for range 20000 {
		a, b := random.IntN(len(regionOf)), random.IntN(len(regionOf))
		x, y := regionOf[a], regionOf[b]
		regionOf[a], regionOf[b] = y, x
		if !connected(s, regionOf, x) || !connected(s, regionOf, y) {
			regionOf[a], regionOf[b] = x, y
		}
	}
	cells := slice.Map(slice.Indices[int](len(regionOf)), func(c int) sudoku.Cell { return sudoku.Cell(c) })
	first := func(c sudoku.Cell) int { return slices.Index(regionOf, regionOf[c]) } // cell of the region of c
	slices.SortStableFunc(cells, func(c, d sudoku.Cell) int { return first(c) - first(d) })
	return sudoku.Rule{Kind: "regions", Cells: cells}
}

func connected(s sudoku.Shape, regionOf []int, region int) bool {
	reached := map[int]bool{}
	var visit func(c int)
	visit = func(c int) {
		if reached[c] || regionOf[c] != region {
			return
		}
		reached[c] = true
		for _, d := range neighbors(s, sudoku.Cell(c), false) {
			visit(int(d))
		}
	}
	visit(slices.Index(regionOf, region))
	return len(reached) == s.N()
}

// neighbors returns the cells beside c, with corners also the diagonal ones.
func neighbors(s sudoku.Shape, c sudoku.Cell, corners bool) (all []sudoku.Cell) {
	for d := range sudoku.Cell(s.Cells()) {
		rows, columns := s.Row(c)-s.Row(d), s.Column(c)-s.Column(d)
		if distance := rows*rows + columns*columns; distance == 1 || corners && distance == 2 {
			all = append(all, d)
		}
	}
	return all
}

// DrawRule draws a rule of the kind for grids of shape s, with a number and values that suit the solution g if any do.
// The caller rejects the rule if it is not valid or does not hold in g (see Holds).
func DrawRule(random *rand.Rand, s sudoku.Shape, kind sudoku.RuleKind, g sudoku.Grid) sudoku.Rule {
	if kind.Name == "regions" {
		return Jigsaw(random, s)
	}
	if kind.IsWhole() {
		return sudoku.Rule{Kind: kind.Name, Values: kind.Example.Values}
	}
	if kind.IsCore() {
		return drawStated(random, s, kind, g)
	}
	if kind.TakesRules() {
		r := sudoku.Rule{Kind: kind.Name}
		for _, name := range []string{"cage", "thermometer"} {
			q := DrawRule(random, s, *sudoku.RuleKindByName(name), g)
			r.Any = append(r.Any, []sudoku.Rule{q})
		}
		return r
	}
	r := sudoku.Rule{Kind: kind.Name, Cells: drawCells(random, s, kind)}
	if kind.TakesGroups() && (kind.Name != "arrow" || random.IntN(2) == 0) {
		r.Groups, r.Cells = [][]sudoku.Cell{r.Cells, drawCells(random, s, kind)}, nil
		switch kind.Name {
		case "arrow":
			r.Groups[0] = r.Groups[0][:1+random.IntN(2)]
		case "same-runs":
			r.Groups[0] = r.Groups[0][:1]
		}
	}
	switch {
	case kind.Name == "look-and-say":
		r.Values = []int{0, g[r.Cells[0]]}
		for _, c := range r.Cells {
			if g[c] == r.Values[1] {
				r.Values[0]++
			}
		}
	case kind.Name == "automaton":
		r.Values = drawAutomaton(random, s, r.Cells, g)
	case kind.Values != "":
		for _, c := range r.Cells[:2] {
			r.Values = append(r.Values, g[c])
		}
		if kind.Name == "candidates" {
			r.Values = slice.Unique(r.Values)
		}
	}
	if kind.Number != "" {
		// Of the numbers that fit, the largest says most, except where a small number says most.
		for number := range mostNumber(s, r) + 1 {
			with := r
			with.Number = number
			says := number > 1 || number == 1 && kind.Name != "modular" || kind.Name == "sandwich"
			if says && with.Validate(s) == nil && Holds(s, with, g) {
				r = with
				if slices.Contains([]string{"modular", "sum-line", "sum-loop", "rellik"}, kind.Name) {
					break
				}
			}
		}
	}
	return r
}

// mostNumber returns the largest number to try for a rule: no sum of its cells is larger, nor any difference, ratio,
// count or value. Products are drawn up to 999.
func mostNumber(s sudoku.Shape, r sudoku.Rule) int {
	if r.Kind == "product" {
		return 999
	}
	return s.N() * len(slices.Concat(r.Lists()...))
}

// drawAutomaton draws the values of a rule automaton: of three states one is accepting, where the values in g lead.
func drawAutomaton(random *rand.Rand, s sudoku.Shape, cells []sudoku.Cell, g sudoku.Grid) []int {
	const states = 3
	n := s.N()
	var a sudoku.Automaton
	for i := range states * n {
		a.Steps = append(a.Steps, [3]int{1 + i/n, 1 + i%n, 1 + random.IntN(states)})
	}
	state := 1
	for _, c := range cells {
		state = a.Steps[(state-1)*n+g[c]-1][2]
	}
	a.Accepting = []int{state}
	return a.Values()
}

// Holds reports whether grid g satisfies a rule as the only one of a puzzle.
func Holds(s sudoku.Shape, r sudoku.Rule, g sudoku.Grid) bool {
	return r.Holds(sudoku.Puzzle{Shape: s, Rules: []sudoku.Rule{r}}, g)
}

// drawCells draws adjacent cells, a square or a line of the grid for a rule.
func drawCells(random *rand.Rand, s sudoku.Shape, kind sudoku.RuleKind) []sudoku.Cell {
	n := s.N()
	length := 2
	switch kind.Name {
	case "difference", "ratio", "clone", "same-values", "equal-sums", "nabner", "less":
	case "even", "odd", "minimum", "maximum", "row-indexer", "column-indexer", "box-indexer":
		length = 1 + random.IntN(2)
	case "sandwich", "skyscraper", "hidden-skyscraper", "x-sum", "numbered-room", "rank", "shared-rank":
		var line []sudoku.Cell
		row, across := random.IntN(n), random.IntN(2) == 0
		for k := range n {
			line = append(line, s.Cell(row, k))
			if !across {
				line[k] = s.Cell(k, row)
			}
		}
		if random.IntN(2) == 0 {
			slices.Reverse(line)
		}
		return line
	case "quadruple", "battenburg":
		row, column := random.IntN(n-1), random.IntN(n-1)
		return []sudoku.Cell{
			s.Cell(row, column), s.Cell(row, column+1), s.Cell(row+1, column), s.Cell(row+1, column+1)}
	case "value-indexing", "counting-circles", "count-distinct":
		length = 6
	default:
		length = 3 + random.IntN(2)
	}
	length = min(length, s.Cells())
	for {
		cells := []sudoku.Cell{sudoku.Cell(random.IntN(s.Cells()))}
		for len(cells) < length {
			next := neighbors(s, cells[len(cells)-1], true)
			c := next[random.IntN(len(next))]
			if slices.Contains(cells, c) {
				break
			}
			cells = append(cells, c)
		}
		if len(cells) == length {
			return cells
		}
	}
}

// drawStated draws a core constraint.
func drawStated(random *rand.Rand, s sudoku.Shape, kind sudoku.RuleKind, g sudoku.Grid) sudoku.Rule {
	r := sudoku.Rule{Kind: kind.Name}
	cells := drawCells(random, s, kind)
	switch kind.Name {
	case "linear":
		c := model.Linear{Relation: model.Relation(random.IntN(3))}
		for _, cell := range cells {
			coef := 1 + random.IntN(3)
			if random.IntN(3) == 0 {
				coef = -coef
			}
			c.Terms = append(c.Terms, model.Term{Coef: coef, Var: model.Var(cell)})
			c.Bound += coef * g[cell]
		}
		r.Core = c
	case "not-equal":
		r.Core = model.NotEqual{A: model.Var(cells[0]), B: model.Var(cells[1]), Offset: random.IntN(5) - 2}
	case "table":
		c := model.Table{}
		var row []int
		for _, cell := range cells {
			c.Vars, row = append(c.Vars, model.Var(cell)), append(row, g[cell])
		}
		c.Rows = [][]int{row}
		for range 2 {
			other := slice.Make(len(row), func(int) int { return 1 + random.IntN(s.N()) })
			c.Rows = append(c.Rows, other)
		}
		slices.SortFunc(c.Rows, slices.Compare)
		r.Core = c
	}
	return r
}
