package problem_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"nonet/encode/problem"
	"nonet/model"
)

// samples has a file of each format, with a comment where the format has comments. Its solutions are counted by hand.
var samples = []struct {
	format, text string
	count        int

	// whole reports whether the first lines of the text are a file of the format themselves. nil: the format shows that
	// a line is missing.
	whole func(text string) bool
}{
	{"cnf", "c a\nc p show 1 2 0\np cnf 3 2\n1 -2 0\n3 0\n", 3, nil},
	{"opb", "* #variable= 3 #constraint= 2\n* a\nmin: +1 x1 ;\n" +
		"+1 x1 +2 ~x2 -1 x3 >= 1 ;\n+1 x1 +1 x2 +1 x3 >= 1 ;\n", 4,
		nil},
	{"opb", "* a\n+1 x1 +1 x2 >= 1 ;\n+1 x1 -1 x2 >= 0 ;\n", 2,
		func(text string) bool { return strings.Contains(text, ";") }},
	{"lp", "\\ a\nMinimize\n obj: x + y\nSubject To\n sum: x + 2 y >= 3\nBounds\n x <= 3\n -1 <= y <= 1\n" +
		"General\n x\n y\nEnd\n", 4, nil},
	{"mps", "* a\nNAME t\nROWS\n N obj\n L cap\nCOLUMNS\n M 'MARKER' 'INTORG'\n x obj 1 cap 2\n y cap 1\n" +
		" M 'MARKER' 'INTEND'\nRHS\n RHS cap 4\nBOUNDS\n UP B x 2\n UP B y 3\nENDATA\n", 4 + 3 + 1, nil},
	{"cover", "| a\na b c\na b\nc\na\nb c\n", 2, func(text string) bool { return strings.Contains(text, "\na") }},
	{"col", "c a\nc nonet colours 3\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", 6, nil},
	{"xcsp3", "<instance format=\"XCSP3\" type=\"CSP\">\n<!-- a -->\n<variables>\n" +
		"<array id=\"x\" size=\"[2]\"> 1..3 </array>\n" +
		"</variables>\n<constraints>\n<intension> lt(x[0],x[1]) </intension>\n</constraints>\n</instance>\n", 3, nil},
	{"fzn", "% a\nvar 1..3: x :: output_var;\nvar 0..9: y;\n" +
		"constraint int_lin_eq([2,-1],[x,y],1);\nsolve satisfy;\n", 3,
		nil},
	{"model", "{\"kind\": \"nonet model\",\n\"version\": 1,\n" +
		"\"vars\": [{\"domain\":[[1,3]]}, {\"domain\":[[0,6]]}],\n" +
		"\"constraints\": [\n{\"type\":\"linear\",\"terms\":[[2,0],[-1,1]],\"relation\":\"=\",\"bound\":0}]\n}\n", 3, nil},
}

// inUTF16 returns a text in UTF-16 with the byte order mark or without it.
func inUTF16(text string, low, high int, mark bool) string {
	if mark {
		text = "\ufeff" + text
	}
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		pair := [2]byte{}
		pair[low], pair[high] = byte(unit), byte(unit>>8)
		b = append(b, pair[:]...)
	}
	return string(b)
}

// Every format is read with the line ends of every system and with a byte order mark of UTF-8, and refuses UTF-16 with
// one message.
func TestTexts(t *testing.T) {
	for _, s := range samples {
		read := func(text string) (*problem.Problem, error) {
			return problem.Read(strings.NewReader(text), "", problem.Options{Format: s.format})
		}
		for name, text := range map[string]string{
			"LF": s.text, "CR LF": strings.ReplaceAll(s.text, "\n", "\r\n"),
			"CR":   strings.ReplaceAll(s.text, "\n", "\r"),
			"mark": "\ufeff" + s.text, "mark, CR LF": "\ufeff" + strings.ReplaceAll(s.text, "\n", "\r\n"),
			"mark, CR":         "\ufeff" + strings.ReplaceAll(s.text, "\n", "\r"),
			"no last line end": strings.TrimSpace(s.text),
		} {
			p, err := read(text)
			if err != nil {
				t.Errorf("%s, %s: %v", s.format, name, err)
				continue
			}
			shown := map[string]bool{}
			for _, a := range solutions(p.Model) {
				var key []byte
				for _, v := range p.ShownVars() {
					key = append(key, byte(a[v]))
				}
				shown[string(key)] = true
			}
			if len(shown) != s.count {
				t.Errorf("%s, %s: %d solutions, want %d", s.format, name, len(shown), s.count)
			}
		}
		for _, text := range []string{inUTF16(s.text, 0, 1, true), inUTF16(s.text, 1, 0, true),
			inUTF16(s.text, 0, 1, false), inUTF16(s.text, 1, 0, false)} {
			_, err := read(text)
			if err == nil || !strings.HasSuffix(err.Error(), "the text is in UTF-16, expected UTF-8") {
				t.Errorf("%s: error %v about UTF-16", s.format, err)
			}
		}
		if _, err := read(""); err == nil {
			t.Errorf("%s: an empty file is read", s.format)
		}
		if _, err := read(s.text[:strings.Index(s.text, "\n")+1]); err == nil {
			t.Errorf("%s: the first line alone is read", s.format)
		}
	}
}

// A file that was cut off is an error unless the format cannot show it: an OPB file without a header after a
// constraint, and a cover file after its items.
func TestTruncated(t *testing.T) {
	for _, s := range samples {
		whole, err := problem.Read(strings.NewReader(s.text), "", problem.Options{Format: s.format})
		if err != nil {
			t.Fatalf("%s: %v", s.format, err)
		}
		want := solutions(whole.Model)
		for n := range len(s.text) {
			text := s.text[:n]
			p, err := problem.Read(strings.NewReader(text), "", problem.Options{Format: s.format})
			if err != nil || s.whole != nil && s.whole(text) {
				continue
			}
			if got := solutions(p.Model); !slices.EqualFunc(got, want, slices.Equal[model.Assignment]) ||
				!slices.Equal(p.ShownVars(), whole.ShownVars()) {
				t.Errorf("%s: cut off after %q, it has %d solutions, the whole file %d", s.format, text, len(got),
					len(want))
			}
		}
	}
}

// A header of OPB states how many variables and constraints follow.
func TestOPBHeader(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"* #variable= 3 #constraint= 3\n+1 x1 +1 x2 +1 x3 = 1 ;\n+1 x1 >= 1 ;\n",
			"opb: line 4, column 1: the file ends after 2 constraints, the header has 3"},
		{"* #variable= 2 #constraint= 1\n+1 x1 >= 1 ; +1 x2 >= 1 ;\n",
			"opb: line 2, column 14: more constraints than the 1 of the header"},
		{"* #variable= 1 #constraint= 1\n+1 x1 +1 x7 >= 1 ;\n",
			"opb: line 2, column 10: x7: the header has 1 variables"},
		{"* #variable= 3 #constraint= 1\n",
			"opb: line 2, column 1: the file ends after 0 constraints, the header has 1"},
		{"* #variable= #constraint= 1\n+1 x1 >= 1 ;\n",
			`opb: line 1, column 1: expected the header "* #variable= VARIABLES #constraint= CONSTRAINTS"`},
		{"* #variable= 3\n+1 x1 >= 1 ;\n", "opb: line 1, column 1: expected the header"},
		{"* #variable= x #constraint= 1\n+1 x1 >= 1 ;\n", "opb: line 1, column 1: expected the header"},
		{"* #variable= 1 #constraint= 1\n* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n",
			"opb: line 2, column 1: second header, or a header after a statement"},
		{"", "opb: line 1, column 1: the file ends without a header or a constraint"},
		{"* a comment\n", "opb: line 2, column 1: the file ends without a header or a constraint"},
		{"* #variable= 2 #constraint= 0\n", ""},
		{"* #variable= 4 #constraint= 1 #equal= 1 intsize= 3\n+1 x1 = 1 ;\n", ""},
		{"* a comment\n*  #variable=  4  #constraint=  1\n+1 x1 = 1 ;\n", ""},
		{"*#variable= 1 #constraint= 1\n+1 x1 = 1 ;\n", ""},
	} {
		_, err := problem.Read(strings.NewReader(test.text), "a.opb", problem.Options{})
		if err == nil && test.want == "" {
			continue
		}
		if err == nil || test.want == "" || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.want)
		}
	}
}

// A file that is packed with gzip and cut off is an error, also where the text was complete.
func TestTruncatedGzip(t *testing.T) {
	for _, s := range samples {
		packed := gzipped(s.text)
		for _, n := range []int{len(packed) / 2, len(packed) - 8, len(packed) - 1} {
			if _, err := problem.Read(bytes.NewReader(packed[:n]), "", problem.Options{Format: s.format}); err == nil {
				t.Errorf("%s: %d of %d bytes are read", s.format, n, len(packed))
			}
		}
	}
}
