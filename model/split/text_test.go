package split_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/split"
	"nonet/model/sudoku"
)

func TestText(t *testing.T) {
	d := model.Interval(-1, 9)
	m := &model.Model{Vars: []model.Variable{{Name: "a", Domain: d}, {Domain: d}, {Name: "two words", Domain: d},
		{Name: "#1", Domain: d},
		{Name: "x=y", Domain: d}, {Name: "x1", Domain: d}, {Name: "all", Domain: d}}}
	for want, c := range map[string]split.Cube{
		"all":     nil,
		"all=3":   {{Var: 6, Value: 3}},
		"a=5":     {{Var: 0, Value: 5}},
		"x1=4":    {{Var: 5, Value: 4}},
		"#1=2":    {{Var: 1, Value: 2}},
		"#3=0":    {{Var: 3, Value: 0}},
		"#4=-1":   {{Var: 4, Value: -1}},
		"#2=1 a=": nil,
	} {
		if strings.HasSuffix(want, "=") {
			if _, err := split.Parse(m, want); err == nil {
				t.Errorf("Parse accepts %q", want)
			}
			continue
		}
		if got := c.Text(m); got != want {
			t.Errorf("Text of %v = %q, want %q", c, got, want)
		}
		if got, err := split.Parse(m, want); err != nil || !slices.Equal(got, c) {
			t.Errorf("Parse(%q) = %v, error %v, want %v", want, got, err, c)
		}
	}
}

func TestParseRejects(t *testing.T) {
	m := sudoku.Order(2).Model()
	for text, want := range map[string]string{
		"":                           "empty text",
		"r1c1":                       `term 1 of a cube, "r1c1", does not have the form NAME=VALUE`,
		"r1c1=1 r9c1=2":              `term 2 of a cube, "r9c1=2", names an unknown variable`,
		"r1c1=x":                     "not an integer",
		"r1c1=5":                     "r1c1 = 5, which is outside its domain",
		"r1c1=1 r1c1=1":              "mentions r1c1 twice",
		"all r1c1=1":                 "the form NAME=VALUE",
		"r1c1=1=2":                   "not an integer",
		"r1c1=999999999999999999999": "not an integer",
	} {
		if c, err := split.Parse(m, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, error %v; want an error with %q", text, c, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"all", "r1c1=5 r3c4=2", "#0=1", "r1c1=", "=", "a b=c"} {
		f.Add(text, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		models := []*model.Model{sudoku.Order(3).Model(), backendtest.Random(rand.New(rand.NewPCG(seed, 0)), allKinds)}
		for _, m := range models {
			c, err := split.Parse(m, text)
			if err != nil {
				continue
			}
			if again, err := split.Parse(m, c.Text(m)); err != nil || !slices.Equal(again, c) {
				t.Errorf("Parse(%q) = %v, with text %q, which parses as %v, error %v", text, c, c.Text(m), again, err)
			}
		}
	})
}

func TestRestrictPuzzle(t *testing.T) {
	p := backendtest.Puzzle(sudoku.Order(2), "1...............")
	q, err := split.Cube{{Var: 1, Value: 2}, {Var: 0, Value: 1}}.RestrictPuzzle(p)
	if err != nil || q.Clues[0] != 1 || q.Clues[1] != 2 || p.Clues[1] != 0 {
		t.Errorf("RestrictPuzzle = %v, error %v; the argument is now %v", q.Clues, err, p.Clues)
	}
	for _, c := range []split.Cube{{{Var: 0, Value: 2}}, {{Var: 16, Value: 1}}, {{Var: 3, Value: 5}}} {
		if q, err := c.RestrictPuzzle(p); err == nil {
			t.Errorf("RestrictPuzzle of %v = %v, want an error", c, q.Clues)
		}
	}
}
