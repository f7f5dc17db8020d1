package sudoku

import (
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model/build"
)

// Rules about areas of the grid, moves and neighbours.

// validRegions checks the regions of a jigsaw: Cells lists them one after the other, N cells each. Groups lists those
// of a grid that is not usual, and may leave out cells.
func validRegions(s Shape, r Rule) string {
	switch {
	case s.HasBoxes():
		return fmt.Sprintf("they take the place of boxes, expected a grid without boxes (shape 1x%d)", s.N())
	case s.IsUsual() == (r.Groups != nil):
		return "groups of cells are the regions of other than usual grids"
	case r.Groups != nil:
		return disjoint(r.Groups)
	case len(r.Cells) != s.Cells():
		return fmt.Sprintf("they have %d cells, the grid has %d", len(r.Cells), s.Cells())
	}
	return ""
}

// disjoint returns an error if the groups have different sizes or share cells.
func disjoint(groups [][]Cell) string {
	seen := map[Cell]bool{}
	for _, group := range groups {
		for _, c := range group {
			if seen[c] || len(group) != len(groups[0]) {
				return "regions that have different sizes or share cells"
			}
			seen[c] = true
		}
	}
	return ""
}

func regions(b *builder, r Rule) {
	for _, region := range r.regions(b.Shape.N()) {
		b.different(region...)
	}
}

// regions returns the regions of a rule regions, each in reading order. Those of its Cells have n cells each.
func (r Rule) regions(n int) [][]Cell {
	all := slices.Clone(r.Groups)
	if all == nil {
		all = slices.Collect(slices.Chunk(r.Cells, n))
	}
	for i, region := range all {
		all[i] = slices.Sorted(slices.Values(region))
	}
	return all
}

// Regions returns the regions of p, each in reading order: those of its first rule regions, otherwise the boxes, or nil
// for a grid without boxes.
func (p Puzzle) Regions() [][]Cell {
	for _, r := range p.Rules {
		if r.Kind == "regions" {
			return r.regions(p.Shape.N())
		}
	}
	if !p.Shape.HasBoxes() || p.Shape.Free {
		return nil
	}
	return p.Shape.boxCells()
}

// diagonal returns a diagonal of the whole grid, from the left: the long one for offset 0, and otherwise the one that
// many rows below it, or above it for a negative offset. A step leads one row down, or up if rising. The grid is
// square.
func (s Shape) diagonal(offset int, rising bool) []Cell {
	var all []Cell
	n, _ := s.Size()
	for column := range n {
		row := column
		if rising {
			row = n - 1 - column
		}
		if row += offset; row >= 0 && row < n {
			all = append(all, s.Cell(row, column))
		}
	}
	return all
}

// diagonals states that the diagonals at these offsets have different values: the falling ones, the rising ones, or
// both.
func diagonals(falling, rising bool, offsets func(n int) []int) func(*builder, Rule) {
	return func(b *builder, _ Rule) {
		rows, _ := b.Shape.Size()
		for _, offset := range offsets(rows) {
			if falling {
				b.different(b.Shape.diagonal(offset, false)...)
			}
			if rising {
				b.different(b.Shape.diagonal(offset, true)...)
			}
		}
	}
}

func longDiagonal(int) []int { return []int{0} }

// argyleDiagonals returns the offsets of the pattern of a 9×9 grid, and its like for other sizes.
func argyleDiagonals(n int) []int { return []int{1, -1, (n - 1) / 2, -(n - 1) / 2} }

func validArgyle(s Shape, r Rule) string {
	if rows, _ := s.Size(); rows < 5 {
		return "expected a grid of five rows or more"
	}
	return needsSquare(s, r)
}

// expects returns a check of rules: the error is text, unless they fit the grid.
func expects(text string, fits func(s Shape, r Rule) bool) func(Shape, Rule) string {
	return func(s Shape, r Rule) string {
		if fits(s, r) {
			return ""
		}
		return text
	}
}

// Checks of the grid, and of numbers of cells.
var (
	needsSquare = expects("expected as many rows as columns", func(s Shape, _ Rule) bool {
		rows, columns := s.Size()
		return rows == columns
	})
	needsNine = expects("expected a 9x9 grid with boxes of 3x3 cells", func(s Shape, _ Rule) bool {
		rows, columns := s.Size()
		return rows == 9 && columns == 9 && s.Height == 3 && s.Width == 3
	})
	needsBoxes  = expects("the grid has no boxes", func(s Shape, _ Rule) bool { return s.HasBoxes() })
	needsThirds = expects("expected three values or more", func(s Shape, _ Rule) bool { return s.N() >= 3 })
	needsPairs  = expects("an odd number of cells", func(_ Shape, r Rule) bool { return len(r.Cells)%2 == 0 })
	needsFew    = expects("expected at most 64 values", func(s Shape, _ Rule) bool { return s.N() <= 64 })
	needsLayer  = expects("expected one cell for each cell of the grid, or none", func(s Shape, r Rule) bool {
		return len(r.Cells) == 0 || len(r.Cells) == s.GridCells()
	})
)

// A pattern is a rule about a fixed set of cells of the grid with 3×3 boxes, given as row and column.
func pattern(places [][2]int) func(*builder, Rule) {
	return func(b *builder, _ Rule) {
		cells := slice.Map(places, func(p [2]int) Cell { return b.Shape.Cell(p[0]-1, p[1]-1) })
		b.different(cells...)
	}
}

// windoku has as many windows as fit: the first starts in the second row and column, with a line of cells between two
// windows. A 9×9 grid has four of 3×3 cells, a 4×4 grid one.
func windoku(b *builder, _ Rule) {
	s := b.Shape
	rows, columns := s.Size()
	for top := 1; top+s.Height < rows; top += s.Height + 1 {
		for left := 1; left+s.Width < columns; left += s.Width + 1 {
			inWindow := func(k int) Cell { return s.Cell(top+k/s.Width, left+k%s.Width) }
			b.different(slice.Make(s.Height*s.Width, inWindow)...)
		}
	}
}

func disjointGroups(b *builder, _ Rule) {
	regions := b.Regions()
	for k := range regions[0] {
		group := slice.Map(regions, func(region []Cell) Cell { return region[k] })
		b.different(group...)
	}
}

// Moves down and right, without the reverse moves.
var (
	knightMoves = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}}
	kingMoves   = [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}}
	sideMoves   = [][2]int{{0, 1}, {1, 0}}
)

// movePairs calls f for each pair of cells that a move leads from the first to the second. A move is rows down and
// columns to the right. On a torus, a move that leaves the grid enters it at the opposite side.
func movePairs(s Shape, moves [][2]int, torus bool, f func(a, b Cell)) {
	rows, columns := s.Size()
	for row := range rows {
		for column := range columns {
			for _, move := range moves {
				toRow, toColumn := row+move[0], column+move[1]
				if torus {
					toRow, toColumn = toRow%rows, (toColumn+columns)%columns
				}
				if toRow < rows && toColumn >= 0 && toColumn < columns && (toRow != row || toColumn != column) {
					f(s.Cell(row, column), s.Cell(toRow, toColumn))
				}
			}
		}
	}
}

// movesApart states that cells connected by one of the moves have different values.
func movesApart(moves [][2]int, torus bool) func(*builder, Rule) {
	return func(b *builder, _ Rule) {
		stated := map[[2]Cell]bool{} // on a small torus, two moves may connect the same cells
		movePairs(b.Shape, moves, torus, func(x, y Cell) {
			if pair := [2]Cell{min(x, y), max(x, y)}; !stated[pair] {
				stated[pair] = true
				b.add(b.values[x].Ne(b.values[y]))
			}
		})
	}
}

func nonConsecutive(b *builder, _ Rule) {
	movePairs(b.Shape, sideMoves, false, func(x, y Cell) {
		b.add(b.values[x].Ne(b.values[y].Plus(1)), b.values[x].Ne(b.values[y].Minus(1)))
	})
}

// queen states that two cells of one diagonal have different values or, if the rule lists values, not both the same one
// of these.
func queen(b *builder, r Rule) {
	var moves [][2]int
	for i := 1; i < min(b.Shape.Size()); i++ {
		moves = append(moves, [2]int{i, i}, [2]int{i, -i})
	}
	movePairs(b.Shape, moves, false, func(x, y Cell) {
		if r.Values == nil {
			b.add(b.values[x].Ne(b.values[y]))
			return
		}
		for _, v := range r.Values {
			b.notBoth(x, y, v)
		}
	})
}

// notBoth states that not both cells have the value.
func (b *builder) notBoth(x, y Cell, value int) { b.add(b.count([]Cell{x, y}, value).Le(1)) }

// antiTaxicab leaves out two cells of a row or a column if they have different values anyway.
func antiTaxicab(b *builder, _ Rule) {
	_, most := b.Shape.Numbers()
	height, width := b.Shape.Size()
	var moves [][2]int
	for rows := range height {
		for columns := 0; rows+columns <= most && columns < width; columns++ {
			switch {
			case rows > 0 && columns > 0:
				moves = append(moves, [2]int{rows, columns}, [2]int{rows, -columns})
			case b.Shape.Free && rows+columns > 0:
				moves = append(moves, [2]int{rows, columns})
			}
		}
	}
	movePairs(b.Shape, moves, false, func(x, y Cell) {
		rows, columns := b.Shape.Row(y)-b.Shape.Row(x), b.Shape.Column(y)-b.Shape.Column(x)
		d := rows + max(columns, -columns)
		b.notBoth(x, y, d)
	})
}

// unmarked calls f for each two cells that share a side, unless a rule that marks accepts is about exactly these two.
func (b *builder) unmarked(marks func(r Rule) bool, f func(x, y Cell)) {
	marked := map[[2]Cell]bool{}
	for _, r := range b.Rules {
		if len(r.Cells) == 2 && marks(r) {
			marked[[2]Cell{min(r.Cells[0], r.Cells[1]), max(r.Cells[0], r.Cells[1])}] = true
		}
	}
	movePairs(b.Shape, sideMoves, false, func(x, y Cell) {
		if !marked[[2]Cell{x, y}] {
			f(x, y)
		}
	})
}

// numbersOf returns the different numbers of the puzzle's rules of a kind, and the default of the kind if there is no
// such rule.
func (b *builder) numbersOf(kind string) []int {
	var all []int
	for _, r := range b.Rules {
		if r.Kind == kind {
			all = append(all, r.NumberIn(b.Shape))
		}
	}
	if all == nil {
		return []int{Rule{Kind: kind}.NumberIn(b.Shape)}
	}
	return slice.Unique(all)
}

// negativeDots states that neighbours without a Kropki dot do not have the relation of the number, or no relation that
// a dot of the kind has in this puzzle. A pair with a dot of either kind is exempt.
func negativeDots(kind string, related func(v, w, number int) bool) func(*builder, Rule) {
	return func(b *builder, r Rule) {
		numbers := []int{r.Number}
		if r.Number == 0 {
			numbers = b.numbersOf(kind)
		}
		b.unmarked(func(r Rule) bool { return r.Kind == "difference" || r.Kind == "ratio" }, func(x, y Cell) {
			b.pair(x, y, func(v, w int) bool {
				return !slices.ContainsFunc(numbers, func(k int) bool { return related(v, w, k) })
			})
		})
	}
}

func negativeXV(b *builder, _ Rule) {
	b.unmarked(func(r Rule) bool { return r.Kind == "sum" && (r.Number == 5 || r.Number == 10) }, func(x, y Cell) {
		b.pair(x, y, func(v, w int) bool { return v+w != 5 && v+w != 10 })
	})
}

// extreme states that the marked cells are below their neighbours, or above if sign is -1, except neighbours that a
// rule of the same kind marks, too.
func extreme(sign int) func(*builder, Rule) {
	return func(b *builder, r Rule) {
		marked := slices.Clone(r.Cells)
		for _, other := range b.Rules {
			if other.Kind == r.Kind {
				marked = append(marked, other.Cells...)
			}
		}
		movePairs(b.Shape, sideMoves, false, func(x, y Cell) {
			for _, pair := range [2][2]Cell{{x, y}, {y, x}} {
				if slices.Contains(r.Cells, pair[0]) && !slices.Contains(marked, pair[1]) {
					b.add(build.Sum(sign, b.values[pair[1]], -sign, b.values[pair[0]]).Ge(1))
				}
			}
		})
	}
}

// everyClass states that each 2×2 square has a value of each of three classes. The class of each cell is an auxiliary
// variable.
func everyClass(class func(s Shape, v int) int) func(*builder, Rule) {
	return func(b *builder, _ Rule) {
		classOf := func(x []int) (int, bool) { return class(b.Shape, x[0]), true }
		cells := b.values[:b.Shape.GridCells()]
		classes := slice.Map(cells, func(x build.Expr) build.Expr { return build.Function(classOf, x) })
		_, n := b.Shape.Size()
		for c := range len(classes) - n {
			if c%n+1 < n {
				b.add(build.Where(func(t []int) bool {
					return slices.Contains(t, 0) && slices.Contains(t, 1) && slices.Contains(t, 2)
				}, classes[c], classes[c+1], classes[c+n], classes[c+n+1]))
			}
		}
	}
}

// third returns 0, 1 or 2 for a low, middle or high value: a third of the values each. If the values cannot be divided
// by three, the middle class has one more or one less than the others.
func third(s Shape, v int) int {
	least, largest := s.Numbers()
	low := (s.N() + 1) / 3
	switch {
	case v < least+low:
		return 0
	case v > largest-low:
		return 2
	}
	return 1
}

// dutchFlatmates is about the middle value, 5 of 9.
func dutchFlatmates(b *builder, _ Rule) {
	_, n := b.Shape.Numbers()
	middle := (n + 1) / 2
	rows, _ := b.Shape.Size()
	for c := range Cell(b.Shape.GridCells()) {
		row, column := b.Shape.Row(c), b.Shape.Column(c)
		switch {
		case rows < 2:
		case row == 0:
			b.pair(c, b.Shape.Cell(1, column), func(v, below int) bool { return v != middle || below == n })
		case row == rows-1:
			b.pair(b.Shape.Cell(row-1, column), c, func(above, v int) bool { return v != middle || above == 1 })
		default:
			b.tuples(func(t []int) bool { return t[1] != middle || t[0] == 1 || t[2] == n },
				b.Shape.Cell(row-1, column), c, b.Shape.Cell(row+1, column))
		}
	}
}

// battenburg lists the cells in reading order.
func battenburg(b *builder, r Rule) {
	for k, c := range r.Cells[1:] {
		b.pair(r.Cells[0], c, func(v, w int) bool { return (v+w)%2 == [3]int{1, 1, 0}[k] })
	}
}

// indexer states for a cell at a place of one of the houses, from 1: it has the value v if and only if the v-th cell of
// the house has the number of the place as its value. There is a v-th cell.
func indexer(houses func(Puzzle) [][]Cell) func(*builder, Rule) {
	return func(b *builder, r Rule) {
		all := houses(b.Puzzle)
		for _, c := range r.Cells {
			for _, house := range all {
				place := slices.Index(house, c)
				if place < 0 {
					continue
				}
				b.add(b.values[c].Ge(1), b.values[c].Le(len(house)))
				for k, d := range house {
					if k != place {
						b.pair(c, d, func(v, w int) bool { return (v == k+1) == (w == place+1) })
					}
				}
			}
		}
	}
}
