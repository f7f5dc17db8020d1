package methods_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"nonet/model"
	"nonet/model/generate"
	"nonet/model/sudoku"
)

// A variantKindSpec is a kind of puzzles to draw.
type variantKindSpec struct {
	name  string
	count int
	// global are the kinds of the rules about the whole grid.
	global []string
	jigsaw bool
	// first draws the rules to start with; nil draws lines rules with more.
	first func(d *variantDrawer) []sudoku.Rule
	lines int
	// more draws one more rule, or one without a kind if it was out of luck; nil if only clues are added.
	more func(d *variantDrawer) sudoku.Rule
	// keep says that rules are not removed.
	keep bool
}

var variantKinds = []variantKindSpec{
	{name: "killer of small cages", count: 14, first: cover(2, 4), keep: true},
	{name: "killer of large cages", count: 14, first: cover(3, 9), keep: true},
	{name: "killer with free cells", count: 14, lines: 16, more: cageOf(2, 5)},
	{name: "long sums", count: 10, lines: 12, more: sumOf(5, 9)},
	{name: "little killer", count: 10, lines: 14, more: (*variantDrawer).diagonal},
	{name: "arrows", count: 14, lines: 12, more: (*variantDrawer).arrow},
	{name: "thermometers", count: 14, lines: 9, more: (*variantDrawer).thermometer},
	{name: "whispers", count: 12, lines: 7, more: (*variantDrawer).whisper},
	{name: "all dots", count: 8, first: dots(1), keep: true},
	{name: "some dots", count: 8, first: dots(2)},
	{name: "renban", count: 12, lines: 10, more: (*variantDrawer).renban},
	{name: "palindromes", count: 8, lines: 9, more: (*variantDrawer).palindrome},
	{name: "XV", count: 8, first: (*variantDrawer).xv, keep: true},
	{name: "jigsaw", count: 12, jigsaw: true},
	{name: "jigsaw killer", count: 6, jigsaw: true, lines: 16, more: cageOf(2, 5)},
	{name: "anti-knight", count: 6, global: []string{"knight"}},
	{name: "anti-king", count: 4, global: []string{"king"}},
	{name: "non-consecutive", count: 6, global: []string{"non-consecutive"}},
	{name: "miracle", count: 6, global: []string{"knight", "king", "non-consecutive"}},
	{name: "extra regions", count: 6, global: []string{"diagonals", "windoku"}},
	{name: "mixture", count: 14, lines: 10, more: (*variantDrawer).any},
}

// drawTimeout is the time after which gini gives up. Then a clue is added, or a removal not tried.
const drawTimeout = time.Second

type variantDrawer struct {
	ctx      context.Context
	random   *rand.Rand
	solver   model.Solver
	kind     variantKindSpec
	puzzle   sudoku.Puzzle
	solution sudoku.Grid
	used     []bool // by cell: lies on a line or in a cage
}

// draw draws a puzzle. It returns false if gini takes too long.
func (d *variantDrawer) draw() (sudoku.Puzzle, bool) {
	p := &d.puzzle
	p.Shape = sudoku.Order(3)
	if d.kind.jigsaw {
		p.Shape = sudoku.Shape{Height: 1, Width: 9}
		p.Rules = append(p.Rules, generate.Jigsaw(d.random, p.Shape))
	}
	for _, name := range d.kind.global {
		p.Rules = append(p.Rules, sudoku.Rule{Kind: name})
	}
	p.Clues = make(sudoku.Grid, p.Shape.Cells())
	d.used = make([]bool, p.Shape.Cells())
	if !d.fill() {
		return *p, false
	}
	fixed := len(p.Rules)
	if d.kind.first != nil {
		p.Rules = append(p.Rules, d.kind.first(d)...)
	}
	for range d.kind.lines {
		if r, ok := d.oneMore(nil); ok {
			p.Rules = append(p.Rules, r)
		}
	}
	for {
		other, ok := d.otherSolution()
		if ok && other == nil {
			break
		}
		if other == nil { // gini takes too long
			other = make(sudoku.Grid, len(d.solution))
		}
		if r, ok := d.oneMore(other); ok && d.random.IntN(3) > 0 && other[0] > 0 {
			p.Rules = append(p.Rules, r)
			continue
		}
		var differ []int
		for c, v := range other {
			if v != d.solution[c] && p.Clues[c] == 0 {
				differ = append(differ, c)
			}
		}
		c := differ[d.random.IntN(len(differ))]
		p.Clues[c] = d.solution[c]
	}
	for _, c := range d.random.Perm(len(p.Clues)) {
		if p.Clues[c] == 0 {
			continue
		}
		p.Clues[c] = 0
		if other, ok := d.otherSolution(); other != nil || !ok {
			p.Clues[c] = d.solution[c]
		}
	}
	for i := len(p.Rules) - 1; i >= fixed && !d.kind.keep; i-- {
		all := p.Rules
		p.Rules = append(slices.Clone(all[:i]), all[i+1:]...)
		if other, ok := d.otherSolution(); other != nil || !ok {
			p.Rules = all
		}
	}
	return *p, true
}

// oneMore draws a rule that holds in the solution, and not in other, if it is given.
func (d *variantDrawer) oneMore(other sudoku.Grid) (sudoku.Rule, bool) {
	if d.kind.more == nil {
		return sudoku.Rule{}, false
	}
	for range 200 {
		used := slices.Clone(d.used)
		r := d.kind.more(d)
		s := d.puzzle.Shape
		if r.Kind != "" && r.Validate(s) == nil && r.Check(d.puzzle, d.solution) == nil &&
			(other == nil || r.Check(d.puzzle, other) != nil) {
			return r, true
		}
		d.used = used
	}
	return sudoku.Rule{}, false
}

// solutions returns up to two solutions of the puzzle.
func (d *variantDrawer) solutions() (all []sudoku.Grid, ok bool) {
	ctx, cancel := context.WithTimeout(d.ctx, drawTimeout)
	defer cancel()
	_, err := d.solver.Solve(ctx, d.puzzle.Model(), func(a model.Assignment) bool {
		all = append(all, slices.Clone(sudoku.Grid(a[:d.puzzle.Shape.Cells()])))
		return len(all) < 2
	})
	return all, err == nil
}

func (d *variantDrawer) otherSolution() (sudoku.Grid, bool) {
	all, ok := d.solutions()
	for _, g := range all {
		if !slices.Equal(g, d.solution) {
			return g, ok
		}
	}
	return nil, ok
}

// fill draws a solution: random clues as long as there is one, and the first solution under them.
func (d *variantDrawer) fill() bool {
	p := &d.puzzle
	for range 25 {
		c := d.random.IntN(len(p.Clues))
		if p.Clues[c] != 0 {
			continue
		}
		p.Clues[c] = 1 + d.random.IntN(p.Shape.N())
		all, ok := d.solutions()
		if !ok {
			return false
		}
		if len(all) == 0 {
			p.Clues[c] = 0
			continue
		}
		d.solution = all[0]
	}
	clear(p.Clues)
	return d.solution != nil
}

func (d *variantDrawer) neighbors(c sudoku.Cell, corners bool) (all []sudoku.Cell) {
	s := d.puzzle.Shape
	for e := range sudoku.Cell(s.Cells()) {
		rows, columns := s.Row(c)-s.Row(e), s.Column(c)-s.Column(e)
		if distance := rows*rows + columns*columns; distance == 1 || corners && distance == 2 {
			all = append(all, e)
		}
	}
	return all
}

// path draws a path of unused cells, in which accept accepts each next cell, or returns nil.
func (d *variantDrawer) path(length int, corners bool, accept func(path []sudoku.Cell, v int) bool) []sudoku.Cell {
	c := sudoku.Cell(d.random.IntN(len(d.used)))
	var path []sudoku.Cell
	next := []sudoku.Cell{c}
	for len(path) < length {
		next = slices.DeleteFunc(next, func(c sudoku.Cell) bool {
			return d.used[c] || slices.Contains(path, c) || !accept(path, d.solution[c])
		})
		if len(next) == 0 {
			return nil
		}
		c = next[d.random.IntN(len(next))]
		path = append(path, c)
		next = d.neighbors(c, corners)
	}
	for _, c := range path {
		d.used[c] = true
	}
	return path
}

// area draws a connected area of unused cells with different values.
func (d *variantDrawer) area(size int) []sudoku.Cell {
	area := []sudoku.Cell{sudoku.Cell(d.random.IntN(len(d.used)))}
	if d.used[area[0]] {
		return nil
	}
	for len(area) < size {
		var next []sudoku.Cell
		for _, c := range area {
			for _, e := range d.neighbors(c, false) {
				if !d.used[e] && !slices.ContainsFunc(area, func(c sudoku.Cell) bool {
					return c == e || d.solution[c] == d.solution[e]
				}) {
					next = append(next, e)
				}
			}
		}
		if len(next) == 0 {
			break
		}
		area = append(area, next[d.random.IntN(len(next))])
	}
	slices.Sort(area)
	for _, c := range area {
		d.used[c] = true
	}
	return area
}

func (d *variantDrawer) total(cells []sudoku.Cell) (n int) {
	for _, c := range cells {
		n += d.solution[c]
	}
	return n
}

func (d *variantDrawer) between(lo, hi int) int { return lo + d.random.IntN(hi-lo+1) }

// cover covers the grid with cages.
func cover(lo, hi int) func(d *variantDrawer) []sudoku.Rule {
	return func(d *variantDrawer) (all []sudoku.Rule) {
		for slices.Contains(d.used, false) {
			if area := d.area(d.between(lo, hi)); area != nil {
				all = append(all, sudoku.Rule{Kind: "cage", Number: d.total(area), Cells: area})
			}
		}
		return all
	}
}

func cageOf(lo, hi int) func(d *variantDrawer) sudoku.Rule {
	return func(d *variantDrawer) sudoku.Rule {
		if area := d.area(d.between(lo, hi)); len(area) >= lo {
			return sudoku.Rule{Kind: "cage", Number: d.total(area), Cells: area}
		}
		return sudoku.Rule{}
	}
}

func sumOf(lo, hi int) func(d *variantDrawer) sudoku.Rule {
	return func(d *variantDrawer) sudoku.Rule {
		if path := d.path(d.between(lo, hi), true, anyValue); path != nil {
			return sudoku.Rule{Kind: "sum", Number: d.total(path), Cells: path}
		}
		return sudoku.Rule{}
	}
}

func anyValue([]sudoku.Cell, int) bool { return true }

// diagonal draws the clue of a little killer.
func (d *variantDrawer) diagonal() sudoku.Rule {
	s := d.puzzle.Shape
	n, down := d.between(2, s.N()), d.random.IntN(2) == 0
	start, below := d.random.IntN(s.N()), d.random.IntN(2) == 0
	r := sudoku.Rule{Kind: "sum"}
	for i := range n {
		row, column := i, start+i
		if below {
			row, column = start+i, i
		}
		if row >= s.N() || column >= s.N() {
			break
		}
		if !down {
			row = s.N() - 1 - row
		}
		r.Cells = append(r.Cells, s.Cell(row, column))
	}
	r.Number = d.total(r.Cells)
	return r
}

func (d *variantDrawer) arrow() sudoku.Rule {
	circle := 0
	used := slices.Clone(d.used)
	path := d.path(d.between(3, 5), true, func(path []sudoku.Cell, v int) bool {
		if len(path) == 0 {
			circle = v
			return v >= 4
		}
		return d.total(path[1:])+v <= circle
	})
	if path != nil && d.total(path[1:]) != circle {
		d.used = used
		return sudoku.Rule{}
	}
	return d.line("arrow", 0, path)
}

func (d *variantDrawer) line(kind string, number int, path []sudoku.Cell) sudoku.Rule {
	if path == nil {
		return sudoku.Rule{}
	}
	return sudoku.Rule{Kind: kind, Number: number, Cells: path}
}

func (d *variantDrawer) last(path []sudoku.Cell, none int) int {
	if len(path) == 0 {
		return none
	}
	return d.solution[path[len(path)-1]]
}

func (d *variantDrawer) thermometer() sudoku.Rule {
	return d.line("thermometer", 0, d.path(d.between(3, 7), true, func(path []sudoku.Cell, v int) bool {
		return v > d.last(path, 0)
	}))
}

func (d *variantDrawer) whisper() sudoku.Rule {
	return d.line("whisper", 5, d.path(d.between(3, 8), true, func(path []sudoku.Cell, v int) bool {
		return len(path) == 0 || max(v-d.last(path, 0), d.last(path, 0)-v) >= 5
	}))
}

func (d *variantDrawer) renban() sudoku.Rule {
	n := d.between(3, 6)
	return d.line("renban", 0, d.path(n, true, func(path []sudoku.Cell, v int) bool {
		return !slices.ContainsFunc(path, func(c sudoku.Cell) bool {
			w := d.solution[c]
			return v == w || max(v-w, w-v) >= n
		})
	}))
}

func (d *variantDrawer) palindrome() sudoku.Rule {
	n := d.between(3, 7)
	return d.line("palindrome", 0, d.path(n, true, func(path []sudoku.Cell, v int) bool {
		return len(path) < (n+1)/2 || v == d.solution[path[n-1-len(path)]]
	}))
}

// pairs calls f for each pair of cells that share a side.
func (d *variantDrawer) pairs(f func(a, b sudoku.Cell, v, w int)) {
	for a := range sudoku.Cell(len(d.solution)) {
		for _, b := range d.neighbors(a, false) {
			if a < b {
				f(a, b, min(d.solution[a], d.solution[b]), max(d.solution[a], d.solution[b]))
			}
		}
	}
}

// dots marks one in that number of pairs that may have a dot.
func dots(oneOf int) func(d *variantDrawer) []sudoku.Rule {
	return func(d *variantDrawer) (all []sudoku.Rule) {
		d.pairs(func(a, b sudoku.Cell, v, w int) {
			if d.random.IntN(oneOf) > 0 {
				return
			}
			switch {
			case w == 2*v && (v > 1 || d.random.IntN(2) == 0):
				all = append(all, sudoku.Rule{Kind: "ratio", Number: 2, Cells: []sudoku.Cell{a, b}})
			case w == v+1:
				all = append(all, sudoku.Rule{Kind: "difference", Number: 1, Cells: []sudoku.Cell{a, b}})
			}
		})
		return all
	}
}

func (d *variantDrawer) xv() (all []sudoku.Rule) {
	d.pairs(func(a, b sudoku.Cell, v, w int) {
		if v+w == 5 || v+w == 10 {
			all = append(all, sudoku.Rule{Kind: "sum", Number: v + w, Cells: []sudoku.Cell{a, b}})
		}
	})
	return all
}

func (d *variantDrawer) any() sudoku.Rule {
	kinds := []func(*variantDrawer) sudoku.Rule{
		cageOf(2, 5), (*variantDrawer).arrow, (*variantDrawer).thermometer, (*variantDrawer).whisper,
		(*variantDrawer).renban, (*variantDrawer).palindrome, (*variantDrawer).diagonal,
	}
	return kinds[d.random.IntN(len(kinds))](d)
}
