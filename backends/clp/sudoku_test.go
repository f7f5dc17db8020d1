package clp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/sudoku"
)

// sudokuProgram returns the program of a puzzle. Column cell*N + value-1 is 1 if the cell has the value; rows state
// "exactly one" for cells, rows, columns and boxes. Clues are bounds.
func sudokuProgram(p sudoku.Puzzle) *ip.Program {
	n := p.Shape.N()
	prog := &ip.Program{Shown: n * n * n, OneHot: true}
	for c, clue := range p.Clues {
		for v := range n {
			col := ip.Column{Name: fmt.Sprintf("%s_%d", p.Shape.Name(sudoku.Cell(c)), v+1), Upper: 1}
			if clue == v+1 {
				col.Lower = 1
			}
			prog.Columns = append(prog.Columns, col)
		}
	}
	row := func(kind string, i, k int, column func(m int) int) {
		r := ip.Row{Name: fmt.Sprintf("%s%d_%d", kind, i+1, k+1), Lower: 1, Upper: 1}
		for m := range n {
			r.Entries = append(r.Entries, ip.Entry{Column: column(m), Coef: 1})
		}
		prog.Rows = append(prog.Rows, r)
	}
	at := func(r, c, v int) int { return int(p.Shape.Cell(r, c))*n + v }
	h, w := p.Shape.Height, p.Shape.Width
	for i := range n {
		for k := range n {
			row("cell", i, k, func(m int) int { return at(i, k, m) })
			row("row", i, k, func(m int) int { return at(i, m, k) })
			row("column", i, k, func(m int) int { return at(m, i, k) })
			row("box", i, k, func(m int) int { return at(i/h*h+m/w, i%h*w+m%w, k) })
		}
	}
	return prog
}

// eliminated applies given-elimination to p: it drops the columns that clues decide and the rows that then hold.
func eliminated(p *ip.Program) *ip.Program {
	gone := make([]bool, len(p.Columns))
	holds := make([]bool, len(p.Rows))
	for i, r := range p.Rows {
		for _, e := range r.Entries {
			holds[i] = holds[i] || p.Columns[e.Column].Lower == 1
		}
		if holds[i] {
			for _, e := range r.Entries {
				gone[e.Column] = true
			}
		}
	}
	q := &ip.Program{OneHot: true}
	place := make([]int, len(p.Columns))
	for j, c := range p.Columns {
		if !gone[j] {
			place[j] = len(q.Columns)
			q.Columns = append(q.Columns, c)
		}
	}
	q.Shown = len(q.Columns)
	for i, r := range p.Rows {
		if holds[i] {
			continue
		}
		s := r
		s.Entries = nil
		for _, e := range r.Entries {
			if !gone[e.Column] {
				s.Entries = append(s.Entries, ip.Entry{Column: place[e.Column], Coef: e.Coef})
			}
		}
		q.Rows = append(q.Rows, s)
	}
	return q
}

// grid returns the solution of a sudokuProgram as a line of digits.
func grid(p sudoku.Puzzle, x ip.Point) string {
	n := p.Shape.N()
	line := make([]byte, p.Shape.Cells())
	for j, one := range x {
		if one == 1 {
			line[j/n] = byte('1' + j%n)
		}
	}
	return string(line)
}

// lines returns the solutions that d finds, up to limit (0: all), as sorted lines.
func lines(t *testing.T, d config, p sudoku.Puzzle, limit int) ([]string, model.Result) {
	t.Helper()
	var found []string
	r, err := d.solve(t.Context(), sudokuProgram(p), func(x ip.Point) bool {
		found = append(found, grid(p, x))
		return limit == 0 || len(found) < limit
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Solutions != len(found) {
		t.Errorf("Result.Solutions = %d, %d passed on", r.Solutions, len(found))
	}
	slices.Sort(found)
	if len(slices.Compact(slices.Clone(found))) != len(found) {
		t.Error("duplicate solutions")
	}
	return found, r
}

// honest calls f for each configuration and each relaxation except liar.
func honest(t *testing.T, f func(t *testing.T, d config)) {
	for _, g := range guides {
		if g.name == "liar" {
			continue
		}
		for name, d := range designs() {
			d.newRelaxation = g.open
			t.Run("guide="+g.name+"/"+name, func(t *testing.T) { f(t, d) })
		}
	}
}

func TestNamedPuzzlesAreUnique(t *testing.T) {
	honest(t, func(t *testing.T, d config) {
		for i, p := range backendtest.Hardest {
			if i >= backendtest.Rounds(3, len(backendtest.Hardest)) || d.plain && i >= backendtest.Rounds(1, 2) {
				break
			}
			found, r := lines(t, d, backendtest.Puzzle(sudoku.Order(3), p.Puzzle), 0)
			if len(found) != 1 || found[0] != p.Solution || !r.Complete {
				t.Errorf("%s: %v, complete %v", p.Name, found, r.Complete)
			}
		}
	})
}

func TestCounts(t *testing.T) {
	const solution = "798635421126974583453218679972586314564123897381497256617352948835749162249861735"
	without := func(digits string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(digits, r) {
				return '.'
			}
			return r
		}, solution)
	}
	honest(t, func(t *testing.T, d config) {
		for _, test := range []struct {
			name  string
			order int
			line  string
			want  int
		}{
			{"empty 4x4", 2, strings.Repeat(".", 16), 288},
			{"without 1, 5", 3, without("15"), 2},
			{"without 1, 5, 7", 3, without("157"), 6},
			{"without 1, 2", 3, without("12"), 8},
			{"without 7, 9", 3, without("79"), 16},
			{"without 4, 7, 9", 3, without("479"), 360},
			{"two equal clues in a row", 3, "11" + strings.Repeat(".", 79), 0},
			{"no value for r1c9", 3, "12345678." + "........9" + strings.Repeat(".", 63), 0},
			{"complete", 3, solution, 1},
		} {
			found, r := lines(t, d, backendtest.Puzzle(sudoku.Order(test.order), test.line), 0)
			if len(found) != test.want || !r.Complete {
				t.Errorf("%s: %d solutions, complete %v; want %d", test.name, len(found), r.Complete, test.want)
			}
		}
		if found, r := lines(t, d, backendtest.Puzzle(sudoku.Order(3), strings.Repeat(".", 81)), 3); len(found) != 3 ||
			r.Complete {
			t.Errorf("empty 9x9, stopped at 3: %d solutions, complete %v", len(found), r.Complete)
		}
	})
}

// The program of the thesis maximizes the number of ones, which the rows determine: all solutions are wanted, not only
// the first.
func TestConstantObjective(t *testing.T) {
	honest(t, func(t *testing.T, d config) {
		for _, test := range []struct {
			name string
			edit func(*ip.Program)
			want int
		}{
			{"all columns, maximized", func(p *ip.Program) { p.Maximize = true }, 288},
			{"all columns, minimized", func(p *ip.Program) {}, 288},
			{"one column not counted", func(p *ip.Program) { p.Objective = p.Objective[1:]; p.Maximize = true }, 0},
			{"counts of ones not known to be equal", func(p *ip.Program) { p.OneHot = false }, 1},
		} {
			p := empty(2)
			for j := range p.Columns {
				p.Objective = append(p.Objective, ip.Entry{Column: j, Coef: 1})
			}
			test.edit(p)
			r, err := d.solve(t.Context(), p, func(ip.Point) bool { return true })
			if err != nil || !r.Complete {
				t.Fatalf("%s: %+v, error %v", test.name, r, err)
			}
			if test.want == 0 && r.Solutions > 2 || test.want > 0 && r.Solutions != test.want {
				t.Errorf("%s: %d solutions, want %d", test.name, r.Solutions, test.want)
			}
		}
	})
}

// Two shown columns with exactly one 1, and auxiliary columns constrained only in their sum: each solution is found
// once.
func TestUndeterminedAuxiliaryColumns(t *testing.T) {
	honest(t, func(t *testing.T, d config) {
		for _, ones := range []bool{false, true} {
			p := &ip.Program{Shown: 2, OneHot: ones}
			aux := ip.Row{Name: "aux", Lower: 2, Upper: 4}
			for j := range 8 {
				p.Columns = append(p.Columns, ip.Column{Name: fmt.Sprint("x", j), Upper: 1})
				if j >= 2 {
					aux.Entries = append(aux.Entries, ip.Entry{Column: j, Coef: 1})
				}
			}
			p.Rows = []ip.Row{{Name: "shown", Entries: []ip.Entry{{Column: 0, Coef: 1}, {Column: 1, Coef: 1}},
				Lower: 1, Upper: 1}, aux}
			var found []string
			r, err := d.solve(t.Context(), p, func(x ip.Point) bool {
				found = append(found, fmt.Sprint(x[:2]))
				return true
			})
			slices.Sort(found)
			if err != nil || !r.Complete || !slices.Equal(found, []string{"[0 1]", "[1 0]"}) {
				t.Errorf("exactly ones %v: %v, %+v, error %v", ones, found, r, err)
			}
		}
	})
}
