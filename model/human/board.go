package human

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strconv"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/internal/network"
)

// A Board is a model compiled for the rules: the cells are its variables and the houses its AllDifferent constraints.
// One Board serves all puzzles that differ only in their givens. It is immutable and safe for concurrent use; each
// goroutine needs its own Positions.
//
// Inside the package, a cell is the index of its variable, a value is its index in values, and a house is its index in
// houses. A set of values is 64 bits, and so is a set of places within a house.
type Board struct {
	network *network.Network
	model   *model.Model
	values  []int // all values of all domains, increasing
	symbol  func(value int) string
	offset  int // of the numbers that rules use: a value plus this

	houses      []house
	memberships [][]membership // by cell
	peers       []cellSet      // by cell: its peers
	words       int            // of a cellSet
	initial     *Position      // domains and givens of the model

	conditions []condition

	intersections [][]intersection // by house
	queueMasks    [3][]uint64      // by kind: the bits of its houses in Position.hiddenQueue
	fishLines     []fishLines
	deadly        deadlyPatterns  // computed on first use
	fishHouses    [3][]fishHouses // by style of fish
}

// A house is an AllDifferent constraint.
type house struct {
	kind   Kind
	name   string // "row 3"
	cells  []int
	set    cellSet
	values uint64 // in the domain of some cell
	full   bool   // as many cells as values, so that each value has a place
}

// A membership is the place of a cell in a house: houses[house].cells[place].
type membership struct {
	house, place int
	offset       int    // house*len(values), the first index of the house in Position.housePlaces
	bit          uint64 // 1<<place
	full         bool   // as in house
}

// A Kind is the form of a house in a grid. NewBoard recognises it by the names of the cells: r1c1 is row 1, column 1.
type Kind int

const (
	Region Kind = iota // a box, or any other house
	Row
	Column
)

// A LimitError reports that a model is too large for the rules.
type LimitError struct{ What string }

func (e *LimitError) Error() string {
	return fmt.Sprintf("the rules know at most 64 values and %d houses of 64 cells: %s", maxHouses, e.What)
}

// maxHouses is the number of houses up to which rules are applied: the memory for pairs of houses that share cells
// grows with its square, to 100 MB at the limit. The grid of 64 rows has 192 houses.
const maxHouses = 2048

// NewBoard compiles a model. The rules ignore its constraints other than AllDifferent, NotEqual and Given. NewBoard
// returns a *LimitError if the model has more than 64 values, a house has more than 64 cells, or there are more than
// 2,048 houses.
func NewBoard(m *model.Model) (*Board, error) { return newBoard(m, nil) }

// newBoard is NewBoard with the names of the houses, unless they are nil.
func newBoard(m *model.Model, names []string) (*Board, error) {
	if err := m.CheckValues(nil); err != nil {
		return nil, &LimitError{err.Error()}
	}
	n := network.New(m)
	if len(n.Values) > 64 {
		return nil, &LimitError{fmt.Sprintf("there are %d values", len(n.Values))}
	}
	if len(n.Groups) > maxHouses {
		return nil, &LimitError{fmt.Sprintf("there are %d houses", len(n.Groups))}
	}
	cells := len(m.Vars)
	b := &Board{
		network: n, model: m, values: n.Values, symbol: strconv.Itoa,
		memberships: make([][]membership, cells), words: (cells + 63) / 64,
	}
	row, column := rowsAndColumns(m)
	regions := 0
	for h := range n.Groups {
		g := &n.Groups[h]
		if len(g.Vars) > 64 {
			return nil, &LimitError{fmt.Sprintf("a house has %d cells", len(g.Vars))}
		}
		u := house{set: b.newSet(), full: g.Permutation(), values: g.Values[0]}
		for at, v := range g.Vars {
			u.cells = append(u.cells, int(v))
			u.set.Add(int(v))
			b.memberships[v] = append(b.memberships[v], membership{h, at, h * len(n.Values), 1 << at, u.full})
		}
		switch {
		case row != nil && allEqual(row, u.cells):
			u.kind, u.name = Row, fmt.Sprintf("row %d", row[u.cells[0]])
		case row != nil && allEqual(column, u.cells):
			u.kind, u.name = Column, fmt.Sprintf("column %d", column[u.cells[0]])
		default:
			regions++
			switch {
			case len(u.cells) == 0: // no rule uses an empty house
			case row == nil:
				u.name = fmt.Sprintf("house %d", regions)
			case regions > len(n.Values) || !fillsBox(row, column, u.cells):
				u.name = "region " + b.cellName(u.cells[0]) + ".." + b.cellName(u.cells[len(u.cells)-1])
			default:
				u.name = fmt.Sprintf("box %d", regions)
			}
		}
		if names != nil {
			u.name = names[h]
		}
		b.houses = append(b.houses, u)
	}
	for c := range cells {
		s := b.newSet()
		for _, u := range n.Peers.Get(int32(c)) {
			s.Add(int(u))
		}
		b.peers = append(b.peers, s)
	}
	b.intersections = b.newIntersections()
	b.fishLines = b.newFishLines()
	b.fishHouses = b.newFishHouses()
	b.queueMasks = b.newQueueMasks()
	b.initial = b.newInitialPosition()
	return b, nil
}

// NewVariantBoard compiles a model whose first variables, as many as cells, are the cells of a grid, for rules that use
// the conditions, too. Variables beyond the cells may occur in conditions only. The board has the houses of the model,
// and those constraints of the model that the other rules use. houses are the names of the AllDifferent constraints of
// m, in order; they have no variables beyond the cells.
func NewVariantBoard(m *model.Model, cells int, houses []string, conditions []Condition) (*Board, error) {
	grid := &model.Model{Name: m.Name, Vars: m.Vars[:cells], Objective: m.Objective}
	for _, c := range m.Constraints {
		scope := c.Scope()
		seen := slice.Filter(scope, func(v model.Var) bool { return int(v) < cells })
		switch {
		case len(seen) == len(scope):
			grid.Constraints = append(grid.Constraints, c)
		case len(seen) > 0:
			// Stands for what is left out: the rules that assume uniqueness exchange no values under a Table.
			grid.Constraints = append(grid.Constraints, model.Table{Vars: seen})
		}
	}
	b, err := newBoard(grid, houses)
	if err != nil {
		return nil, err
	}
	for _, k := range conditions {
		b.addCondition(m, k, formOf(k.Constraints))
	}
	b.addAreas(m)
	return b, nil
}

// rowsAndColumns returns the row and the column of each cell, counted from 1 as in its name. It returns nil, nil if the
// name of any cell has another form.
func rowsAndColumns(m *model.Model) (row, column []int) {
	row, column = make([]int, len(m.Vars)), make([]int, len(m.Vars))
	for c, v := range m.Vars {
		if n, err := fmt.Sscanf(v.Name, "r%dc%d", &row[c], &column[c]); n != 2 || err != nil {
			return nil, nil
		}
	}
	return row, column
}

// allEqual reports whether cells is not empty and all of them have the same number.
func allEqual(number []int, cells []int) bool {
	for _, c := range cells {
		if number[c] != number[cells[0]] {
			return false
		}
	}
	return len(cells) > 0
}

// fillsBox reports whether cells, at least one, fill a rectangle.
func fillsBox(row, column []int, cells []int) bool {
	top, bottom, left, right := row[cells[0]], row[cells[0]], column[cells[0]], column[cells[0]]
	for _, c := range cells {
		top, bottom = min(top, row[c]), max(bottom, row[c])
		left, right = min(left, column[c]), max(right, column[c])
	}
	return (bottom-top+1)*(right-left+1) == len(cells)
}

func (b *Board) newSet() cellSet { return make(cellSet, b.words) }

// queueWords returns the length of Position.hiddenQueue.
func (b *Board) queueWords() int { return (len(b.houses)*len(b.values) + 63) / 64 }

func (b *Board) newQueueMasks() (masks [3][]uint64) {
	for k := range masks {
		masks[k] = make([]uint64, b.queueWords())
	}
	for h := range b.houses {
		for x := range b.values {
			at := h*len(b.values) + x
			masks[b.houses[h].kind][at>>6] |= 1 << (at & 63)
		}
	}
	return masks
}

// candidate returns the Candidate of a cell and the index of a value.
func (b *Board) candidate(c, x int) Candidate { return Candidate{model.Var(c), b.values[x]} }

func (b *Board) cellName(c int) string { return b.model.NameOf(model.Var(c)) }

// valueIndex returns the index of a value in values, or false if no domain contains the value.
func (b *Board) valueIndex(value int) (int, bool) { return b.network.Index(value) }

// HouseCells returns the cells of the house with a name as in Part.House, or nil if there is none.
func (b *Board) HouseCells(name string) []model.Var {
	i := slices.IndexFunc(b.houses, func(u house) bool { return u.name == name })
	if i < 0 {
		return nil
	}
	return slice.Map(b.houses[i].cells, func(c int) model.Var { return model.Var(c) })
}

// A cellSet is a set of cells. All sets of one board have the same length.
type cellSet = slice.Set

// members yields the elements of a set of values or places, in increasing order.
func members(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// cellsAt yields the cells at some places of a house.
func (b *Board) cellsAt(h int, places uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; places != 0; places &= places - 1 {
			if !yield(b.houses[h].cells[bits.TrailingZeros64(places)]) {
				return
			}
		}
	}
}
