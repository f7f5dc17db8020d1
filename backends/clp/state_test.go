package clp

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model/sudoku"
)

// fixed returns the values of the columns as a string of 0, 1 and dots.
func fixed(s *state) string {
	var b strings.Builder
	for _, v := range s.value {
		b.WriteByte(".01"[v+1])
	}
	return b.String()
}

// forced applies the definition of propagation to x, to a fixpoint: if a row is violated with some free column at some
// value, for all values of the other free columns, that column gets the other value. It returns false if a row is
// violated for all values.
func forced(p *ip.Program, x []int8) bool {
	for changed := true; changed; {
		changed = false
		for _, r := range p.Rows {
			least, most := 0, 0
			for _, e := range r.Entries {
				if v := x[e.Column]; v != free {
					least, most = least+int(v)*e.Coef, most+int(v)*e.Coef
				} else {
					least, most = least+min(e.Coef, 0), most+max(e.Coef, 0)
				}
			}
			if least > r.Upper || most < r.Lower {
				return false
			}
			for _, e := range r.Entries {
				if x[e.Column] != free {
					continue
				}
				for v := range int8(2) {
					a := int(v) * e.Coef
					if least-min(e.Coef, 0)+a > r.Upper || most-max(e.Coef, 0)+a < r.Lower {
						x[e.Column] = 1 - v
						changed = true
						break
					}
				}
				if changed {
					break
				}
			}
			if changed {
				break
			}
		}
	}
	return true
}

func TestPropagateAgainstItsDefinition(t *testing.T) {
	refuted, forcedColumns := 0, 0
	for i := range 3000 {
		r := rand.New(rand.NewPCG(uint64(i), 5))
		p := randomProgram(r)
		m, err := compile(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := newState(m)
		want := slices.Clone(s.value)
		for range r.IntN(4) {
			j := int32(r.IntN(len(p.Columns)))
			if s.value[j] == free {
				v := int8(r.IntN(2))
				want[j] = v
				s.fix(litOf(j, v))
			}
		}
		decided := len(s.trail)
		ok := s.propagate()
		if wantOK := forced(p, want); ok != wantOK {
			t.Fatalf("program %d: propagate = %v, want %v\n%+v", i, ok, wantOK, p)
		}
		if !ok {
			refuted++
			continue
		}
		forcedColumns += len(s.trail) - decided
		if !slices.Equal(s.value, want) {
			t.Fatalf("program %d: %v, want %v\n%+v", i, s.value, want, p)
		}
	}
	if refuted < 300 || forcedColumns < 1000 {
		t.Errorf("%d refuted, %d columns forced: too few for a test", refuted, forcedColumns)
	}
}

// After any sequence of fixings, propagations, probes and undos, every slack follows from the fixed columns.
func TestUndoRestoresTheRows(t *testing.T) {
	for i := range 500 {
		r := rand.New(rand.NewPCG(uint64(i), 6))
		m, err := compile(randomProgram(r), nil)
		if err != nil {
			t.Fatal(err)
		}
		p := newProber(newState(m))
		if !p.propagate() {
			continue
		}
		marks := []int{len(p.trail)}
		for range 30 {
			j := int32(r.IntN(m.columns))
			switch l := litOf(j, int8(r.IntN(2))); {
			case p.value[j] != free:
				k := r.IntN(len(marks))
				p.undo(marks[k])
				marks = marks[:k+1]
			case r.IntN(3) == 0:
				p.probe(l, r.IntN(2) == 0)
			default:
				marks = append(marks, len(p.trail))
				p.fix(l)
				if !p.propagate() {
					p.undo(marks[len(marks)-1])
					marks = marks[:len(marks)-1]
				}
			}
			want := newState(m)
			want.clearQueue()
			for _, l := range p.trail {
				want.fix(l)
			}
			want.clearQueue()
			if !slices.Equal(p.row, want.row) || fixed(p.state) != fixed(want) || len(p.queue) > 0 || p.violated {
				t.Fatalf("program %d, trail %v:\n%+v\nwant\n%+v", i, p.trail, p.row, want.row)
			}
		}
	}
}

// On a Sudoku, propagation is the closure under naked and hidden singles. The expected numbers of placed cells are from
// an independent program.
func TestPropagateFindsSingles(t *testing.T) {
	for _, test := range []struct {
		name, puzzle string
		placed       int
	}{
		{"AI Escargot", backendtest.Hardest[0].Puzzle, 24},
		{"Lewis 2007, figure 1", "........818...23...6..57..1.7.96.....9.7.4.1.....81.4.6..24..8...45...935........",
			81},
		{"no clues", strings.Repeat(".", 81), 0},
	} {
		p := sudokuProgram(backendtest.Puzzle(sudoku.Order(3), test.puzzle))
		m, err := compile(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &search{program: p, prober: newProber(newState(m))}
		if !s.fixBounds() || !s.propagate() {
			t.Errorf("%s: refuted", test.name)
		}
		if n := strings.Count(fixed(s.state), "1"); n != test.placed {
			t.Errorf("%s: %d cells placed, want %d", test.name, n, test.placed)
		}
	}
}

// At a fixpoint of probing no free column fails at 1, and every fixing holds in all solutions.
func TestProbingIsSoundAndComplete(t *testing.T) {
	found := 0
	for i := range 2000 {
		p := randomProgram(rand.New(rand.NewPCG(uint64(i), 8)))
		m, err := compile(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		q := newProber(newState(m))
		if !q.propagate() {
			continue
		}
		before := len(q.trail)
		ok := q.fixpoint(func() bool { return false })
		if ok {
			found += len(q.trail) - before
			for j := range int32(m.columns) {
				if q.value[j] == free && (q.probe(litOf(j, 1), false) == 0 || q.impliedByOne(j) == 0) {
					t.Fatalf("program %d: column %d still fails\n%+v", i, j, p)
				}
			}
		}
		x := make(ip.Point, m.columns)
		for b := range 1 << len(x) {
			agrees := ok
			for j := range x {
				x[j] = b >> j & 1
				if v := q.value[j]; v != free && int(v) != x[j] {
					agrees = false
				}
			}
			if p2 := unbounded(p); p2.Check(x) == nil && !agrees {
				t.Fatalf("program %d: solution %v lost (%s)\n%+v", i, x, fixed(q.state), p)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d columns fixed by probing", found)
	}
}

// unbounded returns p with all columns free: compile ignores their bounds.
func unbounded(p *ip.Program) *ip.Program {
	q := *p
	q.Columns = make([]ip.Column, len(p.Columns))
	for j := range q.Columns {
		q.Columns[j].Upper = 1
	}
	return &q
}

func TestCompileRefuses(t *testing.T) {
	columns := []ip.Column{{Name: "a", Upper: 1}, {Name: "b", Upper: 1}}
	row := func(entries ...ip.Entry) ip.Program {
		return ip.Program{Columns: columns, Shown: 2, Rows: []ip.Row{{Name: "r", Entries: entries, Upper: 1}}}
	}
	objective := func(entries ...ip.Entry) ip.Program {
		return ip.Program{Columns: columns, Shown: 2, Objective: entries}
	}
	for _, test := range []struct {
		name    string
		program ip.Program
		want    string
	}{
		{"column that does not exist", row(ip.Entry{Column: 2, Coef: 1}), "row r: mentions column 2 of 2"},
		{"negative column", row(ip.Entry{Column: -1, Coef: 1}), "row r: mentions column -1 of 2"},
		{"column twice", row(ip.Entry{Column: 1, Coef: 1}, ip.Entry{Column: 1, Coef: 2}),
			"row r: column 1 (b) occurs twice"},
		{"coefficient too large", row(ip.Entry{Column: 1, Coef: MaxActivity + 1}),
			"row r: coefficients too large"},
		{"coefficient too small", row(ip.Entry{Column: 1, Coef: -1 << 63}), "row r: coefficients too large"},
		{"coefficients too large together", row(ip.Entry{Column: 0, Coef: MaxActivity}, ip.Entry{Column: 1, Coef: -1}),
			"row r: coefficients too large"},
		{"too many shown", ip.Program{Columns: columns, Shown: 3}, "3 of 2 columns are shown"},
		{"objective over a column that does not exist", objective(ip.Entry{Column: 5, Coef: 1}),
			"objective: mentions column 5 of 2"},
		{"objective too large", objective(ip.Entry{Column: 0, Coef: MaxActivity + 1}),
			"objective: coefficients too large"},
		{"objective too large together",
			objective(ip.Entry{Column: 0, Coef: MaxActivity}, ip.Entry{Column: 1, Coef: MaxActivity}),
			"objective: coefficients too large"},
	} {
		_, err := config{}.solve(t.Context(), &test.program, func(ip.Point) bool { return true })
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

// Row bounds at the limits of int, and coefficients at MaxActivity, do not overflow.
func TestExtremeNumbers(t *testing.T) {
	const least, most = -1 << 63, 1<<63 - 1
	for _, g := range guides {
		for name, d := range designs() {
			d.newRelaxation = g.open
			for i, test := range []struct {
				coefs        []int
				lower, upper int
				want         int
			}{
				{[]int{1, 1}, least, most, 4},
				{[]int{1, 1}, most, most, 0},
				{[]int{1, 1}, least, least, 0},
				{[]int{1, 1}, most, least, 0},
				{[]int{1, 1}, 1, 0, 0},
				{[]int{MaxActivity / 2, MaxActivity / 2}, MaxActivity / 2, MaxActivity / 2, 2},
				{[]int{MaxActivity / 2, MaxActivity/2 - 1}, MaxActivity/2 - 1, MaxActivity/2 - 1, 1},
				{[]int{MaxActivity / 2, -MaxActivity/2 + 1}, 1, 1, 1},
				{[]int{MaxActivity / 2, -MaxActivity / 2}, least, -1, 1},
				{[]int{0, 0}, 0, 0, 4},
				{[]int{0, 0}, 1, 1, 0},
				{nil, 0, 0, 4},
				{nil, 1, most, 0},
			} {
				p := &ip.Program{Columns: []ip.Column{{Name: "a", Upper: 1}, {Name: "b", Upper: 1}}, Shown: 2}
				r := ip.Row{Name: "r", Lower: test.lower, Upper: test.upper}
				for j, c := range test.coefs {
					r.Entries = append(r.Entries, ip.Entry{Column: j, Coef: c})
				}
				p.Rows = []ip.Row{r}
				got, err := d.solve(t.Context(), p, func(ip.Point) bool { return true })
				if err != nil || got.Solutions != test.want || !got.Complete {
					t.Errorf("%s, %s, case %d: %+v, error %v, want %d solutions", g.name, name, i, got, err, test.want)
				}
			}
		}
	}
}

func TestColumnBounds(t *testing.T) {
	const refused = "an error"
	for _, test := range []struct {
		lower, upper int
		want         string
	}{
		{0, 1, "[0][1]"}, {0, 0, "[0]"}, {1, 1, "[1]"}, {1, 0, ""},
		{-5, 7, refused}, {1, 5, refused}, {-1, 0, refused}, {2, 3, refused}, {-3, -1, refused},
	} {
		p := &ip.Program{Columns: []ip.Column{{Name: "a", Lower: test.lower, Upper: test.upper}}, Shown: 1}
		var got []string
		_, err := (config{}).solve(t.Context(), p, func(x ip.Point) bool {
			got = append(got, fmt.Sprint(x))
			return true
		})
		if (err != nil) != (test.want == refused) {
			t.Errorf("bounds %d, %d: error %v", test.lower, test.upper, err)
			continue
		}
		if err != nil {
			continue
		}
		slices.Sort(got)
		if s := strings.Join(got, ""); s != test.want {
			t.Errorf("bounds %d, %d: solutions %q, want %q", test.lower, test.upper, s, test.want)
		}
	}
}
