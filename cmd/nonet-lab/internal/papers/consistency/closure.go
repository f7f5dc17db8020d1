package consistency

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"nonet/model"
)

// Rules select what Closure removes. The zero value removes the value of a fixed cell from its houses: naked singles.
type Rules struct {
	// Hidden: a house with as many values as cells uses all of them, so a value with one cell left is its value.
	Hidden bool

	// Bounds: the lowest and the highest value of a cell belong to a solution of its house in which every domain is an
	// interval. The cells within an interval of as many values take all of these (Hall intervals).
	Bounds bool

	// Domain: every value of a cell belongs to a solution of its house, which finds subsets of any size.
	Domain bool

	// Locked: a value that a house has among the cells of another house only is removed from the rest of that house.
	Locked Houses

	// Shaving: a value whose assignment leads to a contradiction is removed.
	Shaving bool
}

// Houses are the houses whose pairs a rule applies to.
type Houses int

const (
	None Houses = iota
	All
	NoColumns // of a classic puzzle: rows and boxes
)

// contains reports whether h contains the house with the given index; the columns follow the rows.
func (h Houses) contains(house, rows int) bool {
	return h == All || h == NoColumns && (house < rows || house >= 2*rows)
}

// Closure applies rules to the AllDifferent and Given constraints of m until nothing changes, and returns the values
// left. consistent is false, and domains nil, if a constraint cannot hold. The result does not depend on the order of
// the rules: each removes at least as much from smaller domains. The values of m must be 1 to 64.
//
// Source: H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating Constraint
// Satisfaction Problems, 2005.
func Closure(ctx context.Context, m *model.Model, r Rules) (domains []model.Domain, consistent bool, err error) {
	g := &grid{rules: r, cells: make([]uint64, len(m.Vars)), housesOf: make([][]int, len(m.Vars)), consistent: true}
	for v, x := range m.Vars {
		for value := range x.Domain.All {
			if value < 1 || value > 64 {
				return nil, false, fmt.Errorf("consistency: value %d of %s is not in 1..64", value, m.Name)
			}
			g.cells[v] |= 1 << (value - 1)
		}
		g.consistent = g.consistent && g.cells[v] != 0
	}
	for _, c := range m.Constraints {
		if c, ok := c.(model.AllDifferent); ok {
			for _, v := range c.Vars {
				g.housesOf[v] = append(g.housesOf[v], len(g.houses))
			}
			g.houses = append(g.houses, c.Vars)
			g.waiting = append(g.waiting, len(g.waiting))
			g.waits = append(g.waits, true)
		}
	}
	for _, c := range m.Constraints {
		if c, ok := c.(model.Given); ok {
			g.keep(c.Var, 1<<uint(c.Value-1)) // 0 if the value is not in 1..64
		}
	}
	g.propagate()
	if r.Shaving && g.consistent {
		err = g.shave(ctx)
	}
	if !g.consistent || err != nil {
		return nil, false, err
	}
	for v, x := range m.Vars {
		domains = append(domains, x.Domain.Filter(func(value int) bool {
			return g.cells[v]>>(value-1)&1 == 1
		}))
	}
	return domains, true, nil
}

// A grid is the state of a closure.
type grid struct {
	rules      Rules
	cells      []uint64      // by cell: its values, value v as bit v-1
	houses     [][]model.Var // by house: its cells
	housesOf   [][]int       // by cell
	waiting    []int         // houses with a change since their rules were applied
	waits      []bool        // by house
	consistent bool
}

// keep removes the values of cell c that are not in the set.
func (g *grid) keep(c model.Var, set uint64) {
	if g.cells[c]&^set == 0 {
		return
	}
	g.cells[c] &= set
	g.consistent = g.consistent && g.cells[c] != 0
	for _, h := range g.housesOf[c] {
		if !g.waits[h] {
			g.waits[h] = true
			g.waiting = append(g.waiting, h)
		}
	}
}

func (g *grid) propagate() {
	for len(g.waiting) > 0 && g.consistent {
		last := len(g.waiting) - 1
		h := g.waiting[last]
		g.waiting, g.waits[h] = g.waiting[:last], false
		cells := g.houses[h]
		g.eliminate(cells)
		if g.rules.Hidden {
			g.findHidden(cells)
		}
		if g.rules.Locked.contains(h, len(g.houses)/3) {
			g.removeLocked(h)
		}
		if g.rules.Bounds {
			g.narrowBounds(cells)
		}
		if g.rules.Domain {
			g.matchHouse(cells)
		}
	}
}

func (g *grid) eliminate(house []model.Var) {
	for _, c := range house {
		if v := g.cells[c]; v&(v-1) == 0 {
			for _, other := range house {
				if other != c {
					g.keep(other, ^v)
				}
			}
		}
	}
}

// union returns the values of the cells that a function accepts.
func (g *grid) union(house []model.Var, accepts func(model.Var) bool) (set uint64) {
	for _, c := range house {
		if accepts(c) {
			set |= g.cells[c]
		}
	}
	return set
}

func (g *grid) findHidden(house []model.Var) {
	var once, twice uint64
	for _, c := range house {
		twice |= once & g.cells[c]
		once |= g.cells[c]
	}
	spare := bits.OnesCount64(once) - len(house)
	g.consistent = g.consistent && spare >= 0
	for _, c := range house {
		if v := g.cells[c] & once &^ twice; spare == 0 && v != 0 {
			g.keep(c, v)
			g.consistent = g.consistent && v&(v-1) == 0
		}
	}
}

func (g *grid) removeLocked(h int) {
	isInHouse := func(c model.Var) bool { return slices.Contains(g.housesOf[c], h) }
	if all := g.union(g.houses[h], isInHouse); bits.OnesCount64(all) > len(g.houses[h]) {
		return
	}
	done := map[int]bool{h: true}
	for _, c := range g.houses[h] {
		for _, o := range g.housesOf[c] {
			if done[o] || !g.rules.Locked.contains(o, len(g.houses)/3) {
				continue
			}
			done[o] = true
			isOutside := func(c model.Var) bool { return !slices.Contains(g.housesOf[c], o) }
			locked := ^g.union(g.houses[h], isOutside) & g.union(g.houses[h], func(model.Var) bool { return true })
			for _, other := range g.houses[o] {
				if locked != 0 && !isInHouse(other) {
					g.keep(other, ^locked)
				}
			}
		}
	}
}

func (g *grid) narrowBounds(house []model.Var) {
	all := g.union(house, func(model.Var) bool { return true })
	for low := bits.TrailingZeros64(all); low < bits.Len64(all); low++ {
		for high := low; high < bits.Len64(all); high++ {
			interval := ^uint64(0) << low & (^uint64(0) >> (63 - high))
			within := 0
			for _, c := range house {
				if g.cells[c]&^interval == 0 {
					within++
				}
			}
			if within <= high-low {
				continue
			}
			g.consistent = g.consistent && within == high-low+1
			for _, c := range house {
				lowest, highest := bits.TrailingZeros64(g.cells[c]), 63-bits.LeadingZeros64(g.cells[c])
				if g.cells[c]&^interval != 0 && (interval>>lowest&1 == 1 || interval>>highest&1 == 1) {
					g.keep(c, ^interval)
				}
			}
		}
	}
}

// A matching has the index of the cell that takes a value, by value; -1 if no cell takes it.
type matching [64]int

// matchHouse removes each value that no assignment of different values to the cells of a house uses. It keeps such an
// assignment, and changes it for each value in question along an augmenting path.
func (g *grid) matchHouse(house []model.Var) {
	var m matching
	for v := range m {
		m[v] = -1
	}
	for i := range house {
		if !g.augment(house, &m, i, 0) {
			g.consistent = false
			return
		}
	}
	for i, c := range house {
		for rest := g.cells[c]; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros64(rest)
			if m[v] == i {
				continue
			}
			next := m
			next[slices.Index(m[:], i)], next[v] = -1, i
			if j := m[v]; j >= 0 && !g.augment(house, &next, j, 1<<v) {
				g.keep(c, ^(1 << v))
				continue
			}
			m = next
		}
	}
}

// augment gives cell i of the house a value outside of tried, and cells in its way other values.
func (g *grid) augment(house []model.Var, m *matching, i int, tried uint64) bool {
	var try func(i int) bool
	try = func(i int) bool {
		for {
			rest := g.cells[house[i]] &^ tried
			if rest == 0 {
				return false
			}
			v := bits.TrailingZeros64(rest)
			tried |= 1 << v
			if m[v] < 0 || try(m[v]) {
				m[v] = i
				return true
			}
		}
	}
	return try(i)
}

// shave removes the values whose assignment fails, until there are none.
func (g *grid) shave(ctx context.Context) error {
	for changed := true; changed && g.consistent; {
		changed = false
		for i := range 64 * len(g.cells) {
			c, value := model.Var(i/64), uint64(1)<<(i%64)
			if g.cells[c]&value == 0 || g.cells[c] == value {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			probe := *g
			probe.cells, probe.waits = slices.Clone(g.cells), slices.Clone(g.waits)
			probe.keep(c, value)
			if probe.propagate(); !probe.consistent {
				changed = true
				g.keep(c, ^value)
				g.propagate()
			}
		}
	}
	return nil
}
