package human

import (
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/internal/support"
	"nonet/model/sudoku"
)

// A Condition is a rule of a variant as a person sees it: constraints that belong together, such as the sum and the
// distinctness of a cage, and their name in sentences. It may have variables that are no cells, such as the states of a
// sandwich clue.
type Condition struct {
	Name        string       // "cage 15 r1c1 r1c2"
	Rule        *sudoku.Rule // for words about a step; nil for none
	Constraints []model.Constraint
}

// A form is what a condition looks like to a person. It decides which rule a step with the condition is an instance of.
type form int

const (
	orderForm   form = iota // inequalities of two cells: a thermometer
	pairForm                // tables of one or two cells: dots, whispers
	sumForm                 // a number is the sum of cells: a cage
	balanceForm             // another equation: an arrow, a palindrome
	areaForm                // what houses and cages together leave: innies and outies
	anyForm                 // all others
)

// A condition is a Condition compiled for one board.
type condition struct {
	name  string
	form  form
	rule  *sudoku.Rule // nil for none
	words string       // of a step; see conditions.txt
	cells []int        // cells of the board, increasing
	set   *support.Set
	sum   int // of a sumForm
	nodes int // limit of the search
}

const (
	// supportWork bounds the search for one condition: nodes times variables. A cage of nine cells needs a few hundred
	// nodes. Beyond the bound, candidates stay that a longer search would exclude.
	supportWork = 40_000

	// maxCombinations is the number of combinations up to which a sentence lists them.
	maxCombinations = 6

	// maxAreaCells is the number of cells up to which innies and outies are considered.
	maxAreaCells = 4
)

// addCondition compiles a condition over m, whose first variables are the cells of the board. Two of its cells that see
// each other have different values.
func (b *Board) addCondition(m *model.Model, k Condition, f form) {
	compiled := condition{name: k.Name, form: f, rule: k.Rule, words: wordsOf(k.Rule, f)}
	for _, c := range k.Constraints {
		for _, v := range c.Scope() {
			if int(v) < len(b.peers) && !slices.Contains(compiled.cells, int(v)) {
				compiled.cells = append(compiled.cells, int(v))
			}
		}
		if l, ok := c.(model.Linear); ok && f == sumForm {
			compiled.sum = l.Bound
		}
	}
	if len(compiled.cells) == 0 {
		return
	}
	slices.Sort(compiled.cells)
	all := slices.Clone(k.Constraints)
	for i, c := range compiled.cells {
		for _, d := range compiled.cells[:i] {
			if b.peers[c].Has(d) {
				all = append(all, model.NotEqual{A: model.Var(c), B: model.Var(d)})
			}
		}
	}
	compiled.set = support.New(m, all)
	compiled.nodes = supportWork / len(compiled.set.Vars())
	b.conditions = append(b.conditions, compiled)
}

func formOf(all []model.Constraint) form {
	orders, pairs, sums, equations, different := 0, 0, 0, 0, 0
	for _, c := range all {
		switch c := c.(type) {
		case model.AllDifferent:
			different++
		case model.Table:
			if len(c.Vars) <= 2 {
				pairs++
			}
		case model.Linear:
			switch {
			case c.Relation != model.Equal && len(c.Terms) == 2:
				orders++
			case c.Relation == model.Equal:
				equations++
				if !slices.ContainsFunc(c.Terms, func(t model.Term) bool { return t.Coef != 1 }) {
					sums++
				}
			}
		}
	}
	switch n := len(all); {
	case orders == n:
		return orderForm
	case pairs == n:
		return pairForm
	case equations == 0 || equations+different < n:
		return anyForm
	case sums == 1 && equations == 1:
		return sumForm
	}
	return balanceForm
}

// addAreas adds what follows from the sums of houses and cages. An area is a house that has each value once, or
// consecutive such rows or columns. The cages inside it leave cells with a known sum, its innies. The cages that meet
// it have cells outside, the outies; their sum minus the sum of the area's cells in no cage is known.
func (b *Board) addAreas(m *model.Model) {
	cages := slice.Filter(b.conditions, func(k condition) bool { return k.form == sumForm })
	if len(cages) == 0 {
		return
	}
	sumOfValues := 0
	for _, v := range b.values {
		sumOfValues += v
	}
	add := func(houses []int) {
		area := b.newSet()
		var names []string
		for _, h := range houses {
			area.AddAll(b.houses[h].set)
			names = append(names, b.houses[h].name)
		}
		for _, meeting := range []bool{false, true} {
			b.addArea(m, slice.JoinAnd(names), area, sumOfValues*len(houses), cages, meeting)
		}
	}
	for _, kind := range []Kind{Row, Column, Region} {
		var full []int
		for h := range b.houses {
			same := func(g int) bool { return slices.Equal(b.houses[g].set, b.houses[h].set) }
			if b.houses[h].kind == kind && b.houses[h].full && !slices.ContainsFunc(full, same) {
				full = append(full, h)
			}
		}
		for i := range full {
			add(full[i : i+1])
			for n := 2; kind != Region && n <= len(full)/2 && i+n <= len(full); n++ {
				add(full[i : i+n])
			}
		}
	}
}

// addArea adds what the cages leave of an area: its innies if meeting is false; otherwise, with all cages that meet the
// area, its outies and the cells that are in no cage.
func (b *Board) addArea(m *model.Model, name string, area cellSet, sum int, cages []condition, meeting bool) {
	taken := b.newSet()
	inCages, crosses := 0, false
	var l model.Linear
	var outies []model.Term
	for _, k := range cages {
		inside := 0
		for _, c := range k.cells {
			if area.Has(c) {
				inside++
			}
			if taken.Has(c) {
				inside = -len(k.cells) // overlaps another cage
			}
		}
		if inside < len(k.cells) && !(meeting && inside > 0) {
			continue
		}
		crosses = crosses || inside < len(k.cells)
		inCages += k.sum
		for _, c := range k.cells {
			taken.Add(c)
			if !area.Has(c) {
				outies = append(outies, model.Term{Coef: -1, Var: model.Var(c)})
			}
		}
	}
	if inCages == 0 || meeting && !crosses {
		return
	}
	for c := range area.All {
		if !taken.Has(c) {
			l.Terms = append(l.Terms, model.Term{Coef: 1, Var: model.Var(c)})
		}
	}
	l.Bound = sum - inCages
	if len(l.Terms) == 0 { // outies only
		l.Bound = -l.Bound
		for i := range outies {
			outies[i].Coef = 1
		}
	}
	l.Terms = append(l.Terms, outies...)
	if len(l.Terms) == 0 || len(l.Terms) > maxAreaCells {
		return
	}
	which := "inside"
	if meeting {
		which = "that meet it"
	}
	reason := fmt.Sprintf("%s: the values add up to %d, and the cages %s to %d, so %s", name, sum, which, inCages,
		b.equation(l))
	b.addCondition(m, Condition{Name: reason, Constraints: []model.Constraint{l}}, areaForm)
}

// equation returns "r1c1 + r2c2 - r3c3 = 5".
func (b *Board) equation(l model.Linear) string {
	var s strings.Builder
	for i, t := range l.Terms {
		switch {
		case i == 0 && t.Coef < 0:
			s.WriteString("-")
		case i > 0 && t.Coef < 0:
			s.WriteString(" - ")
		case i > 0:
			s.WriteString(" + ")
		}
		s.WriteString(b.cellName(int(t.Var)))
	}
	return fmt.Sprintf("%s = %d", s.String(), l.Bound)
}
