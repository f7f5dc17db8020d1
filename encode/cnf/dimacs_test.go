package cnf

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/encode"
	"nonet/model/sudoku"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// writePuzzle encodes a puzzle and writes it as DIMACS with its map.
func writePuzzle(t testing.TB, encoding string, p sudoku.Puzzle) []byte {
	t.Helper()
	e, err := Parse(encoding)
	if err != nil {
		t.Fatal(err)
	}
	m := p.Model()
	enc, err := e.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	enc.Formula.Comments = slices.AppendSeq(enc.Formula.Comments, MapComments(m, enc.Map))
	var b bytes.Buffer
	if err := WriteDIMACS(&b, enc.Formula); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDIMACSGolden(t *testing.T) {
	small := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{1, 0, 0, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0}}
	for name, encoding := range map[string]string{
		"grid4x4-extended.cnf": "extended",
		"grid4x4-triad.cnf":    "triad-dedup/sequential",
		"grid4x4-support.cnf":  "support",
		"grid4x4-order.cnf":    "order",
		"grid4x4-log.cnf":      "log/product",
	} {
		path := filepath.Join("testdata", name)
		got := writePuzzle(t, encoding, small)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if again := writePuzzle(t, encoding, small); !bytes.Equal(got, again) {
			t.Errorf("%s: two runs differ", name)
		}
	}
}

func TestDIMACSRoundTrip(t *testing.T) {
	formulas := map[string]*Formula{
		"nothing":           {},
		"the empty clause":  {Clauses: 1, Body: []Lit{0}},
		"no clauses":        {Vars: 7, Shown: 7},
		"nothing is shown":  {Vars: 2, Shown: 0, Clauses: 1, Body: []Lit{1, -2, 0}},
		"shown, two lines":  {Vars: 40, Shown: 17, Clauses: 2, Body: []Lit{-40, 0, 17, 2, 0}},
		"the last variable": {Vars: maxVar, Shown: maxVar, Clauses: 1, Body: []Lit{maxVar, -maxVar, 0}},
		"odd comments": {
			Vars: 1, Shown: 1, Comments: []string{"", " indented", "p shown", "p cnf 1 1", "c", "%", "Zürich\x00\xff"},
		},
	}
	for _, e := range encoders() {
		enc, err := e.Encode(t.Context(), sudoku.Order(2).Model())
		if err != nil {
			t.Fatal(err)
		}
		formulas[e.Name()] = enc.Formula
	}
	for name, f := range formulas {
		var b bytes.Buffer
		if err := WriteDIMACS(&b, f); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := ReadClauses(iotest.OneByteReader(bytes.NewReader(b.Bytes())))
		if err != nil {
			t.Errorf("%s: %v in\n%s", name, err, b.String())
			continue
		}
		got.OneHot = f.OneHot
		if d := cmp.Diff(f, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestWriteDIMACSRejects(t *testing.T) {
	for name, f := range map[string]*Formula{
		"a comment of two lines":    {Comments: []string{"a\nb"}},
		"a comment that is a list":  {Comments: []string{"p show 1 0"}},
		"a literal out of range":    {Vars: 1, Clauses: 1, Body: []Lit{2, 0}},
		"a negative literal":        {Vars: 1, Clauses: 1, Body: []Lit{-2, 0}},
		"the smallest integer":      {Vars: 1, Clauses: 1, Body: []Lit{-1 << 31, 0}},
		"a clause without end":      {Vars: 1, Clauses: 1, Body: []Lit{1}},
		"a wrong count":             {Vars: 1, Clauses: 2, Body: []Lit{1, 0}},
		"more shown than there are": {Vars: 1, Shown: 2},
		"a negative number shown":   {Vars: 1, Shown: -1},
	} {
		if err := WriteDIMACS(io.Discard, f); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	f := &Formula{Vars: 1, Shown: 1, Clauses: 1, Body: []Lit{1, 0}}
	if err := WriteDIMACS(fullDisk{}, f); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a full disk: got error %v", err)
	}
}

// fullDisk is a writer that fails.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestReadClauses(t *testing.T) {
	tests := []struct {
		name, text string
		want       Formula
	}{
		{"clauses over several lines, and several on one", "p cnf 3 3\n1\n-2\n\n0 3 0 -1\n 0\n",
			Formula{Vars: 3, Shown: 3, Clauses: 3, Body: []Lit{1, -2, 0, 3, 0, -1, 0}}},
		{"comments anywhere", "c one\nc\ncthree\n  c  four\np cnf 2 1\nc five\n1\nc six\n2 0\nc seven",
			Formula{
				Vars: 2, Shown: 2, Clauses: 1, Body: []Lit{1, 2, 0},
				Comments: []string{"one", "", "three", " four"}}},
		{"no newline at the end", "p cnf 1 1\n1 0", Formula{Vars: 1, Shown: 1, Clauses: 1, Body: []Lit{1, 0}}},
		{"only a header", "p cnf 0 0", Formula{}},
		{"Windows line ends, tabs and blanks", "c x\r\np  cnf\t2  2 \r\n1\t2 0\r\n-1 0 \r\n\r\n",
			Formula{Vars: 2, Shown: 2, Clauses: 2, Body: []Lit{1, 2, 0, -1, 0}, Comments: []string{"x"}}},
		{"the end mark of SATLIB", "p cnf 2 1\n 1 -2 0\n%\n0\n\n",
			Formula{Vars: 2, Shown: 2, Clauses: 1, Body: []Lit{1, -2, 0}}},
		{"empty clauses", "p cnf 1 3\n0\n0 0\n", Formula{Vars: 1, Shown: 1, Clauses: 3, Body: []Lit{0, 0, 0}}},
		{"shown variables", "c p show 2 1 0\np cnf 4 1\nc p show 3 2 0\n4 0\n",
			Formula{Vars: 4, Shown: 3, Clauses: 1, Body: []Lit{4, 0}}},
		{"no shown variables", "p cnf 4 0\nc p show 0\n", Formula{Vars: 4}},
		{"a comment that starts like a list", "c p showing\nc p sho\nc p\np cnf 1 0\n",
			Formula{Vars: 1, Shown: 1, Comments: []string{"p showing", "p sho", "p"}}},
		{"an overlong comment is not kept", "c " + strings.Repeat("x", 1<<17) + "\nc y\np cnf 1 0\n",
			Formula{Vars: 1, Shown: 1, Comments: []string{"y"}}},
	}
	for _, test := range tests {
		got, err := ReadClauses(strings.NewReader(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if d := cmp.Diff(&test.want, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, d)
		}
	}
}

var badDIMACS = []struct{ name, text, want string }{
	{"an empty file", "", `line 1, column 1: the file ends without a header "p cnf VARIABLES CLAUSES"`},
	{"comments only", "c x\n", `line 2, column 1: the file ends without a header "p cnf VARIABLES CLAUSES"`},
	{"no header", "c x\n  1 2 0\n", `line 2, column 3: clause before the header "p cnf VARIABLES CLAUSES"`},
	{"text", "hello\n", `line 1, column 1: expected a comment or the header "p cnf VARIABLES CLAUSES", not "hello"`},
	{"binary junk", "\x7fELF\x02\x01",
		`line 1, column 1: expected a comment or the header "p cnf VARIABLES CLAUSES", not "\x7fELF\x02\x01"`},
	{"another problem", "p  sat 3 4\n", `line 1, column 4: expected the header "p cnf VARIABLES CLAUSES", not "sat"`},
	{"a header in pieces", "p\ncnf 1 1\n", `line 1, column 2: expected the header "p cnf VARIABLES CLAUSES", not ""`},
	{"a header without numbers", "p cnf\n1 0\n", `line 1, column 6: expected the number of variables`},
	{"a header with one number", "p cnf 3\n1 0\n", `line 1, column 8: expected the number of clauses`},
	{"a header with a word for a number", "p cnf three 4\n",
		`line 1, column 7: expected the number of variables, not "three"`},
	{"a fraction", "p cnf 3.5 4\n", `line 1, column 7: expected the number of variables, not "3.5"`},
	{"a negative number of variables", "p cnf -3 4\n",
		`line 1, column 7: the number of variables is -3, expected 0 to 2147483647`},
	{"too many variables", "p cnf 2147483648 4\n",
		`line 1, column 7: the number of variables is 2147483648, expected 0 to 2147483647`},
	{"far too many clauses", "p cnf 3 99999999999999999999999999\n",
		`line 1, column 9: expected the number of clauses of at most 18 digits, not "99999999999999999999999999"`},
	{"a third number in the header", "p cnf 3 4 5\n", `line 1, column 11: expected the end of the header, not "5"`},
	{"two headers", "p cnf 1 1\n1 0\np cnf 1 1\n", `line 3, column 1: second header`},
	{"a word in a clause", "p cnf 3 1\n1 x2 0\n", `line 2, column 3: expected a literal, a 0 or a comment, not "x2"`},
	{"a word stuck to a literal", "p cnf 3 1\n1 2x 0\n", `line 2, column 3: expected a literal, not "2x"`},
	{"a comment after a clause", "p cnf 3 1\n1 0 c done\n",
		`line 2, column 5: expected a literal, a 0 or a comment, not "c"`},
	{"a minus alone", "p cnf 3 1\n1 - 2 0\n", `line 2, column 3: expected a literal, not "-"`},
	{"a minus before 0", "p cnf 3 1\n1 -0\n", `line 2, column 3: expected a literal, not "-0"`},
	{"a plus", "p cnf 3 1\n+1 0\n", `line 2, column 1: expected a literal, a 0 or a comment, not "+1"`},
	{"a variable beyond the header", "p cnf 3 1\n1\n  -4 0\n",
		`line 3, column 3: literal -4: the header has 3 variables`},
	{"a variable beyond all", "p cnf 3 1\n99999999999 0\n",
		`line 2, column 1: 99999999999 is not a literal: variables are 1 to 2147483647`},
	{"too many clauses", "p cnf 1 1\n1 0\n-1 0\n", `line 3, column 1: more clauses than the 1 of the header`},
	{"too few clauses", "p cnf 1 3\n1 0\n-1 0\n", `line 4, column 1: the file ends after 2 clauses, the header has 3`},
	{"an end inside a clause", "p cnf 2 1\n1 2\n", `line 3, column 1: the file ends inside a clause`},
	{"an end mark inside a clause", "p cnf 2 1\n1 2\n%\n0\n", `line 3, column 1: the file ends inside a clause`},
	{"a list without end", "p cnf 2 0\nc p show 1 2\n",
		`line 2, column 13: expected a shown variable, or 0 at the end of the list`},
	{"a list with a word", "p cnf 2 0\nc p show 1 b 0\n",
		`line 2, column 12: expected a shown variable, or 0 at the end of the list, not "b"`},
	{"a list with a negative literal", "p cnf 2 0\nc p show -1 0\n", `line 2, column 10: -1 is not a variable`},
	{"text after a list", "p cnf 2 0\nc p show 1 0 and more\n",
		`line 2, column 14: text after the 0 at the end of the list: "and more"`},
	{"a list beyond the header", "p cnf 1 0\nc p show 1 0\nc p show 1 2 0\n",
		`line 3, column 12: shown variable 2: the header has 1 variables`},
	{"an older list without end", "p cnf 2 0\nc ind 1 2\n",
		`line 2, column 10: expected a shown variable, or 0 at the end of the list`},
	{"an older list with a word", "p cnf 2 0\nc ind 1 of them\n",
		`line 2, column 9: expected a shown variable, or 0 at the end of the list, not "of"`},
	{"lists of two kinds", "c p show 1 0\nc ind 1 2 0\np cnf 2 0\n",
		`line 2, column 3: the lines "c p show" and "c ind" list different variables`},
	{"a word that begins as a weight", "p cnf 2 0\nwhat 1\n",
		`line 2, column 1: expected a literal, a 0 or a comment, not "what"`},
	{"exclusive ors", "p cnf 2 1\nx1 2 0\n",
		"line 2, column 1: exclusive ors of literals, such as x1 2 0, are not supported"},
	{"quantifiers", "p cnf 2 1\na 1 0\n1 2 0\n", "line 2, column 1: quantifiers (QDIMACS) are not supported"},
	{"hard clauses", "h 1 2 0\n", "line 1, column 1: weighted clauses (MaxSAT) are not supported"},
	{"another line that begins with v", "p cnf 2 1\nv 1 2 0\n",
		`line 2, column 1: expected a literal, a 0 or a comment, not "v"`},
	{"weighted clauses", "p wcnf 4 2 9\n9 1 2 0\n1 3 4 0\n", `line 1, column 3: weighted clauses (MaxSAT) are not ` +
		`supported: expected the header "p cnf VARIABLES CLAUSES"`},
}

func TestReadClausesErrors(t *testing.T) {
	for _, test := range badDIMACS {
		f, err := ReadClauses(strings.NewReader(test.text))
		var parse *encode.ParseError
		if !errors.As(err, &parse) || err.Error() != test.want {
			t.Errorf("%s:\n got %v (%+v)\nwant cnf: %s", test.name, err, f, test.want)
		}
	}
}

func TestReadersReportFailingInput(t *testing.T) {
	broken := func() io.Reader {
		return io.MultiReader(strings.NewReader("p cnf 3 4\n1 2 -"), iotest.ErrReader(io.ErrClosedPipe))
	}
	if _, err := ReadClauses(broken()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("ReadClauses: %v", err)
	}
	if _, err := ReadAnswer(broken()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("ReadAnswer: %v", err)
	}
	if _, err := ReadClauses(stuckReader{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("ReadClauses of a stuck reader: got error %v", err)
	}
}

// stuckReader is a reader that makes no progress.
type stuckReader struct{}

func (stuckReader) Read([]byte) (int, error) { return 0, nil }

func TestMapComments(t *testing.T) {
	m := reduce(t, puzzle(golden[0].clues))
	enc, err := Encoder{}.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	comments := slices.Collect(MapComments(m, enc.Map))
	if len(comments) != 17+303 || comments[0] != "fixed r1c8=1" || comments[17] != "var 1 = r1c1=5" {
		t.Errorf("got %d comments, number 0 is %q, number 17 is %q", len(comments), comments[0], comments[17])
	}
	if i := slices.Index(comments, "var 303 = r9c9=9"); i != len(comments)-1 {
		t.Errorf("got last comment %q, want it to be about variable 303", comments[len(comments)-1])
	}
}

func FuzzReadClauses(f *testing.F) {
	for _, test := range badDIMACS {
		f.Add([]byte(test.text))
	}
	f.Add([]byte("c r 1 x\np cnf 2 0\n"))
	f.Add([]byte("c x\r\np cnf 4 2\nc p show 1 2 0\n1 -2\n0 4 0\n%\n0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		formula, err := ReadClauses(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if formula.Shown > 1<<20 {
			return // writing such a long list takes too long
		}
		if err := WriteDIMACS(&b, formula); err != nil {
			t.Fatalf("write after read: %v", err)
		}
		again, err := ReadClauses(&b)
		if err != nil {
			t.Fatalf("read after write: %v", err)
		}
		if d := cmp.Diff(formula, again, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("read again (-first +second):\n%s", d)
		}
	})
}

func BenchmarkWriteDIMACS(b *testing.B) {
	enc, err := Encoder{}.Encode(b.Context(), sudoku.Order(4).Model())
	if err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := WriteDIMACS(&out, enc.Formula); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(out.Len()))
}

func BenchmarkReadClauses(b *testing.B) {
	enc, err := Encoder{}.Encode(b.Context(), sudoku.Order(4).Model())
	if err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if err := WriteDIMACS(&out, enc.Formula); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(out.Len()))
	for b.Loop() {
		f, err := ReadClauses(bytes.NewReader(out.Bytes()))
		if err != nil || f.Clauses != 123904 {
			b.Fatal(f.Clauses, err)
		}
	}
}

// A header may claim any number of clauses: memory grows with the clauses that are there.
func TestHeaderClaimsTooManyClauses(t *testing.T) {
	text := "p cnf 2 900000000000000000\n" + strings.Repeat("1 2 0\n", 100_000)
	_, err := ReadClauses(strings.NewReader(text))
	const want = "line 100002, column 1: the file ends after 100000 clauses, the header has 900000000000000000"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
