package print

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"nonet/backends"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/export"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// FileOptions choose the format and the encoding of a file.
type FileOptions struct {
	Format, Encoding string // as in export.Options
	Preprocess       string // name of the preprocessor, or none
	Colours          int    // of a graph, as the command line states it
}

// NewFile returns the file that states a puzzle or the model of a file in the format of o. known is the solution that
// the file excludes, or nil; mapName is the name of the variable map, or "".
func NewFile(ctx context.Context, o FileOptions, it *input.Item, known []int, mapName string) (*export.File, error) {
	f, err := encodeItem(ctx, o, it, known)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, term.Fail(term.Failed, err)
	}
	made := "nonet export --to " + f.Format.Name
	if f.Encoding != "" {
		made += " --encoding " + f.Encoding
	}
	s, p := f.Map, it.Puzzle
	if it.Model {
		f.Comments = append([]string{made + " " + printable.Line(filepath.Base(it.Place.File)), it.File.Summary(),
			FileSize(f)}, f.Comments...)
		if s != nil && mapName != "" {
			s.Preprocess = o.Preprocess
			s.Model, err = modelSource(it, o.Colours, mapName)
		}
		return f, err
	}
	if s != nil {
		s.Preprocess = o.Preprocess
		s.Puzzle, s.Rules, s.Alphabet = notation.Line(p.Alphabet, p.Clues), RuleTexts(p), p.Alphabet.ReadAs()
		s.Shape = p.Shape.Text()
		if known != nil {
			s.UniqueCheck, s.Known = true, notation.Line(p.Alphabet, known)
		}
	}
	f.Comments = puzzleComments(f, made+" --preprocess "+o.Preprocess, p, known, mapName)
	return f, nil
}

// encodeItem encodes an item. Without o.Encoding, of a model file, programs have integer columns, a program without
// o.Preprocess is the file's own, and clauses over variables of two values are in order encoding, with one variable for
// each.
func encodeItem(ctx context.Context, o FileOptions, it *input.Item, known []int) (*export.File, error) {
	if it.Model && it.File.Mixed != nil {
		return export.Mixed(it.File.Mixed, o.Format)
	}
	m := it.Problem().Whole()
	if known != nil && len(known) < len(m.Vars) {
		known = it.Puzzle.Extend()(known)
	}
	reduced, err := Reduce(ctx, m, o.Preprocess)
	if err != nil {
		return nil, err
	}
	options := export.Options{Format: o.Format, Encoding: o.Encoding, Reduced: reduced, Exclude: known, Name: "sudoku"}
	if it.Model {
		options.Name, options.Scale = cmp.Or(m.Name, "model"), it.File.Scale
	}
	if it.Model && o.Encoding == "" {
		plain := o.Preprocess == "none"
		program := it.File.Program
		switch f := ip.Format(o.Format); {
		case plain && program != nil && (f == ip.LP || f == ip.MPSFree || f == ip.MPSFixed ||
			f == ip.OPB && program.ZeroOne()):
			return export.Program(m, program.Portable(), f)
		case f == ip.LP, f == ip.MPSFree, f == ip.MPSFixed:
			options.Encoding = export.Integers
		case f == "cnf" && plain && it.File.AllBits():
			options.Encoding = cnf.Encoder{Preset: cnf.Order}.Name()
		}
	}
	return export.New(backends.WithBudget(ctx, backends.FormulaOnly{}), m, options)
}

// modelSource describes a model file for the variable map in the file mapName.
func modelSource(it *input.Item, colours int, mapName string) (*encode.ModelSource, error) {
	hash, err := ModelHash(it.File.Model)
	s := &encode.ModelSource{Format: it.File.Format, Colours: colours, SHA256: hash}
	name := it.Place.File
	if name == "-" || err != nil {
		return s, err
	}
	seen := func(name string) string { return nameFrom(mapName, name) }
	s.File, s.Data = seen(name), slice.Map(it.Data, seen)
	return s, nil
}

// nameFrom returns the name of a file relative to the folder of the file mapName, unless it is absolute.
func nameFrom(mapName, name string) string {
	if from, err := filepath.Abs(filepath.Dir(mapName)); err == nil && !filepath.IsAbs(name) {
		if to, err := filepath.Abs(name); err == nil {
			if relative, err := filepath.Rel(from, to); err == nil {
				return filepath.ToSlash(relative)
			}
		}
	}
	return name
}

// ModelHash returns the hash of a model in a variable map.
func ModelHash(m *model.Model) (string, error) {
	h := sha256.New()
	if err := text.WriteJSON(h, m); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// puzzleComments returns the comments of a file about a puzzle: the command that makes it, the puzzle and its rules,
// and how to decode an answer.
func puzzleComments(f *export.File, made string, p sudoku.Puzzle, known sudoku.Grid, mapName string) []string {
	comments := []string{made}
	if p.Name != "" {
		comments = append(comments, printable.Line(p.Name))
	}
	comments = append(comments, fmt.Sprintf("%s, %s:", p.Shape, term.Plural(p.Givens(), "clue", "clues")),
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
	words := slice.Map(f.Counts(), func(c export.Count) string { return term.Thousands(c.N) + " " + c.Name })
	return strings.Join(words, ", ")
}

// WriteMap writes the variable map of a file.
func WriteMap(ctx context.Context, f *export.File, name string) error {
	write := func(w io.Writer) error { return encode.WriteVariableMap(w, f.Map) }
	return term.WriteFile(name, func(w io.Writer) error { return encode.Write(ctx, w, write) })
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
