package reseda

import (
	"context"
	"errors"
	"slices"

	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/model"
	"nonet/model/sudoku"
)

// admissibleBlocks is the value that the tasks of reseda measure: how many permutations of the first block no given forbids.
const admissibleBlocks = "admissible"

var (
	rightBlockTask = campaign.Task{
		Name: "right-block", Summary: "solve the puzzle with the first block of its solution among the givens",
		Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
			solveWithBlock(ctx, run, record, true)
		},
	}
	wrongBlockTask = campaign.Task{
		Name: "wrong-block", Summary: "try to solve the puzzle with a wrong first block among the givens, another one for each replicate",
		Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
			solveWithBlock(ctx, run, record, false)
		},
	}
)

// solveWithBlock runs a method on the puzzle with its first block filled in: that of the solution, or one of the others that the givens admit.
func solveWithBlock(ctx context.Context, run *campaign.Run, record *campaign.Record, right bool) {
	m, err := methods.Parse(run.Method)
	if err != nil {
		record.Stopped(ctx, err)
		return
	}
	p := *run.Instance.Puzzle
	solution, _, err := model.First(ctx, native.Solver{}, p.Model())
	if err != nil {
		record.Stopped(ctx, err)
		return
	}
	if solution == nil {
		record.Stopped(ctx, errors.New("reseda: the puzzle has no solution"))
		return
	}
	wrong, block := blockPermutations(p), firstBlock(p.Shape)
	record.Values = map[string]float64{admissibleBlocks: float64(len(wrong))}
	wrong = slices.DeleteFunc(wrong, func(g sudoku.Grid) bool {
		return !slices.ContainsFunc(block, func(c sudoku.Cell) bool { return g[c] != solution[c] })
	})
	switch {
	case right:
		p.Clues = slices.Clone(p.Clues)
		for _, c := range block {
			p.Clues[c] = solution[c]
		}
	case len(wrong) == 0:
		record.Stopped(ctx, errors.New("reseda: the givens admit one permutation of the first block only"))
		return
	default:
		p.Clues = wrong[run.Replicate%len(wrong)]
	}
	m.Chance.Seed, m.Chance.Moves = run.Seed, run.Limits.Moves
	r, err := m.Solver().Solve(ctx, p.Model(), func(model.Assignment) bool { return false })
	record.Stats = r.Stats
	switch {
	case r.Solutions > 0:
		record.Outcome = campaign.Solved
	case r.Complete:
		record.Outcome = campaign.NoneLeft
	case ctx.Err() != nil:
		record.Outcome = campaign.TimeOut
	case err != nil:
		record.Stopped(ctx, err)
	default:
		record.Outcome = campaign.Unsolved
	}
}

// firstBlock returns the cells of the box at the top left.
func firstBlock(s sudoku.Shape) (cells []sudoku.Cell) {
	for c := range sudoku.Cell(s.Cells()) {
		if s.Box(c) == 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// blockPermutations returns the clues with each permutation of the first block that no given forbids, in lexicographic order.
func blockPermutations(p sudoku.Puzzle) (all []sudoku.Grid) {
	s := p.Shape
	cells := firstBlock(s)
	clues := slices.Clone(p.Clues)
	admits := func(c sudoku.Cell, x int) bool {
		for q, y := range clues {
			q := sudoku.Cell(q)
			if y == x && q != c && (s.Row(q) == s.Row(c) || s.Column(q) == s.Column(c) || s.Box(q) == s.Box(c)) {
				return false
			}
		}
		return true
	}
	var fill func(i int)
	fill = func(i int) {
		if i == len(cells) {
			all = append(all, slices.Clone(clues))
			return
		}
		c := cells[i]
		if clues[c] != 0 {
			fill(i + 1)
			return
		}
		for x := 1; x <= s.N(); x++ {
			if admits(c, x) {
				clues[c] = x
				fill(i + 1)
				clues[c] = 0
			}
		}
	}
	fill(0)
	return all
}
