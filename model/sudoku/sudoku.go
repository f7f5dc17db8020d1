package sudoku

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/internal/support"
)

// A Shape is the shape of a grid: boxes of Height rows and Width columns. The usual grid has N = Height*Width rows and
// as many columns, and its cells take the values 1..N; the Layout says how another one differs. A grid without boxes
// has boxes of one row, which are its rows. Ordinary Sudoku is Shape{Height: 3, Width: 3}.
type Shape struct {
	Height, Width int // of a box, in cells
	Layout
}

// MaxN is the largest supported number of rows.
const MaxN = 100

// Order returns the shape with n×n boxes, whose grid has n² rows.
func Order(n int) Shape { return Shape{Height: n, Width: n} }

// ShapeOf returns the usual shape of a grid with n rows: square boxes if n is a square, and otherwise the boxes closest
// to square that are wider than high (2×3 for 6, 3×4 for 12). It returns false if n is not between 1 and MaxN or is a
// prime above 3.
func ShapeOf(n int) (Shape, bool) {
	if n < 1 || n > MaxN {
		return Shape{}, false
	}
	best := 1
	for h := 1; h*h <= n; h++ {
		if n%h == 0 {
			best = h
		}
	}
	if best == 1 && n > 3 {
		return Shape{}, false
	}
	return Shape{Height: best, Width: n / best}, true
}

// N returns the number of values and, of a usual grid, of rows, of columns and of boxes.
func (s Shape) N() int {
	if s.Values > 0 {
		return s.Values
	}
	return s.Height * s.Width
}

// Cells returns the number of cells, N² in a usual grid.
func (s Shape) Cells() int { return s.GridCells() + s.Extra }

// String returns the size of the grid and of its boxes, as in "9x9 (3x3)", and a layout that differs.
func (s Shape) String() string {
	rows, columns := s.Size()
	text := fmt.Sprintf("%dx%d (%dx%d)", rows, columns, s.Height, s.Width)
	if _, rest, _ := strings.Cut(s.Text(), " "); rest != "" {
		_, values, _ := strings.Cut(rest, " ")
		text += " " + values
	}
	return text
}

// Validate returns an error if a side of the box is not positive, the grid has more than MaxN rows, or its layout does
// not fit its boxes.
func (s Shape) Validate() error {
	if s.Height < 1 || s.Width < 1 || s.Height > MaxN || s.Width > MaxN || s.Height*s.Width > MaxN {
		return fmt.Errorf("boxes of %dx%d cells are not supported: a grid has 1 to %d rows", s.Height, s.Width,
			MaxN)
	}
	return s.validLayout()
}

// A Cell is a square of a grid, row by row: row*columns + column. The extra cells follow.
type Cell int

// Cell returns the cell in a row and column, both counted from 0.
func (s Shape) Cell(row, column int) Cell {
	_, columns := s.Size()
	return Cell(row*columns + column)
}

// Row returns the row of c, counted from 0. Extra cells have rows and columns far from each other and from the grid.
func (s Shape) Row(c Cell) int {
	switch extra := int(c) - s.Rows*s.Columns; {
	case s.IsUsual():
		return int(c) / (s.Height * s.Width)
	case extra >= 0:
		return (extra + 1) * farAway
	}
	return int(c) / s.Columns
}

// Column returns the column of c, counted from 0.
func (s Shape) Column(c Cell) int {
	switch extra := int(c) - s.Rows*s.Columns; {
	case s.IsUsual():
		return int(c) % (s.Height * s.Width)
	case extra >= 0:
		return (extra + 1) * farAway
	}
	return int(c) % s.Columns
}

const farAway = 1000

// Box returns the box of a cell of the grid, counted from 0, row by row.
func (s Shape) Box(c Cell) int {
	_, columns := s.Size()
	return s.Row(c)/s.Height*(columns/s.Width) + s.Column(c)/s.Width
}

// Name returns the name of c, such as r1c9, or x1 for the first of the extra cells.
func (s Shape) Name(c Cell) string {
	if extra := int(c) - s.GridCells(); extra >= 0 {
		return fmt.Sprintf("x%d", extra+1)
	}
	return fmt.Sprintf("r%dc%d", s.Row(c)+1, s.Column(c)+1)
}

// A Grid maps cells to values: grid[c] is the value of cell c, from 1 to N, or 0 for a blank.
type Grid []int

// A Puzzle is a grid to complete.
type Puzzle struct {
	Shape Shape
	Clues Grid
	Name  string // as in the file, if it states one
	Rules []Rule // beyond rows, columns and boxes; none for a classic puzzle
	Texts Texts

	Alphabet *Alphabet // in which the clues were written and answers are; it changes no solution
}

// Texts is what the file of a puzzle states besides: nothing in it changes the solutions.
type Texts struct {
	Author   string
	Rules    string // the rules in words; may have several lines
	Solution Grid   // as the author states it, complete; nil if it is not stated
}

// Validate returns an error if the number of cells does not fit the shape, a clue is out of range, a rule is
// ill-formed or a model of the rules would take too much memory. Equal clues in a house are valid: the puzzle then has
// no solution.
func (p Puzzle) Validate() error {
	if err := p.Shape.Validate(); err != nil {
		return err
	}
	if len(p.Clues) != p.Shape.Cells() {
		return fmt.Errorf("%d cells given, a %s grid has %d", len(p.Clues), p.Shape, p.Shape.Cells())
	}
	for c, v := range p.Clues {
		if v < 0 || v > p.Shape.N() {
			return fmt.Errorf("%s = %d: values are 1 to %d", p.Shape.Name(Cell(c)), v, p.Shape.N())
		}
	}
	for i := range p.Rules {
		if err := p.ValidateRule(i); err != nil {
			return err
		}
	}
	if err := p.ValidateSize(context.Background()); err != nil {
		return err
	}
	if p.Alphabet == nil && p.Shape.Offset != 0 {
		return fmt.Errorf("the values of a %s grid have no alphabet", p.Shape)
	}
	return p.Alphabet.validate(p.Shape.N())
}

// ValidateRule returns an error if rule i is ill-formed in p: one of Rule.Validate, or another because the rule needs
// regions and p has neither boxes nor the rule regions.
func (p Puzzle) ValidateRule(i int) error {
	r := p.Rules[i]
	if err := r.Validate(p.Shape); err != nil {
		return err
	}
	for _, q := range append([]Rule{r}, slices.Concat(r.Any...)...) {
		if RuleKindByName(q.Kind).needsRegions && p.Regions() == nil {
			return fmt.Errorf("rule %s: the grid has neither boxes nor regions", q.Kind)
		}
	}
	return nil
}

// Givens returns the number of clues.
func (p Puzzle) Givens() int {
	n := 0
	for _, v := range p.Clues {
		if v != 0 {
			n++
		}
	}
	return n
}

// Model returns the model of the puzzle: BaseModel, followed by one Given for each clue in cell order. The puzzle must
// be valid.
func (p Puzzle) Model() *model.Model {
	m := p.BaseModel()
	m.Name = p.Name
	for _, g := range p.Given(nil) {
		m.Constraints = append(m.Constraints, g)
	}
	return m
}

// BaseModel returns the model of the puzzle without its clues: Shape.Model, followed by the constraints of Rules in
// order. Variable c is the value of cell c. Auxiliary variables of rules follow; each solution of the puzzle determines
// their values, so the solutions of the model are those of the puzzle.
func (p Puzzle) BaseModel() *model.Model {
	if p.Classic() {
		return p.Shape.Model()
	}
	return p.statement().Model
}

// BaseModelByRule returns the fields of the statement of p.
func (p Puzzle) BaseModelByRule() (m *model.Model, constraints, auxiliary []int) {
	s := p.statement()
	return s.Model, s.Constraints, s.Auxiliary
}

// Extend returns a function that extends complete grids to the assignments of BaseModel that they determine. Where a
// grid breaks a rule, auxiliary variables are 0, and the assignment breaks the model, as all do.
func (p Puzzle) Extend() func(g Grid) model.Assignment {
	m := p.BaseModel()
	set := support.New(m, m.Constraints[p.Shape.Houses():]) // those of rules
	return func(g Grid) model.Assignment {
		a := slices.Clone(g)
		for _, v := range m.Vars[len(g):] {
			if a = append(a, 0); v.Domain.Size() == 1 {
				a[len(a)-1] = v.Domain.Min()
			}
		}
		isGrid := func(v model.Var, value int) bool { return int(v) >= len(g) || g[v] == value }
		set.Solutions(isGrid, ruleWork, func(values []int) bool {
			for i, v := range set.Vars() {
				a[v] = values[i]
			}
			return false
		})
		return model.Assignment(a)
	}
}

// Solution returns the grid of a solution of Model, which it aliases.
func (p Puzzle) Solution(a model.Assignment) Grid { return Grid(a[:min(len(a), p.Shape.Cells())]) }

// Given appends the clues to dst as givens of BaseModel, in cell order, and returns the extended slice.
func (p Puzzle) Given(dst []model.Given) []model.Given {
	for c, v := range p.Clues {
		if v != 0 {
			dst = append(dst, model.Given{Var: model.Var(c), Value: v})
		}
	}
	return dst
}

// Model returns the model of the empty grid: one variable per cell, with its name and the domain 1..N, and the
// constraints of Rows, Columns and Boxes, in this order.
func (s Shape) Model() *model.Model {
	m := &model.Model{Vars: make([]model.Variable, s.Cells())}
	values := model.Interval(1, s.N())
	for c := range m.Vars {
		m.Vars[c] = model.Variable{Name: s.Name(Cell(c)), Domain: values}
	}
	m.Constraints = append(m.Constraints, Rows(s)...)
	m.Constraints = append(m.Constraints, Columns(s)...)
	m.Constraints = append(m.Constraints, Boxes(s)...)
	return m
}

// Houses returns the number of constraints of Model.
func (s Shape) Houses() int {
	rows, columns := s.Size()
	switch {
	case s.Free:
		return 0
	case s.IsUsual():
		return 3 * rows
	case !s.HasBoxes():
		return rows + columns
	}
	return rows + columns + s.boxes()
}

// HasBoxes reports whether the boxes are no parts of rows or columns.
func (s Shape) HasBoxes() bool { return s.Height > 1 && s.Width > 1 }

// boxes returns the number of boxes.
func (s Shape) boxes() int { return s.GridCells() / (s.Height * s.Width) }

// Rows states that the cells of each row have different values. It states nothing about a free grid.
func Rows(s Shape) []model.Constraint {
	return s.houses(s.rowCells())
}

// Columns states that the cells of each column have different values.
func Columns(s Shape) []model.Constraint {
	return s.houses(s.columnCells())
}

// Boxes states that the cells of each box have different values. It states nothing about a grid that is neither usual
// nor has boxes.
func Boxes(s Shape) []model.Constraint {
	if !s.IsUsual() && !s.HasBoxes() {
		return nil
	}
	return s.houses(s.boxCells())
}

// houses states that the cells of each house have different values, unless the grid is free.
func (s Shape) houses(all [][]Cell) []model.Constraint {
	if s.Free {
		return nil
	}
	return slice.Map(all, func(cells []Cell) model.Constraint {
		return model.AllDifferent{Vars: slice.Map(cells, func(c Cell) model.Var { return model.Var(c) })}
	})
}

// rowCells, columnCells and boxCells return the cells of each row, column and box, in reading order.
func (s Shape) rowCells() [][]Cell {
	rows, columns := s.Size()
	return cellLists(rows, columns, s.Cell)
}

func (s Shape) columnCells() [][]Cell {
	rows, columns := s.Size()
	return cellLists(columns, rows, func(column, row int) Cell { return s.Cell(row, column) })
}

func (s Shape) boxCells() [][]Cell {
	_, columns := s.Size()
	stacks := columns / s.Width
	return cellLists(s.boxes(), s.Height*s.Width, func(box, k int) Cell {
		return s.Cell(box/stacks*s.Height+k/s.Width, box%stacks*s.Width+k%s.Width)
	})
}

// cellLists returns lists of as many cells as size; cell(i, k) is the k-th cell of the i-th list.
func cellLists(number, size int, cell func(i, k int) Cell) [][]Cell {
	all := make([][]Cell, number)
	for i := range all {
		all[i] = make([]Cell, size)
		for k := range all[i] {
			all[i][k] = cell(i, k)
		}
	}
	return all
}
