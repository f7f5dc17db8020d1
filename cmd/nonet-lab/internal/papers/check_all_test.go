package papers_test

import (
	"regexp"
	"strings"
	"testing"

	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/all"
)

// Every experiment has the claims and tables that its files name: its report can be written without records.
func TestCheckAll(t *testing.T) {
	for _, e := range all.Experiments() {
		spec, err := e.Campaign()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Describe(&papers.Data{Spec: spec}); err != nil {
			t.Error(err)
		}
	}
}

// leadLiterals are the numbers that stand in the leads of reports as they are: numbers of papers, and parts of terms.
// Each occurs.
var leadLiterals = map[string][]string{
	"ip-sat-cp":    {"0-1 program"},
	"formulations": {"0-1 program"},
	"jones":        {"Perkins 2007", "100 Sudokus"},
	"lewis":        {"orders 4 and 5", "At order 4 ", "at order 5 ", "p = 0.2 and 0.7"},
	"models":       {"30 s a run", "z3", "0-1 program"},
	"reseda":       {"Prissette 2012", "Tables 1 to 4", "in Table 1", "in Table 2", "in Table 3", "in Table 4"},
	"simonis":      {"17 clues", "0-1 program"},
	"thein":        {"324 x 729", "2,916"},
}

// The numbers in the leads of reports follow from the records or from claims, except for leadLiterals.
func TestLeadNumbers(t *testing.T) {
	number := regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	leadEnd := regexp.MustCompile(`\{\{figure|\n## `)
	for _, e := range all.Experiments() {
		lead := e.Text
		if end := leadEnd.FindStringIndex(lead); end != nil {
			lead = lead[:end[0]]
		}
		text := strings.Join(strings.Fields(number.ReplaceAllString(lead, "")), " ")
		for _, s := range leadLiterals[e.Name] {
			if !strings.Contains(text, s) {
				t.Errorf("%s: the lead does not have %q", e.Name, s)
			}
			text = strings.ReplaceAll(text, s, "")
		}
		if i := strings.IndexAny(text, "0123456789"); i >= 0 {
			t.Errorf("%s: the lead has a number that is written out: ...%s", e.Name,
				text[max(i-40, 0):min(i+20, len(text))])
		}
	}
}
