package human

import (
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// A template of a value is a way to place it: a set of its candidates with exactly one cell in each full house that
// does not have the value yet, and no two cells that see each other. A solution contains one template of each value. A
// cell that is in all templates of a value has this value. It is removed from the templates of the other values, which
// may put more cells into all templates, and so on.
//
// Templates subsume all rules about a single value.

// templateSets fills the cells that are in all templates of a value.
func (p *Position) templateSets(yield func(*Step) bool) bool {
	return p.eachTemplates(func(s *Step, q *templates, x int) {
		for c := range q.inAll[x].All {
			s.place(c, x)
		}
	}, yield)
}

// templateDeletes eliminates the candidates that are in no template of their value.
func (p *Position) templateDeletes(yield func(*Step) bool) bool {
	return p.eachTemplates(func(s *Step, q *templates, x int) {
		for c := range p.cellsWith(x).All {
			if !q.inSome[x].Has(c) {
				s.eliminate(p, c, x)
			}
		}
	}, yield)
}

// eachTemplates has add fill a step for each value, and yields the useful steps. The parts of a step are the cells that
// are in all templates of another value.
func (p *Position) eachTemplates(add func(s *Step, q *templates, x int), yield func(*Step) bool) bool {
	q := p.templates()
	for x := range p.values {
		s := p.newStep()
		for y := range p.values {
			if y != x && !q.inAll[y].IsEmpty() {
				s.addPart("sure").addCellSet(q.inAll[y]).addValue(p.Board, y)
			}
		}
		if add(s, q, x); s.useful() && !yield(s) {
			return true
		}
	}
	return false
}

// explainTemplates describes which ways to place the value use the cells.
func explainTemplates(s *Step) string {
	ways, all := "every way", s.Placements
	if len(all) == 0 {
		ways, all = "no way", s.Eliminations
	}
	cells := Part{Cells: slice.Map(all, func(k Candidate) model.Var { return k.Cell })}
	sure := slice.Map(s.Parts, func(t Part) string { return s.valueList(t) + " in " + s.cellList(t) })
	beside := ""
	if len(sure) > 0 {
		beside = " beside " + strings.Join(sure, ", ")
	}
	return fmt.Sprintf("%s to place %s in all houses%s uses %s", ways, s.board.symbol(all[0].Value), beside,
		s.cellList(cells))
}

// templates is the memory of the search for templates.
type templates struct {
	inSome []cellSet // by value: the cells in some template
	inAll  []cellSet // by value: the cells in all templates

	searchedFor []cellSet // by value: its candidates at the last search of notInAnyTemplate
	inNone      []cellSet // by value: the result of that search

	openHouses []int     // the full houses without the current value
	covered    []bool    // by house: whether the partial template has a cell in it
	free       []cellSet // free[i]: the candidates that the first i chosen cells do not exclude
	chosen     []int     // the partial template
	limit      int       // node limit of a search: templateNodes, except in tests
	budget     int       // nodes left
}

// templateNodes limits the search for a template through a given cell, a safeguard for large grids.
const templateNodes = 10000

// templates finds the cells in some and in all templates of each value. The result is valid until the next call.
func (p *Position) templates() *templates {
	q := p.newTemplates()
	for more := true; more; {
		more = false
		for x := range p.values {
			p.findTemplates(x, true)
			more = p.findForcedCells(x) || more
		}
	}
	return q
}

// newTemplates returns the memory of the search with inAll cleared.
func (p *Position) newTemplates() *templates {
	q := &p.scratch.templates
	if q.inSome == nil {
		q.covered, q.limit = make([]bool, len(p.houses)), templateNodes
		for range p.values {
			q.inSome, q.inAll = append(q.inSome, p.newSet()), append(q.inAll, p.newSet())
			q.searchedFor, q.inNone = append(q.searchedFor, p.newSet()), append(q.inNone, p.newSet())
		}
		for range len(p.houses) + 2 {
			q.free = append(q.free, p.newSet())
		}
	}
	for _, set := range q.inAll {
		clear(set)
	}
	return q
}

// notInAnyTemplate returns the candidates of x that are in none of its templates or for which the search reached its
// limit. A rule about a single value, such as a fish, eliminates only such candidates, so its search can skip the
// others. HoDoKu restricts its fish search in the same way. The set is valid until the next call for x.
func (p *Position) notInAnyTemplate(x int) cellSet {
	q, with := &p.scratch.templates, p.cellsWith(x)
	if q.inSome == nil || !slices.Equal(with, q.searchedFor[x]) {
		p.newTemplates()
		copy(q.searchedFor[x], with)
		p.findTemplates(x, false)
		copy(q.inNone[x], with)
		q.inNone[x].RemoveAll(q.inSome[x])
	}
	return q.inNone[x]
}

// isComplete reports whether each candidate of x is in a template of x, so that no rule about x alone eliminates any.
func (p *Position) isComplete(x int) bool { return p.notInAnyTemplate(x).IsEmpty() }

// findTemplates finds the cells in some template of x, given the cells in all templates of the other values. A cell for
// which the search reaches its limit counts as being in a template if undecided is set.
func (p *Position) findTemplates(x int, undecided bool) {
	q := &p.scratch.templates
	q.openHouses = q.openHouses[:0]
	for h := range p.houses {
		if p.houses[h].full && p.houses[h].values>>x&1 == 1 && p.filledValues[h]>>x&1 == 0 {
			q.openHouses = append(q.openHouses, h)
		}
	}
	copy(q.free[0], p.cellsWith(x))
	for y := range p.values {
		if y != x {
			q.free[0].RemoveAll(q.inAll[y])
		}
	}
	some := q.inSome[x]
	clear(some)
	for c := range q.free[0].All {
		if some.Has(c) {
			continue
		}
		clear(q.covered)
		q.chosen, q.budget = q.chosen[:0], q.limit
		switch {
		case p.extendTemplate(c):
			for _, d := range q.chosen {
				some.Add(d)
			}
			some.AddAll(q.free[len(q.chosen)]) // cells in no full house, each of which could be added
		case q.budget < 0 && undecided:
			some.Add(c)
		}
	}
}

// findForcedCells adds cells to inAll for x and reports whether any is new: a cell is in all templates if it is the
// only cell of a full house that is in some template.
func (p *Position) findForcedCells(x int) bool {
	q := &p.scratch.templates
	more := false
	for _, h := range q.openHouses {
		if q.inSome[x].IntersectionLen(p.houses[h].set) != 1 {
			continue
		}
		for _, c := range p.houses[h].cells {
			if q.inSome[x].Has(c) && !q.inAll[x].Has(c) {
				q.inAll[x].Add(c)
				more = true
			}
		}
	}
	return more
}

// extendTemplate reports whether a template contains the chosen cells and c, which they must not exclude. If so, chosen
// is that template.
func (p *Position) extendTemplate(c int) bool {
	q := &p.scratch.templates
	if q.budget--; q.budget < 0 {
		return false
	}
	p.poll()
	n := len(q.chosen)
	q.chosen = append(q.chosen, c)
	for _, s := range p.memberships[c] {
		q.covered[s.house] = true
	}
	free := q.free[n+1]
	copy(free, q.free[n])
	free.RemoveAll(p.peers[c])
	free.Remove(c)

	narrow, least := -1, 65 // the house with the fewest free cells
	for _, h := range q.openHouses {
		if !q.covered[h] {
			if count := p.houses[h].set.IntersectionLen(free); count < least {
				if narrow, least = h, count; count == 0 {
					break
				}
			}
		}
	}
	if narrow < 0 {
		return true
	}
	for _, d := range p.houses[narrow].cells {
		if free.Has(d) && p.extendTemplate(d) {
			return true
		}
	}
	for _, s := range p.memberships[c] {
		q.covered[s.house] = false
	}
	q.chosen = q.chosen[:n]
	return false
}
