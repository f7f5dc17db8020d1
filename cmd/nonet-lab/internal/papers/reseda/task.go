package reseda

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/sudoku"
)

// admissibleBlocks is the key of the value that the tasks of reseda measure: the number of permutations of the first
// block that the givens admit.
const admissibleBlocks = "admissible"

// rightBlockTask gives a method the first block of the solution, wrongBlockTask a wrong one for each replicate.
var (
	firstShotTask  = papers.TaskOf("first-shot", firstShot)
	rightBlockTask = papers.TaskOf(rightBlock, solveWithBlock)
	wrongBlockTask = papers.TaskOf("wrong-block", solveWithBlock)
)

const rightBlock = "right-block"

// rowKey returns the key of the value that firstShot measures for a row, counted from 0. Bit i of the value is set if
// the cell in column i has its right value.
func rowKey(row int) string { return fmt.Sprintf("right.row-%d", row+1) }

// firstShot makes the first shot of a method of the backend reseda and compares its grid with the solution.
func firstShot(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	m, err := methods.Parse(run.Method)
	if err != nil {
		return err
	}
	e, ok := m.Solver().(metaheur.RESEDA)
	if !ok {
		return fmt.Errorf("reseda: task %s: method %s is not reseda", run.Task, run.Method)
	}
	p := run.Instance.Puzzle
	solution, err := papers.SolutionOf(ctx, *p)
	if err != nil {
		return err
	}
	e.Seed, e.Moves = run.Seed, run.Limits.Moves
	shot, err := e.Shot(ctx, p.Model())
	if err != nil {
		return err
	}
	record.Stats.Effort.Iterations = shot.Moves
	switch {
	case shot.Solved:
		record.Outcome = campaign.Solved
	case shot.Grid != nil:
		record.Outcome = campaign.Unsolved
	case ctx.Err() != nil:
		record.Outcome = campaign.Timeout
		return nil
	default:
		record.Outcome = campaign.MoveLimit
		return nil
	}
	for c, x := range shot.Grid {
		if c := sudoku.Cell(c); x == solution[c] {
			record.Values[rowKey(p.Shape.Row(c))] += float64(int(1) << p.Shape.Column(c))
		}
	}
	return nil
}

// solveWithBlock runs a method on the puzzle with its first block filled in: as rightBlock with the block of the
// solution, otherwise with one of the wrong permutations that the givens admit.
func solveWithBlock(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	m, err := methods.Parse(run.Method)
	if err != nil {
		return err
	}
	p := *run.Instance.Puzzle
	solution, err := papers.SolutionOf(ctx, p)
	if err != nil {
		return err
	}
	wrong, block := blockPermutations(p), firstBlock(p.Shape)
	record.Values = map[string]float64{admissibleBlocks: float64(len(wrong))}
	wrong = slices.DeleteFunc(wrong, func(g sudoku.Grid) bool {
		return !slices.ContainsFunc(block, func(c sudoku.Cell) bool { return g[c] != solution[c] })
	})
	switch {
	case run.Task == rightBlock:
		p.Clues = slices.Clone(p.Clues)
		for _, c := range block {
			p.Clues[c] = solution[c]
		}
	case len(wrong) == 0:
		return errors.New("reseda: the givens admit only one permutation of the first block")
	default:
		p.Clues = wrong[run.Replicate%len(wrong)]
	}
	m.RunOptions.Seed, m.RunOptions.Moves = run.Seed, run.Limits.Moves
	r, err := m.Solver().Solve(ctx, p.Model(), func(model.Assignment) bool { return false })
	record.Stats = r.Stats
	switch {
	case r.Solutions > 0:
		record.Outcome = campaign.Solved
	case r.Complete:
		record.Outcome = campaign.Unsat
	case ctx.Err() != nil:
		record.Outcome = campaign.Timeout
	case err != nil:
		return err
	default:
		record.Outcome = campaign.Unsolved
	}
	return nil
}

// firstBlock returns the cells of the top left box.
func firstBlock(s sudoku.Shape) (cells []sudoku.Cell) {
	for c := range sudoku.Cell(s.Cells()) {
		if s.Box(c) == 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// blockPermutations returns the clues with the first block filled in, once for each permutation that the givens admit,
// in lexicographic order.
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
