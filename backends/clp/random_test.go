package clp

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
)

// guides are the relaxations that the searches are tested with. Builds with CLP append theirs.
var guides = []struct {
	name string
	open func() (relaxation, error)
}{
	{"none", nil},
	{"liar", func() (relaxation, error) { return &liar{random: rand.New(rand.NewPCG(7, 7))}, nil }},
}

// designs returns the configurations that differ in more than their relaxation.
func designs() map[string]config {
	return map[string]config{"default": {}, "plain": {plain: true}}
}

// A liar is a relaxation that returns random results.
type liar struct {
	random       *rand.Rand
	lp           *linear
	lower, upper []float64
	x            []float64
}

func (l *liar) load(lp *linear) {
	n := len(lp.column)
	l.lp, l.lower, l.upper, l.x = lp, make([]float64, n), make([]float64, n), make([]float64, n)
}
func (l *liar) bounds() (lower, upper []float64) { return l.lower, l.upper }
func (l *liar) close()                           {}
func (l *liar) interrupt()                       {}
func (l *liar) solve() (verdict, int) {
	return []verdict{optimal, optimal, infeasible, failed}[l.random.IntN(4)], 1
}
func (l *liar) point() []float64 {
	integral := l.random.IntN(2) == 0
	for k := range l.x {
		l.x[k] = l.random.Float64()
		if integral {
			l.x[k] = float64(l.random.IntN(2))
		}
	}
	return l.x
}
func (l *liar) multipliers() []float64 {
	y := make([]float64, l.lp.rows)
	for i := range y {
		y[i] = l.random.NormFloat64()
		if l.random.IntN(3) == 0 {
			y[i] = float64(l.random.IntN(3) - 1)
		}
	}
	return y
}

// randomProgram returns a program of 3 to 9 columns and 2 to 8 rows with coefficients -5..5. Rows are at most, at
// least, equal, ranges, and exactly one. Some columns may be auxiliary or fixed.
func randomProgram(r *rand.Rand) *ip.Program {
	n := 3 + r.IntN(7)
	p := &ip.Program{Shown: n}
	for j := range n {
		c := ip.Column{Name: fmt.Sprint("x", j), Upper: 1}
		switch r.IntN(30) {
		case 0:
			c.Upper = 0
		case 1:
			c.Lower = 1
		}
		p.Columns = append(p.Columns, c)
	}
	for i := range 2 + r.IntN(7) {
		row := ip.Row{Name: fmt.Sprint("r", i)}
		least, most := 0, 0
		unit := r.IntN(3) == 0
		for j := range n {
			a := r.IntN(11) - 5
			if unit {
				a = 1
			}
			if r.IntN(2) == 0 || a == 0 {
				continue
			}
			row.Entries = append(row.Entries, ip.Entry{Column: j, Coef: a})
			least, most = least+min(a, 0), most+max(a, 0)
		}
		b := least + r.IntN(most-least+1)
		switch r.IntN(5) {
		case 0:
			row.Lower, row.Upper = b, ip.Infinity
		case 1:
			row.Lower, row.Upper = -ip.Infinity, b
		case 2:
			row.Lower, row.Upper = b, b
		case 3:
			row.Lower, row.Upper = b-2, b+1
		default:
			row.Lower, row.Upper = -ip.Infinity, ip.Infinity
		}
		if unit && r.IntN(2) == 0 {
			row.Lower, row.Upper = 1, 1
		}
		p.Rows = append(p.Rows, row)
	}
	switch r.IntN(4) {
	case 0:
		p.Shown = r.IntN(n + 1)
	case 1: // the same number of shown ones in every solution
		p.Shown = 1 + r.IntN(n)
		row := ip.Row{Name: "ones", Lower: r.IntN(p.Shown + 1)}
		row.Upper = row.Lower
		for j := range p.Shown {
			row.Entries = append(row.Entries, ip.Entry{Column: j, Coef: 1})
		}
		p.Rows = append(p.Rows, row)
		p.OneHot = true
	}
	return p
}

// enumerate returns the shown parts of all solutions, each once and sorted, and the best value of the objective.
func enumerate(p *ip.Program) (shown []string, best int) {
	seen := map[string]bool{}
	x := make(ip.Point, len(p.Columns))
	for b := range 1 << len(x) {
		for j := range x {
			x[j] = b >> j & 1
		}
		if p.Check(x) != nil {
			continue
		}
		if v := p.Value(x); len(seen) == 0 || p.Maximize && v > best || !p.Maximize && v < best {
			best = v
		}
		seen[fmt.Sprint(x[:p.Shown])] = true
	}
	for s := range seen {
		shown = append(shown, s)
	}
	slices.Sort(shown)
	return shown, best
}

func TestRandomProgramsAgainstEnumeration(t *testing.T) {
	programs := make([]*ip.Program, backendtest.Rounds(200, 1000))
	want := make([][]string, len(programs))
	total, none := 0, 0
	for i := range programs {
		programs[i] = randomProgram(rand.New(rand.NewPCG(uint64(i), 3)))
		want[i], _ = enumerate(programs[i])
		total += len(want[i])
		if len(want[i]) == 0 {
			none++
		}
	}
	if n := len(programs); total < 2*n || none < n/5 || none > n-n/5 {
		t.Fatalf("%d solutions, %d of %d programs without: want two for each, and a fifth to four fifths", total,
			none, n)
	}
	for _, g := range guides {
		for name, d := range designs() {
			t.Run("guide="+g.name+"/"+name, func(t *testing.T) {
				d.newRelaxation = g.open
				for i, p := range programs {
					var got []string
					r, err := d.solve(t.Context(), p, func(x ip.Point) bool {
						if err := p.Check(x); err != nil {
							t.Errorf("program %d: %v", i, err)
						}
						got = append(got, fmt.Sprint(x[:p.Shown]))
						return true
					})
					if err != nil || !r.Complete || r.Solutions != len(got) {
						t.Errorf("program %d: %+v, error %v, %d passed on", i, r, err, len(got))
					}
					slices.Sort(got)
					if !slices.Equal(got, want[i]) {
						t.Errorf("program %d: got %v, want %v\n%+v", i, got, want[i], p)
					}
				}
			})
		}
	}
}

func TestRandomObjectivesAgainstEnumeration(t *testing.T) {
	for _, g := range guides {
		for name, d := range designs() {
			t.Run("guide="+g.name+"/"+name, func(t *testing.T) {
				d.newRelaxation = g.open
				for i := range backendtest.Rounds(150, 1000) {
					r := rand.New(rand.NewPCG(uint64(i), 4))
					p := randomProgram(r)
					p.OneHot = false
					p.Maximize = r.IntN(2) == 0
					for j := range p.Columns {
						if c := r.IntN(15) - 7; c != 0 {
							p.Objective = append(p.Objective, ip.Entry{Column: j, Coef: c})
						}
					}
					if len(p.Objective) == 0 {
						continue
					}
					shown, best := enumerate(p)
					var values []int
					result, err := d.solve(t.Context(), p, func(x ip.Point) bool {
						if err := p.Check(x); err != nil {
							t.Errorf("program %d: %v", i, err)
						}
						v := p.Value(x)
						if n := len(values); n > 0 &&
							(p.Maximize && v <= values[n-1] || !p.Maximize && v >= values[n-1]) {
							t.Errorf("program %d: %d after %d does not improve", i, v, values[n-1])
						}
						values = append(values, v)
						return true
					})
					if err != nil || !result.Complete || result.Solutions != len(values) {
						t.Errorf("program %d: %+v, error %v", i, result, err)
					}
					if (len(values) > 0) != (len(shown) > 0) || len(values) > 0 && values[len(values)-1] != best {
						t.Errorf("program %d: values %v, want best %d of %d solutions\n%+v", i,
							values, best, len(shown), p)
					}
				}
			})
		}
	}
}
