package campaign

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestParseErrors(t *testing.T) {
	const grid = "[[grid]]\nname = \"g\"\ninstances = [\"a\"]\n"
	for _, test := range []struct {
		name, text   string
		line, column int
		want         string
	}{
		{"an unknown key", "name = \"x\"\n[[grid]]\nname = \"g\"\nmethod = [\"native\"]\n", 4, 1,
			`unknown key "grid.method"`},
		{"an unknown key of limits", "[limits]\ntime = \"1s\"\n  flips = 3\n", 3, 3, `unknown key "limits.flips"`},
		{"a value of another type", grid + "methods = [\"native\"]\nrepeats = \"ten\"\n", 5, 11, "string"},
		{"a table in a list of names", "[[grid]]\nmethods = [{name = \"a\"}]\n", 2, 12,
			"unexpected TOML inline table: expected a string in quotes"},
		{"a negative seed", "seed = -1\n", 1, 8, "unexpected negative number: expected 0 or more"},
		{"a malformed duration", "[limits]\ntime = \"1 fortnight\"\n", 2, 8, "fortnight"},
		{"a malformed size", "[limits]\nmemory = \"much\"\n", 2, 10, `size "much": expected a number of bytes`},
		{"broken TOML", "name = \"x\"\n[[grid]\n", 2, 7, "expected ']]'"},
		{"nothing to run", "name = \"x\"\n", 0, 0, "no [[grid]]"},
		{"no methods", grid, 0, 0, `grid "g": no methods`},
		{"an unknown method", grid + "methods = [\"gurobi\"]\n", 0, 0, `"gurobi": unknown backend;`},
		{"one method twice", grid + "methods = [\"gini\", \"none+gini\"]\n", 0, 0,
			`"gini" and "none+gini" are the same`},
		{"one grid twice", grid + "methods = [\"gini\"]\n" + grid + "methods = [\"gini\"]\n", 0, 0,
			`grid "g" is defined twice`},
		{"an unknown scale", grid + "methods = [\"gini\"]\n[grid.scale.tiny]\ntake = 1\n", 0, 0,
			"scale.tiny: unknown scale"},
		{"a negative limit", grid + "methods = [\"gini\"]\n[grid.limits]\nmoves = -1\n", 0, 0, "positive"},
		{"a set without a name", "[[set]]\nfile = \"x\"\n" + grid + "methods = [\"gini\"]\n", 0, 0,
			"[[set]] number 1 has no name"},
	} {
		_, err := Parse("x.toml", test.text)
		var e *SpecError
		if !errors.As(err, &e) || e.Line != test.line || e.Column != test.column ||
			!strings.Contains(e.Msg, test.want) {
			t.Errorf("%s: got %v, want line %d, column %d, %q", test.name, err, test.line, test.column, test.want)
		}
		if err != nil && !strings.Contains(err.Error(), "x.toml") {
			t.Errorf("%s: %v does not name the file", test.name, err)
		}
	}
}

func TestLimits(t *testing.T) {
	s, err := Parse("x.toml", `
[limits]
time = "1m30s"
memory = "1.5GiB"
[[grid]]
name = "a"
instances = ["x"]
methods = ["native"]
[[grid]]
name = "b"
instances = ["x"]
methods = ["native"]
repeats = 5
[grid.limits]
time = "2s"
moves = 100
memory = 2000
[grid.scale.smoke]
repeats = 2
limits = { time = "10ms" }
[grid.scale.quick]
skip = true
`)
	if err != nil {
		t.Fatal(err)
	}
	a, _, _ := s.Grids[0].atScale(Full, s.Limits)
	want := Limits{Time: Duration{90 * time.Second}, Memory: 3 << 29, Isolate: true}
	if a.Limits != want || a.Repeats != 1 || a.Task != "solve" {
		t.Errorf("grid a: got %+v, want limits %+v", a, want)
	}
	b, _, _ := s.Grids[1].atScale(Smoke, s.Limits)
	want = Limits{Time: Duration{10 * time.Millisecond}, Moves: 100, Memory: 2000, Isolate: true}
	if b.Limits != want || b.Repeats != 2 {
		t.Errorf("grid b: got %+v, want limits %+v", b, want)
	}
	if _, _, ok := s.Grids[1].atScale(Quick, s.Limits); ok {
		t.Error("the scale quick does not skip grid b")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(small)
	f.Add("[[grid]]\nname='g'\nscale.quick.take=1\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("x.toml", text)
		if err != nil {
			var e *SpecError
			if !errors.As(err, &e) {
				t.Errorf("error %v is not a *SpecError", err)
			}
			return
		}
		again, err := Parse("x.toml", s.Text)
		if err != nil || again.Digest() != s.Digest() {
			t.Errorf("second Parse: another spec, error %v", err)
		}
	})
}
