package thein

import (
	"context"
	"fmt"
	"math"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/analyze"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// criticalTask is the task of revealing each blank cell alone. The values: "base", the nodes of the puzzle as it is; and for each blank
// cell, by its name, the nodes that are left when it is known; and the clues, as "clue r1c1".
var criticalTask = campaign.Task{
	Name: "critical", Summary: "reveal each blank cell of the solution alone, and count the nodes that are left",
	Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
		method, err := methods.Parse(run.Method)
		if err != nil {
			record.Stopped(ctx, err)
			return
		}
		puzzle := run.Instance.Puzzle
		m, err := analyze.Critical(ctx, *puzzle, analyze.Options{Method: method, Measure: analyze.Nodes, Seed: run.Seed})
		if err != nil {
			record.Stopped(ctx, err)
			return
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
	},
}

// critical is the heat map of the puzzle whose best cell spares most among those that were measured.
func (t *data) critical() report.Section {
	s := report.Section{Title: "Critical cells (section 5.2)"}
	table := &report.Table{
		Name: "critical", Title: "Nodes that are left when one cell more is known",
		Columns: papers.Columns("|puzzle", "|method", "nodes as it is", "|most critical cell", "nodes with it", "% left",
			"cells that leave less than half", "cells that lead to more nodes", "blank cells"),
		Notes: []string{"The thesis conjectures that a puzzle has \"one or more squares that are critical to solving\" it. Each blank " +
			"cell is revealed alone, and the nodes that are left are " +
			"counted. `nonet analyze critical` does so for any puzzle and method."},
	}
	var best *report.Picture
	least := math.Inf(1)
	groups := papers.GroupBy(t.Records.Grid("critical").Ran().Succeeded(),
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
		name := m.Puzzle.Shape.Name(c.Cell)
		table.Rows = append(table.Rows, []report.Cell{
			papers.Textf("%s %d", r.Set, r.Index+1), report.Words(r.Method), numberCell(m.Base), report.Words(name),
			numberCell(c.Effort), numberCell(100 * m.Left(c)),
			numberCell(float64(half)), numberCell(float64(more)), numberCell(float64(len(m.Cells))),
		})
		if r.Method == cpMethod && m.Left(c) < least {
			least = m.Left(c)
			best = &report.Picture{Figure: figure.Figure{
				Name: "critical-cells", Title: fmt.Sprintf("Critical cells of puzzle %d of %s under %s", r.Index+1, r.Set, r.Method),
				Chart: m.HeatMap(),
				Caption: fmt.Sprintf("Per cent of the %s nodes that are left when a cell alone is known; clues are in brackets. The "+
					"most critical, %s, leaves %s; %d of %d leave less than half, and %d lead to more nodes.",
					digits(m.Base), name, analyze.Percent(m.Left(c)), half, len(m.Cells), more),
			}}
		}
	}
	if best == nil {
		s.Blocks = append(s.Blocks, report.Text("Not run."))
		return s
	}
	s.Blocks = append(s.Blocks, best, table)
	return s
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
	slices.SortStableFunc(m.Cells, func(a, b analyze.CriticalCell) int {
		switch {
		case a.Effort < b.Effort:
			return -1
		case a.Effort > b.Effort:
			return 1
		}
		return 0
	})
	return m
}

// appendixSolution is that of the puzzle of appendix C of the thesis, which has 25 clues: the set "thein-appendix".
const appendixSolution = "463582791981476253725913864592734186814625379637891542158269437376148925249357618"

// golden is how many cells each reading of the heuristic fills of it, clues included, and in how many passes; 0 is not known.
var golden = []struct {
	heuristic      string
	filled, passes int
}{{"h-naked", 25, 0}, {"h-rowcol", 44, 7}, {"h-printed", 44, 7}, {"h-full", 44, 7}}

// appendixTask is the task of the golden check: what the heuristics make of the puzzle of appendix C. The values are "NAME filled", "NAME passes"
// for each heuristic, and "solution", 1 if the only solution is the one printed.
var appendixTask = campaign.Task{
	Name: "appendix-c", Summary: "what the heuristics make of the puzzle of the thesis' appendix C",
	Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
		if err := appendixC(ctx, run, record); err != nil {
			record.Stopped(ctx, err)
		}
	},
}

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
	record.Outcome, record.Values = campaign.Measured, map[string]float64{"solution": 0}
	if verdict == model.One && notation.Line(sudoku.Grid(found[0])) == appendixSolution {
		record.Values["solution"] = 1
	}
	board, err := deduce.NewBoard(p.Model())
	if err != nil {
		return err
	}
	for _, name := range reductions {
		r, _ := deduce.ByName(name)
		h, ok := r.(*deduce.Heuristic)
		if !ok {
			return fmt.Errorf("thein: there is no heuristic %q", name)
		}
		position := board.NewPosition(nil)
		passes := h.Run(position)
		record.Values[name+" filled"], record.Values[name+" passes"] = float64(len(p.Clues)-position.Blank()), float64(passes)
	}
	return nil
}

// golden is the check of appendix C.
func (t *data) golden() report.Section {
	s := report.Section{Title: "The puzzle of appendix C"}
	table := &report.Table{
		Name: "appendix-c", Title: "Cells that the heuristic fills, clues included", Columns: papers.Columns("|heuristic", "expected",
			"ours", "|verdict", "passes expected", "passes", "|verdict"),
		Notes: []string{"Expected is what the program as printed does, worked out apart from this one. The last pass is the one that " +
			"fills nothing."},
	}
	r := t.Records.Grid("appendix").Ran().Succeeded()
	for _, g := range golden {
		filled, passes := math.NaN(), math.NaN()
		if len(r) > 0 {
			filled, passes = r[0].Values[g.heuristic+" filled"], r[0].Values[g.heuristic+" passes"]
		}
		row := []report.Cell{report.Words(g.heuristic), numberCell(float64(g.filled)), numberCell(filled),
			verdictOn(report.Published{Value: float64(g.filled), Rule: report.Within{}}, filled), report.Words(""), numberCell(passes),
			report.Words("")}
		if g.passes > 0 {
			row[4], row[6] = numberCell(float64(g.passes)), verdictOn(report.Published{Value: float64(g.passes),
				Rule: report.Within{}}, passes)
		}
		table.Rows = append(table.Rows, row)
	}
	solution := math.NaN()
	if len(r) > 0 {
		solution = r[0].Values["solution"]
	}
	words := map[float64]string{1: "the same, and the only one", 0: "another, or several"}[solution]
	table.Rows = append(table.Rows, []report.Cell{report.Words("solution"), report.Words("as printed"), report.Words(words),
		verdictOn(report.Published{Value: 1, Rule: report.Within{}}, solution), report.Words(""), report.Words(""), report.Words("")})
	s.Blocks = append(s.Blocks, table)
	return s
}
