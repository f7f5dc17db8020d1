package human_test

import (
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// BenchmarkRate rates one puzzle of a list by the ladder of all rules per operation.
func BenchmarkRate(b *testing.B) {
	for _, list := range []struct {
		name, file string
		some       int
	}{
		{"17clue", "sudoku17.txt.gz", 1000}, {"top95", "top95.txt", 95}, {"easy50", "easy50.txt", 50},
		{"hardest", "", 0},
	} {
		b.Run("list="+list.name, func(b *testing.B) {
			ladder := human.Standard()
			var givens [][]model.Given
			var solutions []model.Assignment
			lines := backendtest.HardestLines()
			if list.file != "" {
				lines = backendtest.Spread(backendtest.Lines(b, list.file), list.some)
			}
			for _, line := range lines {
				p := backendtest.Puzzle(sudoku.Order(3), line)
				givens, solutions = append(givens, p.Given(nil)), append(solutions, only(b, p))
			}
			p := newBoard(b, sudoku.Order(3).Model()).NewPosition(nil)
			guesses, i := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				p.Reset(givens[i])
				r, err := ladder.Rate(p, solutions[i], nil)
				if err != nil || !r.Solved() {
					b.Fatal(r, err)
				}
				guesses += r.Guesses
				i = (i + 1) % len(givens)
			}
			b.ReportMetric(float64(guesses)/float64(b.N), "guesses/op")
		})
	}
}

// BenchmarkClassify computes QQwing's class of one puzzle of a list per operation.
func BenchmarkClassify(b *testing.B) {
	var givens [][]model.Given
	for _, line := range backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 1000) {
		givens = append(givens, backendtest.Puzzle(sudoku.Order(3), line).Given(nil))
	}
	p := newBoard(b, sudoku.Order(3).Model()).NewPosition(nil)
	i := 0
	for b.Loop() {
		p.Reset(givens[i])
		human.Classify(p)
		i = (i + 1) % len(givens)
	}
}
