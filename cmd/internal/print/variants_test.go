package print

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation"
)

// TestConstraintNames checks that constraints are named by their rule and its line, and the houses of a rule by their
// ends.
func TestConstraintNames(t *testing.T) {
	r := notation.NewReader(strings.NewReader("# a comment\nnonet 1\ngrid\n. . . .\n. . . .\n. . . .\n. . . .\n"+
		"sum 5 r1c1 r1c2\n\ncage 4 r1c1 r2c1\nknight # nothing else\ndiagonals\nlinear r1c1 < r1c2\n"),
		notation.Options{})
	p, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	names := NewConstraintNames(p, r.RuleLines())
	last := len(names.Ground.Constraints) - 1
	all := make([]int, last+1)
	for i := range all {
		all[i] = i
	}
	first := names.First(all)
	var got []string
	for _, i := range first[12:] {
		kind, number := names.Kind(i)
		got = append(got, fmt.Sprintf("%s %d, line %d, %d cells: %s", kind, number, names.Line(i), len(names.Cells(i)),
			names.Name(i)))
	}
	want := []string{"sum 1, line 8, 2 cells: sum 5 r1c1 r1c2 (line 8)",
		"cage 2, line 10, 2 cells: cage 4 r1c1 r2c1 (line 10)", "knight 3, line 11, 0 cells: knight's move (line 11)",
		"diagonals 4, line 12, 4 cells: diagonals r1c1..r4c4 (line 12)",
		"diagonals 4, line 12, 4 cells: diagonals r4c1..r1c4 (line 12)",
		"linear 5, line 13, 2 cells: linear r1c1 - r1c2 ≤ -1 (line 13)"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if groups := names.Groups(); len(groups) != 2 || !slices.Equal(groups[0], []int{13, 14}) || groups[1][0] != 15 {
		t.Errorf("groups %v, want the cage and the knight's moves", groups)
	}
	says := names.Statement(0) + "; " + names.Statement(12) + "; " + NewConstraintNames(p, nil).Statement(last-1)
	if says != "row 1 has no value twice; sum 5 r1c1 r1c2 (line 8); diagonals r4c1..r1c4 has no value twice" {
		t.Error(says)
	}
}
