package thein

import (
	"context"
	"fmt"
	"math"
	"slices"

	"nonet/backends/native"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/encode/ip"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

// Experiment reproduces the tables and figures of the thesis.
func Experiment() papers.Experiment {
	return papers.New("thein", write, appendixTask, deceptionTask, programsTask)
}

// colors reports whether the cells of a grid have a coloring: as many values as colors, different in each house.
func colors(order, number int) (bool, error) {
	m := sudoku.Order(order).Model()
	for i := range m.Vars {
		m.Vars[i].Domain = model.Interval(1, number)
	}
	a, _, err := model.First(context.Background(), native.Solver{}, m)
	return a != nil, err
}

// neighbors returns the largest number of columns of the 0-1 program of an empty grid that share a row with one column,
// itself included.
func neighbors() (int, error) {
	e, err := ip.Encoder{}.Encode(context.Background(), sudoku.Order(3).Model())
	if err != nil {
		return 0, err
	}
	p := e.Formula
	near := slice.Make(len(p.Columns), func(int) map[int]bool { return map[int]bool{} })
	for _, row := range p.Rows {
		for _, x := range row.Entries {
			for _, y := range row.Entries {
				near[x.Column][y.Column] = true
			}
		}
	}
	return slices.Max(slice.Map(near, func(columns map[int]bool) int { return len(columns) })), nil
}

// cell returns a cell with a number with four significant digits; a dash if it is not finite.
func cell(x float64) report.Cell {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return report.Words("–")
	}
	return report.Cell{Text: digits(x), Number: x, IsNumber: true}
}

func digits(x float64) string {
	switch a := math.Abs(x); {
	case a == math.Trunc(a) && a < 1e15, a >= 1000:
		return fmt.Sprintf("%.0f", x)
	case a >= 100:
		return fmt.Sprintf("%.1f", x)
	case a >= 10:
		return fmt.Sprintf("%.2f", x)
	case a >= 1:
		return fmt.Sprintf("%.3f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// factor formats a factor with two or three digits.
func factor(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x >= 99.5:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
