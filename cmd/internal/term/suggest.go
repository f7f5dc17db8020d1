package term

import (
	"slices"
	"strings"

	"nonet/internal/slice"
)

// Suggest returns the known names that are similar to a name, the nearest first, at most five. A known name is similar
// if it contains the name, or if its edit distance from the name is at most 1 plus a quarter of the letters of the
// name.
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
	return slice.Map(all[:min(len(all), 5)], func(c candidate) string { return c.name })
}

// DidYouMean returns "; did you mean A, B or C?" with the known names that are most similar to a name, or "" if none is
// similar. Messages about an unknown name end with it.
func DidYouMean(name string, known []string) string {
	if similar := Suggest(name, known); len(similar) > 0 {
		return "; did you mean " + slice.JoinOr(similar[:min(len(similar), 3)]) + "?"
	}
	return ""
}

// distance returns the optimal string alignment distance: the least number of letters to insert, remove, replace or
// swap with the next one to turn a into b, where no letter is changed twice. Source: F. J. Damerau, A technique for
// computer detection and correction of spelling errors, CACM 7(3), 1964, pp. 171-176.
func distance(a, b string) int {
	// before, last and row are rows i-1, i and i+1 of the table; row[j] is the distance from the first i+1 letters of a
	// to the first j of b.
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			d := last[j]
			if a[i] != b[j] {
				d = 1 + min(last[j], last[j+1], row[j])
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
