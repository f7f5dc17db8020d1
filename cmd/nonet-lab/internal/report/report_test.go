package report

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/cmd/nonet-lab/internal/figure"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample is a small report with a block of every kind and a verdict of every kind.
func sample() *Document {
	compared := func(name string, p Published, o Ours) []Cell { return append([]Cell{Words(name)}, Compared(p, o)...) }
	timed := func(name string, p Published, o Ours) []Cell {
		return append([]Cell{Words(name)}, ComparedSeconds(p, o)...)
	}
	columns := append([]Column{{Title: "method", Text: true}}, comparedColumns("success rate")...)
	return &Document{
		Name:   "sample",
		Title:  "A sample <report>",
		Source: "A. Author, A Paper on `Sudoku`, 2007",
		Lead:   []string{"Of 6 numbers, 2 match & one does not.", "The method `lewis+anneal` is *not* compared."},
		Facts:  []Fact{{"command", "`nonet-lab experiment run sample --quick`"}, {"scale", "quick"}},
		Sections: []Section{
			{"Success", []Block{
				Text("Rates of `50` runs | each."),
				&Table{Name: "table-1", Title: "Table 1: success", Columns: columns,
					Notes: []string{"Intervals of Wilson."}, Rows: [][]Cell{
						compared("anneal", Published{Value: 0.9, Rule: Rate{100}},
							Ours{Value: 0.84, Lo: 0.715, Hi: 0.917, Runs: 50}),
						compared("hillclimb",
							Published{Value: 0.8, Rule: Rate{100}, Known: "The paper leaves the start open."},
							Ours{Value: 0.2, Lo: 0.112, Hi: 0.33, Runs: 50}),
						compared("<script>alert(1)</script>", Published{Value: 0.5, Rule: Rate{100}},
							Ours{Value: math.NaN(), Missing: "glpsol is not installed"}),
						{Words("anneal before hillclimb"), {}, {}, {Verdict: Matched, Kind: PublishedStatement,
							Text: "holds, p = 0.003", Title: "the relation holds: p = 0.003"}},
					}},
				&Picture{figure.Figure{Name: "figure-1", Title: "Success by p", Caption: "Bands of 95 %.",
					Chart: &figure.Lines{
						X: figure.Axis{Label: "p"}, Y: figure.Axis{Label: "success rate"},
						Curves: []figure.Curve{{Name: "anneal", X: []float64{0, 0.5, 1}, Y: []float64{1, 0.7, 1},
							Points: true}}}}},
			}},
			{"Time", []Block{
				&Table{Name: "table-2", Title: "Table 2: times",
					Columns: append([]Column{{Title: "method", Text: true}}, comparedColumns("mean")...),
					Rows: [][]Cell{
						timed("clp", Published{Value: 12.5, Rule: Machine{}}, Ours{Value: 0.0321, Lo: 0.03, Hi: 0.034}),
						timed("glpsol", Published{Value: 150, Rule: Ratio{0.67, 1.5}}, Ours{Value: 7300}),
					}},
				&Picture{figure.Figure{Name: "figure-2", Title: "Two panels",
					Chart: &figure.Panels{Titles: []string{"a", "b"}, Charts: []figure.Chart{
						&figure.Dots{Groups: []string{"x"}, Series: []figure.DotSeries{{X: []float64{1}}}},
						&figure.Dots{Groups: []string{"y"}, Series: []figure.DotSeries{{X: []float64{2}}}}}}}},
			}},
		},
	}
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	d := sample()
	for name, got := range map[string]string{
		"report.html": written(t, d.WriteHTML),
		"summary.md":  written(t, d.WriteMarkdown),
		"table-1.csv": written(t, d.Sections[0].Blocks[1].(*Table).WriteCSV),
	} {
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
		drawing := regexp.MustCompile(`(?s)<svg.*?</svg>`) // drawings have golden files in package figure
		if diff := cmp.Diff(drawing.ReplaceAllString(string(want), ""), drawing.ReplaceAllString(got, "")); diff != "" {
			t.Errorf("%s (-want +got; -update rewrites it):\n%s", file, diff)
		}
	}
}

// A reader first sees the lead, its figure, and one sentence and one figure of each section. All other blocks, the
// misses and the provenance are in details. Each cell but the first of a row has the title of its column, for cards.
func TestFolded(t *testing.T) {
	d := sample()
	d.Figure = &Picture{figure.Figure{Name: "lead", Title: "The figure"}}
	d.More = []string{"And more."}
	d.Sections = append(d.Sections, Section{"Notes", []Block{Text("A note.")}})
	d.Again = []string{"nonet-lab experiment run sample"}
	d.Cite = []Fact{{"BibTeX", "@article{sample}"}}
	page := written(t, d.WriteHTML)
	open := regexp.MustCompile(`(?s)<details.*?</details>`).ReplaceAllString(page, "")
	for text, isOpen := range map[string]bool{
		"Of 6 numbers": true, `id="lead"`: true, "Rates of <code>50</code> runs": true, `id="figure-1"`: true,
		`id="figure-2"`: true, "Comparisons with the paper: 1 missed, 1 not comparable.": true,
		"And more.": false, `id="table-1"`: false, `id="table-2"`: false, "Cause unknown": false, "A note.": false,
		"<td>quick": false, "nonet-lab experiment run sample": false, "@article{sample}": false,
	} {
		if !strings.Contains(page, text) || strings.Contains(open, text) != isOpen {
			t.Errorf("%q: on the page %v, at once %v, want %v", text, strings.Contains(page, text),
				strings.Contains(open, text), isOpen)
		}
	}
	if want := "2 missed: Table 1: success; Table 2: times"; !strings.Contains(page, "<summary>"+want+"</summary>") {
		t.Errorf("no summary %q", want)
	}
	cells := regexp.MustCompile(`<td[^>]*>`).FindAllString(page[strings.Index(page, `class="sortable`):], -1)
	for _, cell := range cells {
		if strings.Contains(cell, "data-of") == (cell == "<td>") { // only the facts have none
			t.Errorf("%s has no label", cell)
		}
	}
}

func TestAgreement(t *testing.T) {
	table := sample().Sections[0].Blocks[1].(*Table)
	got := table.Comparisons("success rate, verdict")
	if len(got) != 2 || got[0].Published != 0.9 || got[0].Verdict != Matched || got[1].Verdict != Missed {
		t.Fatalf("%+v", got)
	}
	input := Cell{Verdict: Matched, Kind: Input, Compared: &got[0]}
	inputs := Table{Columns: []Column{{}}, Rows: [][]Cell{{input}}}
	if got := append(table.Comparisons("other"), inputs.Comparisons()...); got != nil {
		t.Errorf("%+v", got)
	}
	// 2·sqrt(p(1-p)·(1/100+1/50)) with p = (0.84·50+0.9·100)/150 = 0.88
	if from, to := got[0].From, got[0].To; math.Abs(to-0.9-0.11258) > 1e-4 || math.Abs(0.9-from-0.11258) > 1e-4 {
		t.Errorf("allowed from %g to %g", from, to)
	}
	zero := Comparison{Published: 0, Ours: Ours{Value: 1}, Verdict: Missed}
	s := Agreement(true, append(got, zero)).(*figure.Scatter)
	if s.X.Label != "published; not shown: 1 with a zero" || len(s.Groups) != 2 || len(s.Groups[0].X) != 1 ||
		len(s.Groups[1].X) != 1 {
		t.Errorf("%+v", s)
	}
	if c := Agreement(false, nil); c != nil {
		t.Errorf("a chart of nothing: %+v", c)
	}
}

func TestTally(t *testing.T) {
	d := sample()
	if diff := cmp.Diff(Tally{PublishedNumber: {Matched: 1, Missed: 2, NotComparable: 1, NotRun: 1},
		PublishedStatement: {Matched: 1}}, d.Tally()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var got []string
	for _, m := range d.Misses() {
		for _, miss := range m.All {
			got = append(got, m.Cause+"|"+miss.Table.Name+"|"+miss.Row+"|"+miss.Column+"|"+miss.Ours+"|"+miss.Reason)
		}
	}
	want := []string{
		"|table-2|glpsol|mean||2.5\u202fmin published, 2.03\u202fh ours: " +
			"48.7 times the published number; allowed are 0.67 to 1.5",
		"The paper leaves the start open.|table-1|hillclimb|success rate||" +
			"0.8 published, 0.2 [0.112, 0.33] ours: difference −0.6; allowed is 0.17; " +
			"exact test: p < 0.0001",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJudge(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		name string
		p    Published
		o    Ours
		want Verdict
	}{
		{"rates that differ by 0.05", Published{Value: 0.85, Rule: Rate{100000}}, Ours{Value: 0.8, Runs: 100000},
			Matched},
		{"rates that differ by more", Published{Value: 0.85, Rule: Rate{100000}}, Ours{Value: 0.79, Runs: 100000},
			Missed},
		// 2·sqrt(0.4025·0.5975·(1/100+1/100)) = 0.1387
		{"rates of 100 runs", Published{Value: 0.47, Rule: Rate{100}}, Ours{Value: 0.335, Runs: 100}, Matched},
		{"rates of 100 runs, too far apart",
			Published{Value: 0.47, Rule: Rate{100}}, Ours{Value: 0.32, Runs: 100}, Missed},
		// 2·sqrt(0.24/100) = 0.098
		{"a rate of unknown runs", Published{Value: 0.5, Rule: Rate{}}, Ours{Value: 0.405, Runs: 100}, Matched},
		// 1 - 0.85⁹ = 0.768, 1 - 0.85¹⁰ = 0.803
		{"nine runs of a rate of 1", Published{Value: 1, Rule: Rate{100}}, Ours{Value: 1, Runs: 9}, TooFew},
		{"nine runs without a success", Published{Value: 1, Rule: Rate{100}}, Ours{Value: 0, Runs: 9}, Missed},
		{"ten runs of a rate of 1", Published{Value: 1, Rule: Rate{100}}, Ours{Value: 1, Runs: 10}, Matched},
		{"ten runs of a rate of 0", Published{Value: 0, Rule: Rate{}}, Ours{Value: 0, Runs: 10}, Matched},
		{"two runs of a rate of 0.24", Published{Value: 0.24, Rule: Rate{100}}, Ours{Value: 0, Runs: 2}, TooFew},
		// Fisher's test of 1 and 9 of 1000 has p = 0.021: 2·P(at least 9 of 10 in one half) = 22/1024 as a binomial
		{"small rates", Published{Value: 0.001, Rule: Rate{1000}}, Ours{Value: 0.003, Runs: 1000}, Matched},
		{"small rates, within 0.05, but different", Published{Value: 0.001, Rule: Rate{1000}},
			Ours{Value: 0.009, Runs: 1000}, Missed},
		{"small rates of failure, different", Published{Value: 0.999, Rule: Rate{1000}}, Ours{Value: 0.991, Runs: 1000},
			Missed},
		// P(Bin(10,000, 0.01) ≥ 150) is below 10⁻⁵
		{"a small rate of unknown runs", Published{Value: 0.01, Rule: Rate{}}, Ours{Value: 0.015, Runs: 10000}, Missed},
		{"a rate of no runs", Published{Value: 0.5, Rule: Rate{50}}, Ours{Value: 0.5}, NotRun},
		{"a ratio at its limit", Published{Value: 100, Rule: Iterations}, Ours{Value: 150}, Matched},
		{"a ratio above its limit", Published{Value: 100, Rule: Iterations}, Ours{Value: 151}, Missed},
		{"a ratio below its limit", Published{Value: 100, Rule: Iterations}, Ours{Value: 66}, Missed},
		{"a ratio to nothing", Published{Value: 0, Rule: Iterations}, Ours{Value: 1}, Missed},
		{"nothing to nothing", Published{Value: 0, Rule: Iterations}, Ours{Value: 0}, Matched},
		{"a difference that decimals hide", Published{Value: 0.3, Rule: Within{0.1}}, Ours{Value: 0.2}, Matched},
		{"a difference", Published{Value: 0.3, Rule: Within{0.1}}, Ours{Value: 0.19}, Missed},
		{"a range", Published{Value: nan, Rule: Between{1, 2}}, Ours{Value: 2}, Matched},
		{"outside a range", Published{Value: 1.5, Rule: Between{1, 2}}, Ours{Value: 2.1}, Missed},
		{"a time", Published{Value: 3, Rule: Machine{}}, Ours{Value: 3}, NotComparable},
		{"a time of a machine without a fit",
			Published{Value: 3, Rule: Machine{Group: "m"}}, Ours{Value: 3}, NotComparable},
		{"a time in proportion",
			Published{Value: 3, Rule: Machine{"m", &MachineFit{Factor: 2}}}, Ours{Value: 1.1}, Matched},
		{"a time out of proportion",
			Published{Value: 3, Rule: Machine{"m", &MachineFit{Factor: 2}}}, Ours{Value: 2.3}, Missed},
		{"no time", Published{Value: 3, Rule: Machine{"m", &MachineFit{Factor: 2}}}, Ours{Value: 0}, NotComparable},
		{"nothing published", Published{Value: nan, Rule: Within{1}}, Ours{Value: 3}, NotComparable},
		{"no rule", Published{Value: 3}, Ours{Value: 3}, NotComparable},
		{"nothing measured", Published{Value: 3, Rule: Machine{}}, Ours{Value: nan}, NotRun},
		{"an infinite number", Published{Value: 3, Rule: Within{1}}, Ours{Value: math.Inf(1)}, Missed},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, reason := Judge(test.p, test.o); got != test.want || reason == "" {
				t.Errorf("%s: %s, want %s", got, reason, test.want)
			}
		})
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", 0.84: "0.84", 0.8449: "0.845", 12.34: "12.3", 10.4: "10.4", 99.96: "100", 9.996: "10",
		0.9996: "1", 0.01: "0.01", 0.001: "0.001",
		123.4: "123", 49151: "49,151", 9999999: "9,999,999", 1e7: "1×10⁷", 1.234e-5: "1.23×10⁻⁵", 0.0009999: "0.001",
		-0.5: "−0.5", -1234.5: "−1,234",
		math.Inf(1): "∞", math.Inf(-1): "−∞",
	} {
		if got := Short(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
	if got := Short(math.NaN()); got != "–" {
		t.Errorf("NaN: %s", got)
	}
	for x, want := range map[float64]string{0: "0", 1.5e-6: "1.5 µs", 0.0321: "32.1 ms", 0.9996: "1 s", 90: "90 s",
		150: "2.5 min", 7300: "2.03 h", math.Inf(1): "∞"} {
		if got := strings.ReplaceAll(Duration(x), "\u202f", " "); got != want {
			t.Errorf("%v s: got %s, want %s", x, got, want)
		}
	}
}

func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	for range 2 { // the second time it replaces files
		if err := sample().WriteFolder(dir); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := []string{"figure-1.csv", "figure-1.svg", "figure-2.csv", "figure-2.svg", "report.html", "summary.md",
		"table-1.csv", "table-2.csv"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, rename := range map[string]func(*Document){
		`"figure-1"`: func(d *Document) { d.Sections[0].Blocks[1].(*Table).Name = "figure-1" },
		`"../x"`:     func(d *Document) { d.Sections[0].Blocks[1].(*Table).Name = "../x" },
		`""`:         func(d *Document) { d.Sections[0].Blocks[2].(*Picture).Name = "" },
	} {
		d := sample()
		rename(d)
		empty := filepath.Join(t.TempDir(), "out")
		if err := d.WriteFolder(empty); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(empty); err == nil {
			t.Errorf("%s: something was written", name)
		}
	}
	for _, page := range []string{"report.html", "summary.md/x"} { // a folder, and a file that ought to be a folder
		if page = filepath.Join(dir, page); filepath.Ext(page) == ".html" {
			os.Remove(page)
			os.Mkdir(page, 0o777)
			err = sample().WriteFolder(dir)
		} else {
			err = sample().WriteFolder(page)
		}
		if err == nil || !strings.HasPrefix(err.Error(), page+": cannot be written: ") ||
			strings.Count(err.Error(), dir) > 1 {
			t.Errorf("%s: %v", page, err)
		}
	}
}

// TestEmpty writes empty documents and tables, and rows with fewer or more cells than columns.
func TestEmpty(t *testing.T) {
	for _, d := range []*Document{
		{}, {Sections: []Section{{}, {Blocks: []Block{Text(""), &Table{}, &Picture{}}}}},
		{Sections: []Section{{Blocks: []Block{&Table{Columns: []Column{{Title: "a"}},
			Rows: [][]Cell{nil, {}, {Count(1), Count(2), {Verdict: Missed}}}}}}}},
	} {
		written(t, d.WriteHTML)
		written(t, d.WriteMarkdown)
		for _, s := range d.Sections {
			for _, b := range s.Blocks {
				if table, ok := b.(*Table); ok {
					written(t, table.WriteCSV)
				}
			}
		}
	}
}

// comparedColumns returns the columns for the cells of Compared.
func comparedColumns(what string) []Column {
	return []Column{{Title: what + ", published"}, {Title: what + ", ours"}, {Title: what + ", verdict", Text: true}}
}
