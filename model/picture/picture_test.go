package picture_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/picture"
	"nonet/model/sudoku"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// read returns the puzzles of a text in any format.
func read(t testing.TB, text string) []sudoku.Puzzle {
	t.Helper()
	var all []sudoku.Puzzle
	for r := notation.NewReader(strings.NewReader(text), notation.Options{}); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// kinds returns one puzzle for each kind of rule.
func kinds(t testing.TB) []sudoku.Puzzle {
	t.Helper()
	text, err := os.ReadFile("../../testdata/puzzles/variants/kinds.nonet")
	if err != nil {
		t.Fatal(err)
	}
	return read(t, string(text))
}

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// captioned are the kinds without a picture.
var captioned = []string{"disjoint-groups", "knight", "king", "toroidal-knight", "toroidal-king", "queen",
	"anti-taxicab", "non-consecutive", "negative-difference", "negative-ratio", "negative-xv",
	"global-entropy", "global-modular",
	"dutch-flatmates", "different-lines", "connected", "unknown-regions", "same-count", "same-runs", "doppelganger",
	"any-of", "linear", "not-equal", "table"}

// TestKinds draws a puzzle with rules of each kind: it has shapes with the name of the kind as role, or a caption; and
// no shape is outside the bounds.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range kinds(t) {
		kind := p.Name
		seen[kind] = true
		m := picture.Marks{Candidates: make([][]int, p.Shape.Cells())}
		for x := range m.Candidates {
			for v := range p.Shape.N() {
				m.Candidates[x] = append(m.Candidates[x], v+1)
			}
		}
		d := picture.Draw(p, m, picture.Options{Caption: true, Names: true})
		shapes := 0
		for i := range d.Shapes {
			s := &d.Shapes[i]
			if s.Role == kind {
				shapes++
				if s.Layer&(picture.Rules) == 0 {
					t.Errorf("%s: a shape in layer %b, which is none of rules", kind, s.Layer)
				}
			}
			const slack = 0.01
			e, b := s.Extent(), d.Bounds
			if e.X < b.X-slack || e.Y < b.Y-slack || e.X+e.Width > b.X+b.Width+slack ||
				e.Y+e.Height > b.Y+b.Height+slack {
				t.Errorf("%s: a shape %s %q covers %+v, outside of %+v", kind, s.Role, s.Text, e, b)
			}
		}
		caption := picture.Caption(p)
		switch {
		case slices.Contains(captioned, kind):
			if shapes > 0 || len(caption) == 0 {
				t.Errorf("%s: %d shapes, caption %q; want a caption alone", kind, shapes, caption)
			}
		case kind == "regions": // part of the grid; see TestBorders
		case shapes == 0 || len(caption) > 0:
			t.Errorf("%s: %d shapes, caption %q; want shapes alone", kind, shapes, caption)
		}
		wellFormed(t, kind, d.SVG(picture.SVG{Title: kind}))
		if kind == "sum-loop" && !slices.ContainsFunc(d.Shapes, func(s picture.Shape) bool {
			return s.Role == kind && len(s.Path) > 1 && s.Path[0].To == s.Path[len(s.Path)-1].To
		}) {
			t.Errorf("%s: no closed line", kind)
		}
	}
	for _, k := range sudoku.RuleKinds() {
		if !seen[k.Name] {
			t.Errorf("no puzzle has a rule %s", k.Name)
		}
	}
}

// wellFormed parses an SVG file and returns its texts.
func wellFormed(t testing.TB, name string, svg []byte) (texts []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	inText := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, svg)
		}
		switch x := token.(type) {
		case xml.StartElement:
			inText = slices.Contains([]string{"title", "desc", "text"}, x.Name.Local)
			for _, a := range x.Attr {
				if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
					t.Errorf("%s: attribute %s", name, a.Name.Local)
				}
			}
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				texts = append(texts, string(x))
			}
		}
	}
}

// TestBorders checks the heavy lines of a jigsaw: they separate exactly the cells of different regions.
func TestBorders(t *testing.T) {
	p := kinds(t)[0]
	d := picture.Draw(p, picture.Marks{}, picture.Options{Layers: picture.Grid})
	type side struct{ x, y, vertical int }
	drawn := map[side]bool{}
	for _, s := range d.Shapes {
		if s.Role != "box" {
			continue
		}
		for i := 0; i+1 < len(s.Path); i += 2 {
			a, b := s.Path[i].To, s.Path[i+1].To
			x, y := int(a.X/picture.Unit), int(a.Y/picture.Unit)
			for ; a.X == b.X && y < int(b.Y/picture.Unit); y++ {
				drawn[side{x, y, 1}] = true
			}
			for ; a.Y == b.Y && x < int(b.X/picture.Unit); x++ {
				drawn[side{x, y, 0}] = true
			}
		}
	}
	region := map[sudoku.Cell]int{}
	for i, cells := range p.Regions() {
		for _, c := range cells {
			region[c] = i
		}
	}
	n := p.Shape.N()
	for row := range n {
		for column := 1; column < n; column++ {
			want := region[p.Shape.Cell(row, column-1)] != region[p.Shape.Cell(row, column)]
			if got := drawn[side{column, row, 1}]; got != want {
				t.Errorf("the line left of r%dc%d: drawn %v, want %v", row+1, column+1, got, want)
			}
			want = region[p.Shape.Cell(column-1, row)] != region[p.Shape.Cell(column, row)]
			if got := drawn[side{row, column, 0}]; got != want {
				t.Errorf("the line above r%dc%d: drawn %v, want %v", column+1, row+1, got, want)
			}
		}
	}
}

// steps returns the first step of AI Escargot with a rule that wanted accepts, and its marks.
func stepOf(t *testing.T, text string, wanted func(s *human.Step) bool) (sudoku.Puzzle, picture.Marks) {
	t.Helper()
	p := read(t, text)[0]
	board, err := human.NewPuzzleBoard(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	ladder, _ := human.LadderByName("human")
	at := board.NewPosition(p.Given(nil))
	var m picture.Marks
	found := false
	ladder.Sound().Rate(at, nil, func(s *human.Step) bool {
		if found = wanted(s); found {
			m = picture.OfStep(p, at, s)
		}
		return !found
	})
	if !found {
		t.Fatal("no such step")
	}
	return p, m
}

func rule(names ...string) func(*human.Step) bool {
	return func(s *human.Step) bool { return slices.Contains(names, s.Rule.Name) }
}

// TestGolden compares drawings with golden files.
func TestGolden(t *testing.T) {
	all := kinds(t)
	kind := func(name string) sudoku.Puzzle {
		return all[slices.IndexFunc(all, func(p sudoku.Puzzle) bool { return p.Name == name })]
	}
	fish, fishMarks := stepOf(t, escargot, rule("finned-swordfish"))
	for _, c := range []struct {
		name string
		p    sudoku.Puzzle
		m    picture.Marks
		o    picture.Options
		svg  picture.SVG
	}{
		{name: "escargot", p: read(t, escargot)[0], svg: picture.SVG{Title: "AI Escargot", Description: "23 clues"}},
		{name: "fish", p: fish, m: fishMarks, svg: picture.SVG{Scheme: picture.Dark}},
		{name: "cage", p: kind("cage"), m: picture.Marks{Solution: solution(kind("cage"))}},
		{name: "thermometer", p: kind("thermometer"), svg: picture.SVG{Scheme: picture.Light}},
		{name: "sandwich", p: kind("sandwich"), o: picture.Options{Names: true, Plain: true}},
		{name: "arrow-under-a-page", p: kind("arrow"), o: picture.Options{Layers: picture.Rules},
			svg: picture.SVG{Inline: true, Hidden: true, Title: "not shown"}},
	} {
		d := picture.Draw(c.p, c.m, c.o)
		got := d.SVG(c.svg)
		wellFormed(t, c.name, got)
		file := filepath.Join("testdata", c.name+".svg")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestOutsideCluesDiffer checks that the same number beside a row is drawn in another way for each kind of rule, and
// also along a part of a row.
func TestOutsideCluesDiffer(t *testing.T) {
	for _, cells := range []string{"r1c1..r1c9", "r1c1..r1c4"} {
		seen := map[string]string{} // the kind by its texts
		for _, kind := range []string{"sandwich", "skyscraper", "hidden-skyscraper", "x-sum", "numbered-room", "rank",
			"shared-rank"} {
			p := read(t, strings.Repeat(".", 81))[0]
			r, err := notation.ParseRule(kind+" 7 "+cells, p.Shape)
			if err != nil {
				continue // rank is about whole rows
			}
			p.Rules = append(p.Rules, r)
			d := picture.Draw(p, picture.Marks{}, picture.Options{})
			texts := fmt.Sprint(wellFormed(t, kind, d.SVG(picture.SVG{})))
			if other := seen[texts]; other != "" {
				t.Errorf("%s %s is drawn as %s: %s", kind, cells, other, texts)
			}
			seen[texts] = kind
		}
	}
}

// TestLabelsOfACell checks that the labels of rules that begin in one cell do not cover each other.
func TestLabelsOfACell(t *testing.T) {
	p := read(t, strings.Repeat(".", 81))[0]
	for _, text := range []string{"cage 12 r1c1 r1c2", "product 24 r1c1 r2c1", "contains r1c1 r2c2 : 2 3"} {
		r, err := notation.ParseRule(text, p.Shape)
		if err != nil {
			t.Fatal(err)
		}
		p.Rules = append(p.Rules, r)
	}
	d := picture.Draw(p, picture.Marks{}, picture.Options{})
	isLabel := func(s picture.Shape) bool { return strings.HasSuffix(s.Role, "-label") }
	places := map[picture.Point]string{}
	for _, s := range d.Shapes {
		if isLabel(s) && s.Text != "" {
			places[s.Center] = s.Text
		}
	}
	if len(places) != 3 {
		t.Errorf("labels %v, want three places", places)
	}
	labels := d.Shapes[slices.IndexFunc(d.Shapes, isLabel):]
	if slices.ContainsFunc(labels, func(s picture.Shape) bool { return s.Layer == picture.Cages }) {
		t.Error("an outline crosses a label")
	}
}

// solution returns a complete grid of the size of p; whether it solves p does not matter here.
func solution(p sudoku.Puzzle) sudoku.Grid {
	g := make(sudoku.Grid, p.Shape.Cells())
	for x := range g {
		g[x] = (p.Shape.Row(sudoku.Cell(x))+p.Shape.Column(sudoku.Cell(x)))%p.Shape.N() + 1
	}
	return g
}

// BenchmarkDraw draws a puzzle with all candidates as SVG, as a page does after each step.
func BenchmarkDraw(b *testing.B) {
	p := read(b, escargot)[0]
	board, err := human.NewPuzzleBoard(p, nil)
	if err != nil {
		b.Fatal(err)
	}
	m := picture.OfPosition(p, board.NewPosition(p.Given(nil)))
	for b.Loop() {
		d := picture.Draw(p, m, picture.Options{})
		if svg := d.SVG(picture.SVG{}); len(svg) < 5000 {
			b.Fatalf("%d bytes", len(svg))
		}
	}
}
