package print

import (
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/picture"
	"nonet/model/sudoku"
)

// readable replaces escape sequences: <1>5<>.
var readable = strings.NewReplacer("\x1b[0m", "<>", "\x1b[", "<", "m", ">")

func TestPaintGrid(t *testing.T) {
	p, err := notation.Parse("1..4..1..1..4..1", notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	got := readable.Replace(string(PaintGrid(notation.AppendGrid(nil, nil, p.Shape, g), clueOrFound(p))))
	want := strings.TrimPrefix(`
<1>1<> <36>2<> | <36>3<> <1>4<>
<36>3<> <36>4<> | <1>1<> <36>2<>
----+----
<36>2<> <1>1<> | <36>4<> <36>3<>
<1>4<> <36>3<> | <36>2<> <1>1<>
`, "\n")
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestPaintMarks(t *testing.T) {
	marks := func(n int, values map[sudoku.Cell][]int, roles ...picture.DigitMark) (sudoku.Puzzle, picture.Marks,
		func(sudoku.Cell) string) {
		s, _ := sudoku.ShapeOf(n)
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
		p.Clues[0] = 1
		return p, picture.Marks{Digits: roles}, func(c sudoku.Cell) string {
			if c == 0 {
				return "1"
			}
			return notation.CandidateList(nil, n, values[c])
		}
	}
	p, m, mark := marks(2, map[sudoku.Cell][]int{1: {2}, 2: {1, 2}, 3: nil},
		picture.DigitMark{Cell: 1, Value: 2, Role: picture.Placed},
		picture.DigitMark{Cell: 2, Value: 1, Role: picture.On},
		picture.DigitMark{Cell: 2, Value: 1, Role: picture.Eliminated},
		picture.DigitMark{Cell: 2, Value: 1, Role: picture.Off}) // a conclusion hides other roles
	if got, want := readable.Replace(string(AppendMarks(nil, p.Shape, " ", 0, mark, positionPainter(p, m)))),
		" <1>1<>   (<1;32>2<>)\n <9;31>1<>2  x\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	p, m, mark = marks(10, map[sudoku.Cell][]int{1: {2, 4, 5, 6, 10}, 2: {10}},
		picture.DigitMark{Cell: 1, Value: 5, Role: picture.Off},
		picture.DigitMark{Cell: 2, Value: 10, Role: picture.On})
	got := readable.Replace(string(AppendMarks(nil, p.Shape, "", 30, mark, positionPainter(p, m))))
	want := "r1   c1 <1>1<>  c2 2,<1;33>4-6<>,10\n" +
		"     c3 <1;34>(10)<>  c4 x  c5 x  c6 x\n     c7 x  c8 x  c9 x  c10 x\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant first\n%s", got, want)
	}
}
