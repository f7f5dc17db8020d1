package thein

import (
	"context"
	"fmt"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// appendixSolution is the solution of the puzzle of appendix C of the thesis, which has 25 clues: the set
// "thein-appendix".
const appendixSolution = "463582791981476253725913864592734186814625379637891542158269437376148925249357618"

// reductions lists the interpretations of the heuristic (ambiguity T4).
var reductions = []string{"h-naked", "h-rowcol", "h-printed", "h-full"}

// appendixTask runs the heuristics on the puzzle of appendix C. Values has "NAME filled" and "NAME passes" for each
// heuristic NAME, and "solution", 1 if the only solution is the printed solution, otherwise 0.
var appendixTask = papers.TaskOf("appendix-c", appendixC)

func appendixC(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	p := run.Instance.Puzzle
	m, err := methods.Parse(run.Method)
	if err != nil {
		return err
	}
	verdict, found, _, err := model.Unique(ctx, m.Solver(), p.Model())
	if err != nil {
		return err
	}
	printed := verdict == model.One && notation.Line(nil, sudoku.Grid(found[0])) == appendixSolution
	record.Values["solution"] = papers.OneIf(printed)
	board, err := human.NewBoard(p.Model())
	if err != nil {
		return err
	}
	for _, name := range reductions {
		h, ok := human.HeuristicByName(name)
		if !ok {
			return fmt.Errorf("thein: unknown heuristic %q", name)
		}
		position := board.NewPosition(nil)
		passes := h.Run(position)
		record.Values[name+" filled"], record.Values[name+" passes"] = float64(len(p.Clues)-position.Blank()),
			float64(passes)
	}
	return nil
}
