package figure

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	update   = flag.Bool("update", false, "rewrite the golden files")
	pictures = flag.String("pictures", "", "folder to write the figures of the gallery to, for inspection")
)

func svg(t *testing.T, f *Figure) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func data(t *testing.T, f *Figure) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// wellFormed reads a file as XML and returns the contents of its text elements.
func wellFormed(t *testing.T, svg string) []string {
	t.Helper()
	var texts []string
	in := ""
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local
		case xml.EndElement:
			in = ""
		case xml.CharData:
			if in == "text" {
				texts = append(texts, string(token))
			}
		}
	}
}

func TestGallery(t *testing.T) {
	strange := regexp.MustCompile(`#[0-9A-F]{6}|NaN|Inf|Liberation Sans;`)
	for _, f := range gallery() {
		t.Run(f.Name, func(t *testing.T) {
			s := svg(t, f)
			if len(s) > 300_000 {
				t.Errorf("%d bytes", len(s))
			}
			if len(wellFormed(t, s)) == 0 {
				t.Error("no text")
			}
			if m := strange.FindString(s); m != "" {
				t.Errorf("output contains %q", m)
			}
			if again := svg(t, f); again != s {
				t.Error("the output is not deterministic")
			}
			rows, err := csv.NewReader(strings.NewReader(data(t, f))).ReadAll()
			if err != nil || len(rows) < 2 {
				t.Errorf("%d rows, %v", len(rows), err)
			}
			if *pictures != "" {
				if err := os.WriteFile(filepath.Join(*pictures, f.Name+".svg"), []byte(s), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestGolden compares a figure with panels of several kinds with its golden files. Other machines may round the last
// digit of a coordinate differently, so numbers are compared to a hundredth.
func TestGolden(t *testing.T) {
	f := &Figure{Name: "golden", Title: "Success & time", Caption: "Two panels.",
		Chart: &Panels{Titles: []string{"Success", "Time"}, Charts: []Chart{
			&Lines{X: Axis{Label: "p"}, Y: Axis{Label: "success rate"}, Curves: []Curve{
				{Name: "anneal", X: []float64{0, 0.5, 1}, Y: []float64{1, 0.6, 0.9}, Lo: []float64{0.9, 0.5, 0.8},
					Hi: []float64{1, 0.7, 0.95}, Points: true},
				{Name: "published", X: []float64{0, 1}, Y: []float64{1, 0.95}, Reference: true}}},
			&Dots{X: Axis{Label: "time (s)", Log: true}, Groups: []string{"easy", "hard"},
				Series: []DotSeries{{Name: "clp", X: []float64{0.01, 20}, Lo: []float64{0.008, 12},
					Hi: []float64{0.02, 30}}, {Name: "published", X: []float64{0.5, 9}, Reference: true}}},
		}}}
	for name, got := range map[string]string{"panels.svg": svg(t, f), "panels.csv": data(t, f)} {
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fraction := regexp.MustCompile(`(\.\d\d)\d+`)
		if diff := cmp.Diff(fraction.ReplaceAllString(string(want), "$1"),
			fraction.ReplaceAllString(got, "$1")); diff != "" {
			t.Errorf("%s (-want +got; -update rewrites it):\n%s", file, diff)
		}
	}
}

// TestNothing draws charts without data, or without data that can be shown.
func TestNothing(t *testing.T) {
	bad := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, math.MaxFloat64, 5e-324}
	for _, log := range []bool{false, true} {
		a := Axis{Label: "x", Log: log}
		for _, v := range [][]float64{nil, {}, bad, {0}, {1}, {1, 1}, {-5}, {1e-310}, {1e299, -1e299}, bad[:1]} {
			charts := []Chart{
				&Lines{}, &Lines{X: a, Y: a,
					Curves: []Curve{{Name: "c", X: v, Y: v, Lo: v, Hi: v, Points: true}, {X: v},
						{X: v, Y: v, Lo: v, Hi: v, NoLine: true, Reference: true}}},
				&Lines{X: Axis{Min: -3, Max: 4, Log: log}, Y: Axis{Min: 2, Max: 1, Log: log},
					Curves: []Curve{{X: v, Y: v}}},
				&Histogram{}, &Histogram{X: a, Y: a, Name: "a", Values: v}, &Histogram{X: a, Values: v, Bins: 3},
				&Histogram{Values: v, Bins: 1 << 30},
				&Dots{}, &Dots{X: a, Groups: []string{"g", "h"}, Series: []DotSeries{{"s", v, v, v, true}, {}}},
				&Dots{X: a, Series: []DotSeries{{"s", v, v, v, false}}},
				&Scatter{}, &Scatter{Diagonal: true},
				&Scatter{X: a, Y: a, Diagonal: true, Groups: []Cloud{{"c", v, v, v, v, v, v, true}, {X: v}}},
				&Scatter{X: a, Groups: []Cloud{{"c", v, v, v, v, v, v, true}, {X: v}}},
				&HeatMap{}, &HeatMap{Values: [][]float64{v, nil}, Labels: [][]string{nil, nil, {"x"}}, Scale: a,
					Box: [2]int{1, 0}},
				&HeatMap{Values: [][]float64{v, nil}, Rows: []string{"a", "b", "c"},
					Columns: []string{"d", strings.Repeat("long ", 30)}, Scale: a},
				&Panels{}, &Panels{Charts: []Chart{nil, &Lines{}}}, nil,
			}
			for _, c := range charts {
				f := &Figure{Name: "nothing", Chart: c}
				if s := svg(t, f); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
					t.Errorf("%#v: not a number in the picture", c)
				} else {
					wellFormed(t, s)
				}
				f.Inline()
				data(t, f)
			}
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	evil := "<b a=\"1\" style=\"fill:#080808\">&\x00\x1b\xff\n`|"
	want := "<b a=\"1\" style=\"fill:#080808\">&� `|"
	f := &Figure{Title: evil, Caption: evil, Chart: &Lines{X: Axis{Label: evil}, Y: Axis{Label: evil},
		Curves: []Curve{{Name: evil, X: []float64{1, 2}, Y: []float64{1, 2}}}}}
	n := 0
	for _, s := range wellFormed(t, svg(t, f)) {
		if s == want {
			n++
		}
	}
	if n != 3 {
		t.Errorf("found %d times, not 3, in\n%s", n, svg(t, f))
	}
}

func TestTicks(t *testing.T) {
	labels := func(s scale) string {
		var out []string
		for _, tick := range s.ticks(400) {
			if !tick.IsMinor() {
				out = append(out, tick.Label)
			}
		}
		return strings.Join(out, " ")
	}
	for _, test := range []struct {
		name string
		s    scale
		want string
	}{
		{"a rate", scale{lo: 0, hi: 1, tight: true}, "0 0.5 1"},
		{"small numbers", scale{lo: 1e-9, hi: 3e-9, tight: true}, "1.2×10⁻⁹ 2×10⁻⁹ 2.8×10⁻⁹"},
		{"large numbers", scale{lo: 0, hi: 4e9, tight: true}, "0 2×10⁹ 4×10⁹"},
		{"thousands", scale{lo: 0, hi: 49151, tight: true}, "0 20,000 40,000"},
		{"below zero", scale{lo: -3, hi: 0, tight: true, integers: true}, "−3 −2 −1 0"},
		{"decades", scale{Axis: Axis{Log: true}, lo: 1e-6, hi: 1e3, tight: true},
			"10⁻⁶ 10⁻⁵ 0.0001 0.001 0.01 0.1 1 10 100 1000"},
		{"many decades", scale{Axis: Axis{Log: true}, lo: 1e-40, hi: 1e40, tight: true},
			"10⁻⁴⁰ 10⁻³² 10⁻²⁴ 10⁻¹⁶ 10⁻⁸ 1 10⁸ 10¹⁶ 10²⁴ 10³² 10⁴⁰"},
		{"one decade", scale{Axis: Axis{Log: true}, lo: 1, hi: 20, tight: true}, "1 2 5 10 20"},
		{"less than a decade", scale{Axis: Axis{Log: true}, lo: 3, hi: 5, tight: true},
			"3 4 5"},
		{"nothing", scale{lo: math.Inf(1), hi: math.Inf(-1), tight: true}, "0 0.5 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := labels(test.s); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestHistogramCountsEachValueOnce(t *testing.T) {
	h := &Histogram{Values: []float64{1, 1, 2, 3.5, 100, 0, math.NaN()}, Bins: 7}
	sum := 0.0
	edges, counts := h.bins()
	for _, n := range counts {
		sum += n
	}
	if sum != 6 || len(edges) != 8 {
		t.Errorf("%g values in the bins between %d edges, not 6 between 8", sum, len(edges))
	}
}
