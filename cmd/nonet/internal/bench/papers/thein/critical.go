package thein

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/analyze"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// criticalTask is the task of revealing each blank cell alone. The values: "base", the nodes of the puzzle as it is; and for each blank
// cell, by its name, the nodes that are left when it is known; and the clues, as "clue r1c1".
var criticalTask = papers.TaskOf("critical", "reveal each blank cell of the solution alone, and count the nodes that are left", critical)

func critical(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	method, err := methods.Parse(run.Method)
	if err != nil {
		return err
	}
	puzzle := run.Instance.Puzzle
	m, err := analyze.Critical(ctx, *puzzle, analyze.Options{Method: method, Measure: analyze.Nodes, Seed: run.Seed})
	if err != nil {
		return err
	}
	record.Outcome = campaign.Measured
	record.Values = map[string]float64{"base": m.Base}
	for _, c := range m.Cells {
		record.Values[puzzle.Shape.Name(c.Cell)] = c.Effort
	}
	for c, v := range puzzle.Clues {
		if v != 0 {
			record.Values["clue "+puzzle.Shape.Name(sudoku.Cell(c))] = float64(v)
		}
	}
	return nil
}

// cpMethod is the constraint program of the thesis.
const cpMethod = "backtrack:cp-thesis"

// criticalRows has for each puzzle and method what is left when its most critical cell is known.
func criticalRows(d *papers.Data) (rows []map[string]any) {
	groups := papers.GroupBy(d.Records.Grid("critical").Succeeded(),
		func(r *campaign.Record) string { return fmt.Sprintf("%s\x00%s\x00%06d", r.Method, r.Set, r.Index) })
	for _, g := range groups {
		r := &g.Records[0]
		m := mapOf(r)
		if m == nil {
			continue
		}
		half, more := 0, 0
		for _, c := range m.Cells {
			switch left := m.Left(c); {
			case left < 0.5:
				half++
			case left > 1:
				more++
			}
		}
		c := m.Cells[0]
		rows = append(rows, map[string]any{
			"puzzle": fmt.Sprintf("%s %d", r.Set, r.Index+1), "method": r.Method, "base": m.Base, "cell": m.Puzzle.Shape.Name(c.Cell), "effort": c.Effort,
			"left": 100 * m.Left(c), "half": half, "more": more, "blank": len(m.Cells), "map": m, "title": fmt.Sprintf("puzzle %d of %s", r.Index+1, r.Set),
		})
	}
	return rows
}

// criticalMap is the heat map of the puzzle whose best cell spares most among those that were measured; nil if none was.
func criticalMap(d *papers.Data) (*report.Picture, error) {
	var best map[string]any
	for _, r := range criticalRows(d) {
		if r["method"] == cpMethod && (best == nil || r["left"].(float64) < best["left"].(float64)) {
			best = r
		}
	}
	if best == nil {
		return nil, nil
	}
	m := best["map"].(*analyze.CriticalMap)
	return papers.Picture("critical-cells", fmt.Sprintf("Critical cells of %s under %s", best["title"], cpMethod),
		fmt.Sprintf("Per cent of the %s nodes that are left when a cell alone is known; clues are in brackets. The most critical, %s, leaves %s; %d of %d leave less "+
			"than half, and %d lead to more nodes.", digits(m.Base), best["cell"], analyze.Percent(m.Left(m.Cells[0])), best["half"], best["blank"], best["more"]),
		m.HeatMap()), nil
}

// mapOf makes the map of a record again, nil if there is nothing in it. The values of blank cells are not known.
func mapOf(r *campaign.Record) *analyze.CriticalMap {
	shape := sudoku.Order(r.Order)
	m := &analyze.CriticalMap{
		Puzzle: sudoku.Puzzle{Shape: shape}, Solution: make(sudoku.Grid, shape.Cells()), Measure: analyze.Nodes, Base: r.Values["base"],
	}
	for c := range shape.Cells() {
		if effort, blank := r.Values[shape.Name(sudoku.Cell(c))]; blank {
			m.Cells = append(m.Cells, analyze.CriticalCell{Cell: sudoku.Cell(c), Effort: effort})
		}
		m.Solution[c] = int(r.Values["clue "+shape.Name(sudoku.Cell(c))]) // of the others it is not needed
	}
	if len(m.Cells) == 0 {
		return nil
	}
	slices.SortStableFunc(m.Cells, func(a, b analyze.CriticalCell) int { return cmp.Compare(a.Effort, b.Effort) })
	return m
}

// appendixSolution is that of the puzzle of appendix C of the thesis, which has 25 clues: the set "thein-appendix".
const appendixSolution = "463582791981476253725913864592734186814625379637891542158269437376148925249357618"

// reductions are the readings of the heuristic (ambiguity T4).
var reductions = []string{"h-naked", "h-rowcol", "h-printed", "h-full"}

// appendixTask is the task of the golden check: what the heuristics make of the puzzle of appendix C. The values are "NAME filled", "NAME passes"
// for each heuristic, and "solution", 1 if the only solution is the one printed.
var appendixTask = papers.TaskOf("appendix-c", "what the heuristics make of the puzzle of the thesis' appendix C", appendixC)

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
	printed := verdict == model.One && notation.Line(sudoku.Grid(found[0])) == appendixSolution
	record.Outcome, record.Values = campaign.Measured, map[string]float64{"solution": papers.OneIf(printed)}
	board, err := human.NewBoard(p.Model())
	if err != nil {
		return err
	}
	for _, name := range reductions {
		h, ok := human.HeuristicByName(name)
		if !ok {
			return fmt.Errorf("thein: there is no heuristic %q", name)
		}
		position := board.NewPosition(nil)
		passes := h.Run(position)
		record.Values[name+" filled"], record.Values[name+" passes"] = float64(len(p.Clues)-position.Blank()), float64(passes)
	}
	return nil
}
