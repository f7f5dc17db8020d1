package cnf

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model"
	"nonet/model/sudoku"
)

// Sizes of empty grids under the presets that encode AllDifferents by pairs of cells.
func TestGridSizesByPairs(t *testing.T) {
	want := map[Preset][4][2]int{ // variables and clauses, for orders 2 to 5
		Order:   {{48, 256}, {648, 7857}, {3840, 83456}, {15000, 514375}},
		Log:     {{32, 224}, {324, 7857}, {1024, 79872}, {3125, 504375}},
		Support: {{64, 560}, {729, 17577}, {4096, 190720}, {15625, 1188125}},
	}
	literals := map[Preset]int{Order: 27054, Log: 60588, Support: 137781} // for order 3
	for preset, sizes := range want {
		for i, s := range sizes {
			n := i + 2
			if n == 5 && os.Getenv("NONET_LONG") == "" {
				continue
			}
			N := n * n
			E := N * N * (3*N - 2*n - 1) / 2
			K := N * (N - 1) / 2
			closed := map[Preset][2]int{
				Order:   {N * N * (N - 1), N*N*(N-2) + N*E},
				Log:     {N * N * bitsFor(N), N*N*(1<<bitsFor(N)-N) + N*E},
				Support: {N * N * N, N*N + N*N*K + 2*N*E},
			}[preset]
			vars, clauses, lits := measure(t, Encoder{Preset: preset}, sudoku.Order(n).Model())
			if got := [2]int{vars, clauses}; got != s || got != closed {
				t.Errorf("order %d, %s: got %v variables and clauses, want %v, by formula %v",
					n, preset, got, s, closed)
			}
			if n == 3 && lits != literals[preset] {
				t.Errorf("%s: got %d literals, want %d", preset, lits, literals[preset])
			}
		}
	}
}

// Sizes after given-elimination, counted on the grid: the candidates of a cell, and the common candidates of pairs of
// peers.
func TestSizesByPairsAfterGivenElimination(t *testing.T) {
	for _, g := range golden {
		m := reduce(t, puzzle(g.clues))
		var order, log, support [2]int
		for v, x := range m.Vars {
			k := x.Domain.Size()
			if g.clues[v] != '0' {
				continue
			}
			order[0] += k - 1
			order[1] += max(0, k-2)
			log[0] += bitsFor(k)
			log[1] += 1<<bitsFor(k) - k
			support[0] += k
			support[1] += 1 + k*(k-1)/2
			for w, y := range m.Vars[:v] {
				sees := v/9 == w/9 || v%9 == w%9 || v/27 == w/27 && v%9/3 == w%9/3
				if !sees || g.clues[w] != '0' {
					continue
				}
				for d := range x.Domain.All {
					if y.Domain.Contains(d) {
						order[1]++
						log[1]++
						support[1] += 2
					}
				}
			}
		}
		for preset, want := range map[Preset][2]int{Order: order, Log: log, Support: support} {
			vars, clauses, _ := measure(t, Encoder{Preset: preset}, m)
			if got := [2]int{vars, clauses}; got != want {
				t.Errorf("%s, %s: got %v variables and clauses, want %v", g.name, preset, got, want)
			}
		}
	}
}

// gapModel returns a model with domains of one, three and five values with gaps, and one constant.
func gapModel() *model.Model {
	return &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Values(7)}, {Name: "b", Domain: model.Values(-3, 0, 4)},
			{Name: "c", Domain: model.Values(2)}, {Name: "d", Domain: model.Values(1, 2, 4, 8, 16)}},
		Constraints: []model.Constraint{model.Given{Var: 2, Value: 2}, model.AllDifferent{Vars: []model.Var{1, 2, 3}}},
	}
}

func TestMapCommentsByPreset(t *testing.T) {
	for preset, want := range map[Preset]string{
		Order: "fixed c=2, var 1 = b>=0, var 2 = b>=4, var 3 = d>=2, var 4 = d>=4, var 5 = d>=8, var 6 = d>=16",
		Log: "fixed c=2, values b = -3 0 4, var 1 = bit 0 of b, var 2 = bit 1 of b, " +
			"values d = 1 2 4 8 16, var 3 = bit 0 of d, var 4 = bit 1 of d, var 5 = bit 2 of d",
	} {
		e, err := Encoder{Preset: preset}.Encode(t.Context(), gapModel())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, strings.Join(slices.Collect(MapComments(gapModel(), e.Map)), ", ")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", preset, diff)
		}
	}
}

// Decode accepts exactly the valuations that Holds gives for some assignment.
func TestDecodeOfAllValuations(t *testing.T) {
	m := gapModel()
	m.Constraints = m.Constraints[:1]
	assignments := enumerate(m)
	for _, preset := range []Preset{Extended, Order, Log} {
		e, err := Encoder{Preset: preset}.Encode(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		n := len(e.Map.Shown)
		var decoded []string
		v := make(Valuation, e.Formula.Vars+1)
		for bits := range 1 << n {
			for k := range n {
				v[k+1] = bits>>k&1 != 0
			}
			a, err := e.Decode(v)
			if err != nil {
				continue
			}
			decoded = append(decoded, fmt.Sprint(a))
			for k := range n {
				if e.Map.Holds(k, a) != v[k+1] {
					t.Errorf("%s: %v decodes to %v, which gives variable %d another value", preset, v[1:], a, k+1)
				}
			}
		}
		slices.Sort(decoded)
		if !slices.Equal(decoded, assignments) {
			t.Errorf("%s: got decoded %v, want %v", preset, decoded, assignments)
		}
	}
}

// Auxiliary variables with a definition are determined. With forms that have no other variables, the formula has as
// many models as the model has solutions.
func TestModelsAreKept(t *testing.T) {
	d := model.Interval(-1, 3)
	sum := func(r model.Relation, bound int, coefs ...int) model.Constraint {
		c := model.Linear{Relation: r, Bound: bound}
		for v, coef := range coefs {
			c.Terms = append(c.Terms, model.Term{Coef: coef, Var: model.Var(v)})
		}
		return c
	}
	table := model.Table{
		Vars: []model.Var{0, 1, 2},
		Rows: [][]int{{0, 1, 2}, {0, 1, 3}, {3, 3, 3}, {-1, 2, 0}, {1, 1, -1}},
	}
	m := &model.Model{Vars: []model.Variable{
		{Domain: d}, {Domain: model.Interval(-1, 5)}, {Domain: d}, {Domain: model.Values(2, 3)},
	}}
	for name, c := range map[string][]model.Constraint{
		"equal":             {sum(model.Equal, 4, 1, 2, -1, 1)},
		"at most":           {sum(model.AtMost, 3, 2, -3, 1, 2)},
		"at least":          {sum(model.AtLeast, 9, 3, 1, 2, 1)},
		"a table":           {table},
		"a table and a sum": {table, sum(model.AtMost, 8, 1, 1, 1, 1)},
		"sums that overlap": {sum(model.AtLeast, 5, 1, 1, 1, 1), sum(model.Equal, 6, 2, 1, 1, 1)},
		"supports, and sums": {
			model.NotEqual{A: 0, B: 1, Offset: -1}, allDifferent(0, 2), sum(model.Equal, 5, 1, 1, 1),
		},
	} {
		combined := m.With(c...)
		want := len(enumerate(combined))
		for _, preset := range Presets() {
			for _, s := range LinearEncodings() {
				e := Encoder{Preset: preset, Linear: s}
				enc, err := e.Encode(t.Context(), combined)
				if err != nil {
					t.Fatal(err)
				}
				n := 0
				newSearch(enc.Formula).enumerate(enc.Formula.Vars, func(Valuation) bool { n++; return true })
				if n != want || want == 0 {
					t.Errorf("%s, %s: got %d models, want %d", name, e.Name(), n, want)
				}
			}
		}
	}
}
