package metaheur

import (
	"fmt"
	"math/bits"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// A problem is a model compiled for the methods of this package. Variables are cells; values are indices into values;
// sets of values are 64-bit words.
//
// One family of disjoint permutations, the blocks, covers the cells: the boxes of a Sudoku. Methods that move by
// swapping keep the blocks satisfied and count the violations of the lines, which are all other AllDifferents and the
// NotEquals.
type problem struct {
	families
	base    *model.Model
	values  []int
	domain  []uint64 // by cell
	fixed   []int    // by cell: its value if the domain has one value, otherwise -1
	blocks  []block
	lines   [][]int // the cells of each line
	blockOf []int   // by cell: its block
	linesOf [][]int // by cell: its lines
	// infeasible means that there is no solution: a domain is empty, two fixed cells of a group are equal, or a line
	// has more cells than values.
	infeasible bool
}

// A block is an AllDifferent with as many cells as values.
type block struct {
	cells   []int
	free    []int   // the cells that are not fixed
	missing []uint8 // the values that no fixed cell has, increasing; as many as free, unless the problem is infeasible
}

// newProblem compiles m. It returns an *UnsupportedError if m has an objective, more than 64 values, constraints other
// than AllDifferent, Given and NotEqual without offset, or no blocks that cover its variables.
func newProblem(m *model.Model) (*problem, error) {
	p := &problem{base: m}
	if m.Objective != nil {
		return nil, &UnsupportedError{"models with an objective are not supported"}
	}
	if err := p.readDomains(); err != nil {
		return nil, err
	}
	var groups [][]int
	for i, c := range m.Constraints {
		switch c := c.(type) {
		case model.Given:
			p.domain[c.Var] &= p.valueBit(c.Value)
			continue
		case model.AllDifferent:
			g := slice.Map(c.Vars, func(v model.Var) int { return int(v) })
			groups = append(groups, g)
			continue
		case model.NotEqual:
			if c.Offset == 0 {
				groups = append(groups, []int{int(c.A), int(c.B)})
				continue
			}
		}
		return nil, &UnsupportedError{fmt.Sprintf("constraint %d is not supported: %s", i, m.Describe(c))}
	}
	for c, d := range p.domain {
		p.fixed[c] = -1
		switch bits.OnesCount64(d) {
		case 0:
			p.infeasible = true
		case 1:
			p.fixed[c] = bits.TrailingZeros64(d)
		}
	}
	return p, p.splitGroups(groups)
}

// readDomains numbers the values and converts the domains to bit sets.
func (p *problem) readDomains() error {
	for _, v := range p.base.Vars {
		if n := v.Domain.Size(); n > 64 {
			return &UnsupportedError{fmt.Sprintf("there are %d values: at most 64 are supported", n)}
		}
		p.values = slices.AppendSeq(p.values, v.Domain.All)
		p.values = slice.Unique(p.values)
	}
	if len(p.values) > 64 {
		return &UnsupportedError{fmt.Sprintf("there are %d values: at most 64 are supported", len(p.values))}
	}
	p.domain, p.fixed = make([]uint64, len(p.base.Vars)), make([]int, len(p.base.Vars))
	for c, v := range p.base.Vars {
		for x := range v.Domain.All {
			p.domain[c] |= p.valueBit(x)
		}
	}
	return nil
}

// valueBit returns the set of one value, which is empty if no domain has it.
func (p *problem) valueBit(value int) uint64 {
	if x, ok := slices.BinarySearch(p.values, value); ok {
		return 1 << x
	}
	return 0
}

// splitGroups makes blocks of one family of the groups and lines of the others. A family is a run of disjoint groups in
// the order of the model. The last family that covers all cells becomes the blocks: the boxes of a Sudoku, the columns
// of a Latin square.
func (p *problem) splitGroups(groups [][]int) error {
	chosen := p.findBlocks(groups)
	if chosen == nil {
		return &UnsupportedError{
			"no family of disjoint AllDifferents with as many variables as values covers the variables"}
	}
	p.blockOf, p.linesOf = make([]int, len(p.domain)), make([][]int, len(p.domain))
	for i, g := range groups {
		if !slices.Contains(chosen, i) {
			for _, c := range g {
				p.linesOf[c] = append(p.linesOf[c], len(p.lines))
			}
			p.lines = append(p.lines, g)
			p.checkFixed(g)
			p.infeasible = p.infeasible || bits.OnesCount64(p.domainUnion(g)) < len(g)
			continue
		}
		b := block{cells: g}
		missing := p.domainUnion(g)
		for _, c := range g {
			p.blockOf[c] = len(p.blocks)
			if p.fixed[c] < 0 {
				b.free = append(b.free, c)
			} else {
				missing &^= 1 << p.fixed[c]
			}
		}
		for ; missing != 0; missing &= missing - 1 {
			b.missing = append(b.missing, uint8(bits.TrailingZeros64(missing)))
		}
		p.blocks = append(p.blocks, b)
		p.checkFixed(g)
		p.infeasible = p.infeasible || len(b.missing) != len(b.free)
	}
	p.families = newFamilies(p)
	return nil
}

// findBlocks returns the indices of the last run of disjoint permutations that covers all cells. A group with fewer
// values than cells counts as a permutation; splitGroups detects that it has no solution.
func (p *problem) findBlocks(groups [][]int) (chosen []int) {
	var run []int
	covered := make([]bool, len(p.domain))
	left := len(covered)
	for i, g := range groups {
		if bits.OnesCount64(p.domainUnion(g)) > len(g) {
			continue
		}
		if slices.ContainsFunc(g, func(c int) bool { return covered[c] }) {
			clear(covered)
			run, left = run[:0], len(covered)
		}
		run = append(run, i)
		for _, c := range g {
			covered[c] = true
		}
		if left -= len(g); left == 0 {
			chosen = slices.Clone(run)
		}
	}
	if len(covered) == 0 {
		return []int{}
	}
	return chosen
}

// numFree returns the number of cells that are not fixed.
func (p *problem) numFree() (n int64) {
	for _, b := range p.blocks {
		n += int64(len(b.free))
	}
	return n
}

// domainUnion returns the union of the domains of the cells in the model, before its givens.
func (p *problem) domainUnion(cells []int) uint64 {
	var all uint64
	for _, c := range cells {
		for x := range p.base.Vars[c].Domain.All {
			all |= p.valueBit(x)
		}
	}
	return all
}

// checkFixed sets infeasible if two fixed cells of a group have the same value.
func (p *problem) checkFixed(group []int) {
	var seen uint64
	for _, c := range group {
		if x := p.fixed[c]; x >= 0 {
			p.infeasible = p.infeasible || seen>>x&1 == 1
			seen |= 1 << x
		}
	}
}

// assignment returns the values of the cells as an assignment of the model.
func (p *problem) assignment(value []uint8) model.Assignment {
	return slice.Map(value, func(x uint8) int { return p.values[x] })
}
