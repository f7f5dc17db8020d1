package papers

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
)

const (
	growingClaims = `
[[claims]]
source = "Table 1"
rule = "within 1"
cause = "they differ"
[claims.values]
"mean" = 2
"sizes" = [1, 5]
"words" = "as it grows"
`
	growingText = `# A title

Of {{number "runs"}} runs
{{number "runs"}} were solved, {{number "words"}}; b took {{number "means | s, b | ours"}}, {{number "nothing"}}.

## Section

{{table "means"}} Means of {{number "runs"}} runs
> The first note,
  in two lines.
> Published are {{number "mean"}} ms.

{{figure "dots"}} Dots
> Each is one.

{{matched "means"}} of {{judged "means"}}.

## Empty

{{table "empty"}} Nothing
`
)

// growing has a table of means, of which the second method misses the published one.
func growing(w *Writer) {
	w.Number("runs", len(w.Grid("g")))
	w.Table("empty", "|method")
	t := w.Table("means", "|set", "|method", "published", "ours", "|verdict", "p")
	marks := Series{Name: "ours"}
	for _, m := range GroupBy(w.Grid("g"), Method) {
		var p any
		if m.Key != "a" {
			p = Holm(0.5)
		}
		mean := 1000 * m.Records.Mean(Wall)
		t.Row("s", m.Key, w.Claim("mean").Compare(mean), p)
		marks.Values = append(marks.Values, mean)
	}
	w.Figure("dots", Dots(figure.Axis{}, []string{"a", "b"}, marks))
}

func growingData(scale campaign.Scale) *Data {
	return &Data{Spec: &campaign.Spec{Name: "growing"}, Scale: scale, Records: Records{
		timed("a", "s", 0, 3, 1), timed("a", "s", 1, 3, 2), timed("b", "s", 0, 3, 4), timed("b", "s", 1, 3, 8),
	}}
}

// A report comes out of its text, its claims and its function. Below the full scale it has tables and figures only.
func TestText(t *testing.T) {
	e := Experiment{Name: "growing", Claims: growingClaims, Text: growingText, Report: growing}
	for _, scale := range []campaign.Scale{campaign.Full, campaign.Smoke} {
		doc, err := e.Describe(growingData(scale))
		if err != nil {
			t.Fatal(err)
		}
		lead, last := "Of 4 runs 4 were solved, as it grows; b took 6, "+NotMeasured+".", "\n1 of 2.\n"
		if scale == campaign.Smoke {
			lead, last = "Tables and figures only: the text is about the runs of the full scale.", ""
		}
		if doc.Title != "A title" || !cmp.Equal(doc.Lead, []string{lead}) || len(doc.Sections) != 1 {
			t.Fatalf("%s: title %q, lead %q, %d sections", scale, doc.Title, doc.Lead, len(doc.Sections))
		}
		var b strings.Builder
		if err := doc.WriteMarkdown(&b); err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(b.String(), "## Section\n")
		got, _, _ = strings.Cut(got, "## Provenance")
		want := `
Comparisons with the paper: 1 matched, 1 missed.

![Dots](dots.svg)

*Dots* Each is one.

### Means of 4 runs

| set | method | published | ours | verdict |       p |
| --- | ------ | --------: | ---: | ------- | ------: |
| s   | a      |         2 |  1.5 | matched |         |
| s   | b      |         2 |    6 | missed  | p = 0.5 |

The first note, in two lines.

Published are 2 ms.
` + last + "\n"
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", scale, d)
		}
	}
}

// Verdicts know what they compare, a claim counts once, and numbers of one machine have a factor, from which the
// verdicts follow.
func TestKindsOfVerdicts(t *testing.T) {
	e := Experiment{Name: "judged", Text: "# A title\n\n{{matched \"judged\" \"verdict\"}}, {{judged \"judged\" " +
		"\"verdict\"}} and {{matched \"judged\" \"time\"}}\n\n## Section\n\n{{table \"judged\"}} Judged\n",
		Claims: `
[[claims]]
rule = "exact"
[claims.values]
"one" = 1
[[claims]]
rule = "exact"
against = "input"
[claims.values]
"given" = 1
[[claims]]
rule = "machine a computer"
[claims.values]
"times" = [6, 54]
`}
	e.Report = func(w *Writer) {
		judged := w.Table("judged", "|name", "|verdict", "|input", "|said", "|time")
		row := func(name string, ours float64, time int, verdict []report.Cell) {
			said := report.Cell{}
			if name == "missed" {
				said = Holds(true, "")
			}
			judged.Row(name, verdict, w.Claim("given").Verdict(ours), said, w.Claim("times").At(time).Verdict(ours))
		}
		one := func(ours float64) []report.Cell { return []report.Cell{w.Claim("one").Verdict(ours)} }
		row("repeated", 1, 0, Same("x", one(1)))
		row("missed", 9, 1, one(9))
		row("again", 9, 1, Same("x", one(9)))
		row("own", 1, 0, Against(report.OwnReference, one(1)...))
	}
	doc, err := e.Describe(&Data{Spec: &campaign.Spec{Name: "judged"}, Records: Records{timed("a", "s", 0, 3, 1)}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"2, 3 and 4"}; !cmp.Equal(doc.Lead, want) {
		t.Errorf("lead %q, want %q", doc.Lead, want)
	}
	var b strings.Builder
	if err := doc.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`
| name     | verdict  | input   | said    | time          |
| -------- | -------- | ------- | ------- | ------------- |
| repeated | matched  | agrees  |         | in proportion |
| missed   | missed   | differs | matched | in proportion |
| again    | (missed) | differs |         | in proportion |
| own      | agrees   | agrees  |         | in proportion |
`, `
| a computer |       4 |                 6 [6, 6] |                      87.5 |             4 |   4 |
`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no\n%s\nin\n%s", want, b.String())
		}
	}
}

// What cannot be is an error that names its file.
func TestWrongFiles(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown key", "cause =", "because =", `claims.toml:5:1: unknown key "claims.because"`},
		{"unknown rule", `"within 1"`, `"inside 1"`, `claims.toml: mean: rule "inside 1": expected`},
		{"rule without its number", `"within 1"`, `"within"`, `rule "within": expected`},
		{"no number", `"within 1"`, `"within x"`, `"x" is no number`},
		{"unknown kind", `cause = "they differ"`, `against = "a pilot"`, `against "a pilot": expected one of`},
		{"the same claim twice", `"sizes" = [1, 5]`, "\n[[claims]]\n[claims.values]\n\"mean\" = 2",
			"mean: the ID occurs"},
		{"unknown table", `{{table "means"}}`, `{{table "medians"}}`, `there is no table "medians"`},
		{"unknown figure", `{{figure "dots"}}`, `{{figure "bars"}}`, `there is no figure "bars"`},
		{"unknown table of verdicts", `{{matched "means"}}`, `{{matched "medians"}}`, `there is no table "medians"`},
		{"unknown function", `{{matched "means"}}`, `{{missed "means"}}`, `report.md.tmpl:16: function "missed"`},
		{"open brace", `{{table "means"}}`, `{{table "means"`, "report.md.tmpl:"},
	} {
		e := Experiment{Name: "growing", Claims: strings.Replace(growingClaims, c.old, c.new, 1),
			Text: strings.Replace(growingText, c.old, c.new, 1), Report: growing}
		if _, err := e.Describe(growingData(campaign.Full)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
