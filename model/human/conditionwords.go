package human

import (
	"cmp"
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

//go:embed conditions.txt
var conditionsText string

// conditionWords returns the texts of conditions.txt by kind of rule.
var conditionWords = sync.OnceValue(func() map[string]string {
	words := map[string]string{}
	for line := range strings.Lines(conditionsText) {
		if kind, text, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && line[0] != '#' {
			words[kind] = text
		}
	}
	return words
})

// wordsOf returns the text for a rule, or for a condition of a form that is of no rule.
func wordsOf(r *sudoku.Rule, f form) string {
	switch {
	case r != nil:
		return cmp.Or(conditionWords()[r.Kind], "{name}: {left}")
	case f == sumForm:
		return conditionWords()["sum"]
	}
	return "{name}: {left}"
}

// listCombinations adds a part for each set of values that the cells of k may have, if there are at most
// maxCombinations, in increasing order.
func (p *Position) listCombinations(k *condition, s *Step) {
	var sets [][]int
	few := k.set.Solutions(p.mayHave, k.nodes, func(values []int) bool {
		set := slices.Sorted(slices.Values(values))
		at, known := slices.BinarySearchFunc(sets, set, slices.Compare)
		if !known {
			sets = slices.Insert(sets, at, set)
		}
		return len(sets) <= maxCombinations
	})
	if !few || len(sets) > maxCombinations {
		return
	}
	for _, set := range sets {
		s.addPart(roleCombination).Values = set
	}
}

// setSigns are the placeholders for sets of values, and the signs between their values.
var setSigns = map[string]string{"{sets}": "+", "{products}": "×", "{runs}": "-"}

// explainCondition returns the text of the condition of a step, "cage 15 r1c1 r1c2 is 6+9 or 7+8".
func explainCondition(s *Step) string {
	k := s.condition
	words, others, _ := strings.Cut(k.words, " | ")
	if len(s.Parts) < 2 && others != "" {
		words = others
	}
	return placeholder().ReplaceAllStringFunc(words, func(text string) string {
		if sign := setSigns[text]; sign != "" {
			sum := func(t Part) string { return strings.Join(s.valueNames(t), sign) }
			return slice.JoinOr(slice.Map(s.Parts[1:], sum))
		}
		switch text {
		case "{name}":
			return k.name
		case "{left}":
			return s.leftText(k)
		case "{ranks}":
			return s.rankText(k)
		case "{cells}":
			if len(k.cells) > 4 {
				return "the cells"
			}
			return slice.JoinAnd(slice.Map(k.cells, s.board.cellName))
		case "{count}":
			return strconv.Itoa(len(k.cells))
		case "{middle}":
			return s.board.symbolOf((len(s.board.values) + s.board.offset + 1) / 2)
		case "{most}":
			return s.board.symbol(len(s.board.values))
		}
		list := slices.Concat(k.rule.Lists()...)
		switch text {
		case "{apart}":
			return s.apartText(k, list)
		case "{first}":
			return s.board.cellName(int(list[0]))
		case "{last}":
			return s.board.cellName(int(list[len(list)-1]))
		case "{number}":
			return strconv.Itoa(k.rule.Number)
		case "{value}":
			return s.board.symbolOf(k.rule.Number)
		case "{values}":
			return slice.JoinAnd(slice.Map(k.rule.Values, s.board.symbolOf))
		}
		panic("human: no words for " + text)
	})
}

// symbolOf returns the symbol of the value with a number that rules use.
func (b *Board) symbolOf(number int) string { return b.symbol(number - b.offset) }

// leftOf returns what is left for cell i of the condition: "at least 4, at most 8", "2 or 4", "not 5". It is "" for a
// cell that loses nothing.
func (s *Step) leftOf(i int) string {
	before, gone := s.left[i], uint64(0)
	for _, e := range s.Eliminations {
		if x, _ := s.board.valueIndex(e.Value); int(e.Cell) == s.condition.cells[i] {
			gone |= 1 << x
		}
	}
	names := func(set uint64) string { return slice.JoinOr(s.valueNames(*new(Part).addValues(s.board, set))) }
	after := before &^ gone
	if after == 0 {
		return "nothing"
	}
	least, most := bits.TrailingZeros64(after), 63-bits.LeadingZeros64(after)
	below, above := gone&(1<<least-1), gone>>most>>1
	switch {
	case gone == 0:
		return ""
	case bits.OnesCount64(after) <= 2:
		return names(after)
	case bits.OnesCount64(gone) > bits.OnesCount64(below)+bits.OnesCount64(above):
		return "not " + names(gone)
	case above == 0:
		return "at least " + names(1<<least)
	case below == 0:
		return "at most " + names(1<<most)
	}
	return "at least " + names(1<<least) + ", at most " + names(1<<most)
}

// leftText states what is left for the cells of k, equal cells together: "r1c2 and r1c3 are at most 7".
func (s *Step) leftText(k *condition) string {
	var texts []string
	cells := map[string][]string{}
	for i, c := range k.cells {
		if text := s.leftOf(i); text != "" {
			if cells[text] == nil {
				texts = append(texts, text)
			}
			cells[text] = append(cells[text], s.board.cellName(c))
		}
	}
	return strings.Join(slice.Map(texts, func(text string) string {
		verb := " is "
		if len(cells[text]) > 1 {
			verb = " are "
		}
		return slice.JoinAnd(cells[text]) + verb + text
	}), "; ")
}

// rankText is leftText with the place of each cell on the line: "r2c2 is the 2nd cell of 5: at least 2, at most 6".
func (s *Step) rankText(k *condition) string {
	var all []string
	for rank, c := range k.rule.Cells {
		text := s.leftOf(slices.Index(k.cells, int(c)))
		if text == "" {
			continue
		}
		n, ending := rank+1, "th"
		if n%100 < 11 || n%100 > 13 {
			ending = [...]string{"th", "st", "nd", "rd", "th", "th", "th", "th", "th", "th"}[n%10]
		}
		cell := fmt.Sprintf("the %d%s: %s", n, ending, text)
		if len(all) == 0 {
			cell = fmt.Sprintf("the %d%s cell of %d: %s", n, ending, len(k.rule.Cells), text)
		}
		all = append(all, s.board.cellName(int(c))+" is "+cell)
	}
	return strings.Join(all, "; ")
}

var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// apartText returns what a sandwich needs: the least and the largest value at a distance at which some values between
// have the sum, and at which their candidates are left. It lists these values if there are few choices.
func (s *Step) apartText(k *condition, line []sudoku.Cell) string {
	n := len(s.board.values)
	between := slice.Map(s.board.values[1:n-1], func(v int) int { return v + s.board.offset })
	has := func(c sudoku.Cell, x int) bool { return s.left[slices.Index(k.cells, int(c))]>>x&1 != 0 }
	possible := map[int]bool{}
	for i, c := range line {
		for j, d := range line {
			if i != j && has(c, 0) && has(d, n-1) {
				possible[max(i-j, j-i)] = true
			}
		}
	}
	var distances, sets []string
	for d := 1; d < len(line); d++ {
		if all := setsWithSum(between, d-1, k.rule.Number); possible[d] && len(all) > 0 {
			name := strconv.Itoa(d)
			if d < len(numerals) {
				name = numerals[d]
			}
			distances = append(distances, name)
			for _, set := range all {
				sets = append(sets, strings.Join(slice.Map(set, s.board.symbolOf), "+"))
			}
		}
	}
	apart := slice.JoinOr(distances) + " apart"
	if slices.Equal(distances, numerals[1:2]) {
		apart = "side by side"
	}
	text := fmt.Sprintf("%s and %s %s", s.board.symbol(1), s.board.symbol(n), apart)
	if len(sets) <= maxCombinations/2 && k.rule.Number > 0 {
		text += ", with " + slice.JoinOr(sets) + " between them"
	}
	return text
}

// setsWithSum returns the sets of size of the values, which are increasing, with this sum, in increasing order; if they
// are many, only some.
func setsWithSum(values []int, size, sum int) [][]int {
	switch {
	case size == 0 && sum == 0:
		return [][]int{nil}
	case size <= 0 || len(values) < size || sum < size*values[0] || sum > size*values[len(values)-1]:
		return nil
	}
	var all [][]int
	for i, v := range values {
		for _, rest := range setsWithSum(values[i+1:], size-1, sum-v) {
			if all = append(all, append([]int{v}, rest...)); len(all) > maxCombinations {
				return all
			}
		}
	}
	return all
}
