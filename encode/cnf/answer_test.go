package cnf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/model"
)

// Recorded outputs of programs for two formulas: (1 or 2) and (not 1 or 3); and 1 and not 1.
func TestReadAnswerOfPrograms(t *testing.T) {
	unsat := encode.Answer[[]Lit]{Status: model.Unsatisfiable, Complete: true}
	tests := map[string]encode.Answer[[]Lit]{
		"cadical-sat.txt":          {Status: model.Satisfiable, Solutions: [][]Lit{{1, 2, 3}}},
		"cadical-unsat.txt":        unsat,
		"minisat-sat.txt":          {Status: model.Satisfiable},
		"minisat-sat-result.txt":   {Status: model.Satisfiable, Solutions: [][]Lit{{-1, 2, 3}}},
		"minisat-unsat.txt":        unsat,
		"minisat-unsat-result.txt": unsat,
		"clasp-all.txt": {
			Status: model.Satisfiable, Complete: true,
			Solutions: [][]Lit{{1, 2, 3}, {-1, 2, 3}, {-1, 2, -3}, {1, -2, 3}},
		},
		"clasp-two.txt":         {Status: model.Satisfiable, Solutions: [][]Lit{{1, 2, 3}, {-1, 2, 3}}},
		"clasp-unsat.txt":       unsat,
		"cryptominisat-sat.txt": {Status: model.Satisfiable, Solutions: [][]Lit{{-1, 2, -3}}},
		"cryptominisat-all.txt": {
			Status: model.Satisfiable, Complete: true,
			Solutions: [][]Lit{{-1, 2, -3}, {-1, 2, 3}, {1, 2, 3}, {1, -2, 3}},
		},
		"cryptominisat-unsat.txt": unsat,
	}
	files, err := filepath.Glob("testdata/answers/*.txt")
	if err != nil || len(files) != len(tests) {
		t.Errorf("got %d recorded outputs, error %v, want %d", len(files), err, len(tests))
	}
	for name, want := range tests {
		file, err := os.Open(filepath.Join("testdata", "answers", name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadAnswer(file)
		file.Close()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

var answers = []struct {
	name, text string
	want       encode.Answer[[]Lit]
}{
	{"values over several lines", "s SATISFIABLE\nv 1 -2\nv 3\nv -4 0\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1, -2, 3, -4}}}},
	{"values before the status", "v 1 -2 0\ns SATISFIABLE\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1, -2}}}},
	{"no status", "c nothing\nv 1 -2 0\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1, -2}}}},
	{"values without a final 0", "s SATISFIABLE\nv 1 -2",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1, -2}}}},
	{"no values", "s SATISFIABLE\n", encode.Answer[[]Lit]{Status: model.Satisfiable}},
	{"a valuation of no variables", "s SATISFIABLE\nv 0\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{}}}},
	{"a 0 on a line of its own", "s SATISFIABLE\nv 1 2\nv 0\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1, 2}}}},
	{"an empty line of values", "s SATISFIABLE\nv\nv 1 0\nv\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}}}},
	{"Windows line ends and tabs", "s\tSATISFIABLE \r\nv\t1 -2 0\r\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1, -2}}}},
	{"an optimum", "s OPTIMUM FOUND\nv 1 0\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}}}},
	{"unsatisfiable", "s UNSATISFIABLE\n", encode.Answer[[]Lit]{Status: model.Unsatisfiable, Complete: true}},
	{"unsatisfiable without s", "UNSATISFIABLE\n", encode.Answer[[]Lit]{Status: model.Unsatisfiable, Complete: true}},
	{"unknown", "s UNKNOWN\n", encode.Answer[[]Lit]{}},
	{"indeterminate", "s INDETERMINATE\n", encode.Answer[[]Lit]{}},
	{"minisat's result file", "SAT\n1 -2 3 0\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1, -2, 3}}}},
	{"minisat's result file, interrupted", "INDET\n", encode.Answer[[]Lit]{}},
	{"minisat's result file, no variables", "SAT\n0\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{}}}},
	{"garbage around the answer",
		"WARNING: v1\nvv 3\nSAT competition\n1 2 3\n\x00\x01\n| 5 |\ns SATISFIABLE\nv 1 0\nbye",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}}}},
	{"several answers one after another", "s SATISFIABLE\nv 1 0\ns SATISFIABLE\nv -1 0\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}, {-1}}}},
	{"several answers without ends", "s SATISFIABLE\nv 1\ns SATISFIABLE\nv -1\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}, {-1}}}},
	{"several answers in clasp's comments", "c Answer: 1\nv 1\nc Answer: 2\nv -1\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}, {-1}}}},
	{"all answers, as clasp counts them", "v 1 0\nv -1 0\ns SATISFIABLE\nc Models         : 2\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}, {-1}}, Complete: true}},
	{"not all answers, as clasp counts them", "v 1 0\nv -1 0\ns SATISFIABLE\nc Models         : 2+\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}, {-1}}}},
	{"not all answers were printed", "v 1 0\nv -1 0\ns SATISFIABLE\nc Models         : 3\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}, {-1}}}},
	{"interrupted after an answer", "s SATISFIABLE\nv 1 0\ns UNKNOWN\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable, Solutions: [][]Lit{{1}}}},
	{"a long line of garbage", strings.Repeat("x", 1<<20) + "\nc " + strings.Repeat("y ", 1<<20) + "\ns SATISFIABLE\n",
		encode.Answer[[]Lit]{Status: model.Satisfiable}},
}

func TestReadAnswer(t *testing.T) {
	for _, test := range answers {
		got, err := ReadAnswer(strings.NewReader(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, d)
		}
	}
}

var badAnswers = []struct{ name, text, want string }{
	{"nothing", "", "answer: no answer in the solver's output"},
	{"garbage", "Segmentation fault\n", "answer: no answer in the solver's output"},
	{"a grid", "1 2 3\n", "answer: no answer in the solver's output"},
	{"a word among the values", "s SATISFIABLE\nv 1 x2 0\n", `line 2, column 5: expected a literal, not "x2"`},
	{"a word stuck to a value", "s SATISFIABLE\nv 1 2x 0\n", `line 2, column 5: expected a literal, not "2x"`},
	{"a long word", "v " + strings.Repeat("x", 1000),
		`line 1, column 3: expected a literal, not "` + strings.Repeat("x", scan.MaxWord) + `"`},
	{"a value out of range", "v 2147483648 0\n",
		"line 1, column 3: 2147483648 is not a literal: variables are 1 to 2147483647"},
	{"a value far out of range", "v -99999999999999999999 0\n",
		`line 1, column 3: expected a literal of at most 18 digits, not "-99999999999999999999"`},
	{"an unknown status", "s mc 30\n", `line 1, column 3: unknown status "mc 30"`},
	{"no status", "s\n", `line 1, column 2: unknown status ""`},
	{"satisfiable and unsatisfiable", "s SATISFIABLE\ns UNSATISFIABLE\n",
		"answer: both SATISFIABLE and UNSATISFIABLE"},
	{"unsatisfiable with values", "s UNSATISFIABLE\nv 1 0\n",
		"answer: a valuation follows the status UNSATISFIABLE"},
}

func TestReadAnswerErrors(t *testing.T) {
	for _, test := range badAnswers {
		got, err := ReadAnswer(strings.NewReader(test.text))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s:\n got %v (%+v)\nwant %s", test.name, err, got, test.want)
		}
		if strings.Contains(test.want, "no answer") != errors.Is(err, ErrNoAnswer) {
			t.Errorf("%s: errors.Is(%v, ErrNoAnswer) = %v", test.name, err, errors.Is(err, ErrNoAnswer))
		}
	}
}

// repeated reads text n times.
func repeated(text string, n int) io.Reader {
	return io.LimitReader(&repeater{text: text}, int64(n*len(text)))
}

type repeater struct {
	text string
	pos  int
}

func (r *repeater) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.pos:])
	r.pos = (r.pos + n) % len(r.text)
	return n, nil
}

func TestReadAnswerLimits(t *testing.T) {
	defer func(all, one int) {
		maxAnswerLiterals, maxValuationLiterals = all, one
	}(maxAnswerLiterals, maxValuationLiterals)
	maxAnswerLiterals, maxValuationLiterals = 1<<14, 1<<13
	long := repeated("v 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n", maxValuationLiterals/16+1)
	if _, err := ReadAnswer(long); err == nil || !strings.Contains(err.Error(), "a valuation of more than") {
		t.Errorf("a valuation without end: got error %v", err)
	}
	many := repeated("v 0\n", maxAnswerLiterals/8+1)
	if _, err := ReadAnswer(many); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("valuations without end: got error %v", err)
	}
	if _, err := ReadAnswer(repeated("\x01\xffgarbage ", 1<<20)); !errors.Is(err, ErrNoAnswer) {
		t.Errorf("a line without end: got error %v", err)
	}
}

func TestScanAnswer(t *testing.T) {
	const n = 100_000
	count := 0
	end := fmt.Sprintf("s SATISFIABLE\nc Models : %d\n", n)
	output := io.MultiReader(repeated("c Answer: 1\nv 1 -2 0\n", n), strings.NewReader(end))
	a, err := ScanAnswer(output, func(values []Lit) bool {
		count++
		return slices.Equal(values, []Lit{1, -2})
	})
	if err != nil || count != n || a.Status != model.Satisfiable || !a.Complete {
		t.Errorf("got %d valuations, %+v, error %v, want %d", count, a, err, n)
	}
	count = 0
	a, err = ScanAnswer(repeated("v 1 -2 0 1 2 0\n", n), func([]Lit) bool {
		count++
		return count < 4
	})
	if err != nil || count != 4 || a.Status != model.Satisfiable || a.Complete {
		t.Errorf("got %d valuations, %+v, error %v, want 4", count, a, err)
	}
}

func TestValuationOf(t *testing.T) {
	v, err := ValuationOf([]Lit{2, -1, 2}, 3)
	if err != nil || !slices.Equal(v, Valuation{false, false, true, false}) {
		t.Errorf("got %v, error %v, want variable 2 alone to be true", v, err)
	}
	for name, lits := range map[string][]Lit{
		"beyond": {4}, "negative beyond": {-4}, "zero": {0}, "the smallest integer": {-1 << 31},
		"contradiction": {1, -1}, "contradiction, reversed": {-1, 1},
	} {
		if v, err := ValuationOf(lits, 3); err == nil {
			t.Errorf("%s: got %v, want an error", name, v)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	for _, test := range answers {
		if len(test.text) < 1000 {
			f.Add([]byte(test.text))
		}
	}
	for _, test := range badAnswers {
		f.Add([]byte(test.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := ReadAnswer(bytes.NewReader(text))
		if err != nil {
			return
		}
		if a.Status != model.Satisfiable && a.Solutions != nil {
			t.Fatalf("solutions without the status satisfiable: %+v", a)
		}
		again, err := ReadAnswer(strings.NewReader(formatAnswer(a)))
		if err != nil {
			t.Fatalf("printed as\n%sit cannot be read: %v", formatAnswer(a), err)
		}
		if d := cmp.Diff(a, again); d != "" {
			t.Fatalf("read again (-first +second):\n%s", d)
		}
	})
}

// formatAnswer writes an answer in the form of cryptominisat.
func formatAnswer(a encode.Answer[[]Lit]) string {
	var b strings.Builder
	if a.Solutions != nil {
		for _, values := range a.Solutions {
			b.WriteString("s SATISFIABLE\nv")
			for _, l := range values {
				fmt.Fprintf(&b, " %d", l)
			}
			b.WriteString(" 0\n")
		}
		if a.Complete {
			b.WriteString("s UNSATISFIABLE\n")
		}
		return b.String()
	}
	switch a.Status {
	case model.Satisfiable:
		return "s SATISFIABLE\n"
	case model.Unsatisfiable:
		return "s UNSATISFIABLE\n"
	}
	return "s UNKNOWN\n"
}
