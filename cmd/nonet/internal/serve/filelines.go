package serve

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"nonet/cmd/internal/term"
)

// Bounds of the lines of files in responses.
const (
	headComments = 6
	headLines    = 24 // beside the comments
	lineWidth    = 300
)

// A fileLines is a writer that keeps some lines of a file of a formula: the first comments, the first other lines, and
// the lines of units, where the format has a line for each.
type fileLines struct {
	format      string
	from, units int      // the units to keep, counted from 1
	head        []string // without most comments, which name all variables
	texts       []string // of the units; none if the format has no lines of units

	rest     []byte // of a line
	comment  byte   // the first byte of comments, 0 before the first line
	comments int
	others   int
	inRows   bool // lp: between the words Subject To and Bounds
	unit     int  // the number of the last unit
}

// errEnough ends the writing of a file.
var errEnough = errors.New("no more lines are needed")

func (w *fileLines) Write(b []byte) (int, error) {
	w.rest = append(w.rest, b...)
	for {
		i := bytes.IndexByte(w.rest, '\n')
		if i < 0 {
			break
		}
		w.line(string(w.rest[:i]))
		w.rest = w.rest[i+1:]
	}
	if w.others > headLines && (w.unit > w.from+w.units || w.unit == 0 && !slices.Contains(formatsOfUnits, w.format)) {
		return len(b), errEnough
	}
	return len(b), nil
}

// formatsOfUnits are the formats that have a line for each unit.
var formatsOfUnits = []string{"cnf", "opb", "lp", "col"}

func (w *fileLines) line(text string) {
	if w.comment == 0 && text != "" {
		w.comment = text[0]
	}
	if text != "" && text[0] == w.comment && (w.comment != 'c' || strings.HasPrefix(text, "c ")) {
		if w.comments++; w.comments <= headComments {
			w.head = append(w.head, term.Shorten(text, lineWidth))
		}
		return
	}
	if w.others++; w.others <= headLines {
		w.head = append(w.head, term.Shorten(text, lineWidth))
	}
	switch begins, continues := w.beginsUnit(text); {
	case begins:
		if w.unit++; w.unit >= w.from && w.unit < w.from+w.units {
			w.texts = append(w.texts, term.Shorten(strings.TrimSpace(text), lineWidth))
		}
	case continues && len(w.texts) > 0 && w.unit < w.from+w.units:
		last := &w.texts[len(w.texts)-1]
		*last = term.Shorten(*last+" "+strings.TrimSpace(text), lineWidth)
	}
}

// beginsUnit reports whether a line that is no comment begins a unit, or continues one.
func (w *fileLines) beginsUnit(text string) (begins, continues bool) {
	switch w.format {
	case "cnf":
		return text != "" && text[0] != 'p', false
	case "opb":
		return text != "", false
	case "col":
		return strings.HasPrefix(text, "e "), false
	case "lp":
		switch {
		case text == "Subject To":
			w.inRows = true
			return false, false
		case text == "Bounds" || text == "Binary":
			w.inRows = false
		}
		begins = w.inRows && strings.Contains(text, ":")
		return begins, w.inRows && !begins
	}
	return false, false
}
