package print

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"nonet/backends"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/encode/export"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// FileOptions choose the format and the encoding of a file.
type FileOptions struct {
	Format, Encoding string // as in export.Options
	Preprocess       string // name of the preprocessor, or none
}

// NewFile returns the file that states a puzzle in the format of o. known is the solution that the file excludes, or
// nil; mapName is the name of the variable map.
func NewFile(ctx context.Context, o FileOptions, p sudoku.Puzzle, known sudoku.Grid,
	mapName string) (*export.File, error) {
	m := p.Model()
	reduced, err := Reduce(ctx, m, o.Preprocess)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var f *export.File
	if err == nil {
		within := backends.WithBudget(ctx, backends.FormulaOnly{})
		f, err = export.NewContext(within, m, export.Options{Format: o.Format, Encoding: o.Encoding, Reduced: reduced,
			Exclude: model.Assignment(known), Name: "sudoku"})
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, term.Fail(term.Failed, err)
	}
	if s := f.Map; s != nil {
		s.Preprocess = o.Preprocess
		s.Puzzle, s.Shape, s.Rules = notation.Line(p.Alphabet, p.Clues), fmt.Sprintf("%dx%d", p.Shape.Height,
			p.Shape.Width),
			RuleTexts(p)
		s.Alphabet = p.Alphabet.ReadAs()
		if known != nil {
			s.UniqueCheck, s.Known = true, notation.Line(p.Alphabet, known)
		}
	}
	f.Comments = exportComments(f, o.Preprocess, p, known, mapName)
	return f, nil
}

// exportComments returns the comments of a file: the command that makes it, the puzzle and its rules, and how to decode
// an answer.
func exportComments(f *export.File, preprocess string, p sudoku.Puzzle, known sudoku.Grid, mapName string) []string {
	made := "nonet export --to " + f.Format.Name
	if f.Encoding != "" {
		made += " --encoding " + f.Encoding
	}
	comments := []string{made + " --preprocess " + preprocess}
	if p.Name != "" {
		comments = append(comments, printable.Line(p.Name))
	}
	comments = append(comments, fmt.Sprintf("%s, %s:", p.Shape, term.Plural(int64(p.Givens()), "clue", "clues")),
		notation.Line(p.Alphabet, p.Clues), FileSize(f))
	for _, text := range RuleTexts(p) {
		comments = append(comments, "rule "+term.Shorten(text, 200))
	}
	if known != nil {
		comments = append(comments, "This solution is excluded; if there is no other, the puzzle has exactly one:",
			notation.Line(p.Alphabet, known))
	}
	if mapName != "" {
		name := printable.Line(filepath.Base(mapName))
		comments = append(comments, "To read a solver's answer: nonet decode --map "+name+" ANSWER")
	}
	return comments
}

// FileSize returns the size of a file in words.
func FileSize(f *export.File) string {
	var words []string
	for _, c := range f.Counts() {
		words = append(words, term.Thousands(int64(c.N))+" "+c.Name)
	}
	return strings.Join(words, ", ")
}

// WriteMap writes the variable map of a file.
func WriteMap(ctx context.Context, f *export.File, name string) error {
	write := func(w io.Writer) error { return encode.WriteVariableMap(w, f.Map) }
	return term.WriteFile(name, func(w *term.FileWriter) error { return encode.Write(ctx, w, write) })
}

// Reduce applies a preprocessor by name.
func Reduce(ctx context.Context, m *model.Model, name string) (*model.Model, error) {
	if name == "none" {
		return m, nil
	}
	r, known := deduce.ByName(name)
	if !known {
		return nil, fmt.Errorf("unknown preprocessor %q", name)
	}
	return r.Preprocess(ctx, m)
}
