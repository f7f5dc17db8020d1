package killer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/pattern"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

var psHeader = pattern.Lazy(`^(\d{1,2})x(\d{1,2}):(d?):k:`)

// IsPS reports whether a line begins a text of PS.
func IsPS(line string) bool { return psHeader().MatchString(line) }

// ReadPS reads a text of PS. It is a [place.Read].
func ReadPS(text string, _ place.Options) (p sudoku.Puzzle, notes []string, err error) {
	head := psHeader().FindStringSubmatch(text)
	if head == nil {
		return p, nil, place.Errorf("3x3::k: or 3x3:d:k:", "the text is not in the format PS")
	}
	if p, err = grid(text, head[1:3]); err != nil {
		return p, nil, err
	}
	if head[3] != "" {
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "diagonals"})
	}
	labels, sums := make([]int, 0, len(p.Clues)), map[int]int{}
	for from := len(head[0]); len(labels) < len(p.Clues); {
		from += len(text[from:]) - len(strings.TrimLeft(text[from:], " \t\r\n"))
		entry, _, colon := strings.Cut(text[from:], ":")
		number, err := strconv.Atoi(strings.TrimSpace(entry))
		if entry != "" && (err != nil || number < 0 || number >= 1<<24) || entry == "" && colon {
			return p, nil, &place.Error{Offset: from, Msg: fmt.Sprintf("found %q for cell %d", shorten(entry),
				len(labels)+1),
				Expected: "256 times the sum of the cell's cage plus the number of the cage, and a colon"}
		}
		if entry == "" || !colon && len(labels) < len(p.Clues)-1 {
			return p, nil, ends(text, len(labels), len(p.Clues))
		}
		label := areas.None
		if number >= 256 {
			label = number % 256
			if sum, known := sums[label]; known && sum != number/256 {
				return p, nil, &place.Error{Offset: from,
					Msg:      fmt.Sprintf("cage %d has the sum %d here and %d before", label, number/256, sum),
					Expected: "one sum for each cage"}
			}
			sums[label] = number / 256
		}
		labels = append(labels, label)
		if from += len(entry) + 1; from > len(text) {
			from = len(text)
		}
		if len(labels) == len(p.Clues) {
			if err := nothingAfter(text, from, "the last cell"); err != nil {
				return p, nil, err
			}
		}
	}
	areas.AddCages(&p, labels, sums)
	return p, nil, nil
}

// WritePS writes p in the format PS. It is a [place.Write].
func WritePS(p sudoku.Puzzle) (text string, lost place.Loss) {
	if p.Shape.Height != p.Shape.Width {
		lost.Whole = "the boxes are not square"
		return "", lost
	}
	labels, sums, lost := cages(p, "diagonals")
	for i, r := range p.Rules {
		if r.Kind == "cage" && r.Number == 0 && !slices.Contains(lost.Rules, i) {
			lost.Rules = append(lost.Rules, i)
		}
	}
	if lost.Whole == "" && len(sums) > 255 {
		lost.Whole = fmt.Sprintf("there are %d cages, and the format numbers at most 255", len(sums))
	}
	if len(lost.Rules) > 0 || lost.Whole != "" {
		return "", lost
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d:", p.Shape.Height, p.Shape.Width)
	if hasRule(p, "diagonals") {
		b.WriteByte('d')
	}
	b.WriteString(":k:")
	for _, label := range labels {
		if label == areas.None {
			b.WriteString("0:")
		} else {
			fmt.Fprintf(&b, "%d:", 256*sums[label]+label+1)
		}
	}
	return b.String(), lost
}
