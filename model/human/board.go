package human

import (
	"fmt"

	"nonet/model"
	"nonet/model/internal/network"
)

// A Board is what the rules know of a model, compiled: its cells, which are the variables; its values; and its houses, which are its
// AllDifferent constraints. It serves all puzzles that differ in their givens only, does not change, and may be used by many
// goroutines, each with Positions of its own.
//
// Inside the package, a cell is the index of its variable, a value is its index in values, a house is its index in houses, and sets of
// values and of places within a house are words of 64 bits.
type Board struct {
	network *network.Network
	model   *model.Model
	values  []int // all values of all domains, increasing

	houses      []house
	memberships [][]membership // by cell: its places in its houses
	peers       []cellSet      // by cell: its peers
	words       int            // of a cellSet
	initial     *Position      // domains and givens of the model

	intersections [][]intersection // by house
	fishLines     []fishLines
	deadly        deadlyPatterns   // found when first needed
	houseFamilies [3][]houseFamily // by style of fish
}

// A house is an AllDifferent.
type house struct {
	kind   Kind
	name   string // "row 3"
	cells  []int
	set    cellSet
	values uint64 // that some cell of it may take
	full   bool   // each value has its place here: there are as many cells as values
}

// A seat is the place of a cell in a house: houses[house].cells[at].
type membership struct {
	house, place int
	offset       int    // house*len(values), where the house begins in Position.where
	bit          uint64 // 1<<at
	full         bool   // as the house
}

// A Kind says what a house looks like in a grid. It is recognised by the names of its cells: r1c1 is row 1, column 1.
type Kind int

const (
	Region Kind = iota // a box, or any other house
	Row
	Column
)

// A LimitError says that a model is too large for the rules.
type LimitError struct{ What string }

func (e *LimitError) Error() string {
	return "human: the rules know at most 64 values and houses of 64 cells: " + e.What
}

// NewBoard analyses a model, whose constraints other than AllDifferent, NotEqual and Given the rules ignore. It returns a *LimitError if
// there are more than 64 values or a house has more than 64 cells.
func NewBoard(m *model.Model) (*Board, error) {
	n := network.New(m)
	if len(n.Values) > 64 {
		return nil, &LimitError{fmt.Sprintf("there are %d values", len(n.Values))}
	}
	cells := len(m.Vars)
	b := &Board{network: n, model: m, values: n.Values, memberships: make([][]membership, cells), words: (cells + 63) / 64}
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
			u.set.add(int(v))
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
			case len(u.cells) == 0: // no rule is about it
			case row == nil:
				u.name = fmt.Sprintf("house %d", regions)
			case regions > len(n.Values) || !fillsBox(row, column, u.cells):
				u.name = "region " + b.cellName(u.cells[0]) + ".." + b.cellName(u.cells[len(u.cells)-1])
			default:
				u.name = fmt.Sprintf("box %d", regions)
			}
		}
		b.houses = append(b.houses, u)
	}
	for c := range cells {
		s := b.newSet()
		for _, u := range n.Peers.Get(int32(c)) {
			s.add(int(u))
		}
		b.peers = append(b.peers, s)
	}
	b.intersections = b.newIntersections()
	b.fishLines = b.newFishLines()
	b.houseFamilies = b.newHouseFamilies()
	b.initial = b.newInitialPosition()
	return b, nil
}

// places returns the rows and columns of the cells, counted from 1 as in their names, or nil if some cell has another kind of name.
func rowsAndColumns(m *model.Model) (row, column []int) {
	row, column = make([]int, len(m.Vars)), make([]int, len(m.Vars))
	for c, v := range m.Vars {
		if n, err := fmt.Sscanf(v.Name, "r%dc%d", &row[c], &column[c]); n != 2 || err != nil {
			return nil, nil
		}
	}
	return row, column
}

// same reports whether there are cells and all have the same number.
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

// candidate returns the candidate of a cell and the index of a value.
func (b *Board) candidate(c, x int) Candidate { return Candidate{model.Var(c), b.values[x]} }

// name returns the name of a cell.
func (b *Board) cellName(c int) string { return b.model.NameOf(model.Var(c)) }

// index returns the index of a value in values, and false if no domain has it.
func (b *Board) valueIndex(value int) (int, bool) { return b.network.Index(value) }
