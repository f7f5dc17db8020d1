package text_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"nonet/encode/text"
)

// The reader drops lines of other forms, and none of an answer.
func TestConsoleReader(t *testing.T) {
	long := "warning: " + strings.Repeat("x = 1; ", 2000)
	for name, test := range map[string]struct{ in, want string }{
		"an answer":        {"x = 1;\ny = -2;\n----------\n==========\n", ""},
		"an array":         {"x = array1d(1..2,\n[1,\n  2]\n);\n----------\n", ""},
		"a grid":           {"x =\n[|1,2\n|3,4|];\n----------\n", ""},
		"comments":         {"% x\n%%%mzn-stat: failures=3\n=====UNSATISFIABLE=====\n", ""},
		"without line end": {"=====UNKNOWN=====", ""},
		"other lines": {"Picked up: -Xmx=1g\nx = 1;\nnote x=2;\n7\n---\n\nlevel=3\n----------\ndone\n",
			"x = 1;\n----------\n"},
		"a long line": {long + "\nx = 1;\n" + "% " + long + "\n", "x = 1;\n% " + long + "\n"},
		"nothing":     {"", ""},
	} {
		want := test.want
		if want == "" {
			want = test.in
		}
		got, err := io.ReadAll(text.NewConsoleReader(iotest.OneByteReader(strings.NewReader(test.in))))
		if err != nil || string(got) != want {
			t.Errorf("%s: got %q, error %v; want %q", name, got, err, want)
		}
	}
	broken := text.NewConsoleReader(io.MultiReader(strings.NewReader("x = 1;\n"), iotest.ErrReader(io.ErrNoProgress)))
	if got, err := io.ReadAll(broken); string(got) != "x = 1;\n" || err != io.ErrNoProgress {
		t.Errorf("got %q, error %v", got, err)
	}
}
