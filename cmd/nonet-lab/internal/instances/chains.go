package instances

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

// instances returns a line of puzzles for each puzzle of the set and each random order.
func (v *Reveal) instances(ctx context.Context, s *Spec, of []Instance) ([]Instance, error) {
	if v.Orders < 1 {
		return nil, &SpecError{s.Name, "orders: expected 1 or more"}
	}
	var all []Instance
	line := 0
	for _, from := range of {
		solution, err := solutionOf(ctx, s, from)
		if err != nil {
			return nil, err
		}
		p := from.Puzzle
		for order := range v.Orders {
			tags := []string{"line", strconv.Itoa(line), "puzzle", strconv.Itoa(from.Index), "revealed", "0"}
			all = append(all, Instance{Name: from.Name, Puzzle: p, Tags: tagged(from.Tags, tags...)})
			clues := p.Clues
			for i, c := range blanks(p, s.Seed, "reveal", from.Index, order) {
				clues = slices.Clone(clues)
				clues[c] = solution[c]
				tags[len(tags)-1] = strconv.Itoa(i + 1)
				all = append(all, Instance{
					Name: from.Name, Puzzle: &sudoku.Puzzle{Shape: p.Shape, Clues: clues, Name: p.Name},
					Tags: tagged(from.Tags, append(tags, "cell", p.Shape.Name(c))...),
				})
			}
			line++
		}
	}
	return all, nil
}

// instances returns all puzzles with the first number of clues, then all with the second, and so on.
func (a *Add) instances(ctx context.Context, s *Spec, to []Instance) ([]Instance, error) {
	if len(a.Clues) == 0 || a.Each < 0 {
		return nil, &SpecError{s.Name, "no instances: clues and each are needed"}
	}
	to = Take(to, a.Each)
	all := make([]Instance, len(a.Clues)*len(to))
	for i, from := range to {
		solution, err := solutionOf(ctx, s, from)
		if err != nil {
			return nil, err
		}
		p := from.Puzzle
		more, had := blanks(p, s.Seed, "add", from.Index), p.Givens()
		for k, n := range a.Clues {
			if n < had || n > len(p.Clues) {
				return nil, &SpecError{s.Name,
					fmt.Sprintf("%d clues: puzzle %d of %s has %d already, and %d cells", n, from.Index, from.Set, had,
						len(p.Clues))}
			}
			clues := slices.Clone(p.Clues)
			for _, c := range more[:n-had] {
				clues[c] = solution[c]
			}
			all[k*len(to)+i] = Instance{
				Name: from.Name, Puzzle: &sudoku.Puzzle{Shape: p.Shape, Clues: clues, Name: p.Name},
				Tags: tagged(from.Tags, "clues", strconv.Itoa(n), "puzzle", strconv.Itoa(from.Index)),
			}
		}
	}
	return all, nil
}

// blanks returns the blank cells of a puzzle in random order.
func blanks(p *sudoku.Puzzle, seed uint64, path ...any) []sudoku.Cell {
	var cells []sudoku.Cell
	for _, c := range stream(seed, path...).Perm(len(p.Clues)) {
		if p.Clues[c] == 0 {
			cells = append(cells, sudoku.Cell(c))
		}
	}
	return cells
}

// solutionOf returns the solution of a puzzle, or an error unless it has exactly one.
func solutionOf(ctx context.Context, s *Spec, i Instance) (sudoku.Grid, error) {
	if i.Puzzle == nil {
		return nil, &SpecError{s.Name, fmt.Sprintf("%s of %s is a model file, expected a puzzle", i.Name, i.Set)}
	}
	verdict, found, _, err := model.Unique(ctx, native.Solver{}, i.Puzzle.Model())
	if err != nil {
		return nil, fmt.Errorf("set %q: puzzle %d of %s: %w", s.Name, i.Index, i.Set, err)
	}
	if verdict != model.One {
		return nil, &SpecError{s.Name,
			fmt.Sprintf("puzzle %d of %s: solutions: %v, expected one", i.Index, i.Set, verdict)}
	}
	return sudoku.Grid(found[0]), nil
}

// instances returns Each puzzles with one clue less, or with one wrong value more.
func (c *Change) instances(ctx context.Context, s *Spec, of []Instance) ([]Instance, error) {
	if c.How != "remove" && c.How != "contradict" {
		return nil, &SpecError{s.Name, fmt.Sprintf("how = %q: expected remove or contradict", c.How)}
	}
	var all []Instance
	for _, from := range Take(of, c.Each) {
		solution, err := solutionOf(ctx, s, from)
		if err != nil {
			return nil, err
		}
		p, r := from.Puzzle, stream(s.Seed, c.How, from.Index)
		clues, shape := slices.Clone(p.Clues), p.Shape
		fits := func(cell, value int) bool {
			if c.How == "remove" {
				clues[cell] = 0
				return p.Clues[cell] != 0
			}
			if clues[cell] != 0 || value == solution[cell] {
				return false
			}
			clues[cell] = value
			return (sudoku.Puzzle{Shape: shape, Clues: clues}).Contradiction() == ""
		}
		changed := slices.ContainsFunc(r.Perm(len(clues)*shape.N()), func(k int) bool {
			cell := k / shape.N()
			so := fits(cell, 1+k%shape.N())
			if !so {
				clues[cell] = p.Clues[cell]
			}
			return so
		})
		if !changed {
			return nil, &SpecError{s.Name,
				fmt.Sprintf("puzzle %d of %s: every wrong value shows at once", from.Index, from.Set)}
		}
		all = append(all, Instance{Name: from.Name, Puzzle: &sudoku.Puzzle{Shape: shape, Clues: clues, Name: p.Name},
			Tags: tagged(from.Tags, "puzzle", strconv.Itoa(from.Index))})
	}
	return all, nil
}
