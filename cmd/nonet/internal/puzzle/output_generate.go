package puzzle

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/generate"
	"nonet/model/notation"
)

// generateOutputs are the forms in which puzzles are printed: for people, for programs, and formats of package notation.
var generateOutputs = []string{"text", "line", "numbers", "nonet", "json"}

// A generated is a puzzle that was made, or why it was not.
type generated struct {
	index   int
	seed    uint64
	options *generateOptions
	puzzle  *generate.Puzzle
	err     error
}

// Code returns the exit code of a puzzle that was not made.
func (g *generated) Code() term.ExitCode {
	var attempts *generate.AttemptsError
	if ask.Undecided(g.err) || errors.As(g.err, &attempts) {
		return term.Undecided
	}
	return term.Failed
}

// Print appends the puzzle in a form.
func (g *generated) Print(b []byte, form string) []byte {
	switch {
	case form == "json":
		return g.json(b)
	case g.err != nil:
		return b
	case form == "line":
		return append(print.AppendLine(b, g.puzzle.Shape, g.puzzle.Clues), '\n')
	}
	if g.index > 0 {
		b = append(b, '\n')
	}
	if form == "text" {
		b = append(append(b, g.title()...), '\n')
		return notation.AppendGrid(b, g.puzzle.Shape, g.puzzle.Clues)
	}
	var text bytes.Buffer
	w, err := notation.NewWriter(&text, form)
	if err == nil {
		err = w.Write(g.puzzle.Puzzle)
	}
	if err != nil {
		panic("cli: " + err.Error()) // the format is known, and the puzzle is valid
	}
	return append(b, text.Bytes()...)
}

// title says in a line what kind of puzzle it is.
func (g *generated) title() string {
	line := term.Plural(int64(g.puzzle.Givens()), "clue", "clues")
	if r := g.puzzle.Rating; r != nil {
		line += fmt.Sprintf(", %v, score %d, ER %.1f", r.Level, r.Score, r.ER)
		if r.Hardest != nil {
			line += " by the rule " + r.Hardest.Name
		}
	}
	return line
}

func (g *generated) json(b []byte) []byte {
	b = append(b, `{"index":`...)
	b = strconv.AppendInt(b, int64(g.index), 10)
	p := g.puzzle
	if p == nil {
		b = append(b, `,"puzzle":null,"seed":`...)
		b = strconv.AppendUint(b, g.seed, 10)
		return append(term.AppendString(b, "error", term.Plain(g.err)), "}\n"...)
	}
	b = print.AppendGrid(b, "puzzle", p.Shape, p.Clues)
	b = print.AppendGrid(b, "solution", p.Shape, p.Solution)
	b = fmt.Appendf(b, `,"size":%d,"box":"%dx%d","clues":%d,"seed":%d`, p.Shape.N(), p.Shape.Height, p.Shape.Width, p.Givens(), g.seed)
	if !g.options.instances {
		b = fmt.Appendf(b, `,"attempts":%d,"symmetry":"%v"`, p.Attempts, g.options.spec.Pattern)
	}
	if r := p.Rating; r != nil {
		b = fmt.Appendf(b, `,"level":"%v","score":%d,"er":%.1f`, r.Level, r.Score, r.ER)
		if r.Hardest != nil {
			b = term.AppendString(b, "hardest", r.Hardest.Name)
		}
	}
	return append(b, "}\n"...)
}
