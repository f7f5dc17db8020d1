package notation_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// Regions of a jigsaw, and a killer whose rows are three cages each.
const (
	layout9 = "aaabbbccc\ndaabbbbcc\ndaaebcccf\ndaaebecff\ndddeeefff\ngddhheffi\ngdghheifi\nggghheiii\nggghhhiii\n"
)

// TestTexts reads the texts of killers, jigsaws and Solo among other puzzles.
func TestTexts(t *testing.T) {
	oneLine := strings.ReplaceAll(layout9, "\n", "")
	digits := strings.NewReplacer("a", "1", "b", "2", "c", "3", "d", "4", "e", "5", "f", "6", "g", "7", "h", "8", "i",
		"9")
	clues := strings.Repeat(".", 80) + "5"
	rows := strings.Repeat(".........\n", 8) + "........5\n"
	solution := strings.Repeat("123456789456789123789123456", 3)
	for _, test := range []struct {
		name, input string
		want        []string // the number of rules of each puzzle, after its clues and the shape
	}{
		{"regions on a line", oneLine, []string{"0 in 1x9, 1"}},
		{"regions as digits on a line, which the fast path leaves", digits.Replace(oneLine) + "\n" + solution + "\n" +
			escargot + "\n", []string{"0 in 1x9, 1", "81 in 3x3, 0", "23 in 3x3, 0"}},
		{"regions as digits from 0", strings.ReplaceAll(digits.Replace(oneLine), "9", "0") + "\n" + escargot + "\n",
			[]string{"0 in 1x9, 1", "23 in 3x3, 0"}},
		{"regions in rows", layout9, []string{"0 in 1x9, 1"}},
		{"clues and regions on a line", clues + oneLine + "\n" + escargot, []string{"1 in 1x9, 1", "23 in 3x3, 0"}},
		{"clues and regions with a space between", clues + " " + oneLine, []string{"1 in 1x9, 1"}},
		{"clues and regions in rows", rows + layout9 + rows + "\n" + layout9 + "\n" + escargot,
			[]string{"1 in 1x9, 1", "1 in 1x9, 1", "23 in 3x3, 0"}},
		{"rows with spaces", strings.ReplaceAll(rows, ".", ". ") + layout9, []string{"1 in 1x9, 1"}},
		{"two grids", rows + "\n" + rows, []string{"1 in 3x3, 0", "1 in 3x3, 0"}},
		{"a list of forms", "SumoCueV1=1=0=0=4=0=0=1=0=0=1=0=0=4=0=0=1\n" +
			"2x2x:1b4b1b1b4b1\n2x2::k:257:0:0:1026:0:0:259:0:0:260:0:0:1029:0:0:262:\n" +
			strings.Repeat("6<<F<<O<<F<<O<<6<<O<<6<<F<<", 3) + "\n" + four + "\n4j:c1i2b,b__b__caa__c_\n",
			[]string{"6 in 2x2, 0", "6 in 2x2, 1", "6 in 2x2, 0", "0 in 3x3, 27", "6 in 2x2, 0", "2 in 1x4, 1"}},
		{"SumoCue in lines", "SumoCueV1=1=0=0=4\n=0=0=1=0\n=0=1=0=0\n=4=0=0=1\n" + four, []string{"6 in 2x2, 0",
			"6 in 2x2, 0"}},
		{"titles that name a variant", "Killer\n" + rows + "\n" + "jigsaw\n" + rows,
			[]string{"1 in 3x3, 0", "1 in 3x3, 0"}},
		{"names that look like parameters", "3x3: " + escargot + "\n9j " + escargot + "\n",
			[]string{"23 in 3x3, 0", "23 in 3x3, 0"}},
	} {
		puzzles, messages := readAll(test.input, notation.Options{})
		var got []string
		for _, p := range puzzles {
			got = append(got, fmt.Sprintf("%d in %dx%d, %d", p.Givens(), p.Shape.Height, p.Shape.Width, len(p.Rules)))
		}
		if diff := cmp.Diff(test.want, got); diff != "" || messages != nil {
			t.Errorf("%s: %q (-want +got):\n%s", test.name, messages, diff)
		}
	}
}

// TestTextErrors reads malformed texts in a list. Each costs its own lines only.
func TestTextErrors(t *testing.T) {
	for _, test := range []struct {
		name, input string
		want        []string
	}{
		{"another one behind", "SumoCueV1=6+0\nSumoCueV1=6+x\n" + classic,
			[]string{"list:1:14: the text ends after 2 cells, expected 81",
				`list:2:12: found "+x" for cell 2, expected =15 for a cage with a sum, +3 for the cage ` +
					`of cell 3; in ` +
					"a jigsaw with a region such as J0"}},
		{"a random seed", "3x3#1234567\n" + classic,
			[]string{"list:1:4: the id is a random seed, from which only the generator of the program " +
				"makes the " +
				"puzzle, expected the id after the colon, which the program shows as the specific game id"}},
	} {
		puzzles, messages := readAll(test.input, notation.Options{File: "list"})
		if diff := cmp.Diff(test.want, messages); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff([]string{classic}, lines(puzzles)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestBoxesOfJigsaws requests boxes beside the regions of a jigsaw.
func TestBoxesOfJigsaws(t *testing.T) {
	for _, test := range []struct {
		format string
		shape  sudoku.Shape
		want   string
	}{
		{"", sudoku.Shape{}, "1x9, 1 rules"}, {"", sudoku.Order(3), "3x3, 9 rules"},
		{"jigsaw", sudoku.Shape{Height: 1, Width: 9}, "1x9, 1 rules"},
	} {
		p, err := notation.Parse(layout9, notation.Options{Format: test.format, Shape: test.shape})
		if got := fmt.Sprintf("%dx%d, %d rules", p.Shape.Height, p.Shape.Width, len(p.Rules)); err != nil ||
			got != test.want {
			t.Errorf("%s: %s, %v", test.shape, got, err)
		}
	}
	_, err := notation.Parse(layout9, notation.Options{Shape: sudoku.Order(2)})
	if err == nil {
		t.Error("a jigsaw of nine rows as one of four")
	}
	// Regions that are not connected need the format.
	apart := strings.Replace(strings.Replace(layout9, "aaab", "baab", 1), "bbbb", "abbb", 1)
	if p, err := notation.Parse(apart, notation.Options{Format: "jigsaw"}); err != nil || len(p.Rules) != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := notation.Parse(apart, notation.Options{}); err != nil || !p.Classic() {
		t.Errorf("not a grid in letters: %+v, %v", p, err)
	}
}

// TestRowsNeedNoRegions checks that a grid that is typed, with a blank line after it, is read before further lines.
func TestRowsNeedNoRegions(t *testing.T) {
	in := &typed{lines: strings.SplitAfter(strings.Repeat("5........\n", 9)+"\n", "\n")[:10]}
	p, err := notation.NewReader(in, notation.Options{}).Read()
	if err != nil || p.Givens() != 9 || in.waited {
		t.Errorf("%v, %v, waited: %v", p, err, in.waited)
	}
}

// A typed is a source that returns line by line. waited reports that it was read beyond its last line.
type typed struct {
	lines  []string
	waited bool
}

func (s *typed) Read(b []byte) (int, error) {
	if len(s.lines) == 0 {
		s.waited = true
		return 0, io.EOF
	}
	n := copy(b, s.lines[0])
	s.lines = s.lines[1:]
	return n, nil
}
