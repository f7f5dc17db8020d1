package coloring_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/encode/coloring"
	"nonet/model"
	"nonet/model/sudoku"
)

// The provenance has the sizes of the graph, a text for each edge, and correct sources: an edge between cells comes
// from constraints that forbid them to be equal, and an edge to a colour from a constraint that forbids the value.
func TestProvenance(t *testing.T) {
	hard := backendtest.Puzzle(sudoku.Order(3), backendtest.HardestLines()[0])
	models := []*model.Model{sudoku.Order(2).Model(), sudoku.Order(4).Model(), hard.Model()}
	for seed := range uint64(backendtest.Rounds(50, 200)) {
		r := rand.New(rand.NewPCG(seed, 3))
		models = append(models, backendtest.Random(r, backendtest.Kinds{NotEqual: true}))
	}
	seen := 0
	for i, m := range models {
		for _, style := range []coloring.GivenStyle{coloring.Precolored, coloring.Clique} {
			o := coloring.Encoder{Givens: style}
			want, err := o.Encode(t.Context(), m)
			var unsupported *encode.UnsupportedError
			if errors.As(err, &unsupported) {
				continue
			}
			seen++
			got, a, err2 := o.Provenance(t.Context(), m)
			if err != nil || err2 != nil || !reflect.DeepEqual(got.Formula.Edges, want.Formula.Edges) {
				t.Fatalf("model %d: errors %v, %v, or Provenance has another graph than Encode", i, err, err2)
			}
			g := got.Formula
			lists := 0
			for _, list := range g.Lists {
				if list != nil {
					lists++
				}
			}
			total := a.Total()
			if total.Units != len(g.Edges) || total.Bounds != lists || a.Shown+total.Auxiliary != g.Vertices {
				t.Errorf("model %d, %s: provenance has %+v and %d shown, want %+v and %d lists",
					i, style, total, a.Shown, g.Size(), lists)
			}
			for k, edge := range g.Edges {
				if text := a.Explain(k); text == "" || strings.Contains(text, "%!") {
					t.Fatalf("model %d: edge %d: bad text %q", i, k+1, text)
				}
				p := a.Part(k)
				switch p.Role {
				case encode.Different:
					for _, c := range append([]int{p.Constraint}, p.AlsoConstraints...) {
						if !forbidsEqual(m, m.Constraints[c], model.Var(edge.U), model.Var(edge.V)) {
							t.Fatalf("model %d: edge %d: %s", i, k+1, a.Explain(k))
						}
					}
				case encode.Clue:
					c := m.Constraints[p.Constraint].(model.Given)
					wrong := m.NameOf(c.Var) + " != " + strconv.Itoa(c.Value) + ":"
					if int32(c.Var) != edge.U || strings.HasPrefix(a.Explain(k), wrong) {
						t.Fatalf("model %d: edge %d: %s", i, k+1, a.Explain(k))
					}
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("got %d graphs, want at least 30", seen)
	}
}

// forbidsEqual reports whether c forbids two variables to be equal.
func forbidsEqual(m *model.Model, c model.Constraint, u, v model.Var) bool {
	a := make(model.Assignment, len(m.Vars))
	for w := range a {
		a[w] = -1000 - 10*w // all distinct, and no value of a domain
	}
	a[u], a[v] = 1, 1
	return c.Violation(a) > 0
}

func TestSentences(t *testing.T) {
	m := sudoku.Order(3).Model().With(model.Given{Var: 0, Value: 5})
	_, a, err := coloring.Encoder{Givens: coloring.Clique}.Provenance(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	for edge, want := range map[int]string{
		1:   "r1c1 != r1c2: row 1 and box 1",
		21:  "r1c1 != 1: clue r1c1 = 5",
		854: "8 != 9: each value is a colour of its own",
	} {
		if got := a.Explain(edge - 1); got != want {
			t.Errorf("edge %d:\n got %s\nwant %s", edge, got, want)
		}
	}
}
