// Package place has the types on which package notation and the packages of its families of formats agree. Such a
// package, as fpuzzles, turns a text into a puzzle and back. It knows neither files nor lines: it states the place of
// an error as an offset, which notation turns into file, line and column.
package place

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"nonet/internal/slice"
	"nonet/model/notation/internal/lzstring"
	"nonet/model/sudoku"
)

// An Error reports where and why a text is not a puzzle.
type Error struct {
	Offset   int    // in bytes from the beginning of the text; 0 also if the text is packed and Msg names the place
	Msg      string // what is wrong
	Expected string // what is accepted there; "" if Msg says it

	Truncated bool // the text may go on in the next line
}

func (e *Error) Error() string {
	if e.Expected == "" {
		return e.Msg
	}
	return e.Msg + ", expected " + e.Expected
}

// Errorf returns an *Error at the beginning of the text.
func Errorf(expected, format string, args ...any) *Error { return At(0, expected, format, args...) }

// At returns an *Error at an offset.
func At(offset int, expected, format string, args ...any) *Error {
	return &Error{Offset: offset, Msg: fmt.Sprintf(format, args...), Expected: expected}
}

// Shorten returns a text for a message: its beginning if it has more than 40 characters.
func Shorten[T ~string | ~[]byte](text T) string {
	const most = 40
	if all := []rune(string(text)); len(all) > most {
		return string(all[:most-3]) + "..."
	}
	return string(text)
}

// Options say what a reader does with the parts of a text that it does not understand. By default they are errors.
type Options struct {
	IgnoreDrawings bool // leave out drawings, which may stand for rules
	IgnoreUnknown  bool // leave out rules and keys that are not known
	Guess          bool // read drawings as the rules for which they usually stand
	Entries        bool // take the entries of a player as clues

	// Boxes are the boxes that the user requests. Zero means the usual ones, and none beside the regions of a jigsaw.
	Boxes sudoku.Shape
}

// A Read function reads the puzzle that is the whole text. It returns an *Error if there is none. The notes state what
// the user should know: what the options left out, what was guessed, where the text disagrees with itself.
type Read func(text string, opt Options) (p sudoku.Puzzle, notes []string, err error)

// A Write function returns a valid puzzle as a text without the last line break, and what the text does not hold.
type Write func(p sudoku.Puzzle) (text string, lost Loss)

// A Loss is what a format cannot hold of a puzzle.
type Loss struct {
	Rules []int  // indices of Puzzle.Rules
	Whole string // why the puzzle cannot be written at all; "" if it can
}

// Check returns an *Error if p is not valid; at names the place of a rule. It returns a note if the solution that the
// author states does not solve p as read: then the puzzle may have a rule that was not read.
func Check(p sudoku.Puzzle, at func(rule int) string) (notes []string, err error) {
	for i, rule := range p.Rules {
		if err := rule.Validate(p.Shape); err != nil {
			return nil, Errorf("", "%s: %v", at(i), err)
		}
	}
	if err := p.Validate(); err != nil {
		return nil, Errorf("", "the puzzle: %v", err)
	}
	if p.Texts.Solution != nil {
		if err := p.Check(p.Texts.Solution); err != nil {
			notes = []string{"the solution that the author states does not solve the puzzle as read: " + err.Error()}
		}
	}
	return notes, nil
}

// Unpack decompresses a text that was pasted, as [lzstring.DecompressPasted] does. Its error says what is expected.
func Unpack(packed, expected string, valid func(text string) bool) (string, error) {
	text, err := lzstring.DecompressPasted(packed, valid)
	if err != nil {
		return "", &Error{Msg: err.Error(), Expected: expected, Truncated: errors.Is(err, lzstring.ErrTruncated)}
	}
	return text, nil
}

// InPacked returns the error of a packed text, which has no offset.
func InPacked(err error) error {
	if bad := (*Error)(nil); errors.As(err, &bad) {
		bad.Offset = 0
	}
	return err
}

// IsEmpty reports whether a value in JSON states nothing.
func IsEmpty(value json.RawMessage) bool {
	return slices.Contains([]string{"", "null", "false", `""`, "[]", "{}"}, string(bytes.TrimSpace(value)))
}

// Others returns the indices of the rules of other kinds.
func Others(p sudoku.Puzzle, kinds ...string) []int {
	return slice.Positions[int](p.Rules, func(r sudoku.Rule) bool { return !slices.Contains(kinds, r.Kind) })
}

// RegionRules returns the rule regions, if there is one.
func RegionRules(p sudoku.Puzzle) []sudoku.Rule {
	return slice.Filter(p.Rules, func(r sudoku.Rule) bool { return r.Kind == "regions" })
}

// RowsOf returns the number of rows of a square of cells, and 0 if they are none.
func RowsOf(cells int) int {
	if n := int(math.Sqrt(float64(cells))); n*n == cells {
		return n
	}
	return 0
}

// Walk returns the cells of the grid from a row and a column on, some rows down and some columns to the right at each
// step.
func Walk(s sudoku.Shape, row, column, down, right int) (cells []sudoku.Cell) {
	rows, columns := s.Size()
	for ; row >= 0 && row < rows && column >= 0 && column < columns; row, column = row+down, column+right {
		cells = append(cells, s.Cell(row, column))
	}
	return cells
}

// Restrict states a rule about the value of a single cell. Cells with the same rule share it.
func Restrict(p *sudoku.Puzzle, c sudoku.Cell, rule sudoku.Rule) {
	for i, other := range p.Rules {
		if other.Kind == rule.Kind && slices.Equal(other.Values, rule.Values) {
			p.Rules[i].Cells = append(other.Cells, c)
			return
		}
	}
	rule.Cells = []sudoku.Cell{c}
	p.Rules = append(p.Rules, rule)
}
