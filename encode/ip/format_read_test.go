package ip_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/encode"
	"nonet/encode/ip"
)

// Files in the style of other writers.
func TestReadForeignFiles(t *testing.T) {
	want := &ip.Program{
		Columns:   []ip.Column{{Name: "a", Upper: 1}, {Name: "b", Upper: 1}, {Name: "c", Lower: 1, Upper: 1}},
		Objective: []ip.Entry{{0, 3}, {1, -1}},
		Maximize:  true,
		Rows: []ip.Row{
			{Name: "first", Entries: []ip.Entry{{0, 1}, {1, 2}}, Lower: -1, Upper: 2},
			{Name: "second", Entries: []ip.Entry{{1, -1}, {2, 4}}, Lower: -ip.Infinity, Upper: 5},
		},
		Shown: 3,
	}
	for name, c := range map[string]struct {
		format ip.Format
		text   string
	}{
		"lp": {ip.LP, `
MAXIMISE cost:
   3a - b
s.t.
 first: -1 <= a + 2.0 b <= 2
 second: - b + 2 c
   + 2 c =< 5
bounds
 1 <= c
 0 <= a <= 1
binaries a b
integers c
bounds
 c <= 1
END
`},
		"free mps": {ip.MPSFree, `NAME
OBJSENSE
  MAX
ROWS
 N cost
 N ignored
 L first
 L second
COLUMNS
 MARK 'MARKER' 'INTORG'
 a cost 3 first 1
 b cost -1 first 2
 b second -1
 c second 4 ignored 7
 MARK 'MARKER' 'INTEND'
RHS
 first 2 second 5
RANGES
 R first -3
BOUNDS
 UP B a 1
 BV B b
 FX B c 1
ENDATA
`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ip.Read(strings.NewReader(c.text), c.format)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, unordered); diff != "" {
				t.Error(diff)
			}
		})
	}
	const head = "* a comment\nmax: 3 x1 -1 x2;\n+1 x1 +1 x2\n >= 1;1 x3 = 1;\n"
	opb, err := ip.Read(strings.NewReader(head+" x1 = 2;"), ip.OPB)
	if err == nil || opb != nil {
		t.Error("a term without coefficient was read")
	}
	opb, err = ip.Read(strings.NewReader(head+"2 x1 +0 x4 <= 2;"), ip.OPB)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&ip.Program{
		Columns:   []ip.Column{{Upper: 1}, {Upper: 1}, {Upper: 1}, {Upper: 1}},
		Objective: []ip.Entry{{0, 3}, {1, -1}},
		Maximize:  true,
		Rows: []ip.Row{
			{Entries: []ip.Entry{{0, 1}, {1, 1}}, Lower: 1, Upper: ip.Infinity},
			{Entries: []ip.Entry{{2, 1}}, Lower: 1, Upper: 1},
			{Entries: []ip.Entry{{0, 2}}, Lower: -ip.Infinity, Upper: 2},
		},
		Shown:    4,
		Comments: []string{"a comment"},
	}, opb, unordered); diff != "" {
		t.Error(diff)
	}
}

func TestMalformedFiles(t *testing.T) {
	for _, c := range []struct {
		format       ip.Format
		text         string
		line, column int
		message      string
	}{
		{ip.LP, "", 1, 1, "expected Minimize or Maximize, found the end of the file"},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x + = 1\n", 4, 10,
			`expected a number or a column name, found "="`},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x + 2 <= 1\n", 4, 12,
			`expected a column name after the coefficient, found "<="`},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x y <= 1\n", 4, 8,
			`expected +, -, a relation or a section, found "y"`},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x <= 1.5.5\nBinary\nx\nEnd\n", 4, 11,
			`"1.5.5" is not a number`},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x <= 1\nc1: x >= 0\nEnd\n", 5, 1, "row c1 is defined twice"},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x <= 1\nEnd\n", 2, 7,
			"column x is neither Binary nor General, so it is continuous: " +
				"expected integer columns with finite bounds, or fixed ones"},
		{ip.LP, "Minimize\n obj: x1\nSubject To\n c1: x1 <= 1\nEnd\n", 2, 7, // the name that it has without one
			"column x1 is neither Binary nor General, so it is continuous: " +
				"expected integer columns with finite bounds, or fixed ones"},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x >= 1\nGeneral\nx\nEnd\n", 2, 7,
			"column x has no upper bound: expected integer columns with finite bounds, or fixed ones"},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x <= 1\nBounds\nx <= 2\nEnd\n", 6, 1,
			"column x is neither Binary nor General, so it is continuous: " +
				"expected integer columns with finite bounds, or fixed ones"},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x <= 1\nBounds\n x free\nEnd\n", 6, 2,
			"column x is neither Binary nor General, so it is continuous: " +
				"expected integer columns with finite bounds, or fixed ones"},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: 1 <= x <= 0\nBinary\nx\nEnd\n", 4, 2,
			"the lower bound of row c1 exceeds its upper bound"},
		{ip.LP, "Minimize\n obj: x\nSubject To\n c1: x <= 1\nBinary\nx\n", 7, 1,
			"expected a section, found the end of the file"},
		{ip.LP, "Minimize\n obj: x^2\n", 2, 8,
			`"^" stands in quadratic terms, which are not supported: expected linear terms such as 3 x`},
		{ip.LP, "Minimize\n obj: 53/1 x\n", 2, 9, "fractions are not supported: expected a number such as 0.5"},
		{ip.LP, "Minimize\n obj: x\nSubject For\n", 3, 1, `expected "to" after "subject"`},
		{ip.LP, "\x00\x01\x02", 1, 1, "character '\\x00' not expected"},
		{ip.LP, "Minimize\n obj: " + strings.Repeat("x", 9999), 2, 7, "word too long"},
		{ip.LP, "Minimize\n obj: x\nSOS\n x\n", 3, 1, `section "SOS": special ordered sets (SOS) are not supported`},
		{ip.LP, "Minimize\n obj: x\nEnd\nx", 4, 1, `expected nothing after End, found "x"`},

		{ip.MPSFree, "", 1, 0, "the file ends before ENDATA"},
		{ip.MPSFree, "NAME\nSIZES\n", 2, 0, `unknown section "SIZES"`},
		{ip.MPSFree, " x y 1\n", 1, 0, `data line before the first section`},
		{ip.MPSFree, "ROWS\n X a\n", 2, 0, `expected N, E, L or G, found "X"`},
		{ip.MPSFree, "ROWS\n E a\n E a\n", 3, 0, "row a is defined twice"},
		{ip.MPSFree, "ROWS\n N a\n N a\n", 3, 0, "row a is defined twice"},
		{ip.MPSFree, "ROWS\n E a\nCOLUMNS\n x b 1\n", 4, 0, `unknown row "b"`},
		{ip.MPSFree, "ROWS\n E a\nCOLUMNS\n x a one\n", 4, 0, `"one" is not a number`},
		{ip.MPSFree, "ROWS\n E a\nCOLUMNS\n x a 1 a 1\n", 4, 0, "column x has two numbers in row a"},
		{ip.MPSFree, "ROWS\n E a\nCOLUMNS\n x a 1\n y a 1\n x a 1\n", 6, 0,
			"column x is defined twice: its lines must follow each other"},
		{ip.MPSFree, "ROWS\n E a\nCOLUMNS\n x a\n", 4, 0,
			"expected a column and one or two rows with numbers, found 2 fields"},
		{ip.MPSFree, "ROWS\n L a\nCOLUMNS\n x a 1\nRHS\nENDATA\n", 4, 0,
			"column x is not an integer, so it is continuous: " +
				"expected integer columns with finite bounds, or fixed ones"},
		{ip.MPSFree, "ROWS\n L a\nCOLUMNS\n x a 1\nBOUNDS\n FR B x\nENDATA\n", 6, 0,
			"column x is not an integer, so it is continuous: " +
				"expected integer columns with finite bounds, or fixed ones"},
		{ip.MPSFree, "ROWS\n E a\nCOLUMNS\n x a 1\nBOUNDS\n UP B x 1\n UP B x\n", 7, 0,
			"expected a column and a number after UP B"},
		{ip.MPSFree, "ROWS\n E a\nRHS\n R1 a 1\n R2 a 2\n", 5, 0,
			`a second set "R2" after "R1": expected one set per section`},
		{ip.MPSFree, "ROWS\n E  A B\nBOUNDS\n UP\n", 4, 0, "expected fields at fixed columns, since names have blanks"},
		{ip.MPSFree, "ROWS\n L  c\nCOLUMNS\n    x         c        d         1\n", 4, 0,
			"expected fields at fixed columns, since names have blanks"},
		{ip.MPSFree, "ROWS\n L  A B\nCOLUMNS\n    x         A B      -12\n", 4, 0,
			"expected fields at fixed columns, since names have blanks"},
		{ip.MPSFree, "ROWS\n L  A B\nCOLUMNS\n    x         A B" + strings.Repeat(" ", 38) + "123456789\n", 4, 0,
			"expected fields at fixed columns, since names have blanks"},
		{ip.MPSFree, "OBJSENSE\n UP\n", 2, 0, `expected MIN or MAX, found "UP"`},

		{ip.OPB, "+1 x1 >= 1", 1, 0, "the file ends within a statement; expected ;"},
		{ip.OPB, "* c\n+1 x1 +1 ;\n", 2, 7, `expected a variable after "+1"`},
		{ip.OPB, "+1 x0 >= 1 ;\n", 1, 4, `expected a variable, x1 to x2097152 or a name, found "x0"`},
		{ip.OPB, "+1 x99999999999 >= 1 ;\n", 1, 4,
			`expected a variable, x1 to x2097152 or a name, found "x99999999999"`},
		{ip.OPB, "+1 x1 >= 1 ;\n[5] +1 x2 >= 1 ;\n", 2, 1, `"[5]": soft constraints are not supported`},
		{ip.OPB, "+1 x1 ;\n", 1, 7, "expected >=, <= or = before ;"},
		{ip.OPB, "+1 x1 >= ;\n", 1, 10, "expected a number before ;"},
		{ip.OPB, "+1 x1 >= 1 2;\n", 1, 12, `expected ;, found "2"`},
		{ip.OPB, "+1 x1 >= 1.5;\n", 1, 10, `"1.5" is not a whole number up to 2^53`},
		{ip.OPB, "+1 x1 >= 1; min: +1 x1;\n", 1, 13, "the objective must come first"},
		{ip.OPB, ";\n", 1, 1, "empty statement"},
		{ip.OPB, "* #variable= 9999999 #constraint= 0\n", 1, 1, "got 9999999 variables, at most 2097152 are supported"},
		{ip.OPB, "9007199254740992 x1 +1 x1 >= 0;", 1, 1, "the coefficients of a variable add up to more than 2^53"},
	} {
		_, err := ip.Read(strings.NewReader(c.text), c.format)
		var parse *encode.ParseError
		if !errors.As(err, &parse) {
			t.Errorf("%s %q: error %v, want a ParseError", c.format, c.text, err)
			continue
		}
		if parse.Line != c.line || parse.Column != c.column || parse.Msg != c.message {
			t.Errorf("%s %.80q:\n got line %d, column %d: %s\nwant line %d, column %d: %s", c.format, c.text,
				parse.Line, parse.Column, parse.Msg, c.line, c.column, c.message)
		}
	}
}

// TestCommentsAreNoAliases writes comments that look like the names of columns.
func TestCommentsAreNoAliases(t *testing.T) {
	comments := []string{"x1 = constant", "x1 = y\f", "C0000001 = y", strings.Repeat("long ", 40) + "x1 = constant"}
	for _, format := range []ip.Format{ip.LP, ip.MPSFree, ip.MPSFixed, ip.OPB} {
		p := &ip.Program{Columns: []ip.Column{{Name: "a", Upper: 1}}, Comments: comments,
			Rows: []ip.Row{{Entries: []ip.Entry{{Column: 0, Coef: 1}}, Lower: 1, Upper: 1}}, Shown: 1}
		var b bytes.Buffer
		if err := ip.Write(&b, p, format); err != nil {
			t.Fatal(err)
		}
		q, err := ip.Read(&b, format)
		if err != nil {
			t.Fatal(err)
		}
		if len(q.Columns) != 1 || q.Columns[0].Name != "a" {
			t.Errorf("%s: the columns became %+v", format, q.Columns)
		}
		if format == ip.LP && (!slices.Equal(q.Comments[:3], []string{"x1 = constant", "x1 = y", "C0000001 = y"})) {
			t.Errorf("the comments became %q", q.Comments)
		}
	}
}

// fuzz checks that Read returns valid programs, which round-trip.
func fuzz(f *testing.F, format ip.Format) {
	files, err := filepath.Glob("testdata/*4x4.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if strings.HasPrefix(name, "testdata/thesis") {
			f.Add(text)
		}
	}
	f.Add([]byte("*raint= 1\n* first comment\n*\n* a = b\n* x2 = constant\f"))
	f.Add([]byte("* x5 = constant\n+1 x5 = 1 ;\n-4 x5 +1 x1  = -3 ;"))
	f.Add([]byte("<=1;"))                                                     // a row without entries
	f.Add([]byte("*\x15#variable= x\n* a\x00b\f #variable= 2\n+1 x1 >= 0 ;")) // comments that are no headers
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		var b bytes.Buffer
		if err := ip.Write(&b, randomIntegers(r, format), format); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	for _, c := range dialects {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := ip.Read(bytes.NewReader(text), format)
		var mixed *ip.MixedError
		for k := range 4 { // written and read as LP and MPS, a linear program stays one
			if !errors.As(err, &mixed) {
				break
			}
			m := mixed.Program
			_, columns := m.Names()
			_ = m.Check(make([]float64, len(columns)))
			other := []ip.Format{ip.LP, ip.MPSFree}[k%2]
			var b bytes.Buffer
			if err := m.Numbered().Write(&b, other, nil); err != nil {
				t.Fatal(err)
			}
			if _, err = ip.Read(bytes.NewReader(b.Bytes()), other); err == nil || !errors.As(err, &mixed) {
				t.Fatalf("%d: read again: %v\n%s", k, err, b.Bytes())
			}
		}
		if err != nil || len(p.Columns) > 100_000 { // to write and read millions again takes longer than a fuzzer waits
			return
		}
		var b bytes.Buffer
		if ip.Write(&b, p, format) != nil { // a name that Write rejects, or a number that is too large or too wide
			return
		}
		q, err := ip.Read(bytes.NewReader(b.Bytes()), format)
		if err != nil {
			t.Fatalf("Read rejects a file of Write: %v\n%s", err, b.Bytes())
		}
		if len(q.Columns) != len(p.Columns) || q.Offset != p.Offset && !p.Maximize {
			t.Fatalf("round trip: %+v became %+v", p, q)
		}
		samePoints(t, p, q)
		var c bytes.Buffer
		if err := ip.Write(&c, q, format); err != nil {
			t.Fatalf("Write rejects what it wrote: %v", err)
		}
		if format == ip.OPB { // without its constant, a row may have become an equation that fixes a column
			b = c
			if q, err = ip.Read(bytes.NewReader(b.Bytes()), format); err != nil {
				t.Fatalf("Read rejects a file of Write: %v\n%s", err, b.Bytes())
			}
			samePoints(t, p, q)
			c = bytes.Buffer{}
			if err := ip.Write(&c, q, format); err != nil {
				t.Fatalf("Write rejects what it wrote: %v", err)
			}
		}
		if first, second := withoutComments(b.String()), withoutComments(c.String()); first != second {
			t.Fatalf("written and read, the file\n%s\nbecame\n%s", first, second)
		}
	})
}

// withoutComments returns a file without the lines of comments of all formats.
func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "*") && !strings.HasPrefix(line, "\\") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// samePoints checks that two programs have the same solutions, with the same values, among some points.
func samePoints(t *testing.T, p, q *ip.Program) {
	t.Helper()
	value := func(p *ip.Program, x ip.Point) string {
		if p.Maximize {
			return ip.Quotient(-p.Value(x), p.Scale)
		}
		return ip.Quotient(p.Value(x), p.Scale)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 16 {
		x := make(ip.Point, len(p.Columns))
		for j := range x {
			x[j] = p.Columns[j].Lower + r.IntN(1+p.Columns[j].Upper-p.Columns[j].Lower)
		}
		if (p.Check(x) == nil) != (q.Check(x) == nil) {
			t.Fatalf("round trip: point %v: %v became %v", x, p.Check(x), q.Check(x))
		}
		if value(p, x) != value(q, x) {
			t.Fatalf("round trip: point %v: value %s became %s", x, value(p, x), value(q, x))
		}
	}
}

func FuzzReadLP(f *testing.F)  { fuzz(f, ip.LP) }
func FuzzReadMPS(f *testing.F) { fuzz(f, ip.MPSFree) }
func FuzzReadOPB(f *testing.F) { fuzz(f, ip.OPB) }
