package proof

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// readAll reads certificates and writes them again.
func readAll(in io.Reader) (string, error) {
	var b bytes.Buffer
	for r := NewReader(in); ; {
		c, err := r.Next()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
		var steps []Step
		for {
			s, err := r.Step()
			if err == io.EOF {
				break
			}
			if err != nil {
				return b.String(), err
			}
			s.Clause = slices.Clone(s.Clause)
			steps = append(steps, s)
		}
		var text bytes.Buffer
		if err := errors.Join(WriteSteps(&text, steps), Write(&b, c, text.Bytes())); err != nil {
			return b.String(), err
		}
	}
}

const (
	smallest = "nonet certificate 1\nbox 1x1\npuzzle .\nsolution 1\nformula extended\n-1 0\nd -1 0\n0\nend\n"
	ruled    = `nonet certificate 2
box 1x2
puzzle 1..2
rule all kinds
  variable x1 0..9
  variable x2 3 5
  variable x3 1 2
  variable x4 -7
  variable x5 5..7
  variable x6 1 2 4
  not-equal r1c1 r1c2
  not-equal r1c2 r1c1 +1
  not-equal x2 r1c1 -12
  linear +r1c1 -x1 +2*x2 -12*x3 <= 10
  table r1c1 x1 : 1 0 / 2 11
  all-different r1c1 r2c1
solution 1221
auxiliary 0 3 2 -7 5 4
formula extended
0
end
`
	oneAuxiliary = "nonet certificate 2\nbox 1x1\npuzzle .\nrule a\n  variable x1 12\nsolution 1\nauxiliary 12\n" +
		"formula extended\n0\nend\n"
	twoModels = `nonet certificate 3
model
{
  "kind": "nonet model", "version": 1, "vars": [{"name": "a", "domain": [[1, 3]]}], "constraints": []
}
claim all
solution 1
solution 3
over 0
formula direct
1 -2 0
end
`
)

// Certificates of all versions are read and written the same, and an error of the input is returned wherever it occurs.
func TestCertificatesRoundTrip(t *testing.T) {
	ten := "nonet certificate 1\nbox 2x5\npuzzle 10 . 1" + strings.Repeat(" .", 97) + "\nformula extended\n0\nend\n"
	noSolution := strings.ReplaceAll(strings.Replace(oneAuxiliary, "solution 1\n", "", 1), "auxiliary 12\n", "")
	text := smallest + ruled + oneAuxiliary + noSolution + twoModels + ten + smallest
	got, err := readAll(strings.NewReader("c\n\nc comment\n" + text))
	if err != nil || got != text {
		t.Errorf("error %v, read\n%s\nwant\n%s", err, got, text)
	}
	for k := range len(text) {
		broken := errors.New("input")
		in := io.MultiReader(strings.NewReader(text[:k]), &failingOnce{broken})
		r := NewReader(in)
		for err = nil; err == nil; { // without the steps
			var c *Claim
			if c, err = r.Next(); c == nil && err == nil {
				t.Fatalf("an error after %d bytes: no claim and no error", k)
			}
		}
		in = io.MultiReader(strings.NewReader(text[:k]), &failingOnce{broken})
		if _, err2 := readAll(in); !errors.Is(err, broken) || !errors.Is(err2, broken) {
			t.Fatalf("an error after %d bytes: %v and %v", k, err, err2)
		}
		failing := &limitedBuffer{left: k, err: broken}
		steps := []Step{{Clause: []int{1}}, {}}
		if k < 6 && !errors.Is(WriteSteps(failing, steps), broken) {
			t.Errorf("no error of the output after %d bytes", k)
		}
	}
	check := func(isLRAT bool, in io.Reader) (err error) {
		if isLRAT {
			_, err = CheckLRAT(t.Context(), func(func([]int)) {}, in)
		} else {
			_, err = CheckFormula(t.Context(), 1, func(func([]int)) {}, ReadDRAT(in))
		}
		return err
	}
	// A reader looks at the first kilobyte at once.
	long := strings.Repeat("a\x02\x00", 400)
	for text, isLRAT := range map[string]bool{"1 0\n": false, "a\x02\x00": false, "a\x02\x02\x00\x00": true,
		"5 1 0 0\n": true, long + "a\x02": false, long: false} {
		for k := range len(text) + 1 {
			if len(text) > 1024 && k < len(text) {
				continue
			}
			broken := errors.New("input")
			in := io.MultiReader(strings.NewReader(text[:k]), &failingOnce{broken})
			if err := check(isLRAT, in); !errors.Is(err, broken) {
				t.Errorf("%q, an error after %d bytes: %v", text, k, err)
			}
		}
	}
}

// A failingOnce returns an error once, and then io.EOF.
type failingOnce struct{ err error }

func (f *failingOnce) Read([]byte) (n int, err error) {
	err, f.err = f.err, io.EOF
	return 0, err
}

// A limitedBuffer fails after some bytes.
type limitedBuffer struct {
	left int
	err  error
}

func (b *limitedBuffer) Write(text []byte) (int, error) {
	if b.left -= len(text); b.left < 0 {
		return 0, b.err
	}
	return len(text), nil
}

// What is just beyond a limit or a form is refused, with its place; what is just within is not.
func TestReaderEdges(t *testing.T) {
	cells := func(n int, first string) string { return "box 2x5\npuzzle " + first + strings.Repeat(" .", n-1) + "\n" }
	rule := func(line string) string { return "box 1x2\npuzzle ....\nrule a\n" + line + "\n" }
	const ends = "the file ends where "
	for _, c := range []struct{ text, want string }{
		{"nonet certificate 12\n", "line 1, column 1: expected the line"},
		{"1\n", "line 1, column 1: expected the line"},
		{"box 0x3\n", "line 2, column 5: expected the size of a box"},
		{"box 3x0\n", "line 2, column 5: expected the size of a box"},
		{"box 33\n", "line 2, column 5: expected the size of a box"},
		{"box ax3\n", "line 2, column 5: expected the size of a box"},
		{"box 3xa\n", "line 2, column 5: expected the size of a box"},
		{"box +3x3\n", "line 2, column 5: expected the size of a box"},
		{"box 5x13\n", "line 2, column 5: expected the size of a box"},
		{"box 65x1\n", "line 2, column 5: expected the size of a box"},
		{"box 64x1\n", "line 3, column 1: " + ends + `"puzzle"`},
		{"box 1x64\n", "line 3, column 1: " + ends + `"puzzle"`},
		{"box 8x8\n", "line 3, column 1: " + ends + `"puzzle"`},
		{cells(100, "10"), "line 4, column 1: " + ends + `"solution"`},
		{cells(99, "10"), "line 3, column 206: there are 99 cells, expected 100"},
		{cells(101, "10"), "line 3, column 209: there are more than 100 cells"},
		{cells(100, "11"), "line 3, column 8: expected a value from 1 to 10, or a dot, found \"11\""},
		{"box 1x1\npuzzle .\nsolution 1\nauxiliary 5\n", "line 5, column 1: expected \"solution\""},
		{"box 1x2\npuzzle 1\n", "line 3, column 9: there are 1 cells, expected 4"},
		{rule("  variable x1 -1000000..1500000"), "line 5, column 15: expected a range of values"},
		{rule("  variable x1 0..2097151\n"), "line 7, column 1: " + ends + `"formula"`},
		{rule("  variable x1 0..2097152\n"), "line 5, column 1: the auxiliary variables have more than 2097152 values"},
		{rule("  variable x1 0..2097151\n  variable x2 1"), "line 6, column 1: the auxiliary variables have more than"},
		{rule("solution 1221\nauxiliary 5 /"), "line 6, column 13: expected a number, found \"/\""},
		{rule("solution 1221\nauxiliary 5 x"), "line 6, column 13: expected a number, found \"x\""},
		{"model\n" + strings.Repeat(" ", 20) + "\n", "line 4, column 1: the file ends within the model"},
		{"box 1x1\npuzzle .\nsolution 1\nformula " + strings.Repeat("y", 20), "line 5, column 9: expected the " +
			"formula extended, found \"yyyyyyyyyyyyyyyyyyyy\""},
		{"box 1x1\npuzzle .\nformula " + strings.Repeat("z", 21), "line 4, column 9: expected the formula " +
			"extended, found \"zzzzzzzzzzzzzzzzzzzz...\""},
		{"box 1x1\npuzzle .\nformula extended\n2097152 -2097152 0\n2097153 0\n", "line 6, column 1: the variable"},
		{"box 1x1\npuzzle .\nformula extended\n-2097153 0\n", "line 5, column 1: the variable of literal -2097153"},
		{"modes\n", "line 2, column 1: expected \"model\", found \"modes\""},
		{"model\n{\n}\nclaim x\n", "line 3, column 1: the model: expected the kind"},
		{strings.Repeat("x", maxLine-1) + "\n", "line 2, column 1: expected \"box\""},
		{strings.Repeat("x", maxLine) + "\n", "line 2, column 1: the line is longer than"},
	} {
		version := "nonet certificate 1\n"
		if strings.Contains(c.text, "rule") {
			version = "nonet certificate 2\n"
		} else if strings.Contains(c.text, "mode") {
			version = "nonet certificate 3\n"
		}
		if strings.Contains(c.want, "line 1,") {
			version = ""
		}
		_, err := readAll(strings.NewReader(version + c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.60q: error %.200v, want %q", c.text, err, c.want)
		}
	}
	many := strings.Replace(twoModels, "solution 1\n", strings.Repeat("solution 1\n", MaxSolutions), 1)
	want := fmt.Sprintf("line %d, column 1: there are more than %d solutions", 7+MaxSolutions, MaxSolutions)
	if _, err := readAll(strings.NewReader(many)); err == nil || err.Error() != want {
		t.Errorf("too many solutions: error %v, want %s", err, want)
	}
	if _, err := readAll(strings.NewReader(strings.Replace(many, "solution 1\n", "", 1))); err != nil {
		t.Errorf("the most solutions: error %v", err)
	}
	_, err := ReadDRAT(strings.NewReader("~ 0\n")).Step()
	if bad := new(SyntaxError); !errors.As(err, &bad) || bad.Line != 1 {
		t.Errorf("a tilde: error %v, want that of a text", err)
	}
	for text, want := range map[string]int{"a\x82\x80\x80\x80\x00\x00": 1, "a\x80\x80\x80\x02\x00": MaxVariable} {
		if s, err := ReadDRAT(strings.NewReader(text)).Step(); err != nil || !slices.Equal(s.Clause, []int{want}) {
			t.Errorf("%q: %v, error %v, want %d", text, s.Clause, err, want)
		}
	}
}

// The JSON of a model means what the package says, and is refused otherwise.
func TestParseModelEdges(t *testing.T) {
	model := func(vars, rest string) string {
		return `{"kind": "nonet model", "version": 1, "vars": [` + vars + `]` + rest + "}\n"
	}
	domain := func(ranges string) string { return model(`{"domain": [`+ranges+`]}`, "") }
	list := func(lists ...[]int) *Model {
		m := &Model{}
		for x, values := range lists {
			m.Names, m.Domains = append(m.Names, fmt.Sprintf("x%d", x)), append(m.Domains, values)
		}
		return m
	}
	one := func(c Constraint) *Model {
		m := list([]int{1}, []int{2})
		m.Constraints = []Constraint{c}
		return m
	}
	constraint := func(text string) string {
		return model(`{"domain": [[1, 1]]}, {"domain": [[2, 2]]}`, `, "constraints": [{`+text+`}]`)
	}
	objective := func(text string) string { return model("", `, "objective": {`+text+`}`) }
	for _, c := range []struct {
		text string
		want *Model
		err  string
	}{
		{`{"kind": "x", "version": 1}`, nil, "expected the kind"},
		{`{"kind": "nonet model", "version": 2}`, nil, "expected the kind"},
		{domain("[1, 3]"), list([]int{1, 2, 3}), ""},
		{domain("[1, 3], [4, 4], [6, 7]"), list([]int{1, 2, 3, 4, 6, 7}), ""},
		{domain("[-1000000000, -1000000000], [1000000000, 1000000000]"), list([]int{-maxNumber, maxNumber}), ""},
		{domain("[1, 3], [3, 5]"), nil, "the domain of x0: range [3 5]: expected ranges in increasing order"},
		{domain("[3, 1]"), nil, "the domain of x0: range [3 1]: expected ranges in increasing order"},
		{domain("[5, 5], [5, 5]"), nil, "the domain of x0: range [5 5]: expected ranges in increasing order"},
		{domain("[5, 6], [1, 9]"), nil, "the domain of x0: range [1 9]: expected ranges in increasing order"},
		{domain("[1]"), nil, "the domain of x0: expected ranges of two numbers"},
		{domain("[1, 1000000001]"), nil, "the domain of x0: range [1 1000000001]: certificates support"},
		{domain("[-1000000001, 1]"), nil, "the domain of x0: range [-1000000001 1]: certificates support"},
		{domain("[0, 2097152]"), nil, "the domain of x0: range [0 2097152]: more than"},
		{domain("[-2, 2097150]"), nil, "the domain of x0: range [-2 2097150]: more than"},
		{domain("[0, 0], [2, 2097153]"), nil, "the domain of x0: range [2 2097153]: more than"},
		{model(`{"domain": [[2, 2097152]]}, {"domain": [[0, 1]]}`, ""), nil, "the domain of x1: range [0 1]: more"},
		{constraint(`"type": "given", "var": 1, "value": 5`), one(Linear{[]Term{{1, 1}}, "=", 5}), ""},
		{constraint(`"type": "linear", "terms": [[2, 0], [0, 1], [-1, 1]], "relation": "<=", "bound": 7`),
			one(Linear{[]Term{{2, 0}, {-1, 1}}, "<=", 7}), ""},
		{constraint(`"type": "linear", "terms": [[2]]`), nil, "constraint 0: expected a coefficient and a variable,"},
		{constraint(`"type": "linear", "terms": [[2, 3, 4]]`), nil, "constraint 0: expected a coefficient and a"},
		{constraint(`"type": "notequal", "a": 1, "b": 2, "offset": 3`), one(NotEqual{1, 2, 3}), ""},
		{constraint(`"type": "table", "vars": [1], "rows": [[2]]`), one(Table{[]int{1}, [][]int{{2}}}), ""},
		{constraint(`"type": "other"`), nil, "constraint 0: expected alldifferent, notequal,"},
		{objective(`"sense": "maximize", "terms": [[2, 0]], "constant": 3`),
			&Model{Objective: &Objective{true, []Term{{2, 0}}, 3}}, ""},
		{objective(`"sense": "minimize"`), &Model{Objective: &Objective{}}, ""},
		{objective(`"sense": "other"`), nil, "objective: expected minimize or maximize"},
		{objective(`"sense": "minimize", "terms": [[1]]`), nil, "objective: expected a coefficient"},
	} {
		m, err := ParseModel([]byte(c.text))
		if c.want != nil {
			c.want.JSON = []byte(c.text)
		}
		if (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) ||
			err == nil && !reflect.DeepEqual(m, c.want) {
			t.Errorf("%s: %+v, error %v, want %+v, %q", c.text, m, err, c.want, c.err)
		}
	}
	if m, err := ParseModel([]byte(domain("[0, 2097151]"))); err != nil || len(m.Domains[0]) != MaxVariable {
		t.Errorf("the most values: error %v", err)
	}
}
