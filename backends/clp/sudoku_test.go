package clp

import (
	"fmt"

	"nonet/encode/ip"
	"nonet/model/sudoku"
)

// sudokuProgram returns the program of a puzzle: column cell*N + value-1 says that the cell has the value; rows say "exactly one" for
// cells, rows, columns and boxes. Clues are bounds.
func sudokuProgram(p sudoku.Puzzle) *ip.Program {
	n := p.Shape.N()
	prog := &ip.Program{Shown: n * n * n, ExactlyOnes: true}
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

// eliminated returns the program without the columns that clues decide and the rows that then hold: given-elimination.
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
	q := &ip.Program{ExactlyOnes: true}
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

// grid reads the solution of a sudokuProgram as a line.
func grid(p sudoku.Puzzle, x ip.Point) string {
	n := p.Shape.N()
	line := make([]byte, p.Shape.Cells())
	for j, one := range x {
		if one {
			line[j/n] = byte('1' + j%n)
		}
	}
	return string(line)
}
