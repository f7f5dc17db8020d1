package ip_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/encode/ip"
	"nonet/model/sudoku"
)

func written(t testing.TB, p *ip.Program, f ip.Format) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := ip.Write(&b, p, f); err != nil {
		t.Fatalf("%s: %v\n%+v", f, err, p)
	}
	return b.Bytes()
}

// randomProgram returns a small valid program, which may have any feature of a Program.
func randomProgram(r *rand.Rand) *ip.Program {
	p := &ip.Program{Maximize: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		p.Name = "some name"
		p.Comments = []string{"first comment", "", "a = b"}
	}
	named := r.IntN(2) == 0
	for j := range r.IntN(7) {
		c := ip.Column{Upper: 1}
		if r.IntN(4) == 0 {
			c.Lower = r.IntN(2)
			c.Upper = c.Lower
		}
		if named {
			c.Name = fmt.Sprintf("y_%d", j)
		}
		p.Columns = append(p.Columns, c)
	}
	p.Shown = len(p.Columns)
	entries := func() []ip.Entry {
		var list []ip.Entry
		for _, j := range r.Perm(len(p.Columns)) {
			if n := r.IntN(9) - 4; n != 0 && r.IntN(2) == 0 {
				list = append(list, ip.Entry{Column: j, Coef: n})
			}
		}
		return list
	}
	if r.IntN(2) == 0 {
		p.Objective = entries()
		p.Offset = max(0, r.IntN(9)-4)
	}
	for i := range r.IntN(6) {
		row := ip.Row{Entries: entries(), Lower: r.IntN(9) - 5}
		row.Upper = row.Lower + max(0, r.IntN(6)-3)
		switch r.IntN(4) {
		case 0:
			row.Lower = -ip.Infinity
		case 1:
			row.Upper = ip.Infinity
		}
		if r.IntN(10) == 0 {
			row.Lower, row.Upper = -ip.Infinity, ip.Infinity
		}
		if named {
			row.Name = fmt.Sprintf("row.%d", i)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// randomIntegers returns a random program some of whose columns are not 0 or 1, unless the format is OPB.
func randomIntegers(r *rand.Rand, f ip.Format) *ip.Program {
	p := randomProgram(r)
	for j := range p.Columns {
		if c := &p.Columns[j]; f != ip.OPB && r.IntN(3) == 0 {
			c.Lower = r.IntN(7) - 5
			c.Upper = c.Lower + r.IntN(5)
		}
	}
	return p
}

// normal returns the program that Read returns for a file of p, with the rewritings that Write documents.
func normal(p *ip.Program, f ip.Format) *ip.Program {
	q := *p
	q.Columns = slices.Clone(p.Columns)
	q.Objective = slices.Clone(p.Objective)
	q.Rows = nil
	negate := func(entries []ip.Entry) []ip.Entry {
		entries = slices.Clone(entries)
		for k := range entries {
			entries[k].Coef = -entries[k].Coef
		}
		return entries
	}
	for i, r := range p.Rows {
		ranged := r.Lower != r.Upper && r.Lower != -ip.Infinity && r.Upper != ip.Infinity
		r.Name = p.RowName(i)
		upper := r
		upper.Name, upper.Lower = r.Name+"_le", -ip.Infinity
		lower := r
		lower.Upper = ip.Infinity
		switch {
		case r.Lower == -ip.Infinity && r.Upper == ip.Infinity:
		case f != ip.OPB && ranged:
			q.Rows = append(q.Rows, lower, upper)
		case f != ip.OPB:
			q.Rows = append(q.Rows, r)
		case r.Lower == r.Upper && !slices.ContainsFunc(r.Entries, func(e ip.Entry) bool { return e.Coef*e.Coef != 1 }):
			q.Rows = append(q.Rows, r)
		default:
			if r.Lower != -ip.Infinity {
				q.Rows = append(q.Rows, lower)
			}
			if r.Upper != ip.Infinity {
				negated := ip.Row{Name: r.Name, Entries: negate(r.Entries), Lower: -r.Upper, Upper: ip.Infinity}
				q.Rows = append(q.Rows, negated)
			}
		}
	}
	isUpper := func(r ip.Row) bool { return strings.HasSuffix(r.Name, "_le") }
	split := len(q.Rows) != len(p.Rows) || slices.ContainsFunc(q.Rows, isUpper)
	for i := range q.Rows {
		r := &q.Rows[i]
		if f == ip.OPB || f == ip.MPSFixed && !split && r.Name[0] == 'c' || r.Name == fmt.Sprintf("c%d", i+1) {
			r.Name = ""
		}
	}
	if f != ip.LP && p.Maximize {
		q.Objective, q.Maximize, q.Offset = negate(p.Objective), false, -p.Offset
		if f != ip.OPB || len(p.Objective) > 0 || p.Offset != 0 {
			const negated = "to be maximized: the objective is written negated, to be minimized"
			q.Comments = append(slices.Clone(q.Comments), negated)
		}
	}
	switch f {
	case ip.MPSFree:
		q.Name = strings.ReplaceAll(q.Name, " ", "_")
	case ip.MPSFixed:
		q.Name = strings.ReplaceAll(q.Name, " ", "_")
		q.Name = q.Name[:min(8, len(q.Name))]
	case ip.OPB: // bounds are rows
		q.Name = ""
		var fixed []ip.Row
		for j := range q.Columns {
			if c := &q.Columns[j]; c.Lower == c.Upper {
				fixed = append(fixed, ip.Row{Entries: []ip.Entry{{j, 1}}, Lower: c.Lower, Upper: c.Upper})
				c.Lower, c.Upper = 0, 1
			}
		}
		q.Rows = append(fixed, q.Rows...)
	}
	return &q
}

// unordered ignores the order of entries: LP files may list an objective in column order, MPS files list rows column by
// column.
var unordered = cmp.Options{
	cmpopts.EquateEmpty(),
	cmpopts.SortSlices(func(a, b ip.Entry) bool { return a.Column < b.Column }),
}

func TestRoundTripOfRandomPrograms(t *testing.T) {
	for _, f := range ip.Formats() {
		t.Run(string(f), func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			for i := range 20 * programsToTry() {
				p := randomIntegers(r, f)
				text := written(t, p, f)
				if again := written(t, p, f); !bytes.Equal(text, again) {
					t.Fatal("the same program gives different bytes")
				}
				q, err := ip.Read(bytes.NewReader(text), f)
				if err != nil {
					t.Fatalf("program %d: %v\n%s", i, err, text)
				}
				if diff := cmp.Diff(normal(p, f), q, unordered); diff != "" {
					t.Fatalf("program %d differs (-want +got):\n%s\n%s", i, diff, text)
				}
				if p.Name == "" { // a second round trip changes nothing
					third, err := ip.Read(bytes.NewReader(written(t, q, f)), f)
					if err != nil {
						t.Fatal(err)
					}
					ignored := cmpopts.IgnoreFields(ip.Program{}, "Comments")
					if diff := cmp.Diff(q, third, unordered, ignored); diff != "" {
						t.Fatalf("program %d: second round trip differs (-want +got):\n%s\n%s", i, diff, text)
					}
				}
			}
		})
	}
}

// Columns first occur in their order, so that a solver that numbers them by first occurrence numbers them as the
// program does.
func TestLPKeepsTheOrderOfColumns(t *testing.T) {
	p := &ip.Program{
		Columns: []ip.Column{
			{Name: "a", Upper: 1}, {Name: "b", Upper: 1}, {Name: "unused", Upper: 1}, {Name: "c", Upper: 1},
		},
		Objective: []ip.Entry{{Column: 3, Coef: 1}},
		Rows:      []ip.Row{{Entries: []ip.Entry{{Column: 1, Coef: 1}, {Column: 0, Coef: 1}}, Lower: 1, Upper: 1}},
	}
	q, err := ip.Read(bytes.NewReader(written(t, p, ip.LP)), ip.LP)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.ColumnNames(ip.LP), q.ColumnNames(ip.LP)); diff != "" {
		t.Error(diff)
	}
}

func TestGoldenFiles(t *testing.T) {
	m := puzzle(t, sudoku.Order(2), "1..4..1..1..4..1").Model()
	m.Name = "four by four"
	endings := map[ip.Format]string{ip.LP: "lp", ip.MPSFree: "free.mps", ip.MPSFixed: "fixed.mps", ip.OPB: "opb"}
	for _, c := range []struct {
		name    string
		encoder ip.Encoder
	}{{"thesis", ip.Thesis()}, {"bartlett", ip.Bartlett()}, {"plain", ip.Encoder{}}} {
		p := encoded(t, c.encoder, m).Formula
		for _, f := range ip.Formats() {
			golden(t, c.name+"4x4."+endings[f], written(t, p, f))
		}
	}
}

// Lines have at most 255 characters, the fields of fixed MPS are in their columns, and no line ends in a tab or blank.
func TestLayout(t *testing.T) {
	p := encoded(t, ip.Thesis(), puzzle(t, sudoku.Order(3), escargot).Model()).Formula
	for _, f := range ip.Formats() {
		text := written(t, p, f)
		for i, line := range strings.Split(string(text), "\n") {
			long := f == ip.OPB && strings.HasPrefix(line, "min:") // OPB has a statement per line
			if len(line) > 255 && !long {
				t.Errorf("%s: line %d has %d characters", f, i+1, len(line))
			}
			if strings.TrimRight(line, " \t") != line {
				t.Errorf("%s: line %d ends in a blank", f, i+1)
			}
			if f == ip.MPSFixed && strings.HasPrefix(line, "    ") && !strings.Contains(line, "MARKER") {
				for _, k := range []int{12, 13, 22, 23, 36, 37, 38, 47, 48} {
					if k < len(line) && line[k] != ' ' {
						t.Errorf("%s: line %d has a field out of place: %q", f, i+1, line)
					}
				}
			}
		}
	}
	if text := written(t, p, ip.OPB); !bytes.HasPrefix(text, []byte("* #variable= 729 #constraint= 347\n")) {
		t.Errorf("OPB begins with %q", bytes.SplitN(text, []byte("\n"), 2)[0])
	}
	empty := encoded(t, ip.Encoder{}, sudoku.Order(3).Model()).Formula
	if text := written(t, empty, ip.OPB); !bytes.HasPrefix(text, []byte("* #variable= 729 #constraint= 324\n")) {
		t.Errorf("OPB of the empty grid begins with %q", bytes.SplitN(text, []byte("\n"), 2)[0])
	}
}

func TestNamesThatSolversWouldChange(t *testing.T) {
	entries := []ip.Entry{{Column: 0, Coef: 1}}
	for _, name := range []string{
		"x[1]", "a b", "1x", "9x", "0x", "e5", "E12", "free", "End", "st", "Subject", "obj", "constant", "a+b", "ä",
		strings.Repeat("n", 101), ".x",
	} {
		column := &ip.Program{
			Columns: []ip.Column{{Name: name, Upper: 1}},
			Rows:    []ip.Row{{Entries: entries, Upper: 1}},
		}
		row := &ip.Program{
			Columns: []ip.Column{{Upper: 1}},
			Rows:    []ip.Row{{Name: name, Entries: entries, Upper: 1}},
		}
		for _, f := range ip.Formats() {
			for what, p := range map[string]*ip.Program{"column": column, "row": row} {
				want := fmt.Sprintf("write %s: %s 1: name %q ", f, what, name)
				if err := ip.Write(discard{}, p, f); err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%s named %q: error %v", what, name, err)
				}
			}
		}
	}
	twice := &ip.Program{Columns: []ip.Column{{Name: "x2", Upper: 1}, {Upper: 1}}}
	for _, f := range ip.Formats() {
		want := fmt.Sprintf("write %s: column 2: name \"x2\" is not unique", f)
		if err := ip.Write(discard{}, twice, f); err == nil || err.Error() != want {
			t.Errorf("%s: two columns named x2: error %v", f, err)
		}
	}
	for _, name := range []string{strings.Repeat("n", 100), "e5x", "e", "aAzZ09_.x", "E_5", "to_"} {
		p := &ip.Program{Columns: []ip.Column{{Name: name, Upper: 1}, {Upper: 1}}, Shown: 2}
		if name == "e" {
			if ip.Write(discard{}, p, ip.LP) == nil {
				t.Error("an exponent without digits is no name")
			}
			continue
		}
		for f, want := range map[ip.Format][]string{ip.LP: {name, "x2"}, ip.MPSFree: {name, "x2"},
			ip.MPSFixed: {"C0000001", "C0000002"}, ip.OPB: {"x1", "x2"}} {
			text := written(t, p, f)
			q, err := ip.Read(bytes.NewReader(text), f)
			if bytes.Contains(text, []byte("\n\n")) {
				t.Errorf("%s: an empty line", f)
			}
			if err != nil || !slices.Equal(q.Columns, p.Columns) || !slices.Equal(p.ColumnNames(f), want) {
				t.Errorf("%s: %+v in the file %v; error %v", f, q, p.ColumnNames(f), err)
			}
		}
	}
}

// A program without columns and rows has those that solvers need.
func TestEmptyProgram(t *testing.T) {
	for f, want := range map[ip.Format]string{
		ip.LP: "Minimize\n obj: 0 constant\nSubject To\n nothing: constant <= 1\nBounds\n constant = 1\n" +
			"General\n constant\nEnd\n",
		ip.MPSFree: "NAME\nROWS\n N  obj\nCOLUMNS\n    MARKER    'MARKER'                 'INTORG'\n" +
			"    constant  obj                  0\n    MARKER    'MARKER'                 'INTEND'\nRHS\nBOUNDS\n" +
			" FX BND       constant             1\nENDATA\n",
		ip.OPB: "* #variable= 1 #constraint= 1\n* x1 = constant\n+1 x1 = 1 ;\n",
	} {
		if got := string(written(t, &ip.Program{}, f)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", f, got, want)
		}
	}
}

// Comments of up to 200 characters are not broken, longer ones at a blank if there is one. Lines of LP have up to 100
// characters, and numbers of fixed MPS up to 12.
func TestLimitsOfLines(t *testing.T) {
	word := strings.Repeat("w", 99)
	p := &ip.Program{Columns: []ip.Column{{Upper: 1}}, Shown: 1,
		Comments: []string{word + " " + word + "w", word + " " + word + "ww", word + word + "ww", word + word + "www"}}
	want := []string{word + " " + word + "w", word, word + "ww", word + word + "ww", word + word + "ww", "w"}
	for _, f := range ip.Formats() {
		q, err := ip.Read(bytes.NewReader(written(t, p, f)), f)
		if err != nil || !slices.Equal(q.Comments, want) {
			t.Errorf("%s: comments %q, error %v", f, q.Comments, err)
		}
	}
	p.Comments = []string{"a " + word + word + "www", " " + word + word + "ww"}
	want = []string{"a", word + word + "ww", "w", " " + word + word + "w", "w"}
	for _, f := range ip.Formats() {
		q, err := ip.Read(bytes.NewReader(written(t, p, f)), f)
		for i := range want { // a reader drops the blank behind the mark of a comment
			if err != nil || len(q.Comments) != len(want) ||
				strings.TrimLeft(q.Comments[i], " ") != strings.TrimLeft(want[i], " ") {
				t.Fatalf("%s: comments %q, error %v", f, q.Comments, err)
			}
		}
	}
	for _, c := range []struct{ name, lines int }{{49, 1}, {50, 2}} {
		p := &ip.Program{Shown: 2, Columns: []ip.Column{{Name: strings.Repeat("a", 42), Upper: 1},
			{Name: strings.Repeat("b", c.name), Upper: 1}}, Objective: []ip.Entry{{0, 1}, {1, 1}}}
		text, _, _ := strings.Cut(string(written(t, p, ip.LP)), "\nSubject")
		if n := strings.Count(text, "\n"); n != c.lines {
			t.Errorf("the objective has %d lines, want %d:\n%s", n, c.lines, text)
		}
	}
	for coef, ok := range map[int]bool{999_999_999_999: true, 1_000_000_000_000: false, -99_999_999_999: true,
		-100_000_000_000: false} {
		p := &ip.Program{Columns: []ip.Column{{Upper: 1}}, Shown: 1,
			Rows: []ip.Row{{Entries: []ip.Entry{{0, coef}}, Lower: -ip.Infinity, Upper: 1}}}
		if err := ip.Write(discard{}, p, ip.MPSFixed); (err == nil) != ok {
			t.Errorf("fixed MPS with the number %d: error %v", coef, err)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	oneEntry := func(coef int) *ip.Program {
		return &ip.Program{
			Columns: []ip.Column{{Upper: 1}},
			Rows:    []ip.Row{{Entries: []ip.Entry{{Column: 0, Coef: coef}}, Upper: 1}},
		}
	}
	ok := oneEntry(1)
	for _, f := range ip.Formats() {
		if err := ip.Write(full{}, ok, f); !errors.Is(err, errFull) {
			t.Errorf("%s: got error %v, want the error of the writer", f, err)
		}
	}
	if ip.Write(discard{}, ok, "tex") == nil {
		t.Error("an unknown format was written")
	}
	if _, err := ip.Read(strings.NewReader(""), "tex"); err == nil {
		t.Error("an unknown format was read")
	}
	if ip.Write(discard{}, &ip.Program{Columns: []ip.Column{{Upper: 2}}}, ip.OPB) == nil {
		t.Error("opb: a column up to 2 was written, want an error")
	}
	if ip.Write(discard{}, oneEntry(1<<50), ip.MPSFixed) == nil {
		t.Error("fixed MPS: a number of 16 digits was written, want an error")
	}
	for name, bad := range map[string]*ip.Program{
		"a bound of a million": {Columns: []ip.Column{{Upper: 1_000_000}}},
		"terms beyond 2^53":    {Columns: []ip.Column{{Upper: 2}}, Objective: []ip.Entry{{0, 1 << 53}}},
		"crossed bounds":       {Columns: []ip.Column{{Lower: 1}}},
		"a column beyond":      {Rows: []ip.Row{{Entries: []ip.Entry{{Column: 0, Coef: 1}}}}},
		"a column twice":       {Columns: ok.Columns, Rows: []ip.Row{{Entries: []ip.Entry{{0, 1}, {0, 1}}}}},
		"a zero":               {Columns: ok.Columns, Objective: []ip.Entry{{0, 0}}},
		"a row crossed":        {Rows: []ip.Row{{Lower: 1}}},
		"a bound beyond 2^53":  {Rows: []ip.Row{{Upper: 1<<53 + 1}}},
		"shown beyond":         {Shown: 1},
	} {
		for _, f := range ip.Formats() {
			if ip.Write(discard{}, bad, f) == nil {
				t.Errorf("%s: %s was written", f, name)
			}
		}
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestPortable(t *testing.T) {
	p, err := ip.Read(strings.NewReader("Minimize\n o: x(1) + y + x_1_ + st(a) + "+strings.Repeat("z", 101)+
		"\nSubject To\n r[1]: x(1) + y >= 1\n r2: y + x_1_ >= 1\nBinary\n x(1) y x_1_ st(a)\n "+
		strings.Repeat("z", 101)+"\nEnd\n"), ip.LP)
	if err != nil {
		t.Fatal(err)
	}
	q := p.Portable()
	want := []string{"x_1__1", "y", "x_1_", "st_a_", strings.Repeat("z", 50)}
	if got := q.ColumnNames(ip.LP); !slices.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
	if q.Rows[0].Name != "r_1_" || q.Rows[1].Name != "r2" {
		t.Errorf("rows %+v", q.Rows)
	}
	if err := ip.Write(io.Discard, q, ip.LP); err != nil || q.Portable() != q {
		t.Errorf("not portable: %v", err)
	}
}
