package exchange

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/export"
	"nonet/encode/ip"
	"nonet/encode/problem"
	"nonet/encode/text"
	"nonet/model"
)

// exportModel writes one model and its map.
func exportModel(ctx context.Context, e *term.Env, o exportOptions, it *input.Item, out, mapFile string) error {
	p := it.File
	if p.Hides() {
		e.Warn("%s: which variables are shown is not exported", it.Place.File)
	}
	file, err := modelExport(ctx, o, p)
	if ctx.Err() != nil {
		return term.Fail(term.Undecided, ask.ErrInterrupted)
	}
	if err != nil {
		return term.Fail(term.Failed, fmt.Errorf("%s: %s", it.Place.File, err.Error()))
	}
	made := "nonet export --to " + file.Format.Name
	if file.Encoding != "" {
		made += " --encoding " + file.Encoding
	}
	head := []string{made + " " + printable.Line(filepath.Base(it.Place.File)), p.Summary(),
		print.FileSize(file)}
	file.Comments = append(head, file.Comments...)
	if mapFile != "" && file.Map != nil {
		if file.Map.Model, err = modelSource(it, e.Flags.Colours, mapFile); err != nil {
			return err
		}
		file.Map.Preprocess = o.preprocess
	}
	err = writeExport(ctx, e, file, out, mapFile)
	if ctx.Err() != nil {
		return term.Fail(term.Undecided, ask.ErrInterrupted)
	}
	if err == nil {
		noteExport(e, file, out, mapFile)
	}
	return err
}

// modelSource describes a model file for the variable map in the file mapFile.
func modelSource(it *input.Item, colours int, mapFile string) (*encode.ModelSource, error) {
	hash, err := modelHash(it.File.Model)
	s := &encode.ModelSource{Format: it.File.Format, Colours: colours, SHA256: hash}
	name := it.Place.File
	if name == "-" || err != nil {
		return s, err
	}
	s.File = name
	if from, err := filepath.Abs(filepath.Dir(mapFile)); err == nil && !filepath.IsAbs(name) {
		if to, err := filepath.Abs(name); err == nil {
			if relative, err := filepath.Rel(from, to); err == nil {
				s.File = filepath.ToSlash(relative)
			}
		}
	}
	return s, nil
}

// modelHash returns the hash of a model in a variable map.
func modelHash(m *model.Model) (string, error) {
	h := sha256.New()
	if err := text.WriteJSON(h, m); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// modelExport returns the file of a model. Without --encoding, programs have integer columns, a program without
// --preprocess is the file's own, and clauses over variables of two values are in order encoding, with one variable for
// each.
func modelExport(ctx context.Context, o exportOptions, p *problem.Problem) (*export.File, error) {
	options := export.Options{Format: o.format.Name, Encoding: o.encoding, Name: "model"}
	if p.Model.Name != "" {
		options.Name = p.Model.Name
	}
	var err error
	if options.Reduced, err = print.Reduce(ctx, p.Model, o.preprocess); err != nil {
		return nil, err
	}
	if o.encoding == "" {
		program := p.NamedProgram()
		if o.preprocess != "none" {
			program = nil
		}
		switch f := ip.Format(o.format.Name); {
		case f == ip.OPB && program != nil && program.ZeroOne(),
			(f == ip.LP || f == ip.MPSFree || f == ip.MPSFixed) && program != nil:
			return export.Program(p.Model, program, f)
		case f == ip.LP, f == ip.MPSFree, f == ip.MPSFixed:
			options.Encoding = export.Integers
		case f == "cnf" && p.AllBits() && o.preprocess == "none":
			options.Encoding = cnf.Encoder{Preset: cnf.Order}.Name()
		}
	}
	return export.NewContext(backends.WithBudget(ctx, backends.FormulaOnly{}), p.Model, options)
}
