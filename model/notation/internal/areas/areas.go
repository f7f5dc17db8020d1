// Package areas translates between rules and texts that give one label per cell: the region of a jigsaw or the cage of
// a killer to which the cell belongs.
package areas

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// None is the label of a cell that belongs to no area.
const None = -1

// Split returns the cells of each area, in the order of their first cells.
func Split(labels []int) [][]sudoku.Cell {
	var all [][]sudoku.Cell
	index := map[int]int{}
	for c, label := range labels {
		if label == None {
			continue
		}
		i, known := index[label]
		if !known {
			i = len(all)
			index[label] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], sudoku.Cell(c))
	}
	return all
}

// Complete reports whether the labels are n regions of n cells.
func Complete(labels []int, n int) bool {
	all := Split(labels)
	return len(all) == n && len(labels) == n*n &&
		!slices.ContainsFunc(all, func(cells []sudoku.Cell) bool { return len(cells) != n })
}

// Connected reports whether the cells of each area are connected by sides, in a grid of n rows.
func Connected(labels []int, n int) bool {
	seen := make([]bool, len(labels))
	var visit func(c int) int
	visit = func(c int) int {
		seen[c] = true
		size := 1
		for _, d := range []struct {
			to   int
			same bool // the cell is in the same row or column
		}{{c - 1, c%n > 0}, {c + 1, c%n < n-1}, {c - n, true}, {c + n, true}} {
			if d.same && d.to >= 0 && d.to < len(labels) && !seen[d.to] && labels[d.to] == labels[c] {
				size += visit(d.to)
			}
		}
		return size
	}
	inParts := func(cells []sudoku.Cell) bool { return visit(int(cells[0])) != len(cells) }
	return !slices.ContainsFunc(Split(labels), inParts)
}

// AddRegions states that the cells of each region of a jigsaw have different values, unless the regions are the boxes,
// or the rows of a grid without boxes. In a grid without boxes, complete regions become boxes if they are those of a
// shape, and otherwise the rule regions. In a grid with boxes, which hold as well, each region becomes a rule
// all-different; so do incomplete regions.
func AddRegions(p *sudoku.Puzzle, labels []int) {
	n := p.Shape.N()
	regions := Split(labels)
	complete := Complete(labels, n)
	switch boxes := p.Shape.HasBoxes(); {
	case !p.Shape.IsUsual() && !boxes:
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "regions", Groups: regions})
	case complete && areBoxes(regions, p.Shape):
	case complete && !boxes:
		for height := 2; height <= n; height++ {
			if s := (sudoku.Shape{Height: height, Width: n / height}); n%height == 0 && areBoxes(regions, s) {
				p.Shape = s
				return
			}
		}
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "regions", Cells: slices.Concat(regions...)})
	default:
		for _, cells := range regions {
			if len(cells) > 1 {
				p.Rules = append(p.Rules, sudoku.Rule{Kind: "all-different", Cells: cells})
			}
		}
	}
}

// areBoxes reports whether complete regions are the boxes of s.
func areBoxes(regions [][]sudoku.Cell, s sudoku.Shape) bool {
	return !slices.ContainsFunc(regions, func(cells []sudoku.Cell) bool {
		return slices.ContainsFunc(cells, func(c sudoku.Cell) bool { return s.Box(c) != s.Box(cells[0]) })
	})
}

// RegionsOf returns the region or box of each cell, numbered from 0 in the order of their first cells, or nil if p has
// neither.
func RegionsOf(p sudoku.Puzzle) []int {
	regions := p.Regions()
	if regions == nil {
		return nil
	}
	labels := make([]int, p.Shape.Cells())
	for i, cells := range regions {
		for _, c := range cells {
			labels[c] = i
		}
	}
	return renumber(labels)
}

func renumber(labels []int) []int {
	all := slices.Repeat([]int{None}, len(labels))
	for i, cells := range Split(labels) {
		for _, c := range cells {
			all[c] = i
		}
	}
	return all
}

// AddCages states the cages of a killer. sums[label] is the sum of a cage, and 0 or absent for a cage without a sum. A
// cage of a single cell becomes a clue, unless the cell has another one or the sum is not a value.
func AddCages(p *sudoku.Puzzle, labels []int, sums map[int]int) {
	for _, cells := range Split(labels) {
		first := cells[0]
		sum := sums[labels[first]]
		switch {
		case len(cells) == 1 && sum == 0:
		case len(cells) == 1 && sum <= p.Shape.N() && (p.Clues[first] == 0 || p.Clues[first] == sum):
			p.Clues[first] = sum
		default:
			p.Rules = append(p.Rules, sudoku.Rule{Kind: "cage", Number: sum, Cells: cells})
		}
	}
}

// CagesOf returns the cages of p as labels, numbered from 0 in the order of their first cells, and their sums. lost are
// the indices of cages that share a cell with an earlier one. Each clue outside of cages is a cage of one cell.
func CagesOf(p sudoku.Puzzle) (labels, sums, lost []int) {
	labels = slices.Repeat([]int{None}, p.Shape.Cells())
	totals := map[int]int{}
	for i, r := range p.Rules {
		switch {
		case r.Kind != "cage":
		case slices.ContainsFunc(r.Cells, func(c sudoku.Cell) bool { return labels[c] != None }):
			lost = append(lost, i)
		default:
			totals[i] = r.Number
			for _, c := range r.Cells {
				labels[c] = i
			}
		}
	}
	for c, v := range p.Clues {
		if v > 0 && labels[c] == None {
			labels[c] = len(p.Rules) + c
			totals[labels[c]] = v
		}
	}
	sums = slice.Map(Split(labels), func(cells []sudoku.Cell) int { return totals[labels[cells[0]]] })
	return renumber(labels), sums, lost
}
