package human

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"nonet/model"
)

// A Candidate is a value that a cell may take.
type Candidate struct {
	Cell  model.Var
	Value int
}

// A Step is one application of a rule: the pattern that was found and what follows from it.
type Step struct {
	Rule         *Rule
	Parts        []Part // the pattern; which part comes where is said by the rule's explanation
	Placements   []Candidate
	Eliminations []Candidate
	Explainer    float64 // rating on the scale of Sudoku Explainer where it depends on the pattern, such as the length of a chain; else 0

	board *Board
}

// A Part is a part of a pattern, such as the pivot of an XY-wing, a base house of a fish, or a node of a chain.
type Part struct {
	Role   string // "cells", "pivot", "base", "fin", "on", "off" ...
	House  string // name of the house it lies in, where that matters: "row 3"
	Cells  []model.Var
	Values []int
}

// Rating returns the step's rating on the scale of Sudoku Explainer.
func (s *Step) Rating() float64 {
	if s.Explainer != 0 {
		return s.Explainer
	}
	return s.Rule.Explainer
}

// Clone returns a copy that stays valid when the search for steps goes on.
func (s *Step) Clone() *Step {
	t := *s
	t.Placements, t.Eliminations = slices.Clone(s.Placements), slices.Clone(s.Eliminations)
	t.Parts = slices.Clone(s.Parts)
	for i := range t.Parts {
		t.Parts[i].Cells, t.Parts[i].Values = slices.Clone(t.Parts[i].Cells), slices.Clone(t.Parts[i].Values)
	}
	return &t
}

// String returns the step as a sentence: the rule, why it applies, and what follows.
func (s *Step) String() string {
	title := strings.ToUpper(s.Rule.Title[:1]) + s.Rule.Title[1:]
	return fmt.Sprintf("%s: %s: %s", title, s.reason(), s.Conclusion())
}

// Conclusion returns what follows from the step: "r1c1=5", "r2c3,r2c7<>5; r2c7<>6".
func (s *Step) Conclusion() string {
	var all []string
	for _, k := range s.Placements {
		all = append(all, fmt.Sprintf("%s=%d", s.board.model.NameOf(k.Cell), k.Value))
	}
	gone := slices.Clone(s.Eliminations)
	slices.SortStableFunc(gone, func(a, b Candidate) int { return a.Value - b.Value })
	for len(gone) > 0 {
		n := 1
		for n < len(gone) && gone[n].Value == gone[0].Value {
			n++
		}
		var cells []string
		for _, k := range gone[:n] {
			cells = append(cells, s.board.model.NameOf(k.Cell))
		}
		all = append(all, fmt.Sprintf("%s<>%d", strings.Join(cells, ","), gone[0].Value))
		gone = gone[n:]
	}
	return strings.Join(all, "; ")
}

// begin empties the scratch step of p, which a rule's find function then fills and passes to yield.
func (p *Position) newStep() *Step {
	s := &p.step
	s.Parts, s.Placements, s.Eliminations, s.Explainer = s.Parts[:0], s.Placements[:0], s.Eliminations[:0], 0
	return s
}

// part appends an empty part, which reuses the memory of an earlier one.
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

// cell, cellsOf, value and valuesOf add to a part; in names the house. All return the part.
func (t *Part) addCells(cells ...int) *Part {
	for _, c := range cells {
		t.Cells = append(t.Cells, model.Var(c))
	}
	return t
}

func (t *Part) addCellSet(set cellSet) *Part {
	for c := set.next(0); c >= 0; c = set.next(c + 1) {
		t.addCells(c)
	}
	return t
}

func (t *Part) addValue(b *Board, x int) *Part {
	t.Values = append(t.Values, b.values[x])
	return t
}

func (t *Part) addValues(b *Board, set uint64) *Part {
	for ; set != 0; set &= set - 1 {
		t.addValue(b, bits.TrailingZeros64(set))
	}
	return t
}

func (t *Part) setHouse(b *Board, h int) *Part {
	t.House = b.houses[h].name
	return t
}

// inHouse appends a part in house h, with the cells at these places and the values.
func (s *Step) addHousePart(role string, h int, places, values uint64) *Part {
	t := s.addPart(role).addValues(s.board, values).setHouse(s.board, h)
	for ; places != 0; places &= places - 1 {
		t.addCells(s.board.houses[h].cells[bits.TrailingZeros64(places)])
	}
	return t
}

// place says that x goes to c.
func (s *Step) place(c, x int) { s.Placements = append(s.Placements, s.board.candidate(c, x)) }

// strike says that x is no candidate of c, if it is one in p and the step does not say so already.
func (s *Step) eliminate(p *Position, c, x int) {
	if k := s.board.candidate(c, x); p.hasCandidate(c, x) && !slices.Contains(s.Eliminations, k) {
		s.Eliminations = append(s.Eliminations, k)
	}
}

// strikeAll says that no cell of the set has x.
func (s *Step) eliminateFrom(p *Position, set cellSet, x int) {
	for c := set.next(0); c >= 0; c = set.next(c + 1) {
		s.eliminate(p, c, x)
	}
}

// useful reports whether anything follows from the step.
func (s *Step) useful() bool { return len(s.Placements) > 0 || len(s.Eliminations) > 0 }
