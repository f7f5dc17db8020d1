package killer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

const sumoHeader = "SumoCueV1"

// IsSumoCue reports whether a line begins a text of SumoCue.
func IsSumoCue(line string) bool {
	return len(line) >= len(sumoHeader) && strings.EqualFold(line[:len(sumoHeader)], sumoHeader)
}

// sumoEntry is an entry after the header, or D.
var sumoEntry = parse.Pattern(`^([=+])(\d{1,5})(?:J(\d{1,2}))?`)

// ReadSumoCue reads a text of SumoCue. It is a [place.Read].
func ReadSumoCue(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	if !IsSumoCue(text) {
		return p, nil, place.Errorf(sumoHeader, "the text is not in the format SumoCue")
	}
	at := skipBlanks(text, len(sumoHeader))
	if at < len(text) && text[at] == 'D' {
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "diagonals"})
		at++
	}
	var labels, regions, offsets []int
	sums := map[int]int{}
	for at = skipBlanks(text, at); at < len(text); at = skipBlanks(text, at) {
		entry := sumoEntry().FindStringSubmatch(text[at:])
		cell := len(labels)
		if entry == nil {
			line, _, _ := strings.Cut(text[at:], "\n")
			return p, nil, place.At(at, "=15 for a cage with a sum, +3 for the cage of cell 3; in a jigsaw with a "+
				"region such as J0", "found %q for cell %d", place.Shorten(line), cell+1)
		}
		number, _ := strconv.Atoi(entry[2])
		if entry[1] == "=" {
			sums[cell] = number
			number = cell
		}
		labels, offsets = append(labels, number), append(offsets, at)
		if entry[3] != "" {
			region, _ := strconv.Atoi(entry[3])
			regions = append(regions, region)
		}
		if len(regions) != 0 && len(regions) != len(labels) {
			return p, nil, place.At(at, "regions in all cells, or in none",
				"cell %d and others differ in having a region", cell+1)
		}
		at += len(entry[0])
	}
	rules := p.Rules
	if p, err = gridOf(text, len(labels), opt); err != nil {
		return p, nil, err
	}
	p.Rules = rules
	for c, first := range labels {
		if _, shown := sums[first]; !shown {
			return p, nil, place.At(offsets[c], "a cell with =",
				"cell %d belongs to the cage of cell %d, counted from 0, which shows no sum", c+1, first)
		}
	}
	if regions != nil {
		n := p.Shape.N()
		if !areas.Complete(regions, n) {
			return p, nil, place.Errorf(fmt.Sprintf("%d regions of %d cells", n, n),
				"the regions are not of equal size")
		}
		if opt.Boxes.N() != n {
			p.Shape = sudoku.Shape{Height: 1, Width: n}
		}
		areas.AddRegions(&p, regions)
	}
	areas.AddCages(&p, labels, sums)
	return p, nil, nil
}

// WriteSumoCue writes p in the format SumoCue. It is a [place.Write].
func WriteSumoCue(p sudoku.Puzzle) (text string, lost place.Loss) {
	labels, sums, lost := cages(p, "diagonals", "regions")
	n := p.Shape.N()
	regions := areas.RegionsOf(p)
	usual, hasUsual := sudoku.ShapeOf(n)
	if lost.Whole == "" && regions == nil && n > 1 && (usual.Height > 1 || p.Shape.Height > 1) {
		lost.Whole = "there are neither boxes nor regions"
	}
	if len(lost.Rules) > 0 || lost.Whole != "" {
		return "", lost
	}
	if hasUsual && p.Shape == usual {
		regions = nil
	}
	var b strings.Builder
	b.WriteString(sumoHeader)
	if slices.Contains(p.Kinds(), "diagonals") {
		b.WriteByte('D')
	}
	first := map[int]int{}
	for c, label := range labels {
		begin, known := first[label]
		switch {
		case label == areas.None:
			b.WriteString("=0")
		case known:
			fmt.Fprintf(&b, "+%d", begin)
		default:
			first[label] = c
			fmt.Fprintf(&b, "=%d", sums[label])
		}
		if regions != nil {
			fmt.Fprintf(&b, "J%d", regions[c])
		}
	}
	return b.String(), lost
}
