package notation

import (
	"fmt"
	"slices"
	"strings"

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

// sideOf returns where a clue outside the grid stands, "left of row 1", or "" if r is none or sees another line. A
// sandwich says the same on both sides.
func sideOf(s sudoku.Shape, r sudoku.Rule) string {
	if !slices.Contains(outside, r.Kind) || len(r.Cells) != s.N() {
		return ""
	}
	first, last := r.Cells[0], r.Cells[len(r.Cells)-1]
	for i := range s.N() {
		for _, line := range []struct {
			kind, near, far string
			cell            func(k int) sudoku.Cell
		}{
			{"row", "left of", "right of", func(k int) sudoku.Cell { return s.Cell(i, k) }},
			{"column", "above", "below", func(k int) sudoku.Cell { return s.Cell(k, i) }},
		} {
			cells := make([]sudoku.Cell, s.N())
			for k := range cells {
				cells[k] = line.cell(k)
			}
			if !slices.Equal(cells, slices.Sorted(slices.Values(r.Cells))) {
				continue
			}
			side := line.near
			if first > last {
				slices.Reverse(cells)
				side = line.far
			}
			if r.Kind == "sandwich" {
				side = "of"
			}
			if slices.Equal(cells, r.Cells) {
				return fmt.Sprintf("%s %s %d", side, line.kind, i+1)
			}
		}
	}
	return ""
}

// withRuns replaces names of cells by r1c1..r1c9 where four or more follow each other on a straight line.
func withRuns(words []string) []string {
	var all []string
	for i := 0; i < len(words); {
		n := 1
		var at, from, step [2]int
		for ; i+n < len(words); n++ {
			_, err := fmt.Sscanf(words[i+n-1]+" "+words[i+n], "r%dc%d r%dc%d", &from[0], &from[1], &at[0], &at[1])
			way := [2]int{at[0] - from[0], at[1] - from[1]}
			if err != nil || max(way[0]*way[0], way[1]*way[1]) != 1 || n > 1 && way != step {
				break
			}
			step = way
		}
		if n < 4 {
			n = 1
			all = append(all, words[i])
		} else {
			all = append(all, words[i]+".."+words[i+n-1])
		}
		i += n
	}
	return all
}
