package term

import (
	"slices"
	"strings"
)

// Suggest returns the known names that come near to a name, the nearest first and five at most: those that hold it, or that a few changes
// make of it.
func Suggest(name string, known []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	var all []candidate
	for _, k := range known {
		d := distance(name, k)
		if len(name) > 2 && strings.Contains(k, name) {
			d = 1
		}
		if d <= 1+len(name)/4 {
			all = append(all, candidate{k, d})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return a.distance - b.distance })
	var names []string
	for _, c := range all[:min(len(all), 5)] {
		names = append(names, c.name)
	}
	return names
}

// distance returns the least number of letters to insert, remove or replace to make b of a.
// Source: V. I. Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals, Soviet Physics Doklady 10(8), 1966.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // row[j]: from the letters of a so far to the first j of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
