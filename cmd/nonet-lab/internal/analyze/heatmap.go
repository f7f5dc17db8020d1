package analyze

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/internal/slice"
)

// Marks returns a text for each cell, by row and column: for a blank cell [CriticalMap.Left] in per cent, or the effort
// if Left is NaN; for a clue its value in brackets.
func (m *CriticalMap) Marks() [][]string {
	_, marks := m.grid()
	return marks
}

// HeatMap returns the grid as a heat map of [CriticalMap.Left].
func (m *CriticalMap) HeatMap() *figure.HeatMap {
	values, marks := m.grid()
	s := m.Puzzle.Shape
	label := "effort left (%)"
	if !m.comparable() {
		label = string(m.Measure)
	}
	return &figure.HeatMap{Values: values, Labels: marks, Box: [2]int{s.Height, s.Width},
		Scale: figure.Axis{Label: label}}
}

func (m *CriticalMap) comparable() bool { return m.Base > 0 && !math.IsInf(m.Base, 1) }

func (m *CriticalMap) grid() (values [][]float64, marks [][]string) {
	s := m.Puzzle.Shape
	n := s.N()
	for row := range slices.Chunk(m.Solution, n) {
		marks = append(marks, slice.Map(row, func(v int) string { return fmt.Sprintf("[%d]", v) }))
		values = append(values, slices.Repeat([]float64{math.NaN()}, n))
	}
	for _, c := range m.Cells {
		row, column := s.Row(c.Cell), s.Column(c.Cell)
		value, mark := 100*m.Left(c), Percent(m.Left(c))
		switch {
		case math.IsInf(c.Effort, 1):
			value, mark = math.NaN(), "∞"
		case !m.comparable():
			value, mark = c.Effort, strconv.FormatFloat(c.Effort, 'g', 3, 64)
		}
		values[row][column], marks[row][column] = value, mark
	}
	return values, marks
}

// Percent formats a ratio in per cent: 0.3%, 12%, 250%; "-" for NaN.
func Percent(x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case math.IsInf(x, 1):
		return "∞"
	case x > 0 && x < 0.0995:
		return fmt.Sprintf("%.1f%%", 100*x)
	}
	return fmt.Sprintf("%.0f%%", 100*x)
}
