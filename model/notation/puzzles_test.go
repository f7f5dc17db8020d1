package notation_test

import (
	"math/bits"
	"nonet/backends/backendtest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestPuzzlesWithKnownAnswers reads the puzzles of the top-level testdata, which other packages use, and counts the
// solutions of each.
func TestPuzzlesWithKnownAnswers(t *testing.T) {
	files, err := filepath.Glob("../../testdata/puzzles/*.txt")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			opt := notation.Options{File: file}
			if strings.Contains(file, "3x2") {
				opt.Shape = sudoku.Shape{Height: 3, Width: 2}
			}
			all := strings.Split(string(text), "\n")
			r := notation.NewReader(strings.NewReader(string(text)), opt)
			puzzles := 0
			for ; ; puzzles++ {
				p, err := r.Read()
				if err != nil {
					if puzzles == 0 || err.Error() != "EOF" {
						t.Fatal(err)
					}
					return
				}
				fields := strings.Split(all[r.Line()-1], ":")
				if got := notation.Line(nil, p.Clues); got != fields[0] {
					t.Fatalf("line %d: read %s", r.Line(), got)
				}
				want, err := strconv.Atoi(fields[1])
				if err != nil {
					t.Fatalf("line %d: %v", r.Line(), err)
				}
				if puzzles%backendtest.Rounds(4, 1) != 0 {
					continue
				}
				count, solution := countSolutions(p)
				if count != want {
					t.Errorf("line %d: %d solutions, want %d", r.Line(), count, want)
				}
				if want != 1 {
					continue
				}
				if len(fields) != 3 || notation.Line(nil, solution) != fields[2] {
					t.Errorf("line %d: solution %s", r.Line(), notation.Line(nil, solution))
				}
				if err := p.Model().Check(model.Assignment(solution)); err != nil {
					t.Errorf("line %d: %v", r.Line(), err)
				}
			}
		})
	}
}

// A counter counts solutions by filling the cell with the fewest candidates.
type counter struct {
	shape              sudoku.Shape
	grid, last         sudoku.Grid
	rows, columns, box []uint64 // the values used in each; bit v-1 is v
	count              int
}

func countSolutions(p sudoku.Puzzle) (int, sudoku.Grid) {
	n := p.Shape.N()
	k := &counter{shape: p.Shape, grid: make(sudoku.Grid, n*n), rows: make([]uint64, n), columns: make([]uint64, n),
		box: make([]uint64, n)}
	for c, v := range p.Clues {
		if v == 0 {
			continue
		}
		if k.candidates(c)>>(v-1)&1 == 0 {
			return 0, nil
		}
		k.flip(c, v)
	}
	k.search()
	return k.count, k.last
}

// candidates returns the values that cell c may take.
func (k *counter) candidates(c int) uint64 {
	cell := sudoku.Cell(c)
	used := k.rows[k.shape.Row(cell)] | k.columns[k.shape.Column(cell)] | k.box[k.shape.Box(cell)]
	return ^used & (1<<k.shape.N() - 1)
}

// flip puts v into cell c, or removes it.
func (k *counter) flip(c, v int) {
	cell, bit := sudoku.Cell(c), uint64(1)<<(v-1)
	k.rows[k.shape.Row(cell)] ^= bit
	k.columns[k.shape.Column(cell)] ^= bit
	k.box[k.shape.Box(cell)] ^= bit
	k.grid[c] = v - k.grid[c]
}

func (k *counter) search() {
	best, fewest := -1, 65
	var values uint64
	for c, v := range k.grid {
		if v != 0 {
			continue
		}
		candidates := k.candidates(c)
		if m := bits.OnesCount64(candidates); m < fewest {
			best, fewest, values = c, m, candidates
			if m < 2 {
				break
			}
		}
	}
	if best < 0 {
		k.count++
		k.last = append(k.last[:0], k.grid...)
		return
	}
	for ; values != 0; values &= values - 1 {
		v := bits.TrailingZeros64(values) + 1
		k.flip(best, v)
		k.search()
		k.flip(best, v)
	}
}
