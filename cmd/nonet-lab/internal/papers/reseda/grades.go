package reseda

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// Figure 4.2 grades each cell of the hard puzzle by the tries of 100 in which it is right.
const (
	always   = "A" // in all
	mostly   = "B" // in 90 at least
	seldom   = "-" // in fewer
	gradedIn = 100
)

// gradeNames lists the grades, the best first.
var gradeNames = []string{always, mostly, seldom}

// gradeOf returns the grade of a cell that is right in a number of tries of gradedIn.
func gradeOf(right int) string {
	switch {
	case right == gradedIn:
		return always
	case right*10 >= gradedIn*9:
		return mostly
	}
	return seldom
}

// chances returns the probability of each of gradeNames for a cell that is right in a share p of all tries.
func chances(p float64) []float64 {
	a := math.Pow(p, gradedIn)
	fewer := distuv.Binomial{N: gradedIn, P: p}.CDF(gradedIn*9/10 - 1)
	return []float64{a, 1 - fewer - a, fewer}
}

// A gradedCell is a free cell with its published grade.
type gradedCell struct {
	row, column int
	grade       string
}

// freeCells returns the free cells with their published grades: for each row nine of gradeNames.
func freeCells(published []string) (cells []gradedCell) {
	for i, row := range clues {
		for j := range row {
			if row[j] == '.' {
				cells = append(cells, gradedCell{i, j, published[i][j : j+1]})
			}
		}
	}
	return cells
}

// rightCells reports for each try and cell whether the grid of the try has the right value there.
func rightCells(tries papers.Records, cells []gradedCell) [][]bool {
	all := make([][]bool, len(tries))
	for k := range tries {
		var rows [9]int
		for row := range rows {
			rows[row] = int(tries[k].Values[rowKey(row)])
		}
		all[k] = make([]bool, len(cells))
		for i, c := range cells {
			all[k][i] = rows[c.row]>>c.column&1 == 1
		}
	}
	return all
}

// shares returns for each cell the share of the tries in which it is right.
func shares(right [][]bool, cells int) []float64 {
	share := make([]float64, cells)
	for _, try := range right {
		for i, is := range try {
			share[i] += papers.OneIf(is)
		}
	}
	for i := range share {
		share[i] /= float64(len(right))
	}
	return share
}

// likely returns the most likely grade of each cell, given the share of tries in which it is right.
func likely(share []float64) []string {
	grades := make([]string, len(share))
	for i, p := range share {
		c := chances(p)
		grades[i] = gradeNames[slices.Index(c, slices.Max(c))]
	}
	return grades
}

// A fit compares the published grades with tries of ours. agree is the number of cells whose published grade is the
// most likely one by our tries. expected and low are the mean and the 5 % quantile of that number for the grades of a
// hundred of our own tries, drawn at random.
type fit struct {
	cells                int
	agree, expected, low float64
}

// agreement returns the fit of tries; with fewer than a hundred, its numbers are NaN.
func agreement(tries papers.Records, cells []gradedCell) fit {
	if len(tries) < gradedIn {
		nan := math.NaN()
		return fit{len(cells), nan, nan, nan}
	}
	right := rightCells(tries, cells)
	share := shares(right, len(cells))
	grades := likely(share)
	agree := 0.0
	for i, c := range cells {
		agree += papers.OneIf(c.grade == grades[i])
	}
	const samples = 1000
	random := rand.New(rand.NewPCG(1, 0))
	own := make([]float64, samples)
	for s := range own {
		count := make([]int, len(cells))
		for range gradedIn {
			for i, is := range right[random.IntN(len(tries))] {
				if is {
					count[i]++
				}
			}
		}
		for i, n := range count {
			own[s] += papers.OneIf(gradeOf(n) == grades[i])
		}
	}
	return fit{len(cells), agree, stats.Mean(own), stats.Quantile(own, 0.05)}
}

// A gradeCount is the number of cells with a published grade, and how many of these have each of gradeNames as the most
// likely grade by our tries.
type gradeCount struct {
	grade     string
	published int
	likely    [3]int
}

func gradeCounts(tries papers.Records, cells []gradedCell) (counts []gradeCount) {
	grades := likely(shares(rightCells(tries, cells), len(cells)))
	for _, g := range gradeNames {
		count := gradeCount{grade: g}
		for i, c := range cells {
			if c.grade == g {
				count.published++
				count.likely[slices.Index(gradeNames, grades[i])]++
			}
		}
		counts = append(counts, count)
	}
	return counts
}

// allRight returns the share of tries in which all free cells of a region are right. The region has a character for
// each cell, row by row; "x" marks its cells.
func allRight(tries papers.Records, region string, all []gradedCell) float64 {
	cells := slice.Filter(all, func(c gradedCell) bool { return region[9*c.row+c.column] == 'x' })
	n := slice.Count(rightCells(tries, cells), func(try []bool) bool { return !slices.Contains(try, false) })
	return float64(n) / float64(len(tries))
}

// gradeBoard draws the puzzle: the share of our tries in which each free cell is right, as a colour, and its published
// grade. A cell whose published grade is not the most likely one by our tries has brackets. Clues have no colour.
func gradeBoard(tries papers.Records, cells []gradedCell) figure.Chart {
	if len(tries) < gradedIn {
		return nil
	}
	board := &figure.HeatMap{Box: [2]int{3, 3},
		Scale: figure.Axis{Label: "share of our shots in which the cell is right"}}
	for _, row := range clues {
		values, labels := make([]float64, 9), make([]string, 9)
		for j, clue := range row {
			values[j], labels[j] = math.NaN(), string(clue)
		}
		board.Values, board.Labels = append(board.Values, values), append(board.Labels, labels)
	}
	share := shares(rightCells(tries, cells), len(cells))
	for i, g := range likely(share) {
		c := cells[i]
		board.Values[c.row][c.column], board.Labels[c.row][c.column] = share[i], c.grade
		if c.grade != g {
			board.Labels[c.row][c.column] = "(" + c.grade + ")"
		}
	}
	return board
}
