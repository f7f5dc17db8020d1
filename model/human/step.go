package human

import (
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// A Candidate is a value that a cell may take.
type Candidate struct {
	Cell  model.Var
	Value int
}

// A Step is one instance of a rule: the pattern and what follows from it.
type Step struct {
	Rule         *Rule
	Parts        []Part // the pattern; the reason of the rule in rules.txt shows the order of the parts
	Placements   []Candidate
	Eliminations []Candidate
	// Explainer is the Sudoku Explainer rating if it depends on the pattern, such as the length of a chain; otherwise
	// 0.
	Explainer float64

	board     *Board
	condition *condition // of a step by a rule of a variant; otherwise of an earlier step
	left      []uint64   // candidates of the cells of condition before the step
}

// A Part is a part of a pattern, such as the pivot of an XY-wing, a base house of a fish, or a node of a chain.
type Part struct {
	Role   string // "cells", "pivot", "base", "fin", "on", "off" ...
	House  string // the house that contains it, if the rule uses it: "row 3"
	Cells  []model.Var
	Values []int
}

// Rating returns the step's Sudoku Explainer rating.
func (s *Step) Rating() float64 {
	if s.Explainer != 0 {
		return s.Explainer
	}
	return s.Rule.Explainer
}

// Clone returns a deep copy, which stays valid after the search continues.
func (s *Step) Clone() *Step {
	t := *s
	t.Placements, t.Eliminations = slices.Clone(s.Placements), slices.Clone(s.Eliminations)
	t.Parts, t.left = slices.Clone(s.Parts), slices.Clone(s.left)
	for i := range t.Parts {
		t.Parts[i].Cells, t.Parts[i].Values = slices.Clone(t.Parts[i].Cells), slices.Clone(t.Parts[i].Values)
	}
	return &t
}

// String returns the step as a sentence: the rule, its reason, and the conclusion.
func (s *Step) String() string {
	title := strings.ToUpper(s.Rule.Title[:1]) + s.Rule.Title[1:]
	return fmt.Sprintf("%s: %s: %s", title, s.reason(), s.Conclusion())
}

// Conclusion returns the placements and eliminations: "r1c1=5", "r2c3,r2c7≠5; r2c7≠6".
func (s *Step) Conclusion() string {
	all := slice.Map(s.Placements, func(k Candidate) string {
		return s.board.model.NameOf(k.Cell) + "=" + s.board.symbol(k.Value)
	})
	gone := slices.Clone(s.Eliminations)
	slices.SortStableFunc(gone, func(a, b Candidate) int { return a.Value - b.Value })
	for len(gone) > 0 {
		n := 1
		for n < len(gone) && gone[n].Value == gone[0].Value {
			n++
		}
		cells := slice.Map(gone[:n], func(k Candidate) string { return s.board.model.NameOf(k.Cell) })
		all = append(all, strings.Join(cells, ",")+"≠"+s.board.symbol(gone[0].Value))
		gone = gone[n:]
	}
	return strings.Join(all, "; ")
}

// newStep clears the reusable step of p and returns it. A find function fills it and passes it to yield.
func (p *Position) newStep() *Step {
	p.poll()
	s := &p.step
	s.Parts, s.Placements, s.Eliminations, s.Explainer = s.Parts[:0], s.Placements[:0], s.Eliminations[:0], 0
	return s
}

// addPart appends an empty part, reusing the memory of an earlier one.
func (s *Step) addPart(role string) *Part {
	if len(s.Parts) < cap(s.Parts) {
		s.Parts = s.Parts[:len(s.Parts)+1]
	} else {
		s.Parts = append(s.Parts, Part{})
	}
	t := &s.Parts[len(s.Parts)-1]
	t.Role, t.House, t.Cells, t.Values = role, "", t.Cells[:0], t.Values[:0]
	return t
}

// addCells, addCellSet, addValue and addValues append to a part; setHouse names its house. All return the part.
func (t *Part) addCells(cells ...int) *Part {
	for _, c := range cells {
		t.Cells = append(t.Cells, model.Var(c))
	}
	return t
}

func (t *Part) addCellSet(set cellSet) *Part {
	for c := range set.All {
		t.addCells(c)
	}
	return t
}

func (t *Part) addValue(b *Board, x int) *Part {
	t.Values = append(t.Values, b.values[x])
	return t
}

func (t *Part) addValues(b *Board, set uint64) *Part {
	for x := range members(set) {
		t.addValue(b, x)
	}
	return t
}

func (t *Part) setHouse(b *Board, h int) *Part {
	t.House = b.houses[h].name
	return t
}

// addHousePart appends a part in house h with the cells at these places and these values.
func (s *Step) addHousePart(role string, h int, places, values uint64) *Part {
	t := s.addPart(role).addValues(s.board, values).setHouse(s.board, h)
	for c := range s.board.cellsAt(h, places) {
		t.addCells(c)
	}
	return t
}

func (s *Step) place(c, x int) { s.Placements = append(s.Placements, s.board.candidate(c, x)) }

// eliminate adds the elimination of x from c if x is a candidate there in p and the step does not have it yet.
func (s *Step) eliminate(p *Position, c, x int) {
	if k := s.board.candidate(c, x); p.hasCandidate(c, x) && !slices.Contains(s.Eliminations, k) {
		s.Eliminations = append(s.Eliminations, k)
	}
}

// eliminateFrom eliminates x from every cell of the set.
func (s *Step) eliminateFrom(p *Position, set cellSet, x int) {
	for c := range set.All {
		s.eliminate(p, c, x)
	}
}

// eliminateValues eliminates the values from a cell.
func (s *Step) eliminateValues(p *Position, c int, values uint64) {
	for x := range members(values) {
		s.eliminate(p, c, x)
	}
}

// useful reports whether the step has a placement or an elimination.
func (s *Step) useful() bool { return len(s.Placements) > 0 || len(s.Eliminations) > 0 }
