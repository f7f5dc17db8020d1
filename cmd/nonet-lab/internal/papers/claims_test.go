package papers

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/cmd/nonet-lab/internal/report"
)

const (
	growingClaims = `
[[list.sets]]
set = "s"
published = 2
rule = "within 1"
r = '=grid "g" | set .set | ran'

[[table]]
name = "means"
title = 'Means of {{len (grid "g")}} runs'
rows = ["sets", '=by "method" (grid "g")']
with = { mean = '=mean (of "wall" .group)' }
columns = [
    ["|set", ".set"],
    ["|method", ".key"],
    ["published", "ours", "|verdict", 'compare .published .rule "" (mul 1000 .mean)'],
    { titles = ["p"], if = 'ne .key "a"', value = 'holm (mcnemar .r "a" .key)' },
]
notes = ["{{if reduced}}few{{end}}", "all"]

[[figure]]
name = "dots"
title = "Dots"
kind = "dots"
rows = ["sets"]
at = ".set"
columns = [["ours", 'boot (of "wall" .r)'], ["published", "number .published"]]
`
	growingText = `# A title

Of {{len (grid "g")}} runs
{{successes (grid "g")}} were solved.
{{if grid "other"}}Not said.{{end}}

## Section

{{table "means"}}
{{figure "dots"}}
{{tally "matched" "means"}} of {{tally "" "means"}}.

## Empty

{{if lt 2 1.5}}Nothing.{{end}}
`
)

const growingSpec = `
name = "growing"
[[grid]]
name = "g"
instances = ["s"]
methods = ["a"]
task = "t"
[[grid]]
name = "other"
instances = ["s"]
methods = ["a"]
task = "t"
`

// A report comes out of its files.
func TestFiles(t *testing.T) {
	e := Experiment{Name: "growing", Spec: growingSpec, Claims: growingClaims, Text: growingText}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	spec, err := e.Campaign()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := e.Describe(&Data{Spec: spec, Records: Records{
		timed("a", "s", 0, 3, 1), timed("a", "s", 1, 3, 2), timed("b", "s", 0, 3, 4), timed("b", "s", 1, 3, 8),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Of 4 runs 4 were solved."}; doc.Title != "A title" || !cmp.Equal(doc.Lead, want) ||
		len(doc.Sections) != 1 {
		t.Fatalf("title %q, lead %q, %d sections", doc.Title, doc.Lead, len(doc.Sections))
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

*Dots*

### Means of 4 runs

| set | method | published | ours | verdict |     p |
| --- | ------ | --------: | ---: | ------- | ----: |
| s   | a      |         2 |  1.5 | matched |       |
| s   | b      |         2 |    6 | missed  | p = 1 |

all

1 of 2.

`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if tally := doc.Tally(); tally.Of(report.Matched) != 1 || tally.Of(report.Missed) != 1 {
		t.Errorf("verdicts %v", tally)
	}
}

const judgedClaims = `
[[list.numbers]]
name = "repeated"
id = "x"
ours = 1
[[list.numbers]]
name = "missed"
ours = 9
[[list.numbers]]
name = "again"
id = "x"
ours = 9
[[list.numbers]]
name = "own"
against = "own reference"
ours = 1

[[table]]
name = "judged"
rows = ["numbers"]
columns = [
    ["|name", ".name"],
    ["|verdict", 'verdict 1 "exact" "" .ours'],
    { titles = ["|input"], against = "input", id = "input {{.name}}", value = 'verdict 1 "exact" "" .ours' },
    { titles = ["|said"], if = 'eq .name "missed"', value = 'holds true ""' },
    { titles = ["|time"], id = "{{.name}}", value = 'verdict (mul 6 .ours) "machine a computer" "" .ours' },
]
`

// Verdicts know what they compare, a claim counts once, and numbers of one machine have a factor: the text of the
// report may use the verdicts that follow.
func TestKindsOfVerdicts(t *testing.T) {
	e := Experiment{Name: "judged", Spec: growingSpec, Claims: judgedClaims,
		Text: `# A title

{{tally "matched" "judged" "verdict"}}, {{tally "missed" "judged" "verdict"}} and {{tally "matched" "judged" "time"}}

## Section

{{table "judged"}}
`}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	spec, err := e.Campaign()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := e.Describe(&Data{Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"2, 1 and 4"}; !cmp.Equal(doc.Lead, want) {
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

// What cannot be is found with its line before anything is run.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown key", "title = 'Means", "titel = 'Means", "claims.toml:10: unknown key table.titel"},
		{"unknown key of a column", "if = 'ne", "iff = 'ne", `unknown key "iff" of a column`},
		{"unknown function", "mul 1000", "times 1000", `claims.toml:16: function "times" not defined`},
		{"unknown quantity", `"wall" .group`, `"wal" .group`, `claims.toml:12: unknown quantity "wal"`},
		{"unknown grid", `'=grid "g"`, `'=grid "h"`, `claims.toml:6: grid: there is no "h"`},
		{"unknown rule", `"within 1"`, `"inside 1"`, `claims.toml:5: rule "inside 1": expected`},
		{"unknown kind", `rule = "within 1"`, "rule = \"within 1\"\nagainst = \"a pilot\"",
			`claims.toml:6: against "a pilot"`},
		{"unknown kind of a column", `if = 'ne .key "a"'`, `against = "nobody", if = 'ne .key "a"'`,
			`against "nobody"`},
		{"unknown set", `set = "s"`, `set = "z"`, `claims.toml:3: no grid has the set "z"`},
		{"unknown list", `rows = ["sets"]`, `rows = ["levels"]`, `there is no list "levels"`},
		{"unknown kind of chart", `kind = "dots"`, `kind = "bars"`,
			`claims.toml:24: figure "dots": unknown kind of chart "bars": expected one of dots,`},
		{"unknown table", `{{table "means"}}`, `{{table "medians"}}`, `table: there is no "medians"`},
		{"open brace", `{{table "means"}}`, `{{table "means"`, "report.md.tmpl:"},
	} {
		e := Experiment{Name: "growing", Spec: growingSpec, Claims: strings.Replace(growingClaims, c.old, c.new, 1),
			Text: strings.Replace(growingText, c.old, c.new, 1)}
		if err := e.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// What a formula gives to a function is read as its parameter, and what cannot be is an error with its line.
func TestParameters(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`mul 1000`, `mul .key`, "claims.toml:16:"},
		{`"wall" .group`, `"values.x" 7`, "claims.toml:12:"},
	} {
		e := Experiment{Name: "growing", Spec: growingSpec, Claims: strings.Replace(growingClaims, c.old, c.new, 1),
			Text: growingText}
		spec, err := e.Campaign()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Describe(&Data{Spec: spec, Records: Records{timed("a", "s", 0, 3, 1)}}); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}
