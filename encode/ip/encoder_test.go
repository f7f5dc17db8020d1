package ip_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/sudoku"
)

// The columns, rows and nonzeros of the empty grid, and the rank of its equality matrix.
func TestSizesOfTheEmptyGrid(t *testing.T) {
	for _, c := range []struct {
		order, columns, rows, nonzeros, rank int
	}{
		{2, 64, 64, 256, 40},
		{3, 729, 324, 2916, 249},
		{4, 4096, 1024, 16384, 856},
		{5, 15625, 2500, 62500, 2185},
		{6, 46656, 5184, 186624, 4656},
	} {
		t.Run(fmt.Sprintf("order=%d", c.order), func(t *testing.T) {
			m := sudoku.Order(c.order).Model()
			enc := encoded(t, ip.Encoder{}, m)
			want := model.Size{Variables: c.columns, Rows: c.rows, Nonzeros: c.nonzeros}
			if enc.Size != want {
				t.Errorf("size %+v, want %+v", enc.Size, want)
			}
			for i, r := range enc.Formula.Rows {
				if r.Lower != 1 || r.Upper != 1 {
					t.Fatalf("row %d is not an equality with 1", i)
				}
			}
			n := c.order
			side := n * n
			if formula := 3*side*side - 3*side + 1 + (n-1)*(n-1)*(side-1); formula != c.rank {
				t.Errorf("the closed formula gives rank %d, want %d", formula, c.rank)
			}
			if c.order <= 4 {
				if got := rank(enc.Formula); got != c.rank {
					t.Errorf("rank %d, want %d; redundant rows %d, want %d", got, c.rank, c.rows-got, c.rows-c.rank)
				}
			}
		})
	}
}

// rank returns the rank of the matrix modulo a prime, by Gaussian elimination. It is a lower bound of the rank over the
// rationals, and equal to it unless the prime divides certain minors.
func rank(p *ip.Program) int {
	const prime = 2147483647
	var pivots [][]int64 // rows in echelon form
	leads := make(map[int]int)
	r := 0
	for _, row := range p.Rows {
		x := make([]int64, len(p.Columns))
		for _, e := range row.Entries {
			x[e.Column] = int64((e.Coef%prime + prime) % prime)
		}
		for j := range x {
			if x[j] == 0 {
				continue
			}
			k, found := leads[j]
			if !found {
				inverse := power(x[j], prime-2, prime)
				for l := j; l < len(x); l++ {
					x[l] = x[l] * inverse % prime
				}
				leads[j] = len(pivots)
				pivots = append(pivots, x)
				r++
				break
			}
			factor := prime - x[j]
			for l := j; l < len(x); l++ {
				if pivots[k][l] != 0 {
					x[l] = (x[l] + factor*pivots[k][l]) % prime
				}
			}
		}
	}
	return r
}

func power(x, n, prime int64) int64 {
	r := int64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = r * x % prime
		}
		x = x * x % prime
	}
	return r
}

// The thesis has the families in the order cell, row, column, box, and the columns by cell, then digit.
func TestOrderOfRowsAndColumns(t *testing.T) {
	p := encoded(t, ip.Thesis(), sudoku.Order(3).Model()).Formula
	for j, want := range map[int]string{
		0: "x_r1c1_v1", 8: "x_r1c1_v9", 9: "x_r1c2_v1", 81: "x_r2c1_v1", 728: "x_r9c9_v9",
	} {
		if got := p.ColumnName(j); got != want {
			t.Errorf("column %d is %s, want %s", j, got, want)
		}
	}
	for i, want := range map[int]string{
		0: "cell_r1c1", 80: "cell_r9c9", 81: "row_r1_v1", 82: "row_r1_v2", 90: "row_r2_v1", 161: "row_r9_v9",
		162: "col_c1_v1", 242: "col_c9_v9", 243: "box_b1_v1", 252: "box_b2_v1", 270: "box_b4_v1", 323: "box_b9_v9",
	} {
		if got := p.RowName(i); got != want {
			t.Errorf("row %d is %s, want %s", i, got, want)
		}
	}
	box5 := p.Rows[243+4*9+6] // digit 7 in the middle box
	var cells []string
	for _, e := range box5.Entries {
		cells = append(cells, p.ColumnName(e.Column))
	}
	want := []string{
		"x_r4c4_v7", "x_r4c5_v7", "x_r4c6_v7",
		"x_r5c4_v7", "x_r5c5_v7", "x_r5c6_v7",
		"x_r6c4_v7", "x_r6c5_v7", "x_r6c6_v7",
	}
	if diff := cmp.Diff(want, cells); diff != "" {
		t.Error(diff)
	}
}

func TestSizesAfterGivenElimination(t *testing.T) {
	for _, c := range []struct {
		name, puzzle        string
		givens, columns     int
		rows, nonzeros      int
		unreducedWithGivens int // rows of Bartlett's program
	}{
		{"first 17-clue", "000000010400000000020000000000050407008000300001090000300400200050100000000806000", 17, 303,
			256, 1212, 341},
		{"AI Escargot", "100007090030020008009600500005300900010080002600004000300000010040000007007000300", 23, 223,
			232, 892, 347},
		{"Wikipedia", "530070000600195000098000060800060003400803001700020006060000280000419005000080079", 30, 153, 204,
			612, 354},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := puzzle(t, sudoku.Order(3), c.puzzle)
			if p.Givens() != c.givens {
				t.Fatalf("%d givens, want %d", p.Givens(), c.givens)
			}
			enc := encoded(t, ip.Encoder{}, eliminate(p))
			want := model.Size{Variables: c.columns, Rows: c.rows, Nonzeros: c.nonzeros}
			if enc.Size != want {
				t.Errorf("reduced: size %+v, want %+v", enc.Size, want)
			}
			if len(enc.Map.Fixed) != c.givens || len(enc.Map.Shown) != c.columns {
				t.Errorf("map has %d fixed and %d shown atoms, want %d and %d", len(enc.Map.Fixed), len(enc.Map.Shown),
					c.givens, c.columns)
			}
			for j, col := range enc.Formula.Columns {
				if col.Lower != 0 || col.Upper != 1 {
					t.Errorf("reduced: column %d is fixed, want none fixed after given-elimination", j)
				}
			}
			plain := encoded(t, ip.Thesis(), p.Model())
			if plain.Size != (model.Size{Variables: 729, Rows: 324, Nonzeros: 2916}) {
				t.Errorf("unreduced: got size %+v, want 729 columns, 324 rows, 2916 nonzeros", plain.Size)
			}
			fixed := 0
			for _, col := range plain.Formula.Columns {
				fixed += col.Lower
			}
			if fixed != c.givens {
				t.Errorf("unreduced: %d columns fixed, want %d", fixed, c.givens)
			}
			if n := len(plain.Formula.Objective); n != 729 || !plain.Formula.Maximize {
				t.Errorf("thesis: objective over %d columns, maximize %v", n, plain.Formula.Maximize)
			}
			bartlett := encoded(t, ip.Bartlett(), p.Model())
			if got := len(bartlett.Formula.Rows); got != c.unreducedWithGivens {
				t.Errorf("Bartlett: %d rows, want %d", got, c.unreducedWithGivens)
			}
			if row := bartlett.Formula.Rows[324]; len(row.Entries) != 1 || row.Lower != 1 {
				t.Errorf("Bartlett: row 324 is %+v, want one entry and the lower bound 1", row)
			}
			if n := len(bartlett.Formula.Objective); n != 0 {
				t.Errorf("Bartlett: objective over %d columns, want none", n)
			}
		})
	}
}

func TestEveryFeasiblePointHasTheConstantObjective(t *testing.T) {
	enc := encoded(t, ip.Thesis(), sudoku.Order(2).Model())
	n := 0
	solve(enc.Formula, func(x ip.Point) {
		if n++; enc.Formula.Value(x) != 16 {
			t.Fatalf("objective %d, want 16", enc.Formula.Value(x))
		}
	})
	if n != 288 {
		t.Errorf("%d grids of 4x4, want 288", n)
	}
}

// Feasible points, projected on the shown columns and decoded, are exactly the solutions.
func TestFeasiblePointsAreTheSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	encoders := []ip.Encoder{{}, {Givens: ip.GivenRows}, ip.Thesis(), ip.Bartlett(), {Integers: true, Names: true},
		{Integers: true, Givens: ip.GivenRows}}
	solutions := 0
	for i := range backendtest.Rounds(375, 1500) {
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		if i%3 == 0 {
			fix(m, r)
		}
		want := backendtest.Enumerate(m)
		solutions += len(want)
		checkPoints(t, fmt.Sprintf("model %d", i), encoders[i%len(encoders)], m, want)
	}
	if solutions == 0 {
		t.Error("no random model has a solution, want some")
	}
}

// fix makes some variables constants. A constant may contradict other constraints.
func fix(m *model.Model, r *rand.Rand) {
	for v := range m.Vars {
		if d := m.Vars[v].Domain; d.Size() > 0 && r.IntN(3) == 0 {
			value := d.At(r.IntN(d.Size()))
			m.Vars[v].Domain = model.Values(value)
			m.Constraints = append(m.Constraints, model.Given{Var: model.Var(v), Value: value})
		}
	}
}

func checkPoints(t *testing.T, name string, e ip.Encoder, m *model.Model, want []model.Assignment) {
	t.Helper()
	enc := encoded(t, e, m)
	var got []model.Assignment
	solve(enc.Formula, func(x ip.Point) {
		a, err := enc.Decode(x)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got = append(got, a)
	})
	slices.SortFunc(got, func(a, b model.Assignment) int { return slices.Compare(a, b) })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s with %+v: solutions differ (-want +got):\n%s\n%+v\n%+v", name, e, diff, m, enc.Formula)
	}
}

func TestSmallModels(t *testing.T) {
	abc := func(d ...model.Domain) []model.Variable {
		var vars []model.Variable
		for i, d := range d {
			vars = append(vars, model.Variable{Name: string(rune('a' + i)), Domain: d})
		}
		return vars
	}
	one23 := model.Interval(1, 3)
	for _, c := range []struct {
		name        string
		vars        []model.Variable
		constraints []model.Constraint
		solutions   int
		rows        int
	}{
		{"no variables", nil, nil, 1, 0},
		{"no constraints", abc(one23, one23), nil, 9, 2},
		{"an empty domain", abc(one23, model.Domain{}), nil, 0, 2},
		{"a permutation", abc(one23, one23, one23), []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1, 2}}},
			6, 6},
		{"more values than variables", abc(one23, one23),
			[]model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}}, 6, 5},
		{"fewer values than variables", abc(model.Interval(1, 2), model.Interval(1, 2), model.Interval(1, 2)),
			[]model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1, 2}}}, 0, 5},
		{"a permutation of a constant and the rest", abc(one23, one23, model.Values(2)),
			[]model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1, 2}}, model.Given{Var: 2, Value: 2}}, 2, 4},
		{"two equal constants that must differ", abc(model.Values(2), model.Values(2)),
			[]model.Constraint{
				model.AllDifferent{Vars: []model.Var{0, 1}},
				model.Given{Var: 0, Value: 2}, model.Given{Var: 1, Value: 2},
			}, 0, 1},
		{"one value without a given is no constant", abc(model.Values(2)), nil, 1, 1},
		{"two contradictory givens", abc(one23),
			[]model.Constraint{model.Given{Var: 0, Value: 1}, model.Given{Var: 0, Value: 2}}, 0, 1},
		{"a given outside the domain", abc(one23), []model.Constraint{model.Given{Var: 0, Value: 4}}, 0, 2},
		{"a given that forbids itself", abc(one23, model.Values(1)),
			[]model.Constraint{
				model.Given{Var: 0, Value: 1}, model.Given{Var: 1, Value: 1}, model.NotEqual{A: 0, B: 1},
			}, 0, 2},
		{"different from itself", abc(one23), []model.Constraint{model.NotEqual{A: 0, B: 0}}, 0, 2},
		{"different from itself plus one", abc(one23), []model.Constraint{model.NotEqual{A: 0, B: 0, Offset: 1}}, 3, 1},
		{"not one more", abc(one23, one23), []model.Constraint{model.NotEqual{A: 0, B: 1, Offset: 1}}, 7, 4},
		{"a linear equation with a repeated variable", abc(one23, one23),
			[]model.Constraint{
				model.Linear{Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: -1, Var: 1}, {Coef: -1, Var: 0}}, Bound: 0},
			}, 3, 3},
		{"a violated linear constraint over constants", abc(model.Values(2)),
			[]model.Constraint{
				model.Given{Var: 0, Value: 2},
				model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Relation: model.AtMost, Bound: 1},
			}, 0, 1},
		{"a satisfied linear constraint without terms", abc(one23),
			[]model.Constraint{model.Linear{Relation: model.AtLeast, Bound: -1}}, 3, 1},
		{"a table of two columns", abc(one23, one23),
			[]model.Constraint{model.Table{Vars: []model.Var{0, 1}, Rows: [][]int{{1, 2}, {2, 3}, {1, 2}, {9, 1}}}}, 2,
			6},
		{"a table over a repeated variable", abc(one23),
			[]model.Constraint{model.Table{Vars: []model.Var{0, 0}, Rows: [][]int{{1, 2}, {3, 3}}}}, 1, 1},
		{"a table without rows", abc(one23), []model.Constraint{model.Table{Vars: []model.Var{0}}}, 0, 2},
		{"a table without variables and with one row", abc(one23), []model.Constraint{model.Table{Rows: [][]int{{}}}},
			3, 1},
		{"values far apart", abc(model.Values(math.MinInt, 0, math.MaxInt), model.Values(math.MinInt, 7)),
			[]model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}}, 5, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &model.Model{Vars: c.vars, Constraints: c.constraints}
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
			want := backendtest.Enumerate(m)
			if len(want) != c.solutions {
				t.Errorf("%d solutions, want %d", len(want), c.solutions)
			}
			for _, e := range []ip.Encoder{{}, ip.Thesis(), ip.Bartlett(), {Integers: true}} {
				checkPoints(t, c.name, e, m, want)
			}
			if got := len(encoded(t, ip.Encoder{}, m).Formula.Rows); got != c.rows {
				t.Errorf("%d rows, want %d", got, c.rows)
			}
		})
	}
}

// Excluding each solution found, one after another, finds every solution once.
func TestExclude(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	total := 0
	for i := range 300 {
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: i%2 == 0, NotEqual: i%3 == 0})
		want := backendtest.Enumerate(m)
		if len(want) > 12 {
			continue
		}
		enc := encoded(t, ip.Encoder{Integers: i%4 > 0}, m)
		p := *enc.Formula
		p.Columns, p.Rows = slices.Clip(p.Columns), slices.Clip(p.Rows)
		var got []model.Assignment
		for len(got) <= len(want) {
			var x ip.Point
			first(&p, func(y ip.Point) { x = slices.Clone(y) })
			if x == nil {
				break
			}
			a, err := enc.Decode(x[:len(enc.Formula.Columns)])
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, a)
			p.Exclude(x)
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		total += len(got)
		slices.SortFunc(got, func(a, b model.Assignment) int { return slices.Compare(a, b) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("model %d: solutions differ (-want +got):\n%s\n%+v", i, diff, m)
		}
	}
	if total < 100 {
		t.Errorf("%d solutions, want at least 100", total)
	}
}

func TestNamesAreDistinctAndWritable(t *testing.T) {
	long := make([]byte, 300)
	for i := range long {
		long[i] = 'n'
	}
	m := &model.Model{}
	for _, name := range []string{
		"a b", "a_b", "a+b", "größe", "gr__e", "", "x6", string(long), string(long) + "2", "r1c1", "1", "st", "e5",
		"constant",
	} {
		m.Vars = append(m.Vars, model.Variable{Name: name, Domain: model.Values(-7, 0, 7)})
	}
	all := make([]model.Var, len(m.Vars))
	for i := range all {
		all[i] = model.Var(i)
	}
	m.Constraints = []model.Constraint{
		model.AllDifferent{Vars: all}, model.AllDifferent{Vars: all}, model.NotEqual{A: 0, B: 1},
		model.Table{Vars: all[:2], Rows: [][]int{{-7, 7}, {0, 0}}},
		model.Linear{Terms: []model.Term{{Coef: 1, Var: 3}}},
		model.Given{Var: 2, Value: 7}, model.Given{Var: 2, Value: 7},
	}
	p := encoded(t, ip.Bartlett(), m).Formula
	for _, f := range ip.Formats() {
		if err := ip.Write(discard{}, p, f); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// Comments list the constants, eight to a line.
func TestCommentsOfConstants(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Name: "free", Domain: model.Interval(1, 2)}}}
	for v := range 17 {
		m.Vars = append(m.Vars, model.Variable{Name: string(rune('a' + v)), Domain: model.Values(v)})
		m.Constraints = append(m.Constraints, model.Given{Var: model.Var(v + 1), Value: v})
	}
	want := []string{"x_V_vK is 1 exactly when variable V has the value K",
		"known and left out: a=0 b=1 c=2 d=3 e=4 f=5 g=6 h=7",
		"known and left out: i=8 j=9 k=10 l=11 m=12 n=13 o=14 p=15",
		"known and left out: q=16"}
	if got := encoded(t, ip.Encoder{Names: true}, m).Formula.Comments; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	m.Vars[0].Domain = model.Values(1, 2, 4)
	m.Constraints = append(m.Constraints, model.Linear{Terms: []model.Term{{Coef: 1}}, Bound: 4})
	want = slices.Insert(want, 1, "columns with the name of a variable have its value",
		"the last 1 columns are auxiliary")
	if got := encoded(t, ip.Encoder{Names: true, Integers: true}, m).Formula.Comments; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Rows are named after a house only if the constraint covers the whole house: a cage within a row does not.
func TestHouseNamesAreForWholeHouses(t *testing.T) {
	cage := model.AllDifferent{Vars: []model.Var{0, 1}}
	diagonal := model.AllDifferent{Vars: []model.Var{0, 5, 10, 15}}
	m := sudoku.Order(2).Model().With(cage, diagonal)
	p := encoded(t, ip.Encoder{Names: true}, m).Formula
	names := make(map[string]bool)
	for i := range p.Rows {
		names[p.RowName(i)] = true
	}
	for _, want := range []string{"row_r1_v1", "col_c4_v4", "box_b3_v2", "a13_v1", "a14_v4"} {
		if !names[want] {
			t.Errorf("want a row named %s, got none", want)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	p := puzzle(b, sudoku.Order(3), escargot)
	for _, c := range []struct {
		name    string
		encoder ip.Encoder
		m       *model.Model
		columns int
	}{
		{"reduced/names=no", ip.Encoder{}, eliminate(p), 223},
		{"reduced/names=yes", ip.Encoder{Names: true}, eliminate(p), 223},
		{"full/names=no", ip.Encoder{}, p.Model(), 729},
		{"full/names=yes", ip.Thesis(), p.Model(), 729},
	} {
		b.Run("puzzle=escargot/program="+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				enc, err := c.encoder.Encode(b.Context(), c.m)
				if err != nil || enc.Size.Variables != c.columns {
					b.Fatal(enc.Size, err)
				}
			}
		})
	}
}
