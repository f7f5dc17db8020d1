package print

import (
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A Head begins the JSON objects about a puzzle or a model file.
type Head struct {
	Index  int     `json:"index"`
	File   string  `json:"file,omitempty"`   // absent, like Line, for a puzzle on the command line
	Line   int     `json:"line,omitempty"`   // of a puzzle
	Format string  `json:"format,omitempty"` // of a model file
	Name   string  `json:"name,omitempty"`
	Puzzle *string `json:"puzzle,omitempty"` // the clues; absent, like Size, for a model file
	Size   int     `json:"size,omitempty"`
	// of the grids in line form, as --alphabet names it; absent if their symbols are the values
	Alphabet string   `json:"alphabet,omitempty"`
	Box      string   `json:"box,omitempty"` // of a variant, like Rules
	Rules    []string `json:"rules,omitempty"`
}

// HeadOf returns the head of an item.
func HeadOf(it *input.Item) Head {
	h := Head{Index: it.Index, File: it.Place.File, Line: it.Place.Line}
	if it.File != nil {
		h.Format, h.Name = it.File.Format, it.File.Model.Name
	} else {
		p := it.Puzzle
		h.Name, h.Puzzle = p.Name, GridText(p.Alphabet, p.Clues)
		h.Size, _ = p.Shape.Size()
		h.Alphabet = notation.LineAlphabet(p)
		h.Box, h.Rules = VariantOf(p)
	}
	return h
}

// Seconds are the times of an answer, in JSON and in seconds. Total is always there.
type Seconds struct {
	Total   float64 `json:"total"`
	Longest float64 `json:"longest,omitempty"` // of several parts
}

// SecondsOf returns the times of an answer without phases.
func SecondsOf(d time.Duration) *Seconds { return &Seconds{Total: d.Seconds()} }

// A Tail ends the JSON objects about a puzzle.
type Tail struct {
	Seconds *Seconds `json:"seconds,omitempty"` // nil if there was no search
	Error   string   `json:"error,omitempty"`
}

// TailOf returns the tail of an answer that took the time d; 0 means that there was no search.
func TailOf(d time.Duration, err error) Tail {
	var t Tail
	if d > 0 {
		t.Seconds = SecondsOf(d)
	}
	if err != nil {
		t.Error = err.Error()
	}
	return t
}

// WorkStatus returns the status of a command that is no question about solutions, for a puzzle that could be read: ok,
// or unknown if it was stopped, or error.
func WorkStatus(err error) string {
	if err == nil {
		return "ok"
	}
	return StatusOf(err)
}

// statusError is the status and the verdict of a puzzle that could not be read, or whose method failed.
const statusError = "error"

// InsteadOf is input.Instead for a puzzle about which err is all that is known. The verdict is none if err is a
// negative answer.
func InsteadOf(b []byte, err error) []byte {
	verdict := StatusOf(err)
	if term.CodeOf(err) == term.Negative {
		verdict = model.None.String()
	}
	return input.Instead(b, verdict, err.Error())
}

// StatusOf returns the status, or the verdict, of a puzzle about which err is all that is known.
func StatusOf(err error) string {
	if ask.Undecided(err) {
		return model.Unknown.String()
	}
	return statusError
}

// GridText returns a grid in line form, or nil, which JSON prints as null, if there is none.
func GridText(a *sudoku.Alphabet, g sudoku.Grid) *string {
	if g == nil {
		return nil
	}
	line := notation.Line(a, g)
	return &line
}
