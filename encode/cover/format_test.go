package cover_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/encode/cover"
	"nonet/model"
)

func written(t testing.TB, p *cover.Problem) string {
	t.Helper()
	var b bytes.Buffer
	if err := cover.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(50, 200)) {
		m := backendtest.Random(rand.New(rand.NewPCG(seed, 9)), backendtest.Kinds{NotEqual: true, Table: true})
		p := encoded(t, m).Formula
		p.Comments = []string{"from a test", "", "  indented"}
		text := written(t, p)
		got, err := cover.Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := written(t, got); again != text {
			t.Fatalf("second write: got\n%s\nwant\n%s", again, text)
		}
		if got.Items != p.Items || got.Primary != p.Primary || got.Ones() != p.Ones() ||
			cmp.Diff(got.Comments, p.Comments) != "" {
			t.Fatalf("got %+v, want %+v", got, p)
		}
	}
}

// Knuth's example (TAOCP 7.2.2.1, (6)) with blank lines, comments between options, and carriage returns.
func TestReadVariations(t *testing.T) {
	text := "| a toy\r\n\r\na b c d e f g\r\n c e\r\na d g\r\n| in between\r\nb c f\r\n\r\na d f\nb g\nd e g"
	p, err := cover.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := written(t, p), "| a toy\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if err := p.Check(cover.Solution{0, 3, 4}); err != nil {
		t.Error(err)
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
	}{
		{"an empty file", "", "line 1, column 1: the file ends without a line of items"},
		{"only comments", "| a\n| b\n", "line 3, column 1: the file ends without a line of items"},
		{"no primary item", "\n  | x", "line 2, column 3: expected the names of primary items"},
		{"an item twice", "a b a", "line 1, column 5: duplicate item a"},
		{"an item on both sides", "a b | a", "line 1, column 7: duplicate item a"},
		{"a second bar", "a | b | c", "line 1, column 7: a second |"},
		{"a bar without blanks", "a b|c", `line 1, column 3: "b|c" is not an item name`},
		{"a number of options", "a 2|b 1:3|c", `line 1, column 3: "2|b": numbers of options of an item`},
		{"numbers of options", "1:3|c a", `line 1, column 1: "1:3|c": numbers of options of an item`},
		{"a colour among items", "a | b:1", `line 1, column 5: "b:1" is not an item name`},
		{"an unknown item", "a b\na c", `line 2, column 3: unknown item "c"`},
		{"a bar in an option", "a b\na | b", `line 2, column 3: unknown item "|"`},
		{"an item twice in an option", "a b\n\na b  a", "line 3, column 6: duplicate item a in the option"},
		{"a colour of a primary item", "a | b\na:1 b", "line 2, column 1: item a is primary"},
		{"an empty colour", "a | b\na b:", "line 2, column 3: expected a colour after b:"},
		{"two colours", "a | b\na b:1:2", "line 2, column 3: expected a colour after b:"},
		{"no primary item in an option", "a | b\na b\nb", "line 3, column 1: the option has no primary item"},
	} {
		_, err := cover.Read(strings.NewReader(test.text))
		var parse *encode.ParseError
		if !errors.As(err, &parse) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %q", test.name, err, test.want)
		}
	}
	broken := errors.New("broken")
	if _, err := cover.Read(failingReader{broken}); !errors.Is(err, broken) {
		t.Errorf("got error %v, want %v", err, broken)
	}
}

// A failingReader fails every Read.
type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }

func TestWriteErrors(t *testing.T) {
	good := func() *cover.Problem {
		return &cover.Problem{
			Items: 2, Primary: 1, Options: []cover.Option{{{Item: 0}, {Item: 1, Color: 1}}},
			Names: []string{"a", "b"}, Colors: []string{"1"},
		}
	}
	written(t, good())
	for name, change := range map[string]func(*cover.Problem){
		"a name with a blank":     func(p *cover.Problem) { p.Names[1] = "b c" },
		"a name twice":            func(p *cover.Problem) { p.Names[1] = "a" },
		"an empty name":           func(p *cover.Problem) { p.Names[0] = "" },
		"one name too few":        func(p *cover.Problem) { p.Names = p.Names[:1] },
		"a colour with a colon":   func(p *cover.Problem) { p.Colors[0] = ":" },
		"an unknown colour":       func(p *cover.Problem) { p.Options[0][1].Color = 2 },
		"a coloured primary item": func(p *cover.Problem) { p.Options[0][0].Color = 1 },
		"an unknown item":         func(p *cover.Problem) { p.Options[0][1].Item = 2 },
		"an item twice":           func(p *cover.Problem) { p.Options[0][1].Item = 0 },
		"only secondary items":    func(p *cover.Problem) { p.Options[0] = p.Options[0][1:] },
		"no primary items":        func(p *cover.Problem) { p.Primary, p.Options = 0, nil },
		"no items":                func(p *cover.Problem) { *p = cover.Problem{} },
		"a comment of two lines":  func(p *cover.Problem) { p.Comments = []string{"a\nb"} },
	} {
		p := good()
		change(p)
		if cover.Write(&bytes.Buffer{}, p) == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// Answers as Knuth's programs print them.
func TestReadAnswer(t *testing.T) {
	p, _ := cover.Read(strings.NewReader("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"))
	own := string(cover.AppendSolution(nil, p, 1, cover.Solution{3, 4, 0}))
	one := [][]string{{"a d f", "b g", "c e"}}
	for _, test := range []struct {
		name, text string
		want       encode.Answer[[]string]
	}{
		{"own output", own, encode.Answer[[]string]{Status: model.Satisfiable, Solutions: one}},
		{"from the middle of an option",
			"(6 options, 7+0 items, 16 entries successfully read)\n" +
				"1:\n d f a (1 of 2)\n g b (1 of 1)\n c e (1 of 1)\n" +
				"Altogether 1 solution, 13+43 mems, 7 updates, 672 bytes, 5 nodes.\n",
			encode.Answer[[]string]{Status: model.Satisfiable, Solutions: one, Complete: true}},
		{"none", "Altogether 0 solutions, 13+43 mems.\n",
			encode.Answer[[]string]{Status: model.Unsatisfiable, Complete: true}},
		{"counted only", "Altogether 7 solutions\n", encode.Answer[[]string]{Status: model.Satisfiable}},
		{"two of three", "1:\n a\n2:\n b\nAltogether 3 solutions\n",
			encode.Answer[[]string]{Status: model.Satisfiable, Solutions: [][]string{{"a"}, {"b"}}}},
	} {
		got, err := cover.ReadAnswer(strings.NewReader(test.text))
		if d := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); err != nil || d != "" {
			t.Errorf("%s: error %v, (-want +got)\n%s", test.name, err, d)
		}
	}
	for text, want := range map[string]string{
		"":             "line 1, column 1: the answer ends without a solution",
		"| nothing\n":  "line 2, column 1: the answer ends without a solution",
		"a b c\n":      "line 1, column 1: expected the number of a solution with a colon",
		"Altogether x": "line 1, column 1: expected the number of solutions",
		"Altogether":   "line 1, column 1: expected the number of solutions",
	} {
		_, err := cover.ReadAnswer(strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got error %v, want %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("| toy\na b c | x y\na x:1\nb c\na b y\n")
	f.Add("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")
	f.Add("a |\na\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := cover.Read(strings.NewReader(text))
		if err != nil {
			if parse := new(encode.ParseError); !errors.As(err, &parse) || parse.Line < 1 || parse.Column < 1 {
				t.Fatalf("error without line and column: %v", err)
			}
			return
		}
		first := written(t, p)
		again, err := cover.Read(strings.NewReader(first))
		if err != nil {
			t.Fatalf("read after write: %v\n%s", err, first)
		}
		if d := cmp.Diff(p, again, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("(-read +again)\n%s", d)
		}
	})
}

func FuzzReadAnswer(f *testing.F) {
	f.Add("1:\n a b (1 of 2)\nAltogether 1 solution\n")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := cover.ReadAnswer(strings.NewReader(text))
		if err == nil && a.Status == model.Unknown {
			t.Fatal("no error and no status")
		}
	})
}
