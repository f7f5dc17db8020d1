package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nonet/backends/backendtest"
)

// TestCompareWidth checks that the comparison fits 80 columns where COLUMNS asks for it, except for puzzles in line
// form, and is complete otherwise.
func TestCompareWidth(t *testing.T) {
	args := []string{"compare", "--repeat", "3", "--methods",
		"native,gini:extended/bimander-sqrt,gophersat-pb,dimacs=./absent", backendtest.Hardest[0].Puzzle}
	for _, columns := range []string{"80", "100", ""} {
		t.Setenv("COLUMNS", columns)
		_, text, _ := runNonet(t, args...)
		for line := range strings.Lines(text) {
			limit := map[string]int{"80": 80, "100": 100, "": 500}[columns]
			// a grid
			long := strings.ContainsFunc(line, func(r rune) bool { return r == '.' }) && len(strings.Fields(line)) == 1
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > limit && !long {
				t.Errorf("COLUMNS=%s: %d columns: %s", columns, n, line)
			}
		}
		for _, head := range []string{"METHOD", "VARIABLES", "TOTAL", "ANSWER", "AGREES"} {
			if !strings.Contains(text, " "+head) && head != "METHOD" {
				t.Errorf("COLUMNS=%s: no column %s:\n%s", columns, head, text)
			}
		}
		if got, want := strings.Contains(text, "Not shown in"), columns != ""; got != want {
			t.Errorf("COLUMNS=%s: a note about columns that are not shown: %v, want %v", columns, got, want)
		}
	}
}
