package killer

import (
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// psHeader begins a text of Perfect Sudoku; d is for both diagonals.
var psHeader = parse.Pattern(`^(\d{1,2})x(\d{1,2}):(d?):k:`)

// IsPS reports whether a line begins a text of Perfect Sudoku.
func IsPS(line string) bool { return psHeader().MatchString(line) }

// ReadPS reads a text of Perfect Sudoku. It is a [place.Read].
func ReadPS(text string, _ place.Options) (p sudoku.Puzzle, notes []string, err error) {
	head := psHeader().FindStringSubmatch(text)
	if head == nil {
		return p, nil, place.Errorf("3x3::k: or 3x3:d:k:", "the text is not in the format PS")
	}
	p.Shape.Height, _ = strconv.Atoi(head[1])
	p.Shape.Width, _ = strconv.Atoi(head[2])
	if p.Shape.Validate() != nil || p.Shape.Height != p.Shape.Width {
		return p, nil, place.Errorf("3x3", "the boxes are %sx%s", head[1], head[2])
	}
	p.Clues = make(sudoku.Grid, p.Shape.Cells())
	if head[3] != "" {
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "diagonals"})
	}
	text = strings.TrimRight(text, " \t\r\n")
	labels, sums := make([]int, len(p.Clues)), map[int]int{}
	at := len(head[0])
	for c := range labels {
		entry, _, _ := strings.Cut(text[at:], ":")
		number, err := strconv.Atoi(entry)
		label, sum := number%256, number/256
		switch known := sums[label]; {
		case at == len(text):
			return p, nil, place.At(at, strconv.Itoa(len(labels)), "the text ends after %d cells", c)
		case err != nil || number < 0 || number >= 1<<24:
			return p, nil, place.At(at, "256 times the sum of the cell's cage plus the number of the cage, and a colon",
				"found %q for cell %d", place.Shorten(entry), c+1)
		case sum == 0:
			label = areas.None
		case known != 0 && known != sum:
			return p, nil, place.At(at, "one sum for each cage", "cage %d has the sum %d here and %d before",
				label, sum, known)
		default:
			sums[label] = sum
		}
		labels[c] = label
		at = min(at+len(entry)+1, len(text))
	}
	if at < len(text) {
		return p, nil, place.At(at, "the end of the text", "found %q after the last cell", place.Shorten(text[at:]))
	}
	areas.AddCages(&p, labels, sums)
	return p, nil, nil
}
