// Package sudokuwiki reads and writes links to the solver of sudokuwiki.org, whose parameter bd holds a puzzle.
//
// There are two forms:
//
//   - 81 digits, 0 for a blank
//   - S9B and two digits of base 36 for each cell: 1 to 9 for a clue, 10 to 18 for a value that was placed, and
//     otherwise 18 more than the sum of a bit for each candidate, 1 for the candidate 1, 2 for 2, 4 for 3
//
// The second form was found in links to positions that are described in words. A form of 162 digits of base 32, in use
// in 2023, is refused: its description does not fit its published example.
package sudokuwiki

import (
	"net/url"
	"path"
	"strconv"
	"strings"

	"nonet/model/notation/internal/marks"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

const (
	// Host is the host of the links.
	Host = "sudokuwiki.org"
	// Prefix begins the second form, also without a link.
	Prefix = "S9B"

	link = "https://www.sudokuwiki.org/sudoku.htm?bd="
)

const cells = 81

// Read reads a link, or the second form without one.
func Read(text string, _ place.Options) (p sudoku.Puzzle, notes []string, err error) {
	text = strings.TrimSpace(text)
	packed, offset := text, 0
	if !strings.HasPrefix(text, Prefix) {
		if packed, err = parameter(text); err != nil {
			return p, nil, err
		}
		offset = max(0, strings.Index(text, packed))
	}
	wrong := func(i int, format string, args ...any) error {
		return place.At(offset+i, "81 digits, or S9B and two digits of base 36 for each cell", format, args...)
	}
	var all []marks.Mark
	switch body, isPacked := strings.CutPrefix(packed, Prefix); {
	case isPacked && len(body) == 2*cells:
		for i := 0; i < len(body); i += 2 {
			m, ok := unpack(body[i : i+2])
			if !ok {
				cell := sudoku.Order(3).Name(sudoku.Cell(i / 2))
				return p, nil, wrong(len(Prefix)+i, "found %q for %s", body[i:i+2], cell)
			}
			all = append(all, m)
		}
	case !isPacked && len(packed) == cells:
		for i, b := range []byte(packed) {
			if b < '0' || b > '9' {
				return p, nil, wrong(i, "found %q in the parameter bd", b)
			}
			all = append(all, marks.Mark{Value: int(b - '0'), Given: b != '0'})
		}
	case !isPacked && len(packed) == 2*cells:
		return p, nil, wrong(0, "the parameter bd is in the form of 2023, which is not known well enough")
	default:
		return p, nil, wrong(0, "the parameter bd has %d characters", len(packed))
	}
	return marks.Puzzle(sudoku.Order(3), all), nil, nil
}

// parameter returns the parameter bd of a link.
func parameter(text string) (string, error) {
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", place.Errorf("", "the link cannot be read: %s", err)
	}
	if page := strings.ToLower(path.Base(u.Path)); page != "sudoku.htm" {
		return "", place.Errorf("the page sudoku.htm", "a link to the page %q of %s, whose puzzles are not classic or "+
			"are on the server", page, Host)
	}
	packed := u.Query().Get("bd")
	if packed == "" {
		return "", place.Errorf("sudoku.htm?bd= and 81 digits", "the link has no puzzle")
	}
	return packed, nil
}

// unpack decodes a cell of the second form.
func unpack(digits string) (m marks.Mark, ok bool) {
	v, err := strconv.ParseUint(digits, 36, 16)
	switch {
	case err != nil || v < 1 || v >= 18+1<<9:
		return m, false
	case v <= 9:
		return marks.Mark{Value: int(v), Given: true}, true
	case v <= 18:
		return marks.Mark{Value: int(v) - 9}, true
	}
	return marks.Mark{Candidates: values(int(v) - 18)}, true
}

// values returns the values of a set of bits, 1 at the lowest.
func values(bits int) (all []int) {
	for v := 1; bits != 0; v, bits = v+1, bits>>1 {
		if bits&1 != 0 {
			all = append(all, v)
		}
	}
	return all
}

// Write returns a link: 81 digits, or the second form if there are candidates.
func Write(p sudoku.Puzzle) (text string, lost place.Loss) {
	if p.Shape != sudoku.Order(3) {
		return "", place.Loss{Whole: "a grid that is not 9x9 with boxes of 3x3"}
	}
	all, others := marks.Of(p)
	lost.Rules = others
	var b strings.Builder
	b.WriteString(link)
	if len(others) == len(p.Rules) {
		for _, v := range p.Clues {
			b.WriteByte('0' + byte(v))
		}
		return b.String(), lost
	}
	b.WriteString(Prefix)
	for _, m := range all {
		v := m.Value
		switch {
		case m.Given:
		case v != 0:
			v += 9
		case len(m.Candidates) == 0:
			return "", place.Loss{Whole: "a cell without a candidate"}
		default:
			v = 18
			for _, c := range m.Candidates {
				v += 1 << (c - 1)
			}
		}
		if v < 36 {
			b.WriteByte('0')
		}
		b.WriteString(strconv.FormatInt(int64(v), 36))
	}
	return b.String(), lost
}
