package human

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A template of a value is a way to place it: a set of its candidates that has one cell in each full house in which the value is not
// filled in, and no two cells that see each other. A solution contains one of each value. A cell that is in all templates of a value is
// sure to have it, and is taken out of the templates of the other values, which may make more cells sure, and so on.
//
// This is more than all rules for one value find.

// templateSets fills the cells that are in all templates of a value.
func (p *Position) templateSets(yield func(*Step) bool) bool {
	return p.eachTemplates(func(s *Step, q *templates, x int) {
		for c := q.sure[x].next(0); c >= 0; c = q.sure[x].next(c + 1) {
			s.place(c, x)
		}
	}, yield)
}

// templateDeletes strikes the candidates that are in no template of their value.
func (p *Position) templateDeletes(yield func(*Step) bool) bool {
	return p.eachTemplates(func(s *Step, q *templates, x int) {
		for w, set := range p.with(x) {
			for set &^= q.some[x][w]; set != 0; set &= set - 1 {
				s.strike(p, w<<6|bits.TrailingZeros64(set), x)
			}
		}
	}, yield)
}

// eachTemplates passes the values to add, which fills the step, and yields the useful ones. The parts of a step are the sure cells of
// the other values.
func (p *Position) eachTemplates(add func(s *Step, q *templates, x int), yield func(*Step) bool) bool {
	q := p.templates()
	for x := range p.values {
		s := p.begin()
		for y := range p.values {
			if y != x && !q.sure[y].empty() {
				s.part("sure").cellsOf(q.sure[y]).value(p.Board, y)
			}
		}
		if add(s, q, x); s.useful() && !yield(s) {
			return true
		}
	}
	return false
}

// explainTemplates says in which ways the value is placed at the candidates.
func explainTemplates(s *Step) string {
	ways, all := "every way", s.Placements
	if len(all) == 0 {
		ways, all = "no way", s.Eliminations
	}
	var cells Part
	for _, k := range all {
		cells.Cells = append(cells.Cells, k.Cell)
	}
	var sure []string
	for _, t := range s.Parts {
		sure = append(sure, numbers(t)+" in "+s.names(t))
	}
	beside := ""
	if len(sure) > 0 {
		beside = " beside " + strings.Join(sure, ", ")
	}
	return fmt.Sprintf("%s to place %d in all houses%s uses %s", ways, all[0].Value, beside, s.names(cells))
}

// templates is the memory of the search for templates.
type templates struct {
	some []cellSet // by value: the cells that are in some template
	sure []cellSet // by value: the cells that are in all templates

	seen []cellSet // by value: its candidates when notInAnyTemplate last looked for them
	none []cellSet // by value: those of them in no template

	open   []int     // the full houses that need the value in hand
	hit    []bool    // by house: whether the template so far has a cell in it
	free   []cellSet // free[i]: the candidates that the first i cells of the template do not exclude
	cells  []int     // the template so far
	limit  int       // nodes of a search: templateNodes but for tests
	budget int       // nodes left
}

// templateNodes limits the search for a template through a given cell, a safeguard for large grids.
const templateNodes = 10000

// templates finds the cells that are in some and in all templates of the values. The result is valid until the next call.
func (p *Position) templates() *templates {
	q := p.newTemplates()
	for more := true; more; {
		more = false
		for x := range p.values {
			p.findTemplates(x, true)
			more = p.findSure(x) || more
		}
	}
	return q
}

// newTemplates returns the memory of the search, without sure cells.
func (p *Position) newTemplates() *templates {
	q := &p.scratch.templates
	if q.some == nil {
		q.hit, q.limit = make([]bool, len(p.houses)), templateNodes
		for range p.values {
			q.some, q.sure = append(q.some, p.newSet()), append(q.sure, p.newSet())
			q.seen, q.none = append(q.seen, p.newSet()), append(q.none, p.newSet())
		}
		for range len(p.houses) + 2 {
			q.free = append(q.free, p.newSet())
		}
	}
	for _, set := range q.sure {
		clear(set)
	}
	return q
}

// notInAnyTemplate returns the candidates of x that are in none of its templates, and those of which that is undecided. Rules that look at
// one value only, like all fish, can strike only these candidates, so a search need not look for others. HoDoKu guards its search for fish
// in the same way. The set is valid until the next call for x.
func (p *Position) notInAnyTemplate(x int) cellSet {
	q, with := p.newTemplates(), p.with(x)
	if !slices.Equal(with, q.seen[x]) {
		copy(q.seen[x], with)
		p.findTemplates(x, false)
		copy(q.none[x], with)
		q.none[x].minus(q.some[x])
	}
	return q.none[x]
}

// findTemplates finds the cells that are in some template of x, given the sure cells of the other values; cells of which that is undecided
// are among them if undecided is true.
func (p *Position) findTemplates(x int, undecided bool) {
	q := &p.scratch.templates
	q.open = q.open[:0]
	for h := range p.houses {
		if p.houses[h].full && p.houses[h].values>>x&1 == 1 && p.done[h]>>x&1 == 0 {
			q.open = append(q.open, h)
		}
	}
	copy(q.free[0], p.with(x))
	for y := range p.values {
		if y != x {
			q.free[0].minus(q.sure[y])
		}
	}
	some := q.some[x]
	clear(some)
	for c := q.free[0].next(0); c >= 0; c = q.free[0].next(c + 1) {
		if some.has(c) {
			continue
		}
		clear(q.hit)
		q.cells, q.budget = q.cells[:0], q.limit
		switch {
		case p.through(c):
			for _, d := range q.cells {
				some.add(d)
			}
			some.or(q.free[len(q.cells)]) // these are in no full house: each of them could be added to the template
		case q.budget < 0 && undecided:
			some.add(c)
		}
	}
}

// findSure adds the cells that are in all templates of x, and reports whether there are new ones: they are the only ones of a house that
// are in some template.
func (p *Position) findSure(x int) bool {
	q := &p.scratch.templates
	more := false
	for _, h := range q.open {
		if q.some[x].shared(p.houses[h].set) != 1 {
			continue
		}
		for _, c := range p.houses[h].cells {
			if q.some[x].has(c) && !q.sure[x].has(c) {
				q.sure[x].add(c)
				more = true
			}
		}
	}
	return more
}

// through reports whether there is a template with the cells so far, and c, which they do not exclude. If so, they are its cells.
func (p *Position) through(c int) bool {
	q := &p.scratch.templates
	if q.budget--; q.budget < 0 {
		return false
	}
	n := len(q.cells)
	q.cells = append(q.cells, c)
	for _, s := range p.seats[c] {
		q.hit[s.house] = true
	}
	free := q.free[n+1]
	copy(free, q.free[n])
	free.minus(p.sees[c])
	free.remove(c)

	narrow, least := -1, 65 // the house with the fewest free cells
	for _, h := range q.open {
		if !q.hit[h] {
			if count := p.houses[h].set.shared(free); count < least {
				narrow, least = h, count
			}
		}
	}
	if narrow < 0 {
		return true
	}
	for _, d := range p.houses[narrow].cells {
		if free.has(d) && p.through(d) {
			return true
		}
	}
	for _, s := range p.seats[c] {
		q.hit[s.house] = false
	}
	q.cells = q.cells[:n]
	return false
}
