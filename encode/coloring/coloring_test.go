package coloring_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/encode/coloring"
	"nonet/model"
	"nonet/model/sudoku"
)

var styles = []coloring.GivenStyle{coloring.Precolored, coloring.Clique}

type encoding = encode.Encoding[*coloring.Graph, coloring.Coloring]

func encoded(t testing.TB, style coloring.GivenStyle, m *model.Model) encoding {
	t.Helper()
	e, err := coloring.Encoder{Givens: style}.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Formula.Validate(); err != nil {
		t.Fatal(err)
	}
	return e
}

// The empty grid has N² vertices and N²(3N-2n-1)/2 edges; Clique adds N vertices and N(N-1)/2 edges.
func TestSizesOfTheEmptyGrid(t *testing.T) {
	for order, want := range map[int]model.Size{
		2: {Variables: 16, Constraints: 56},
		3: {Variables: 81, Constraints: 810},
		4: {Variables: 256, Constraints: 4992},
		5: {Variables: 625, Constraints: 20000},
		6: {Variables: 1296, Constraints: 61560},
	} {
		m := sudoku.Order(order).Model()
		if got := encoded(t, coloring.Precolored, m).Size; got != want {
			t.Errorf("order %d: got %+v, want %+v", order, got, want)
		}
		n := order * order
		want.Variables += n
		want.Constraints += n * (n - 1) / 2
		if got := encoded(t, coloring.Clique, m).Size; got != want {
			t.Errorf("order %d with a clique: got %+v, want %+v", order, got, want)
		}
	}
	box := sudoku.Shape{Height: 2, Width: 3}
	if got, want := encoded(t, coloring.Precolored, box.Model()).Size.Constraints, 36*(3*6-2-3-1)/2; got != want {
		t.Errorf("6x6: got %d edges, want N²(3N-n-m-1)/2 = %d", got, want)
	}
}

// A clue is a list of one colour, or eight edges.
func TestSizesWithClues(t *testing.T) {
	for _, p := range backendtest.Hardest {
		puzzle := backendtest.Puzzle(sudoku.Order(3), p.Puzzle)
		clues := puzzle.Givens()
		want := model.Size{Variables: 90, Constraints: 846 + 8*clues}
		if got := encoded(t, coloring.Clique, puzzle.Model()).Size; got != want {
			t.Errorf("%s: got %+v, want %+v", p.Name, got, want)
		}
		g := encoded(t, coloring.Precolored, puzzle.Model()).Formula
		lists := 0
		for v, list := range g.Lists {
			if list != nil {
				lists++
				if len(list) != 1 || int(list[0]) != puzzle.Clues[v]-1 {
					t.Errorf("%s: cell %d: got list %v, want the clue %d", p.Name, v, list, puzzle.Clues[v])
				}
			}
		}
		if lists != clues || len(g.Edges) != 810 {
			t.Errorf("%s: got %d lists and %d edges, want %d and 810", p.Name, lists, len(g.Edges), clues)
		}
	}
}

// randomModel returns a random model that can be encoded as a colouring.
func randomModel(r *rand.Rand) *model.Model {
	m := backendtest.Random(r, backendtest.Kinds{NotEqual: true})
	for i, c := range m.Constraints {
		if n, ok := c.(model.NotEqual); ok {
			n.Offset = 0
			if r.IntN(20) == 0 {
				n.B = n.A
			}
			m.Constraints[i] = n
		}
	}
	return m
}

// With Precolored there is one colouring for each solution of the model; with Clique, one for each solution and each
// permutation of the colours.
func TestMeaning(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(100, 400)) {
		m := randomModel(rand.New(rand.NewPCG(seed, 1)))
		want := backendtest.Enumerate(m)
		for _, style := range styles {
			e := encoded(t, style, m)
			g := e.Formula
			if g.Colors > 5 && g.Palette || g.Colors > 7 {
				continue // too many to try
			}
			count := map[string]int{}
			c := make(coloring.Coloring, g.Vertices)
			var try func(v int)
			try = func(v int) {
				for _, d := range g.Edges {
					if int(d.V) == v-1 && c[d.U] == c[d.V] {
						return
					}
				}
				if v < len(c) {
					for c[v] = 0; int(c[v]) < g.Colors; c[v]++ {
						if g.Allows(v, c[v]) {
							try(v + 1)
						}
					}
					return
				}
				if err := g.Check(c); err != nil {
					t.Fatal(err)
				}
				a, err := e.Decode(c)
				if err != nil {
					t.Fatal(err)
				}
				count[fmt.Sprint(a)]++
			}
			try(0)
			ways := 1
			if g.Palette {
				for n := range g.Colors {
					ways *= n + 1
				}
			}
			for _, a := range want {
				if count[fmt.Sprint(a)] != ways {
					t.Fatalf("seed %d, %v: got %v %d times, want %d", seed, style, a, count[fmt.Sprint(a)], ways)
				}
			}
			if len(count) != len(want) {
				t.Fatalf("seed %d, %v: got %d solutions, want %d", seed, style, len(count), len(want))
			}
		}
	}
}

// An encoder prepared for a base gives the same result as a new one, for models with smaller domains and further
// Givens.
func TestPreparedGivesTheSame(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(50, 200)) {
		r := rand.New(rand.NewPCG(seed, 2))
		base := randomModel(r)
		for _, style := range styles {
			prepared, err := coloring.Encoder{Givens: style}.Prepare(base)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				m := *base
				m.Constraints = slices.Clone(base.Constraints)
				m.Vars = slices.Clone(base.Vars)
				for range r.IntN(3) {
					given := model.Given{Var: model.Var(r.IntN(len(m.Vars))), Value: r.IntN(4)}
					m.Constraints = append(m.Constraints, given)
				}
				v := r.IntN(len(m.Vars))
				d := m.Vars[v].Domain
				m.Vars[v].Domain = model.Values(slices.Collect(d.All)[:r.IntN(d.Size()+1)]...)
				got, err := prepared.Encode(t.Context(), &m)
				if err != nil {
					t.Fatal(err)
				}
				want := encoded(t, style, &m)
				if got.Formula.Colors != want.Formula.Colors {
					continue // no domain has the value any more, but base still has a colour for it
				}
				diff := cmp.Diff(want.Formula, got.Formula, cmpopts.EquateEmpty()) +
					cmp.Diff(want.Map, got.Map, cmpopts.EquateEmpty())
				if diff != "" {
					t.Fatalf("seed %d, %v: (-new +prepared)\n%s", seed, style, diff)
				}
			}
		}
	}
}

func TestUnsupported(t *testing.T) {
	two := []model.Variable{{Name: "a", Domain: model.Interval(1, 3)}, {Name: "b", Domain: model.Interval(1, 3)}}
	for _, m := range []*model.Model{
		{Vars: two, Constraints: []model.Constraint{model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Bound: 2}}},
		{Vars: two, Constraints: []model.Constraint{model.Table{Vars: []model.Var{0, 1}, Rows: [][]int{{1, 2}}}}},
		{Vars: two, Constraints: []model.Constraint{model.NotEqual{A: 0, B: 1, Offset: 1}}},
		{Vars: two, Objective: &model.Objective{Terms: []model.Term{{Coef: 1, Var: 0}}}},
	} {
		_, err := coloring.Encoder{}.Encode(t.Context(), m)
		_, prepareErr := coloring.Encoder{}.Prepare(m)
		for _, err := range []error{err, prepareErr} {
			unsupported := new(encode.UnsupportedError)
			if !errors.As(err, &unsupported) || unsupported.Encoding != "coloring" {
				t.Errorf("got error %v, want an *encode.UnsupportedError of coloring", err)
			}
		}
	}
	always := model.NotEqual{A: 1, B: 1, Offset: 1}
	m := &model.Model{Vars: two, Constraints: []model.Constraint{always}}
	if _, err := (coloring.Encoder{}).Encode(t.Context(), m); err != nil {
		t.Errorf("a NotEqual that always holds: got error %v", err)
	}
}

func TestDecodeErrors(t *testing.T) {
	m := sudoku.Order(2).Model()
	for _, test := range []struct {
		style coloring.GivenStyle
		c     coloring.Coloring
	}{
		{coloring.Precolored, make(coloring.Coloring, 15)},
		{coloring.Precolored, append(make(coloring.Coloring, 15), 4)},
		{coloring.Precolored, append(make(coloring.Coloring, 15), -1)},
		{coloring.Clique, make(coloring.Coloring, 16)},
		// All vertices of the palette have one colour; none has colour 0; two have colour 0.
		{coloring.Clique, make(coloring.Coloring, 20)},
		{coloring.Clique, append(make(coloring.Coloring, 16), 1, 2, 3, 4)},
		{coloring.Clique, append(append(make(coloring.Coloring, 16), 0, 0), 2, 3)},
	} {
		if a, err := encoded(t, test.style, m).Decode(test.c); err == nil {
			t.Errorf("%v: %v: decoded to %v, want an error", test.style, test.c, a)
		}
	}
}

// Two cells of three values, one of them a clue, in a graph that any program can colour.
func ExampleWrite() {
	m := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 3)}, {Name: "b", Domain: model.Interval(1, 3)}},
		Constraints: []model.Constraint{
			model.AllDifferent{Vars: []model.Var{0, 1}},
			model.Given{Var: 0, Value: 2},
		},
	}
	for _, style := range []coloring.GivenStyle{coloring.Precolored, coloring.Clique} {
		e, _ := coloring.Encoder{Givens: style}.Encode(context.Background(), m)
		coloring.Write(os.Stdout, e.Formula)
	}
	// Output:
	// c nonet colours 3
	// c nonet clique 1 2
	// c nonet list 1 2
	// p edge 2 1
	// e 1 2
	// c nonet colours 3
	// c nonet palette
	// c nonet clique 1 2
	// c nonet clique 3 4 5
	// p edge 5 6
	// e 1 2
	// e 1 3
	// e 1 5
	// e 3 4
	// e 3 5
	// e 4 5
}
