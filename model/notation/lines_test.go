package notation_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"nonet/model/notation"
)

// TestLineEnds reads the example of each format, and texts of several lines, with each end of a line that is in use and
// with a byte order mark.
func TestLineEnds(t *testing.T) {
	texts := map[string]string{"rules": kindsOfRules(t),
		"a mixture": classic + " a name\n\n" + four + "\nnonet 1\nname x\n" + strings.Join(rows9, "\n")}
	for _, format := range notation.Formats() {
		texts[format.Name] = format.Example
	}
	for _, test := range pasteTests {
		texts[test.name] = strings.TrimPrefix(test.text, "\n")
	}
	for name, text := range texts {
		if strings.Contains(text, "\r") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text = four + "\n" + text + "\n" + four + "\n" + four // the first line end, and the last line without
			read := func(text string) (transcript string) {
				r := notation.NewReader(iotest.OneByteReader(strings.NewReader(text)), notation.Options{})
				for {
					p, err := r.Read()
					if err != nil && strings.Contains(err.Error(), "EOF") {
						return transcript
					}
					transcript += fmt.Sprintf("%d: %s %v %q %v\n", r.Line(), describe(p), err, p.Name, r.Notes())
				}
			}
			want := read(text)
			for end, name := range map[string]string{"\r\n": "CR LF", "\r": "CR"} {
				if diff := cmp.Diff(want, read("\xef\xbb\xbf"+strings.ReplaceAll(text, "\n", end))); diff != "" {
					t.Errorf("%s and a mark (-want +got):\n%s", name, diff)
				}
			}
		})
	}
}

// TestMixedLineEnds reads lists whose lines end in several ways.
func TestMixedLineEnds(t *testing.T) {
	testRead(t, []readTest{
		{"CR among LF", four + "\r" + four + "\n" + four + "\r\n" + four, []string{four, four, four, four}},
		{"CR LF CR is an empty line", four + "\r\n\r" + four, []string{four, four}},
		{"81 cells before CR", classic + "\r" + classic + "\r\n" + classic + "\n\r" + classic,
			[]string{classic, classic, classic, classic}},
		{"rows before CR, a list before LF", strings.Join(rows9, "\r") + "\n\n" + classic, []string{classic, classic}},
	})
}
