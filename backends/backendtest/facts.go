package backendtest

import (
	"errors"
	"testing"

	"nonet/encode"
	"nonet/model"
	"nonet/model/examples"
	"nonet/model/sudoku"
)

// A KnownCount is a number of solutions that is known from the literature or from independent programs.
type KnownCount struct {
	Name  string
	Model *model.Model
	Count int64
}

// KnownCounts returns the known counts of small grids and variants.
func KnownCounts() []KnownCount {
	four, six, nine := sudoku.Order(2), sudoku.Shape{Height: 2, Width: 3}, sudoku.Order(3)
	with := func(s sudoku.Shape, rules ...string) *model.Model {
		m := s.Model()
		for _, r := range rules {
			m = m.With(RuleConstraints(s, r)...)
		}
		return m
	}
	tables := func(m *model.Model, s sudoku.Shape) *model.Model { return m.With(nonConsecutiveTables(s)...) }
	return []KnownCount{
		{"4x4", four.Model(), 288},
		{"4x4 X", with(four, "diagonals"), 48},
		{"4x4 disjoint groups", with(four, "disjoint-groups"), 168},
		{"4x4 X, disjoint groups", with(four, "diagonals", "disjoint-groups"), 48},
		{"4x4 anti-knight", with(four, "knight"), 24},
		{"4x4 anti-king", with(four, "king"), 0},
		{"4x4 nonconsecutive", with(four, "non-consecutive"), 0},
		{"4x4 Latin", Latin(4), 576},
		{"5x5 Latin", Latin(5), 161280},
		{"6x6", six.Model(), 28200960},
		{"6x6 disjoint groups", with(six, "disjoint-groups"), 2799360},
		{"6x6 X", with(six, "diagonals"), 8640},
		{"6x6 X, disjoint groups", with(six, "diagonals", "disjoint-groups"), 0},
		{"6x6 anti-knight", with(six, "knight"), 11520},
		{"6x6 anti-king", with(six, "king"), 74160},
		{"6x6 anti-king, anti-knight", with(six, "king", "knight"), 0},
		{"6x6 nonconsecutive", with(six, "non-consecutive"), 48},
		{"6x6 nonconsecutive, by tables", tables(with(six), six), 48},
		{"6x6 nonconsecutive, anti-king", with(six, "non-consecutive", "king"), 0},
		{"6x6 nonconsecutive, anti-knight", with(six, "non-consecutive", "knight"), 0},
		{"9x9 anti-king, anti-knight, nonconsecutive", with(nine, "king", "knight", "non-consecutive"), 72},
		{"9x9 anti-king, anti-knight, nonconsecutive by tables", tables(with(nine, "king", "knight"), nine), 72},
		{"3x3 magic", examples.Magic(3), 8},
		{"4x4 magic", examples.Magic(4), 7040}, // 880 and their 8 symmetries: Frenicle, 1693
	}
}

// RunKnownCounts compares the counts of s with KnownCounts. Counts above maxCount are left to long tests. Models that s
// refuses are skipped.
func RunKnownCounts(t *testing.T, s model.Solver, maxCount int64) {
	for _, f := range KnownCounts() {
		t.Run(f.Name, func(t *testing.T) {
			if f.Count > maxCount {
				SkipUnlessLong(t)
			}
			n, r, err := model.Count(t.Context(), s, f.Model, 0)
			if unsupported := new(encode.UnsupportedError); errors.As(err, &unsupported) {
				t.Skip(err)
			}
			if err != nil || !r.Complete || n.Int64() != f.Count {
				t.Errorf("%v solutions, complete %v, error %v; want %d", n, r.Complete, err, f.Count)
			}
		})
	}
}
