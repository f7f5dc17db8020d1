package print

import (
	"strconv"
	"time"

	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A Head holds the first fields of the JSON object about a puzzle, which are known before the search. Objects embed it.
type Head struct {
	Index  int     `json:"index"`
	Puzzle *string `json:"puzzle"` // null if the puzzle cannot be read; then the rest is absent
	Size   int     `json:"size,omitempty"`
	Name   string  `json:"name,omitempty"`
	VariantObject
}

// HeadOf returns the head of the object about an item.
func HeadOf(it *input.Item) Head {
	if it.ReadErr != nil {
		return Head{Index: it.Index}
	}
	p := it.Puzzle
	return Head{it.Index, GridText(p.Clues), p.Shape.N(), p.Name, VariantOf(p)}
}

// A Tail holds the last fields of the JSON object about a puzzle. Objects embed it.
type Tail struct {
	Seconds float64 `json:"seconds,omitempty"` // absent if there was no search
	Error   string  `json:"error,omitempty"`
}

// TailOf returns the tail for an answer that took d and ended with err.
func TailOf(d time.Duration, err error) Tail {
	t := Tail{Seconds: d.Seconds()}
	if err != nil {
		t.Error = term.WithoutPackage(err)
	}
	return t
}

// GridText returns a grid in line form, or nil, which JSON prints as null, if there is none.
func GridText(g sudoku.Grid) *string {
	if g == nil {
		return nil
	}
	line := notation.Line(g)
	return &line
}

// A GivenObject is a cell and its value in JSON.
type GivenObject struct {
	Cell  string `json:"cell"`
	Value int    `json:"value"`
}

// GivenOf returns the object of a given.
func GivenOf(s sudoku.Shape, g model.Given) GivenObject {
	return GivenObject{s.Name(sudoku.Cell(g.Var)), g.Value}
}

// AppendPuzzle appends the beginning of an object, with the fields of Head: index, puzzle, size, name if it has one,
// and of a variant box and rules.
func AppendPuzzle(b []byte, it *input.Item) []byte {
	b = append(b, `{"index":`...)
	b = strconv.AppendInt(b, int64(it.Index), 10)
	if it.ReadErr != nil {
		return append(b, `,"puzzle":null`...)
	}
	b = AppendGrid(b, "puzzle", it.Puzzle.Shape, it.Puzzle.Clues)
	b = append(b, `,"size":`...)
	b = strconv.AppendInt(b, int64(it.Puzzle.Shape.N()), 10)
	if it.Puzzle.Name != "" {
		b = term.AppendString(b, "name", it.Puzzle.Name)
	}
	return AppendRules(b, it.Puzzle)
}
