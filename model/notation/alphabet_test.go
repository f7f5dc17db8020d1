package notation_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model/notation"
)

// pad returns symbols followed by blanks to fill a grid of n rows.
func pad(symbols, blank string, n int) string {
	return symbols + strings.Repeat(blank, n*n-len(symbols))
}

// TestAlphabets reads one puzzle and checks the values of its first cells, or the alphabets that the error names.
func TestAlphabets(t *testing.T) {
	for _, test := range []struct {
		name, alphabet, input string
		want                  []int    // the first values
		choice                []string // or the alphabets that fit
	}{
		{"16x16 with G", "", pad("19AG", ".", 16), []int{1, 9, 10, 16}, nil},
		{"16x16 with g", "", pad("19ag", ".", 16), []int{1, 9, 10, 16}, nil},
		{"16x16 with P and no digit", "", pad("AGP", ".", 16), []int{1, 7, 16}, nil},
		{"16x16 with P and blank 0", "", pad("AGP", "0", 16), []int{1, 7, 16}, nil},
		{"16x16 with 0 and f beside a dot", "", pad("09af", ".", 16), []int{1, 10, 11, 16}, nil},
		{"16x16 with 0 and F beside a star", "", pad("09AF", "*", 16), []int{1, 10, 11, 16}, nil},
		{"16x16 with blank 0 and no G", "", pad("19AF", "0", 16), []int{1, 9, 10, 15}, nil},
		{"16x16 in pairs", "", "0116100900" + strings.Repeat("00", 251), []int{1, 16, 10, 9, 0}, nil},
		{"16x16 in pairs with dots", "", "0116......" + strings.Repeat("..", 251), []int{1, 16, 0, 0, 0}, nil},
		{"16x16 without a clue", "", pad("", ".", 16), []int{0, 0}, nil},
		{"16x16 without a clue, blank 0", "", pad("", "0", 16), []int{0, 0}, nil},
		{"16x16 without 0 and G", "", pad("19AF", ".", 16), nil, []string{"mixed", "hex"}},
		{"16x16 with few letters", "", pad("AG", ".", 16), nil, []string{"mixed", "letters"}},
		{"16x16 with fewer letters", "", pad("AF", ".", 16), nil, []string{"mixed", "letters", "hex"}},
		{"a complete 16x16 grid from 0 to F", "", strings.Repeat("0123456789ABCDEF", 16), nil,
			[]string{"mixed", "hex"}},
		{"25x25 with Y", "", pad("AYx", ".", 25), []int{1, 25, 24}, nil},
		{"25x25 with digits", "", pad("19AP", ".", 25), []int{1, 9, 10, 25}, nil},
		{"25x25 with X for a blank", "", pad("19AP", "X", 25), []int{1, 9, 10, 25, 0}, nil},
		{"36x36 with small letters", "", pad("19AZa", ".", 36), []int{1, 9, 10, 35, 36}, nil},
		{"60x60", "", pad("1Zay", ".", 60), []int{1, 35, 36, 60}, nil},
		{"10x10 with A", "", pad("19A", ".", 10), []int{1, 9, 10}, nil},
		{"10x10 with 0 beside a dot", "", pad("190", ".", 10), []int{2, 10, 1}, nil},
		{"10x10 with digits", "", pad("19", ".", 10), nil, []string{"mixed", "hex"}},
		{"9x9 with letters", "", pad("ADI", ".", 9), []int{1, 4, 9}, nil},
		{"9x9 with 0 beside a dot and no 9", "", pad("180", ".", 9), nil, []string{"mixed", "hex"}},
		{"4x4 with 0 beside a dot and 4", "", pad("140", ".", 4), []int{1, 4, 0}, nil},

		{"16x16 asked for mixed", "mixed", pad("19AF", ".", 16), []int{1, 9, 10, 15}, nil},
		{"16x16 asked for hex", "hex", pad("19AF", ".", 16), []int{2, 10, 11, 16}, nil},
		{"16x16 asked for letters", "letters", pad("AF", ".", 16), []int{1, 6}, nil},
		{"4x4 asked for pairs", "pairs", "0104" + strings.Repeat("00", 14), []int{1, 4, 0}, nil},
		{"9x9 asked for hex", "hex", pad("180", ".", 9), []int{2, 9, 1}, nil},
		{"9x9 asked for mixed", "mixed", pad("180", ".", 9), []int{1, 8, 0}, nil},

		{"integers with 0 for a blank", "", "4 0 0 1\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", []int{4, 0, 0, 1}, nil},
		{"integers with 0 beside a dot, and 4", "", "4 0 . 1\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", []int{4, 0, 0, 1}, nil},
		{"integers with 0 beside a dot", "", "3 0 . 1\n. . . .\n. . . .\n. . . .\n", nil, []string{"mixed", "hex"}},
		{"integers from 0", "hex", "3 0 . 1\n. . . .\n. . . .\n. . . .\n", []int{4, 1, 0, 2}, nil},
		{"integers with two blanks", "mixed", "3 0 . 1\n. . . .\n. . . .\n. . . .\n", []int{3, 0, 0, 1}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := notation.Parse(test.input, notation.Options{Alphabet: test.alphabet})
			var bad *notation.ParseError
			if test.choice != nil {
				if !errors.As(err, &bad) {
					t.Fatalf("got error %v, want a *ParseError with alphabets", err)
				}
				if diff := cmp.Diff(test.choice, bad.Alphabets); diff != "" {
					t.Errorf("choice (-want +got):\n%s", diff)
				}
				for _, name := range test.choice {
					if !strings.Contains(bad.Expected, name) {
						t.Errorf("the message does not name alphabet %s: %v", name, err)
					}
					if _, err := notation.Parse(test.input, notation.Options{Alphabet: name}); err != nil {
						t.Errorf("alphabet %s: %v", name, err)
					}
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, []int(p.Clues[:len(test.want)])); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAlphabetOfEarlierPuzzles reads files of several 16x16 puzzles, some of which fit only one alphabet.
func TestAlphabetOfEarlierPuzzles(t *testing.T) {
	inHex, inMixed, either := pad("0F", ".", 16), pad("1G", ".", 16), pad("1F", ".", 16)
	smaller := pad("0B", ".", 12)
	for _, test := range []struct {
		name  string
		input []string
		last  int // the first value of the last puzzle, or 0 for an error
	}{
		{"hex before", []string{inHex, either}, 2},
		{"mixed before", []string{inMixed, either}, 1},
		{"mixed before, then a puzzle without clues", []string{inMixed, pad("", ".", 16), either}, 1},
		{"nothing before", []string{either}, 0},
		{"a grid of another size before", []string{smaller, either}, 0},
		{"both before", []string{inHex, inMixed, either}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			puzzles, messages := readAll(strings.Join(test.input, "\n"), notation.Options{})
			if test.last == 0 {
				if len(messages) != 1 || len(puzzles) != len(test.input)-1 {
					t.Fatalf("%d puzzles, messages %q", len(puzzles), messages)
				}
				return
			}
			if len(messages) > 0 {
				t.Fatal(messages)
			}
			if got := puzzles[len(puzzles)-1].Clues[0]; got != test.last {
				t.Errorf("got value %d, want %d", got, test.last)
			}
		})
	}
}
