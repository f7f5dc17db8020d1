package exchange

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/modelfile"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/export"
	"nonet/encode/ip"
	"nonet/encode/problem"
	"nonet/encode/text"
	"nonet/model"

	"github.com/spf13/cobra"
)

// exportModels writes model files in another format.
func exportModels(c *cobra.Command, e *term.Env, o exportOptions, files modelfile.Options, args []string) error {
	if err := modelfile.Refuse(c, "unique-check", "method", "timeout"); err != nil {
		return err
	}
	if o.format.Name == "" {
		return fmt.Errorf("--to %s: expected a puzzle, not a model file", o.to)
	}
	folder, err := o.target(len(args) > 1)
	if err != nil {
		return err
	}
	return modelfile.ReadAll(e, files, args, func(f *modelfile.File) error {
		if f.Err != nil {
			return nil
		}
		if f.Problem.Hides() {
			e.Warn("%s: which variables are shown is not exported", f.Name)
		}
		out, mapFile := o.out, o.mapFile
		if folder {
			base := strings.TrimSuffix(filepath.Base(f.Name), ".gz")
			out = filepath.Join(o.out, strings.TrimSuffix(base, filepath.Ext(base))+o.format.Endings[0])
		}
		if out != "-" && mapFile == "" && o.format.Name != "json" {
			mapFile = out + ".map.json"
		}
		if err := refuseOverwriting(args, out, mapFile); err != nil {
			return err
		}
		return exportModel(c.Context(), e, o, files, f, out, mapFile)
	})
}

// exportModel writes one model and its map.
func exportModel(ctx context.Context, e *term.Env, o exportOptions, files modelfile.Options, f *modelfile.File,
	out, mapFile string) error {
	file, err := modelExport(ctx, o, f.Problem)
	if ctx.Err() != nil {
		return term.Fail(term.Undecided, ask.ErrInterrupted)
	}
	if err != nil {
		return term.Fail(term.Failed, fmt.Errorf("%s: %s", f.Name, term.WithoutPackage(err)))
	}
	made := "nonet export --to " + file.Format.Name
	if file.Encoding != "" {
		made += " --encoding " + file.Encoding
	}
	head := []string{made + " " + printable.Line(filepath.Base(f.Name)), f.Problem.Summary(),
		print.FileSize(file)}
	file.Comments = append(head, file.Comments...)
	if mapFile != "" && file.Map != nil {
		if file.Map.Model, err = modelSource(f, files, mapFile); err != nil {
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
func modelSource(f *modelfile.File, o modelfile.Options, mapFile string) (*encode.ModelSource, error) {
	hash, err := modelHash(f.Problem.Model)
	s := &encode.ModelSource{Format: f.Problem.Format, Colours: o.Colours, SHA256: hash}
	if f.Name == "-" || err != nil {
		return s, err
	}
	s.File = f.Name
	if from, err := filepath.Abs(filepath.Dir(mapFile)); err == nil && !filepath.IsAbs(f.Name) {
		if to, err := filepath.Abs(f.Name); err == nil {
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
