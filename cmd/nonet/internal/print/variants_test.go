package print

import (
	"testing"

	"nonet/model/notation"
)

// TestConstraintNames checks that a rule with one constraint is named by its line, and each constraint of a rule with
// several by its meaning.
func TestConstraintNames(t *testing.T) {
	p, err := notation.Parse("nonet 1\ngrid\n. . . .\n. . . .\n. . . .\n. . . .\nsum 5 r1c1 r1c2\ncage 4 r1c1 r2c1\n",
		notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	names := NewConstraintNames(p)
	for i, want := range map[int]string{0: "row 1", 11: "box 4", 12: "sum 5 r1c1 r1c2", 13: "cage: +1 r1c1 +1 r2c1 = 4",
		14: "cage: alldifferent(r1c1, r2c1)"} {
		if got := names.Name(i); got != want {
			t.Errorf("constraint %d: %s, want %s", i, got, want)
		}
	}
	if kind, number := names.Kind(14); kind != "cage" || number != 2 {
		t.Errorf("%s %d", kind, number)
	}
	if says := names.Statement(0) + "; " + names.Statement(12); says != "row 1 has no value twice; sum 5 r1c1 r1c2" {
		t.Error(says)
	}
}
