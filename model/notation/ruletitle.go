package notation

import (
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// kindTitles are the names of kinds of rules in sentences, where they are not the name with blanks.
var kindTitles = map[string]string{
	"knight": "knight's move", "king": "king's move", "queen": "queen's move",
	"toroidal-knight": "toroidal knight's move", "toroidal-king": "toroidal king's move",
	"anti-taxicab": "anti-taxicab", "non-consecutive": "non-consecutive", "negative-xv": "negative XV",
	"all-different": "extra region", "x-sum": "X-sum", "look-and-say": "look-and-say", "not-equal": "unequal",
}

// KindTitle returns the name of a kind of rules in sentences: "slow thermometer".
func KindTitle(kind string) string {
	if title := kindTitles[kind]; title != "" {
		return title
	}
	return strings.ReplaceAll(kind, "-", " ")
}

// outside are the kinds of clues that stand beside a row or column.
var outside = []string{"sandwich", "skyscraper", "hidden-skyscraper", "x-sum", "numbered-room"}

// maxNameLength is the length up to which the text of a rule is its name in sentences.
const maxNameLength = 120

// NameAt is RuleName, shortened to 120 characters, with the line of the rule in its file unless it is 0:
// "cage 15 r1c1 r1c2 (line 7)".
func NameAt(s sudoku.Shape, r sudoku.Rule, line int) string {
	text := []rune(RuleName(s, r))
	if len(text) > maxNameLength {
		text = append(text[:maxNameLength-3], '.', '.', '.')
	}
	return string(text) + LineNote(line)
}

// LineNote returns " (line 7)", or "" for 0.
func LineNote(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d)", line)
}

// RuleName names r, a valid rule of grids of shape s, in sentences: "slow thermometer r1c1 r2c2 r2c3", "sandwich 32 of
// row 1", "skyscraper 3 left of row 1", "r1c1 < r1c2". Four cells or more on a straight line are "r1c1..r1c9".
func RuleName(s sudoku.Shape, r sudoku.Rule) string {
	if side := sideOf(s, r); side != "" {
		return fmt.Sprintf("%s %d %s", KindTitle(r.Kind), r.Number, side)
	}
	if sudoku.RuleKindByName(r.Kind).Optional {
		r.Number = r.NumberIn(s)
	}
	words := strings.Fields(strings.TrimPrefix(RuleText(s, r), r.Kind))
	if r.Kind == "less" {
		return strings.Join(words, " < ")
	}
	return ruleMarks.Replace(strings.Join(append([]string{KindTitle(r.Kind)}, withRuns(words)...), " "))
}

// ruleMarks replaces marks of the format by what people write.
var ruleMarks = strings.NewReplacer(" : ", ": ", "<=", "≤", ">=", "≥", "*", "·")

// sideOf returns where a clue outside the grid stands, "left of row 1", or "" if r is none or sees no whole row or
// column. A sandwich says the same on both sides.
func sideOf(s sudoku.Shape, r sudoku.Rule) string {
	names := slice.Map(r.Cells, s.Name)
	if !slices.Contains(outside, r.Kind) || len(names) != s.N() || len(withRuns(names)) != 1 {
		return ""
	}
	first, last := r.Cells[0], r.Cells[len(names)-1]
	line, near, far := fmt.Sprintf("column %d", s.Column(first)+1), "above", "below"
	switch {
	case s.Row(first) == s.Row(last):
		line, near, far = fmt.Sprintf("row %d", s.Row(first)+1), "left of", "right of"
	case s.Column(first) != s.Column(last):
		return ""
	}
	switch {
	case r.Kind == "sandwich":
		near = "of"
	case first > last:
		near = far
	}
	return near + " " + line
}

// withRuns replaces names of cells by r1c1..r1c9 where four or more follow each other on a straight line.
func withRuns(words []string) (all []string) {
	for n := 0; len(words) > 0; words = words[n:] {
		var at, from, step [2]int
		for n = 1; n < len(words); n++ {
			_, err := fmt.Sscanf(words[n-1]+" "+words[n], "r%dc%d r%dc%d", &from[0], &from[1], &at[0], &at[1])
			way := [2]int{at[0] - from[0], at[1] - from[1]}
			if err != nil || max(way[0]*way[0], way[1]*way[1]) != 1 || n > 1 && way != step {
				break
			}
			step = way
		}
		if n < 4 {
			n = 1
			all = append(all, words[0])
		} else {
			all = append(all, words[0]+".."+words[n-1])
		}
	}
	return all
}
