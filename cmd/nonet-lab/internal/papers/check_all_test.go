package papers_test

import (
	"regexp"
	"strings"
	"testing"

	"nonet/cmd/nonet-lab/internal/papers/all"
)

// The files of every experiment can be read, and know their words.
func TestCheckAll(t *testing.T) {
	for _, e := range all.Experiments() {
		if err := e.Check(); err != nil {
			t.Error(err)
		}
	}
}

// leadLiterals are the numbers that stand in the leads of reports as they are: numbers of papers, and parts of terms.
// Each occurs.
var leadLiterals = map[string][]string{
	"berggren":     {"68 in the thesis"},
	"formulations": {"0-1 program"},
	"jones":        {"Perkins 2007", "100 Sudokus"},
	"lewis":        {"orders 4 and 5", "At order 4 ", "at order 5 ", "p = 0.2 and 0.7"},
	"reseda":       {"Prissette 2012", "Tables 1 to 4"},
	"simonis":      {"17 clues"},
	"thein":        {"95 %"},
}

// Formulas derive the numbers in the leads of reports from the records, except for leadLiterals.
func TestLeadNumbers(t *testing.T) {
	formula := regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	leadEnd := regexp.MustCompile(`\{\{figure|\n## `)
	for _, e := range all.Experiments() {
		lead := e.Text
		if end := leadEnd.FindStringIndex(lead); end != nil {
			lead = lead[:end[0]]
		}
		text := formula.ReplaceAllString(lead, "")
		for _, s := range leadLiterals[e.Name] {
			if !strings.Contains(text, s) {
				t.Errorf("%s: the lead does not have %q", e.Name, s)
			}
			text = strings.ReplaceAll(text, s, "")
		}
		if i := strings.IndexAny(text, "0123456789"); i >= 0 {
			t.Errorf("%s: the lead has a number that no formula derives: ...%s", e.Name,
				text[max(i-40, 0):min(i+20, len(text))])
		}
	}
}
