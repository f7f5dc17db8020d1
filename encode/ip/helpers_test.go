package ip_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/encode"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/sudoku"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
const escargotSolution = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"

// puzzle parses a line of digits, with any other character for a blank.
func puzzle(t testing.TB, s sudoku.Shape, line string) sudoku.Puzzle {
	t.Helper()
	p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
	if len(line) != s.Cells() {
		t.Fatalf("%d cells, want %d", len(line), s.Cells())
	}
	for c := range p.Clues {
		if line[c] >= '1' && line[c] <= '9' {
			p.Clues[c] = int(line[c] - '0')
		}
	}
	return p
}

func grid(a model.Assignment) string {
	b := make([]byte, len(a))
	for i, v := range a {
		b[i] = byte('0' + v)
	}
	return string(b)
}

// eliminate returns the model of p after one pass of given-elimination: a given cell keeps only its value, and its
// peers lose it.
func eliminate(p sudoku.Puzzle) *model.Model {
	m := p.Model()
	given := make([]int, len(m.Vars))
	for _, c := range m.Constraints {
		if g, ok := c.(model.Given); ok {
			given[g.Var] = g.Value
		}
	}
	struck := make([]map[int]bool, len(m.Vars))
	for v := range struck {
		struck[v] = make(map[int]bool)
	}
	for _, c := range m.Constraints {
		if c, ok := c.(model.AllDifferent); ok {
			for _, v := range c.Vars {
				for _, w := range c.Vars {
					if v != w && given[v] != 0 {
						struck[w][given[v]] = true
					}
				}
			}
		}
	}
	for v := range m.Vars {
		var d []int
		for value := range m.Vars[v].Domain.All {
			if given[v] == value || given[v] == 0 && !struck[v][value] {
				d = append(d, value)
			}
		}
		m.Vars[v].Domain = model.Values(d...)
	}
	return m
}

func encoded(t testing.TB, e ip.Encoder, m *model.Model) encode.Encoding[*ip.Program, ip.Point] {
	t.Helper()
	enc, err := e.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if err := enc.Formula.Validate(); err != nil {
		t.Fatal(err)
	}
	return enc
}

// golden compares a text with a file under testdata. With -update it rewrites the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got; run with -update to accept):\n%s", path, diff)
	}
}

// solve passes the feasible points of p to yield, one for each assignment of the shown columns. It branches on the
// columns in their order and prunes by the bounds of each row, so it suits small programs only.
func solve(p *ip.Program, yield func(ip.Point)) {
	solveUntil(p, func(x ip.Point) bool { yield(x); return true })
}

// first passes the first feasible point of p to yield, if there is one.
func first(p *ip.Program, yield func(ip.Point)) {
	solveUntil(p, func(x ip.Point) bool { yield(x); return false })
}

func solveUntil(p *ip.Program, yield func(ip.Point) bool) {
	rows := make([][]entry, len(p.Columns)) // by column
	low, high := make([]int, len(p.Rows)), make([]int, len(p.Rows))
	for i, r := range p.Rows {
		for _, e := range r.Entries {
			rows[e.Column] = append(rows[e.Column], entry{i, e.Coef})
			c := p.Columns[e.Column]
			low[i] += min(e.Coef*c.Lower, e.Coef*c.Upper)
			high[i] += max(e.Coef*c.Lower, e.Coef*c.Upper)
		}
		if low[i] > r.Upper || high[i] < r.Lower {
			return
		}
	}
	x := make(ip.Point, len(p.Columns))
	var last ip.Point
	var try func(j int)
	stopped := false
	try = func(j int) {
		if stopped {
			return
		}
		if last != nil && j > p.Shown && slices.Equal(last[:p.Shown], x[:p.Shown]) {
			return // one extension of the shown columns is enough
		}
		if j == len(x) {
			if err := p.Check(x); err != nil {
				panic(err)
			}
			if last == nil || !slices.Equal(last[:p.Shown], x[:p.Shown]) {
				last = slices.Clone(x)
				stopped = !yield(x)
			}
			return
		}
		c := p.Columns[j]
		for value := c.Lower; value <= c.Upper; value++ {
			x[j] = value
			ok := true
			for _, e := range rows[j] {
				low[e.row] += e.coef*value - min(e.coef*c.Lower, e.coef*c.Upper)
				high[e.row] += e.coef*value - max(e.coef*c.Lower, e.coef*c.Upper)
				ok = ok && low[e.row] <= p.Rows[e.row].Upper && high[e.row] >= p.Rows[e.row].Lower
			}
			if ok {
				try(j + 1)
			}
			for _, e := range rows[j] {
				low[e.row] -= e.coef*value - min(e.coef*c.Lower, e.coef*c.Upper)
				high[e.row] -= e.coef*value - max(e.coef*c.Lower, e.coef*c.Upper)
			}
		}
		x[j] = 0
	}
	try(0)
}

type entry struct{ row, coef int }
