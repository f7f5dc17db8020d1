package coloring_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/encode"
	"nonet/encode/coloring"
	"nonet/model"
	"nonet/model/sudoku"
)

func written(t testing.TB, g *coloring.Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := coloring.Write(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	for seed := range uint64(200) {
		m := randomModel(rand.New(rand.NewPCG(seed, 3)))
		for _, style := range styles {
			g := encoded(t, style, m).Formula
			g.Comments = []string{"from a test", "", "  indented", "nonet export"}
			text := written(t, g)
			got, err := coloring.Read(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if d := cmp.Diff(g, got, cmpopts.EquateEmpty()); d != "" {
				t.Fatalf("(-want +got)\n%s\n%s", d, text)
			}
		}
	}
}

func TestReadVariations(t *testing.T) {
	const text = "c FILE: toy.col\nc\n\np col 4 6\r\nn 1 3\ne 2 1\ne 1 2\ne 2 3\ne 3 2\nc in between\ne 4 3\ne 3 4\n"
	g, err := coloring.Read(strings.NewReader(text))
	want := &coloring.Graph{
		Vertices: 4, Edges: []coloring.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}},
		Comments: []string{"FILE: toy.col", ""},
	}
	if d := cmp.Diff(want, g); err != nil || d != "" {
		t.Errorf("error %v, (-want +got)\n%s", err, d)
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
	}{
		{"an empty file", "", "line 1, column 1: the file ends without a header"},
		{"an edge first", "e 1 2\np edge 2 1\n", "line 1, column 1: an edge before the header"},
		{"another format", "p cnf 2 1\n", "line 1, column 1: expected the header"},
		{"a header cut off", "p edge 2\n", "line 1, column 1: expected the header"},
		{"a second header", "p edge 2 0\np edge 2 0\n", "line 2, column 1: second header"},
		{"vertices below zero", "p edge -2 0\n", "line 1, column 8: expected the number of vertices"},
		{"more vertices than memory", "p edge 99999999999 0\n", "line 1, column 8: expected the number of vertices"},
		{"words for numbers", "p edge 2 one\n", "line 1, column 10: expected the number of edges"},
		{"a vertex beyond", "p edge 2 1\ne 1 3\n", `line 2, column 5: expected a vertex from 1 to 2, not "3"`},
		{"vertex 0", "p edge 2 1\ne 0 1\n", `line 2, column 3: expected a vertex from 1 to 2, not "0"`},
		{"a loop", "p edge 2 1\ne 2 2\n", "line 2, column 5: vertex 2 is adjacent to itself"},
		{"an edge of one", "p edge 3 1\ne 1\n", "line 2, column 1: expected e and two vertices"},
		{"too many edges", "p edge 3 1\ne 1 2\ne 2 3\n", "line 4, column 1: the file has 2 edges, more than the 1"},
		{"far too many edges", "p edge 3 1\ne 1 2\ne 2 1\ne 1 2\n", "line 4, column 1: more edges than the 1"},
		{"half of the edges", "p edge 4 4\ne 1 2\ne 2 3\n",
			"line 4, column 1: the file ends after 2 edges, the header has 4"},
		{"half of the edges of a dense graph", "p edge 3 4\ne 1 2\ne 2 1\n",
			"line 4, column 1: the file ends after 2 edges, the header has 4"},
		{"a distance", "p edge 2 1\ne 1 2 4\n",
			"line 2, column 7: edges with a distance or a weight are not supported: expected e and two vertices"},
		{"a word in the header", "p edge 2 1 7a\ne 1 2\n", `line 1, column 12: expected a number from 0`},
		{"a fourth number in the header", "p edge 2 1 7 7\ne 1 2\n",
			`line 1, column 14: expected the end of the header, not "7"`},
		{"too few edges", "p edge 3 2\ne 1 2\n", "line 3, column 1: the file ends after 1 edges, the header has 2"},
		{"another line", "p edge 3 0\ny\n",
			`line 2, column 1: expected a line that begins with c, p, e, n, d, v or x, not "y"`},
		{"colours without a number", "c nonet colours\np edge 1 0\n",
			"line 1, column 9: expected the number of colours"},
		{"colours twice", "c nonet colours 2\nc nonet colours 3\np edge 1 0\n",
			"line 2, column 9: expected the number of colours, once"},
		{"a colour beyond", "c nonet list 1 3\nc nonet colours 2\np edge 1 0\n",
			`line 1, column 16: expected a colour from 1 to 2, not "3"`},
		{"a list without a vertex", "p edge 1 0\nc nonet list\n",
			"line 2, column 9: expected a vertex and the colours"},
		{"a list beyond", "p edge 1 0\nc nonet list 2\n", "line 2, column 14: expected a vertex from 1 to 1"},
		{"a second list", "p edge 1 0\nc nonet list 1\nc nonet list 1\n",
			"line 3, column 14: a second list of vertex 1"},
		{"a clique without an edge", "p edge 3 2\ne 1 2\ne 2 3\nc nonet clique 1 2 3\n",
			"line 4, column 20: vertices 1 and 3 are not adjacent"},
		{"a clique with a duplicate", "p edge 3 0\nc nonet clique 1 1\n",
			"line 2, column 18: vertices 1 and 1 are not adjacent"},
		{"a palette without edges", "c nonet colours 2\nc nonet palette\np edge 2 0\n",
			"line 3, column 1: the palette"},
		{"a palette larger than the graph", "c nonet colours 3\nc nonet palette\np edge 2 0\n",
			"line 2, column 9: expected a palette"},
	} {
		_, err := coloring.Read(strings.NewReader(test.text))
		var parse *encode.ParseError
		if !errors.As(err, &parse) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %q", test.name, err, test.want)
		}
	}
}

// A header may count each edge twice, and lines about nodes, positions, dimensions and generators have no meaning.
func TestReadVariants(t *testing.T) {
	for _, text := range []string{
		"p col 3 4\ne 1 2\ne 2 3\n",
		"p col 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n",
		"p edge 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n",
		"p edge 3 2 7\ne 1 2\ne 2 3\n",
		"p edges 3 2\nd 2 0 1\nv 1 0.5 0.5\nx 3 4\nn 1 7\ne 1 2\ne 2 3\n",
	} {
		g, err := coloring.Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if d := cmp.Diff([]coloring.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, g.Edges); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
	}
}

// A path of 101 edges whose header has 202 is whole, and one whose header has 204 was cut off.
func TestReadCountedTwice(t *testing.T) {
	for header, want := range map[int]string{202: "", 204: "line 103, column 1: the file ends after 101 edges"} {
		var b strings.Builder
		fmt.Fprintf(&b, "p col 102 %d\n", header)
		for v := range 101 {
			fmt.Fprintf(&b, "e %d %d\n", v+1, v+2)
		}
		g, err := coloring.Read(strings.NewReader(b.String()))
		if want == "" && (err != nil || len(g.Edges) != 101) || want != "" && !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("header of %d edges: error %v, want %q", header, err, want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	good := func() *coloring.Graph {
		return &coloring.Graph{
			Vertices: 3, Colors: 2, Edges: []coloring.Edge{{U: 0, V: 1}, {U: 1, V: 2}},
			Lists: [][]int32{{0, 1}, nil, {}}, Cliques: [][]int32{{0, 1}},
		}
	}
	written(t, good())
	for name, change := range map[string]func(*coloring.Graph){
		"edges out of order":          func(g *coloring.Graph) { g.Edges[0], g.Edges[1] = g.Edges[1], g.Edges[0] },
		"an edge twice":               func(g *coloring.Graph) { g.Edges[0] = g.Edges[1] },
		"an edge backwards":           func(g *coloring.Graph) { g.Edges[0] = coloring.Edge{U: 1, V: 0} },
		"an edge beyond":              func(g *coloring.Graph) { g.Edges[1].V = 3 },
		"one list too few":            func(g *coloring.Graph) { g.Lists = g.Lists[1:] },
		"a list beyond":               func(g *coloring.Graph) { g.Lists[1] = []int32{2} },
		"a list out of order":         func(g *coloring.Graph) { g.Lists[0] = []int32{1, 0} },
		"a clique without an edge":    func(g *coloring.Graph) { g.Cliques[0] = []int32{0, 2} },
		"a palette without edges":     func(g *coloring.Graph) { g.Vertices, g.Lists, g.Palette = 4, nil, true },
		"a comment of two lines":      func(g *coloring.Graph) { g.Comments = []string{"a\nb"} },
		"a comment like an extension": func(g *coloring.Graph) { g.Comments = []string{"nonet list 1 2"} },
	} {
		g := good()
		change(g)
		if coloring.Write(&bytes.Buffer{}, g) == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func TestReadAnswer(t *testing.T) {
	g := &coloring.Graph{Vertices: 2, Colors: 3}
	own := string(coloring.AppendColoring(nil, g, coloring.Coloring{2, 0}))
	for _, test := range []struct {
		name, text string
		want       encode.Answer[coloring.Coloring]
	}{
		{"own output", own,
			encode.Answer[coloring.Coloring]{Status: model.Satisfiable, Solutions: []coloring.Coloring{{2, 0}}}},
		{"two", own + own,
			encode.Answer[coloring.Coloring]{
				Status: model.Satisfiable, Solutions: []coloring.Coloring{{2, 0}, {2, 0}}}},
		{"bare pairs", "c a comment\n\n2 0\n1 7\n",
			encode.Answer[coloring.Coloring]{Status: model.Satisfiable, Solutions: []coloring.Coloring{{6, -1}}}},
		{"none", "s UNSATISFIABLE\n", encode.Answer[coloring.Coloring]{Status: model.Unsatisfiable}},
	} {
		got, err := coloring.ReadAnswer(strings.NewReader(test.text), 2)
		if d := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); err != nil || d != "" {
			t.Errorf("%s: error %v, (-want +got)\n%s", test.name, err, d)
		}
	}
	for text, want := range map[string]string{
		"":                        "line 1, column 1: the answer has neither",
		"s col 3\nl 1 2\n":        "line 2, column 1: the answer ends while 1 of 2 vertices have no colour",
		"s col 3\nl 1 2\ns col 3": "line 3, column 1: a new colouring begins while 1 vertices",
		"l 1 2\nl 1 3":            "line 2, column 3: vertex 1 already has a colour",
		"l 3 1":                   `line 1, column 3: expected a vertex from 1 to 2, not "3"`,
		"l 1 -1":                  `line 1, column 5: expected a colour, not "-1"`,
		"l 1":                     "line 1, column 1: expected a vertex and its colour",
		"s maybe":                 "line 1, column 1: expected \"s col",
		own + "s UNSATISFIABLE":   "line 4, column 1: both a colouring and the status UNSATISFIABLE",
	} {
		_, err := coloring.ReadAnswer(strings.NewReader(text), 2)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got error %v, want %q", text, err, want)
		}
	}
}

func TestAtomRoundTrip(t *testing.T) {
	for _, style := range styles {
		g := encoded(t, style, sudoku.Order(2).Model()).Formula
		for k := range 16 * 4 {
			s := g.Atom(k)
			if again, err := coloring.ParseAtom(s.String()); err != nil || again != s {
				t.Errorf("%s: got %+v, error %v, want %+v", s, again, err, s)
			}
		}
	}
	for _, text := range []string{"", "1", "1=", "=1", "0=1", "1:0", "1:2:3", "a=b", "1=99999999999"} {
		if s, err := coloring.ParseAtom(text); err == nil {
			t.Errorf("%q: got %+v, want an error", text, s)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("c toy\nc nonet colours 3\nc nonet list 1 2 3\nc nonet clique 1 2\np edge 3 2\ne 1 2\ne 3 2\n")
	f.Add("c nonet colours 2\nc nonet palette\np edge 3 1\ne 2 3\n")
	f.Add("p col 2 2\nn 1 1\ne 1 2\ne 2 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "00000") {
			return // reading many vertices is fast, comparing them is slow
		}
		g, err := coloring.Read(strings.NewReader(text))
		if err != nil {
			if parse := new(encode.ParseError); !errors.As(err, &parse) || parse.Line < 1 || parse.Column < 1 {
				t.Fatalf("error without line and column: %v", err)
			}
			return
		}
		first := written(t, g)
		again, err := coloring.Read(strings.NewReader(first))
		if err != nil {
			t.Fatalf("read after write: %v\n%s", err, first)
		}
		if d := cmp.Diff(g, again, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("(-read +again)\n%s", d)
		}
	})
}

func FuzzReadAnswer(f *testing.F) {
	f.Add("s col 3\nl 1 2\nl 2 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := coloring.ReadAnswer(strings.NewReader(text), 2)
		if err == nil && a.Status == model.Unknown {
			t.Fatal("no error and no status")
		}
	})
}
