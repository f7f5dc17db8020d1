package notation

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A Loss is what a format cannot hold of a puzzle.
type Loss struct {
	Meaning []string // what changes the solutions: a rule in the format nonet, or the shape of the boxes
	Texts   []string // what does not: "the name"
	Symbols string   // how the alphabet changes: "0 to F become 1 to 16"; "" if it is kept
	Whole   bool     // the format does not hold the rest of the puzzle, either
}

// Lost returns what a format cannot hold of a valid puzzle. It returns the error of NewWriter if there is no such
// format.
func Lost(name string, p sudoku.Puzzle) (Loss, error) {
	w, err := NewWriter(nil, name)
	if err != nil {
		return Loss{}, err
	}
	_, lost := w.format.text(nil, p)
	described := lost.describe(p)
	if !w.format.holdsAlphabet {
		described.Symbols = asIntegers(p)
	}
	return described, nil
}

// asIntegers describes the values of p that are written in another way as integers: in all alphabets they are
// neighbours.
func asIntegers(p sudoku.Puzzle) string {
	var changed []int
	for v := 1; v <= p.Shape.N(); v++ {
		if p.Alphabet.Symbol(v) != strconv.Itoa(v+p.Shape.Offset) {
			changed = append(changed, v)
		}
	}
	if changed == nil {
		return ""
	}
	first, last := changed[0], changed[len(changed)-1]
	if first == last {
		return fmt.Sprintf("%s becomes %d", p.Alphabet.Symbol(first), first)
	}
	return fmt.Sprintf("%s to %s become %d to %d", p.Alphabet.Symbol(first), p.Alphabet.Symbol(last), first, last)
}

// A loss is what a format leaves out of a text.
type loss struct {
	place.Loss
	shape string   // of the boxes
	texts []string // as Loss.Texts
}

func (l loss) describe(p sudoku.Puzzle) Loss {
	all := Loss{Texts: l.texts, Whole: l.Whole != ""}
	for _, what := range []string{l.Whole, l.shape} {
		if what != "" {
			all.Meaning = append(all.Meaning, what)
		}
	}
	rules := slice.Map(l.Rules, func(i int) string { return RuleText(p.Shape, p.Rules[i]) })
	all.Meaning = append(all.Meaning, rules...)
	return all
}

// text appends p to dst and returns what the format does not hold of it.
func (f *format) text(dst []byte, p sudoku.Puzzle) ([]byte, loss) {
	whole := func(format string, args ...any) ([]byte, loss) {
		return dst, loss{Loss: place.Loss{Whole: fmt.Sprintf(format, args...)}}
	}
	switch n := p.Shape.N(); {
	case !p.Shape.IsUsual() && !f.holdsLayout:
		return whole("a grid %v", p.Shape)
	case f.maxN > 0 && n > f.maxN, n < f.minN:
		return whole("a grid with %d rows, expected %d to %d", n, max(f.minN, 1), f.maxN)
	case f.squareBoxes && p.Shape.Height != p.Shape.Width:
		return whole("boxes of %dx%d, expected square ones", p.Shape.Height, p.Shape.Width)
	}
	lost := loss{texts: f.lostTexts(p)}
	if f.family != nil {
		var text string
		text, lost.Loss = f.family.write(p)
		return append(append(dst, text...), '\n'), lost
	}
	if !f.holdsRules {
		lost.Rules = slice.Positions[int](p.Rules, func(r sudoku.Rule) bool {
			return !f.holdsCandidates || r.Kind != "candidates"
		})
		if usual, ok := sudoku.ShapeOf(p.Shape.N()); !ok || usual != p.Shape {
			lost.shape = fmt.Sprintf("boxes of %dx%d", p.Shape.Height, p.Shape.Width)
		}
	}
	text := f.append(dst, p)
	for line := range bytes.Lines(text[len(dst):]) {
		if len(line) >= window {
			return whole("a rule of %d bytes, since a line has fewer than %d", len(line), window)
		}
	}
	return text, lost
}

// lostTexts lists the texts of p that the format does not hold.
func (f *format) lostTexts(p sudoku.Puzzle) (lost []string) {
	if !f.holdsName && p.Name != "" {
		lost = append(lost, "the name")
	}
	if f.holdsTexts {
		return lost
	}
	if p.Texts.Author != "" {
		lost = append(lost, "the author")
	}
	if p.Texts.Rules != "" {
		lost = append(lost, "the rules in words")
	}
	if p.Texts.Solution != nil {
		lost = append(lost, "the stated solution")
	}
	return lost
}

// A LossError reports that a format cannot hold a puzzle.
type LossError struct {
	Format string
	Lost   []string // Meaning of the Loss
}

func (e *LossError) Error() string {
	return fmt.Sprintf("the format %s cannot hold %s; the format nonet can", e.Format,
		strings.Join(e.Lost, ", "))
}
