package jigsaw

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/internal/slice"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

const (
	// MaxRows is the largest number of rows of a text.
	MaxRows = 36
	// MaxDigits is the largest number of rows of a grid whose clues Read reads: digits. In larger grids the symbols of
	// clues depend on an alphabet.
	MaxDigits = 9
)

// minRows is the smallest number of rows of a text that is recognised: four symbols are a row of a grid.
const minRows = 4

const blanks = ".0*_-Xx"

// Symbols returns the characters of a text without white space, and without a comma, semicolon or colon between clues
// and regions. It also returns their offsets.
func Symbols(text string) (all []rune, at []int) {
	for i, c := range text {
		if !strings.ContainsRune(" \t\r\n", c) {
			all, at = append(all, c), append(at, i)
		}
	}
	mid := len(all) / 2
	if len(all)%2 == 1 && strings.ContainsRune(",;:", all[mid]) && !slices.Contains(all[mid+1:], all[mid]) {
		all, at = slices.Delete(all, mid, mid+1), slices.Delete(at, mid, mid+1)
	}
	return all, at
}

// IsLayout reports whether cells, in ASCII and without white space, name n connected regions of n cells. It is fast for
// grids of clues.
func IsLayout(cells []byte) bool {
	n := place.RowsOf(len(cells))
	if n < minRows || n > MaxRows {
		return false
	}
	// The first cell has a neighbour in its region.
	first := cells[:1]
	if !bytes.EqualFold(first, cells[1:2]) && !bytes.EqualFold(first, cells[n:n+1]) || bytes.Count(cells, first) > n ||
		bytes.IndexByte(cells, '.') >= 0 {
		return false
	}
	labels, ok := Regions([]rune(string(cells)), n)
	return ok && areas.Connected(labels, n)
}

// Regions returns the regions that symbols name, and whether there are n of n cells.
func Regions(all []rune, n int) (labels []int, ok bool) {
	labels = slice.Map(all, func(c rune) int { return int(unicode.ToLower(c)) })
	if areas.Complete(labels, n) {
		return labels, true
	}
	labels = slice.Map(all, func(c rune) int { return int(c) })
	return labels, areas.Complete(labels, n)
}

// Is reports whether a line is a jigsaw in ASCII: the symbols of connected regions, alone or after as many clues.
func Is(line string) bool {
	var buf [2 * MaxDigits * MaxDigits]byte
	cells := buf[:0]
	for i := range len(line) {
		switch b := line[i]; {
		case b == ' ' || b == '\t' || b == '\r' || b == '\n':
		case b >= utf8.RuneSelf || len(cells) == 2*MaxRows*MaxRows:
			return false
		default:
			cells = append(cells, b)
		}
	}
	half := len(cells) / 2
	return IsLayout(cells) || len(cells)%2 == 0 && IsLayout(cells[half:]) &&
		notClue([]rune(string(cells[:half])), place.RowsOf(half)) < 0
}

// notClue returns the index of the first symbol that is neither a clue nor a blank, or -1. In a grid of more than
// MaxDigits rows a letter may be a clue, too.
func notClue(all []rune, n int) int {
	return slices.IndexFunc(all, func(c rune) bool {
		return (c < '1' || c > rune('0'+min(n, MaxDigits))) && !strings.ContainsRune(blanks, c) &&
			(n <= MaxDigits || c >= utf8.RuneSelf || !unicode.IsLetter(c))
	})
}

// Read reads a jigsaw. It is a [place.Read].
func Read(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	all, at := Symbols(text)
	clues := []rune(nil)
	n := place.RowsOf(len(all))
	if n == 0 {
		if n = place.RowsOf(len(all) / 2); len(all)%2 != 0 {
			n = 0
		}
		clues = all[:len(all)/2]
	}
	if n == 0 || n > MaxRows || n > MaxDigits && clues != nil {
		return p, nil, &place.Error{Offset: len(text), Truncated: len(all) < 2*MaxDigits*MaxDigits,
			Msg:      fmt.Sprintf("the text ends after %d symbols", len(all)),
			Expected: "81 for the regions, or 81 clues and 81 for the regions"}
	}
	if p.Shape = opt.Boxes; p.Shape.N() != n {
		p.Shape = sudoku.Shape{Height: 1, Width: n}
	}
	p.Clues = make(sudoku.Grid, n*n)
	if wrong := notClue(clues, n); wrong >= 0 {
		return p, nil, place.At(at[wrong], fmt.Sprintf("1 to %d or a blank", n), "found %q for a clue", clues[wrong])
	}
	for c, symbol := range clues {
		if !strings.ContainsRune(blanks, symbol) {
			p.Clues[c] = int(symbol - '0')
		}
	}
	labels, ok := Regions(all[len(clues):], n)
	if !ok {
		return p, nil, &place.Error{Offset: at[len(clues)], Truncated: clues == nil,
			Msg: "the regions are not of equal size", Expected: fmt.Sprintf("%d symbols, each for %d cells", n, n)}
	}
	areas.AddRegions(&p, labels)
	return p, nil, nil
}

// Write writes p as clues and regions. It is a [place.Write].
func Write(p sudoku.Puzzle) (text string, lost place.Loss) {
	n := p.Shape.N()
	labels := areas.RegionsOf(p)
	lost.Rules = place.Others(p, "regions")
	switch {
	case n > MaxDigits:
		lost.Whole = fmt.Sprintf("a grid of %d rows, of at most %d", n, MaxDigits)
	case labels == nil:
		lost.Whole = "there are neither boxes nor regions"
	}
	if lost.Rules != nil || lost.Whole != "" {
		return "", lost
	}
	clues := slice.Map(p.Clues, func(v int) byte { return ".123456789"[v] })
	regions := slice.Map(labels, func(label int) byte { return byte('1' + label) })
	return string(clues) + string(regions), lost
}
