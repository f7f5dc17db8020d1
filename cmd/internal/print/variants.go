package print

import (
	"fmt"
	"strings"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// RuleTexts returns the rules of a variant as lines of the format nonet, or nil if p is classic.
func RuleTexts(p sudoku.Puzzle) []string {
	return slice.Map(p.Rules, func(r sudoku.Rule) string { return notation.RuleText(p.Shape, r) })
}

// VariantOf returns the fields box and rules, which are empty for a classic puzzle.
func VariantOf(p sudoku.Puzzle) (box string, rules []string) {
	if p.Classic() {
		return "", nil
	}
	return p.Shape.Text(), RuleTexts(p)
}

// AppendClues appends a puzzle in line form and, for a variant, the number of rules that this form omits.
func AppendClues(b []byte, p sudoku.Puzzle) []byte {
	b = notation.AppendLine(b, p.Alphabet, p.Clues)
	if !p.Classic() {
		b = append(append(b, "  with "...), term.Plural(len(p.Rules), "further rule", "further rules")...)
	}
	return b
}

// Heading names an item in a line above what is printed about it.
func Heading(it *input.Item) string {
	if it.Model {
		return printable.Line(it.Place.File) + ":\n"
	}
	return string(AppendClues(nil, it.Puzzle)) + "\n"
}

// LineFlags returns the flags, with a space after each, with which a command reads the line form of a classic puzzle.
func LineFlags(p sudoku.Puzzle) (flags string) {
	if s, _ := sudoku.ShapeOf(p.Shape.N()); s != p.Shape {
		flags = fmt.Sprintf("--box %dx%d ", p.Shape.Height, p.Shape.Width)
	}
	if name := notation.LineAlphabet(p); name != "" {
		flags += "--alphabet " + name + " "
	}
	return flags
}

// AppendReadable appends p with other clues, in a form that nonet reads: in line form with the remark after it or, if p
// is a variant, in the format nonet with the remark as a comment above it.
func AppendReadable(b []byte, p sudoku.Puzzle, clues sudoku.Grid, remark string) ([]byte, error) {
	if p.Classic() {
		b = notation.AppendLine(b, p.Alphabet, clues)
		if remark != "" {
			b = append(append(b, "  "...), remark...)
		}
		return append(b, '\n'), nil
	}
	if remark != "" {
		b = append(b, "# "+remark+"\n"...)
	}
	p.Clues = clues
	text, err := PuzzleText(p, "nonet")
	return append(append(b, text...), '\n'), err
}

// PuzzleText returns the text of a puzzle in a format.
func PuzzleText(p sudoku.Puzzle, format string) (string, error) {
	var b strings.Builder
	w, err := notation.NewWriter(&b, format)
	if err == nil {
		err = w.Write(p)
	}
	return b.String(), err
}
