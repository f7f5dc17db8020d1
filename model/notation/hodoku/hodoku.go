// Package hodoku reads and writes lines of the puzzle library of HoDoKu. A line describes a position and what one
// technique does in it:
//
//	:0300:5:.41+7...:545 546:::    technique, its digits, 81 cells, deleted candidates, eliminations, placements, more
//
// A cell is a digit, a dot or 0 for a blank, or + and a digit that is not a clue. A candidate is its digit, its row and
// its column. The position has all candidates that its digits leave, without the deleted ones. Eliminations and
// placements are the result of the technique and not part of the position. Source: B. Hobiger, HoDoKu 2.2, file
// formats.
package hodoku

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model/notation/internal/marks"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

const cells = 81

var shape = sudoku.Order(3)

// IsLine reports whether a text begins like a line of the library: a technique of four digits between colons.
func IsLine(text string) bool {
	return len(text) > 6 && text[0] == ':' && strings.Trim(text[1:5], "0123456789") == "" &&
		(text[5] == ':' || text[5] == '-')
}

// Read reads a line.
func Read(text string, _ place.Options) (p sudoku.Puzzle, notes []string, err error) {
	fields := strings.Split(strings.TrimSpace(text), ":")
	if len(fields) < 4 {
		return p, nil, place.Errorf(":technique:digits:cells:deleted candidates:", "the line has %d fields",
			len(fields)-1)
	}
	offset := len(fields[0]) + len(fields[1]) + len(fields[2]) + 3
	all, err := readCells(fields[3], offset)
	if err != nil {
		return p, nil, err
	}
	left := marks.Possible(shape, all)
	offset += len(fields[3]) + 1
	if len(fields) > 4 {
		if err := deleteCandidates(left, fields[4], offset); err != nil {
			return p, nil, err
		}
	}
	for c := range all {
		if all[c].Value == 0 && len(left[c]) > 0 {
			all[c].Candidates = left[c]
		}
	}
	return marks.Puzzle(shape, all), nil, nil
}

func readCells(text string, offset int) (all []marks.Mark, err error) {
	const expected = "81 cells: digits, dots, and + before a digit that is not a clue"
	placed := false
	for i, b := range []byte(text) {
		m := marks.Mark{Given: !placed}
		switch {
		case b == '+' && !placed:
			placed = true
			continue
		case b >= '1' && b <= '9':
			m.Value = int(b - '0')
		case (b == '.' || b == '0') && !placed:
			m.Given = false
		default:
			return nil, place.At(offset+i, expected, "found %q", b)
		}
		placed = false
		all = append(all, m)
	}
	if len(all) != cells || placed {
		return nil, place.At(offset, expected, "found %d cells", len(all))
	}
	return all, nil
}

// deleteCandidates removes candidates such as 545, the 5 in r4c5.
func deleteCandidates(left [][]int, text string, offset int) error {
	at := 0
	for _, word := range strings.Fields(text) {
		at += strings.Index(text[at:], word)
		if len(word) != 3 || strings.Trim(word, "123456789") != "" {
			return place.At(offset+at, "digit, row and column, such as 545", "found %q among the deleted candidates",
				word)
		}
		at += len(word)
		c := shape.Cell(int(word[1]-'1'), int(word[2]-'1'))
		left[c] = slices.DeleteFunc(left[c], func(v int) bool { return v == int(word[0]-'0') })
		if len(left[c]) == 0 {
			return place.At(offset+at-len(word), "one candidate or more", "%s has no candidate left", shape.Name(c))
		}
	}
	return nil
}

// Write returns a line without a technique.
func Write(p sudoku.Puzzle) (text string, lost place.Loss) {
	if p.Shape != shape {
		return "", place.Loss{Whole: "a grid that is not 9x9 with boxes of 3x3"}
	}
	all, others := marks.Of(p)
	lost.Rules = others
	var b strings.Builder
	b.WriteString(":0000:x:")
	for _, m := range all {
		switch {
		case m.Value == 0:
			b.WriteByte('.')
			continue
		case !m.Given:
			b.WriteByte('+')
		}
		b.WriteByte('0' + byte(m.Value))
	}
	var deleted []string
	for c, left := range marks.Possible(shape, all) {
		for _, v := range left {
			if all[c].Value == 0 && !slices.Contains(all[c].Candidates, v) {
				deleted = append(deleted, fmt.Sprintf("%d%d%d", v, c/9+1, c%9+1))
			}
		}
	}
	return b.String() + ":" + strings.Join(deleted, " ") + "::", lost
}
