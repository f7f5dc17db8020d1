package term

import "testing"

func TestFoldLines(t *testing.T) {
	for _, test := range []struct {
		name  string
		text  string
		width int
		want  string
	}{
		{"no limit", "a  b c d e f\n", 0, "a  b c d e f\n"},
		{"short", "a  b\n\nc d\n", 40, "a  b\n\nc d\n"},
		{"a sentence", "one two three four five six seven eight nine ten", 40,
			"one two three four five six seven eight\nnine ten"},
		{"an indented sentence", "  one two three four five six seven eight nine ten", 40,
			"  one two three four five six seven\n  eight nine ten"},
		{"a list", "n  one two three four five six seven eight nine ten", 40,
			"n  one two three four five six seven\n   eight nine ten"},
		{"the last column", "ä  b  one two three four five six seven eight nine", 44,
			"ä  b  one two three four five six seven\n      eight nine"},
		{"a last column too far to the right", "1  r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8  (1,2)", 40,
			"1  r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7\n   r8c8 (1,2)"},
		{"a word longer than the line", "is 4.....8.5.3..........7......2.....6.....8.4...... so", 40,
			"is\n4.....8.5.3..........7......2.....6.....8.4......\nso"},
	} {
		if got := FoldLines(test.text, test.width); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
