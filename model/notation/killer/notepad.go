package killer

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/internal/pattern"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// notepadWord is the word that names the kind of a puzzle.
var notepadWord = pattern.Lazy(`(?i)\b(killer|jigsaw)\b`)

// IsNotepad reports whether a line is the word Killer or Jigsaw, which begins a text of Notepad.
func IsNotepad(line string) bool {
	line = strings.Trim(line, " \t\r:[]")
	return strings.EqualFold(line, "killer") || strings.EqualFold(line, "jigsaw")
}

var notepadSum = pattern.Lazy(`^([A-Za-z])=?(\d{1,5})$`)

// ReadNotepad reads a text of Notepad. It is a [place.Read].
func ReadNotepad(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	words := notepadWord().FindAllStringIndex(text, -1)
	switch {
	case len(words) == 0:
		return p, nil, &place.Error{Offset: len(text), Truncated: true,
			Msg:      "the text does not state what the letters are",
			Expected: "the word Killer or Jigsaw"}
	case len(words) > 1:
		return p, nil, &place.Error{Offset: words[1][0], Msg: "found " + text[words[1][0]:words[1][1]] +
			" a second time",
			Expected: "one of Killer and Jigsaw, once"}
	}
	jigsaw := text[words[0][0]]|0x20 == 'j'
	plain := []byte(text)
	for i := words[0][0]; i < words[0][1]; i++ {
		plain[i] = ' '
	}
	cells, offsets, clues, at, ok := notepadCells(plain)
	if !ok {
		return p, nil, &place.Error{Offset: at, Msg: fmt.Sprintf("found %q", plain[at]),
			Expected: "a clue for each cell, 0 or . for a blank, then a letter for each"}
	}
	if p, err = gridOf(text, clues, opt); err != nil {
		return p, nil, err
	}
	if len(cells) < 2*clues {
		return p, nil, &place.Error{Offset: len(text), Truncated: true,
			Msg: fmt.Sprintf("the letters end after %d cells", len(cells)-clues), Expected: fmt.Sprint(clues)}
	}
	n := p.Shape.N()
	labels := make([]int, clues)
	for c := range labels {
		if v := cells[c] - '0'; v > n {
			return p, nil, &place.Error{Offset: offsets[c], Msg: fmt.Sprintf("found the clue %d in a %dx%d grid", v, n,
				n),
				Expected: fmt.Sprintf("1 to %d, or 0 or . for a blank", n)}
		} else if v > 0 {
			p.Clues[c] = v
		}
		if labels[c] = cells[clues+c]; labels[c] == '.' {
			labels[c] = areas.None
		}
	}
	if jigsaw {
		if err := nothingAfter(string(plain), at, "the regions"); err != nil {
			return p, nil, err
		}
		if !areas.Complete(labels, n) {
			return p, nil, &place.Error{Offset: offsets[clues], Msg: "the regions are not of equal size",
				Expected: fmt.Sprintf("%d regions of %d cells", n, n)}
		}
		if opt.Boxes.N() != n {
			p.Shape = sudoku.Shape{Height: 1, Width: n}
		}
		areas.AddRegions(&p, labels)
		return p, nil, nil
	}
	sums, err := notepadSums(string(plain), at, labels)
	if err != nil {
		return p, nil, err
	}
	areas.AddCages(&p, labels, sums)
	return p, nil, nil
}

// notepadCells returns the symbols of the clues and then of the letters, the offsets of both, the number of clues, and
// the offset after the symbols. It returns false if the symbol there is neither a clue nor a letter.
func notepadCells(text []byte) (cells, offsets []int, clues, at int, ok bool) {
	for ; at < len(text); at++ {
		b := text[at]
		letter := b|0x20 >= 'a' && b|0x20 <= 'z'
		if strings.IndexByte(" \t\r\n:[]", b) >= 0 {
			continue
		}
		if letter && clues == 0 {
			clues = len(cells)
		}
		if clues > 0 && len(cells) == 2*clues {
			break
		}
		if clues == 0 && b != '.' && (b < '0' || b > '9') || clues > 0 && !letter && b != '.' {
			return cells, offsets, clues, at, false
		}
		cells, offsets = append(cells, int(b)), append(offsets, at)
	}
	if clues == 0 {
		clues = len(cells)
	}
	return cells, offsets, clues, at, true
}

// BeginsNotepad reports whether the text below the word has the clues and letters of a grid of four rows or more, and
// otherwise whether further lines may complete them.
func BeginsNotepad(text string) (complete, mayGoOn bool) {
	if notepadWord().MatchString(text) {
		return false, false
	}
	cells, _, clues, _, ok := notepadCells([]byte(text))
	_, err := gridOf(text, clues, place.Options{})
	complete = err == nil && clues >= 16 && len(cells) == 2*clues
	return complete, ok && !complete && clues <= 256
}

// notepadSums reads the list of sums, such as a20,b4, which begins at an offset.
func notepadSums(text string, at int, labels []int) (map[int]int, error) {
	sums := map[int]int{}
	for at < len(text) {
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n,;"))
		end := at + len(text[at:])
		if i := strings.IndexAny(text[at:], " \t\r\n,;"); i >= 0 {
			end = at + i
		}
		if end == at {
			break
		}
		found := notepadSum().FindStringSubmatch(text[at:end])
		if found == nil {
			return nil, &place.Error{Offset: at, Msg: fmt.Sprintf("found %q", shorten(text[at:end])),
				Expected: "the letter of a cage and its sum, such as a20"}
		}
		sums[int(found[1][0])], _ = strconv.Atoi(found[2])
		at = end
	}
	for label := range sums {
		known := false
		for _, l := range labels {
			known = known || l == label
		}
		if !known {
			return nil, place.Errorf("the letter of a cage", "there is a sum for %q, which is no cage", rune(label))
		}
	}
	for _, label := range labels {
		if _, known := sums[label]; !known && label != areas.None {
			return nil, &place.Error{Offset: len(text), Truncated: true, Msg: fmt.Sprintf("cage %q has no sum",
				rune(label)),
				Expected: "a list of sums such as a20,b4"}
		}
	}
	return sums, nil
}
