package thein

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/analyze"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// criticalTask reveals each blank cell alone. Values has "base", the nodes of the original puzzle; for each blank cell,
// under its name, the nodes with that cell revealed; and for each clue its value, under "clue r1c1".
var criticalTask = papers.TaskOf("critical", "reveal each blank cell alone, and count the nodes that remain", critical)

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
	record.Values["base"] = m.Base
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

// critical makes the table of the nodes that remain when the most critical cell of a puzzle is revealed, and the heat
// map of the puzzle whose most critical cell saves most.
func (w writer) critical() {
	t := w.Table("critical", "|puzzle", "|method", "nodes without it", "|most critical cell", "nodes with it", "% left",
		"cells that leave less than half", "cells that lead to more nodes", "blank cells")
	w.Figure("critical-cells", nil)
	least := math.Inf(1)
	groups := papers.GroupBy(w.Grid("critical").Succeeded(),
		func(r *campaign.Record) string { return fmt.Sprintf("%s\x00%s\x00%06d", r.Method, r.Set, r.Index) })
	for _, g := range groups {
		r := g.Records[0]
		m := mapOf(r)
		if m == nil {
			continue
		}
		half, more := m.Extremes()
		c := m.Cells[0]
		name, left := m.Puzzle.Shape.Name(c.Cell), m.Left(c)
		t.Row(fmt.Sprintf("%s %d", r.Set, r.Index+1), r.Method, cell(m.Base), name, cell(c.Effort), cell(100*left),
			cell(float64(half)), cell(float64(more)), cell(float64(len(m.Cells))))
		if r.Method != cp || left >= least {
			continue
		}
		least = left
		w.Picture("critical-cells", fmt.Sprintf("Critical cells of puzzle %d of %s under %s", r.Index+1, r.Set,
			cp),
			fmt.Sprintf("Per cent of the %s nodes that remain when a cell alone is revealed; clues are in "+
				"brackets. The most critical cell, %s, leaves %s; %d of %d cells leave less than half, and %d lead to "+
				"more nodes.", digits(m.Base), name, analyze.Percent(left), half, len(m.Cells), more), m.HeatMap())
	}
}

// mapOf returns the critical map that a record holds, nil if the record has no cells. The values of blank cells are not
// recorded.
func mapOf(r *campaign.Record) *analyze.CriticalMap {
	shape := sudoku.Order(r.Order)
	m := &analyze.CriticalMap{
		Puzzle: sudoku.Puzzle{Shape: shape}, Solution: make(sudoku.Grid, shape.Cells()), Measure: analyze.Nodes,
		Base: r.Values["base"],
	}
	for c := range shape.Cells() {
		if effort, blank := r.Values[shape.Name(sudoku.Cell(c))]; blank {
			m.Cells = append(m.Cells, analyze.CriticalCell{Cell: sudoku.Cell(c), Effort: effort})
		}
		// 0 for blank cells, whose values are not needed
		m.Solution[c] = int(r.Values["clue "+shape.Name(sudoku.Cell(c))])
	}
	if len(m.Cells) == 0 {
		return nil
	}
	slices.SortStableFunc(m.Cells, func(a, b analyze.CriticalCell) int { return cmp.Compare(a.Effort, b.Effort) })
	return m
}

// appendixSolution is the solution of the puzzle of appendix C of the thesis, which has 25 clues: the set
// "thein-appendix".
const appendixSolution = "463582791981476253725913864592734186814625379637891542158269437376148925249357618"

// reductions lists the interpretations of the heuristic (ambiguity T4).
var reductions = []string{"h-naked", "h-rowcol", "h-printed", "h-full"}

// appendixTask runs the heuristics on the puzzle of appendix C. Values has "NAME filled" and "NAME passes" for each
// heuristic NAME, and "solution", 1 if the only solution is the printed solution, otherwise 0.
var appendixTask = papers.TaskOf("appendix-c", "run the heuristics on the puzzle of appendix C of the thesis",
	appendixC)

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
