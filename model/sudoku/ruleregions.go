package sudoku

import (
	"cmp"
	"fmt"
	"slices"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
)

// Rules about connected cells, regions to find, and whole lines.

// declare returns the number of an auxiliary variable with the values from lo to hi, which constraints must determine.
func (b *builder) declare(lo, hi int) int {
	return b.builder.Declare(build.Origin{Line: b.rule + 1}, model.Interval(lo, hi), true)
}

func (b *builder) variable(lo, hi int) build.Expr { return b.builder.Expr(b.declare(lo, hi)) }

// define returns the number of an auxiliary variable with the value of an expression.
func (b *builder) define(e build.Expr, lo, hi int) int {
	v := b.declare(lo, hi)
	b.addAlways(b.builder.Expr(v).Eq(e))
	return v
}

// named returns an auxiliary variable with the value of an expression, which may then be used many times.
func (b *builder) named(e build.Expr, lo, hi int) build.Expr {
	return b.builder.Expr(b.define(e, lo, hi))
}

// clause states that one of some 0-1 variables is 1, or one of the others is 0.
func (b *builder) clause(ones []int, zeros ...int) {
	c := model.Linear{Relation: model.AtLeast, Bound: 1 - len(zeros)}
	c.Terms = make([]model.Term, 0, len(ones)+len(zeros))
	for _, v := range ones {
		c.Terms = append(c.Terms, model.Term{Coef: 1, Var: model.Var(v)})
	}
	for _, v := range zeros {
		c.Terms = append(c.Terms, model.Term{Coef: -1, Var: model.Var(v)})
	}
	b.builder.Post(b.origin(), c)
	parse.Raise(b.builder.Err())
}

// all returns a 0-1 variable that is 1 if two others are, and any one that is 1 if some of the others is.
func (b *builder) all(x, y int) int {
	z := b.declare(0, 1)
	b.clause([]int{x}, z)
	b.clause([]int{y}, z)
	b.clause([]int{z}, x, y)
	return z
}

func (b *builder) any(list ...int) int {
	z := b.declare(0, 1)
	b.clause(list, z)
	for _, v := range list {
		b.clause([]int{z}, v)
	}
	return z
}

// layer returns the cells of a rule, in the order of the cells of the grid, or these if the rule names none.
func (s Shape) layer(r Rule) []Cell {
	if len(r.Cells) > 0 {
		return r.Cells
	}
	return slice.Indices[Cell](s.GridCells())
}

func validConnected(s Shape, r Rule) string { return cmp.Or(needsLayer(s, r), validValues(s, r)) }

// beside returns the cells side by side with each cell of the grid.
func (s Shape) beside() [][]int {
	all := make([][]int, s.GridCells())
	movePairs(s, sideMoves, false, func(x, y Cell) {
		all[x], all[y] = append(all[x], int(y)), append(all[y], int(x))
	})
	return all
}

// area says that the cells with one of the numbers are one area, of this number of cells unless it is 0, which the
// constraints of the rule state. The variables from steps on are steps of areas.
func (b *builder) area(cells []Cell, size, steps int, numbers ...int) {
	if b.conditions != nil {
		return // the rule need not hold
	}
	b.builder.Area(model.Area{
		Vars:   slice.Map(cells, func(c Cell) model.Var { return model.Var(c) }),
		Values: slice.Map(numbers, func(v int) int { return v - b.Shape.Offset }),
		Beside: b.Shape.beside(), Size: size, Steps: slice.Make(b.builder.Len()-steps, func(i int) model.Var {
			return model.Var(steps + i)
		})})
}

// longestWay bounds the steps of a shortest way between connected cells, of which there may be at most size; 0 is no
// bound. For each number of steps, the cells that they reach are auxiliary variables, functions of those for one step
// less.
//
// A shortest way has at most three cells of each square of four. And only cells that follow each other on it are side
// by side: so its k cells have 2k+2 sides to other cells or to the edge of the grid, other cells have at most four each
// to the way, and the edge has 2 for each row and column.
func (s Shape) longestWay(size int) int {
	rows, columns := s.Size()
	longest := min(3*((rows+1)/2)*((columns+1)/2), (2*rows*columns+rows+columns-1)/3)
	if size > 0 {
		longest = min(longest, size)
	}
	return longest - 1
}

// connected states that the cells with the values are one connected area: steps within it lead from its first cell to
// the others.
func connected(b *builder, r Rule) {
	cells := b.of(b.Shape.layer(r)...)
	inside := slice.Map(cells, func(e build.Expr) int { return b.define(e.In(r.Values...), 0, 1) })
	if total := build.Sum(slice.Map(inside, b.builder.Expr)); r.Number > 0 {
		b.add(total.Eq(r.Number))
	} else {
		b.add(total.Ge(1))
	}
	steps := b.builder.Len()
	reached := make([]int, len(cells)) // inside, and reached from the first cell inside
	reached[0] = inside[0]
	before := inside[0] // whether an earlier cell is inside
	for c := 1; c < len(cells); c++ {
		reached[c] = b.declare(0, 1)
		b.clause([]int{inside[c]}, reached[c])
		b.clause(nil, reached[c], before)
		b.clause([]int{reached[c], before}, inside[c])
		before = b.any(before, inside[c])
	}
	beside := b.Shape.beside()
	ways := func(c int) []int {
		return append(slice.Map(beside[c], func(d int) int { return reached[d] }), reached[c])
	}
	for range b.Shape.longestWay(r.Number) - 1 {
		next := make([]int, len(cells))
		for c := range cells {
			next[c] = b.declare(0, 1)
			b.clause([]int{inside[c]}, next[c])
			b.clause([]int{next[c]}, reached[c])
			b.clause(ways(c), next[c])
			for _, d := range beside[c] {
				b.clause([]int{next[c]}, reached[d], inside[c])
			}
		}
		reached = next
	}
	for c := range cells {
		b.add(b.builder.Expr(inside[c]).Le(build.Sum(slice.Map(ways(c), b.builder.Expr))))
	}
	b.area(b.Shape.layer(r), r.Number, steps, r.Values...)
}

// regionSize returns the number of cells of a region to find.
func (s Shape) regionSize(r Rule) int {
	if r.Number > 0 {
		return r.Number
	}
	return max(s.Size())
}

func validUnknownRegions(s Shape, r Rule) string {
	size := s.regionSize(r)
	switch {
	case len(r.Cells) != s.GridCells():
		return "expected one cell for each cell of the grid"
	case s.GridCells()%size != 0 || s.GridCells()/size > s.N() || size > s.N():
		return "the grid has no such regions, or more than values"
	}
	return ""
}

// unknownRegions states that the cells hold the numbers of regions: connected areas of as many cells each, with
// different values in the grid. Regions are numbered from the least number in the order of their first cells, which are
// the roots.
func unknownRegions(b *builder, r Rule) {
	s := b.Shape
	size := s.regionSize(r)
	least, _ := s.Numbers()
	last := least + s.GridCells()/size - 1
	labels := b.of(r.Cells...)
	highest := []build.Expr{build.Const(least - 1)} // by cell: of the labels before it
	for c, label := range labels {
		b.add(label.Le(last), label.Minus(highest[c]).Le(1))
		highest = append(highest, b.named(build.Max(highest[c], label), least, last))
	}
	b.differByRegion(r.Cells, s.GridCells()/size)
	for v := least; v <= last; v++ {
		b.add(b.count(r.Cells, v).Eq(size))
	}
	steps := b.builder.Len()
	reached := slice.Make(len(labels), func(c int) int { return b.define(labels[c].Gt(highest[c]), 0, 1) })
	beside := s.beside()
	same, rows := map[[2]int]int{}, equalRows(s.N(), s.N())
	for c := range labels {
		for _, d := range beside[c] {
			if d > c {
				same[[2]int{c, d}] = b.equal(int(r.Cells[c]), int(r.Cells[d]), rows)
				same[[2]int{d, c}] = same[[2]int{c, d}]
			}
		}
	}
	for range s.longestWay(size) { // from the first cell of the region
		next := make([]int, len(labels))
		for c := range labels {
			ways := []int{reached[c]}
			for _, d := range beside[c] {
				ways = append(ways, b.all(same[[2]int{c, d}], reached[d]))
			}
			next[c] = b.any(ways...)
		}
		reached = next
	}
	for v := least; v <= last; v++ {
		b.area(r.Cells, size, steps, v)
		steps = b.builder.Len() // the same for all areas
	}
	for _, v := range reached {
		b.add(b.builder.Expr(v))
	}
}

// differByRegion states that the cells of each of some regions have different values. If each row has all values, the
// labels of the cells with a value are auxiliary variables, one for each row.
func (b *builder) differByRegion(labels []Cell, regions int) {
	rows, columns := b.Shape.Size()
	if b.Shape.Free || columns != b.Shape.N() {
		n := b.Shape.N()
		pairs := slice.Make(len(labels), func(c int) build.Expr {
			return build.Sum(n, b.values[labels[c]], b.values[c])
		})
		b.add(build.AllDifferent(pairs...))
		return
	}
	equal := equalRows(b.Shape.N(), regions)
	low, high := b.Shape.Numbers()
	for v := low; v <= high; v++ {
		var all []build.Expr
		for row := range rows {
			region := b.declare(1, regions)
			for c := row * columns; c < (row+1)*columns; c++ {
				same := b.builder.Expr(b.equal(int(labels[c]), region, equal))
				b.addAlways(build.Or(b.values[c].Ne(v), same))
			}
			all = append(all, b.builder.Expr(region))
		}
		b.add(build.AllDifferent(all...))
	}
}

// equal returns a 0-1 variable that is 1 if two variables are equal; the rows are for their values.
func (b *builder) equal(x, y int, rows [][]int) int {
	z := b.declare(0, 1)
	b.builder.Post(b.origin(), model.Table{Vars: []model.Var{model.Var(x), model.Var(y), model.Var(z)}, Rows: rows})
	return z
}

// equalRows returns the rows of a table of two variables, with values from 1 to n and to m, and whether they are equal.
func equalRows(n, m int) (rows [][]int) {
	for x := range n {
		for y := range m {
			rows = append(rows, []int{x + 1, y + 1, oneIf(x == y)})
		}
	}
	return rows
}

// sameCount states that the first value, plus the number of the rule, is how many of the others have the second value.
func sameCount(b *builder, r Rule) {
	same := slice.Map(r.Cells[1:], func(c Cell) build.Expr { return b.values[c].Eq(b.values[r.Cells[1]]) })
	b.add(b.values[r.Cells[0]].Plus(r.Number).Eq(build.Sum(same)))
}

var validRuns = expects("expected one cell, and groups that begin with the same cell", func(_ Shape, r Rule) bool {
	other := func(g []Cell) bool { return g[0] != r.Groups[1][0] }
	return len(r.Groups[0]) == 1 && !slices.ContainsFunc(r.Groups[1:], other)
})

// sameRuns states that the first value, plus the number of the rule, is how many cells from the first of each group on
// have its value without a gap. The first cell is counted once.
func sameRuns(b *builder, r Rule) {
	length := build.Const(1)
	for _, arm := range r.Groups[1:] {
		run := build.Const(1)
		for _, c := range arm[1:] {
			run = b.named(build.And(run, b.values[c].Eq(b.values[arm[0]])), 0, 1)
			length = length.Plus(run)
		}
	}
	b.add(b.values[r.Groups[0][0]].Plus(r.Number).Eq(length))
}

// lines returns all rows and columns, read both ways.
func (s Shape) lines() (all [][]Cell) {
	for _, line := range append(s.rowCells(), s.columnCells()...) {
		back := slices.Clone(line)
		slices.Reverse(back)
		all = append(all, line, back)
	}
	return all
}

func validRank(s Shape, r Rule) string { return cmp.Or(needsSquare(s, r), needsLine(s, r)) }

var needsLine = expects("expected a whole row or column", func(s Shape, r Rule) bool {
	return slices.ContainsFunc(s.lines(), func(line []Cell) bool { return slices.Equal(line, r.Cells) })
})

// rank states how many lines are smaller, and unless the place may be shared that all others are larger.
//
// If each line has all values, each value begins exactly four lines, so the rank determines the first value, and only
// lines that begin with it are counted. Two lines are compared up to the first place at which a house keeps them apart.
func rank(shared bool) func(*builder, Rule) {
	const smaller, larger = 1, 2
	return func(b *builder, r Rule) {
		rows, _ := b.Shape.Size()
		least, _ := b.Shape.Numbers()
		full := rows == b.Shape.N() && !b.Shape.Free
		first, before, all := least+(r.Number-1)/4, r.Number-1, 4*rows-1
		if full {
			b.add(b.values[r.Cells[0]].Eq(first))
			before, all = before%4, 3
		}
		differ := func(x, y Cell) bool { return x != y && b.ShareHouse([]Cell{x, y}) }
		var classes []build.Expr
		for _, other := range b.Shape.lines() {
			if slices.Equal(other, r.Cells) || full && differ(other[0], r.Cells[0]) {
				continue
			}
			last := oneIf(full) // the first place at which the lines cannot be equal, or the last one
			for last < len(other)-1 && !differ(other[last], r.Cells[last]) {
				last++
			}
			class := build.Const(0) // of the cells from k on
			for k := last; k >= oneIf(full); k-- {
				if x, y := other[k], r.Cells[k]; x != y {
					order := b.named(build.Function(func(t []int) (int, bool) {
						return oneIf(t[0] != t[1]) * (larger - oneIf(t[0] < t[1])), true
					}, b.values[x], b.values[y]), 0, larger)
					if k == last {
						class = order
						continue
					}
					class = b.named(build.Function(func(t []int) (int, bool) {
						return cmp.Or(t[0], t[1]), true
					}, order, class), 0, larger)
				}
			}
			if full && other[0] != r.Cells[0] {
				class = b.named(build.Function(func(t []int) (int, bool) { return oneIf(t[0] == first) * t[1], true },
					b.values[other[0]], class), 0, larger)
			}
			classes = append(classes, class)
		}
		b.add(build.Count(classes, smaller).Eq(before))
		if !shared {
			b.add(build.Count(classes, larger).Eq(all - before))
		}
	}
}

// apart reports whether rows and columns keep two lines from being equal: at one place they have two cells of one row
// or column, which has no value twice.
func (s Shape) apart(x, y []Cell) bool {
	for k := range x {
		if x[k] != y[k] && !s.Free && (s.Row(x[k]) == s.Row(y[k]) || s.Column(x[k]) == s.Column(y[k])) {
			return true
		}
	}
	return false
}

// differentLines states that no two lines are equal. Lines read forwards are enough for the first of two.
func differentLines(b *builder, _ Rule) {
	all := b.Shape.lines()
	for i, x := range all {
		for j, y := range all[:i] {
			if b.Shape.apart(x, y) || i%2 == 1 && j/2 < i/2 {
				continue
			}
			var differ []build.Expr
			for k := range x {
				if x[k] != y[k] {
					differ = append(differ, b.values[x[k]].Ne(b.values[y[k]]))
				}
			}
			b.add(build.Or(differ...))
		}
	}
}

// doppelganger is about a grid whose houses lack one value each.
func validDoppelganger(s Shape, r Rule) string {
	if rows, columns := s.Size(); rows != columns || s.N() != rows+1 || s.Offset != -1 || s.Free ||
		s.HasBoxes() && s.Height*s.Width != rows {
		return "expected a square grid with the values from 0 to the number of rows"
	}
	if n := len(r.Cells); n > 0 && n != s.Houses() {
		return fmt.Sprintf("%d cells, expected one for each of the %d houses, or none", n, s.Houses())
	}
	return ""
}

// doppelganger states which values houses lack: not 0, a different one in each row, in each column and in each box;
// and three different ones in the row, the column and the box of a 0. The value that a house lacks is what its sum
// lacks. The cells, if there are any, hold these values.
func doppelganger(b *builder, r Rule) {
	s := b.Shape
	n, _ := s.Size()
	var lacking [3][]build.Expr
	for i, c := range s.Model().Constraints {
		kind, _ := s.House(i)
		k := slices.Index([]string{"row", "column", "box"}, kind)
		sum := build.Const(n * (n + 1) / 2)
		var house []build.Expr
		for _, v := range c.Scope() {
			house = append(house, b.values[v])
			sum = sum.Minus(b.values[v])
		}
		missing := b.named(sum, 1, n)
		b.add(build.AllDifferent(append(house, missing)...))
		lacking[k] = append(lacking[k], missing)
		if len(r.Cells) > 0 {
			b.add(missing.Eq(b.values[r.Cells[i]]))
		}
	}
	for _, all := range lacking {
		b.add(build.AllDifferent(all...))
	}
	for c := range Cell(s.GridCells()) {
		houses := []build.Expr{lacking[0][s.Row(c)], lacking[1][s.Column(c)]}
		if s.HasBoxes() {
			houses = append(houses, lacking[2][s.Box(c)])
		}
		for i, x := range houses {
			for _, y := range houses[:i] {
				b.add(build.If(b.values[c].Eq(0), x.Ne(y)))
			}
		}
	}
}
