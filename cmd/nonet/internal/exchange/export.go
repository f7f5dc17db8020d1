package exchange

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode"
	"nonet/encode/export"
	"nonet/internal/packed"
	"nonet/internal/slice"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

type exportOptions struct {
	to          string
	out         string
	mapFile     string
	encoding    string
	preprocess  string
	uniqueCheck bool

	format export.Format // named by to, or by the ending of out
}

func exportCommand(e *term.Env) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export [PUZZLES | MODELS]",
		Short: "Write puzzles as files for other solvers",
		RunE: func(c *cobra.Command, args []string) error {
			return exportAll(c, e, o, args)
		},
	}
	input.ModelFlags(e, c)
	input.ReadFlags(e, c)
	f := c.Flags()
	f.StringVar(&o.to, "to", "", "format: "+slice.JoinOr(exportNames())+" (default: by the ending of -o); "+
		"or a link: "+slice.JoinOr(linkNames())+"; or kit: a folder of programs and data for exercises")
	f.StringVarP(&o.out, "out", "o", "-", "file to write, or folder for several puzzles; - for standard output")
	f.StringVar(&o.mapFile, "map", "", "file for the variable map "+
		"(default: NAME.map.json beside the file; none for standard output)")
	f.StringVarP(&o.encoding, "encoding", "e", "",
		"encoding (default: extended/pairwise for cnf, plain for lp, mps and opb, clique for col, gecode for fzn, "+
			"integers for smt2)")
	f.StringVarP(&o.preprocess, "preprocess", "p", "none", "preprocessor: "+slice.JoinOr(methods.Preprocessors()))
	f.BoolVarP(&o.uniqueCheck, "unique-check", "u", false,
		"exclude the known solution, so that unsatisfiable means unique")
	f.StringVarP(&e.Flags.Method, "method", "m", methods.Default,
		"method that finds the known solution of --unique-check")
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each puzzle, such as 500ms or 2m (default: none)")
	input.MemoryFlag(c, input.MemoryHelp)
	term.CompleteFlag(c, "to", append(append(exportNames(), kit), linkNames()...)...)
	term.CompleteFlag(c, "encoding", encodingNames()...)
	term.CompleteFlag(c, "preprocess", methods.Preprocessors()...)
	input.CompleteMethodFlag(c, "method")
	term.AddCheck(c, func() error { return o.resolve() })
	return c
}

func namesOf(formats []export.Format) []string {
	return slice.Map(formats, func(f export.Format) string { return f.Name })
}

func exportNames() []string { return namesOf(export.Formats()) }

// encodingNames lists the encodings of all formats, each name once.
func encodingNames() []string {
	encodings := slice.Map(export.Formats(), func(f export.Format) []string { return f.Encodings })
	return slice.Distinct(slices.Concat(encodings...))
}

func checkFormula(f export.Format, encoding, preprocess string) error {
	if err := term.CheckOneOf("--preprocess", preprocess, methods.Preprocessors()); err != nil {
		return err
	}
	_, err := f.EncodingName(encoding)
	var unknown *export.UnknownEncodingError
	switch {
	case !errors.As(err, &unknown):
		return err
	case unknown.Err != nil:
		return fmt.Errorf("--encoding %s: %s%s", encoding, unknown.Err.Error(),
			term.DidYouMean(encoding, encodingNames()))
	case unknown.Known == nil:
		return fmt.Errorf("--encoding %s: %s states the model itself, which has no encoding", encoding, f.Name)
	}
	return term.CheckOneOf("--encoding", encoding, unknown.Known)
}

func (o *exportOptions) resolve() error {
	if f, err := export.ByName(o.to); err == nil {
		o.to = f.Name // dimacs is cnf
	}
	switch {
	case slices.Contains(linkNames(), o.to):
		return nil
	case o.to == kit && o.out == "-":
		return errors.New("--to kit: expected a folder, -o FOLDER")
	case o.to == kit && (o.uniqueCheck || o.mapFile != "" || o.encoding != "" || o.preprocess != "none"):
		return errors.New(
			"--to kit: expected no --unique-check, --map, --encoding or --preprocess: it is the model itself")
	case o.to == kit:
		o.format.Name = kit
		return nil
	}
	formats := export.Formats()
	k := slices.IndexFunc(formats, func(f export.Format) bool {
		return o.to == f.Name || o.to == "" && slices.Contains(f.Endings, packed.Ending(o.out))
	})
	switch {
	case k < 0 && o.to == "":
		return fmt.Errorf("--to: expected %s, or -o FILE with such an ending", slice.JoinOr(exportNames()))
	case k < 0:
		return term.CheckOneOf("--to", o.to, append(exportNames(), linkNames()...))
	}
	o.format = formats[k]
	switch {
	case o.mapFile != "" && o.format.Name == "json":
		return errors.New("--map: expected another format than json: it states the model itself")
	case o.uniqueCheck && o.format.NoExclude != "":
		return fmt.Errorf("--unique-check: expected another format than %s: %s", o.format.Name, o.format.NoExclude)
	}
	return checkFormula(o.format, o.encoding, o.preprocess)
}

// target returns the name of the file of each puzzle, or nil if -o names the only file.
func (o *exportOptions) target(several bool) (name func(*input.Item) string, err error) {
	refused := errors.New("--map: expected only with a single puzzle")
	if several && o.out != "-" && o.mapFile != "" {
		return nil, refused
	}
	ending := ""
	if o.to != kit {
		ending = o.format.Endings[0]
		if given := packed.Ending(o.out); slices.Contains(o.format.Endings, given) {
			ending = given
		}
	}
	if name, err = input.OutFiles(o.out, several, ending); name != nil && err == nil && o.mapFile != "" {
		err = refused
	}
	return name, err
}

func exportAll(c *cobra.Command, e *term.Env, o exportOptions, args []string) error {
	ctx := c.Context()
	s, err := input.Open(c, e, args, "unique-check", "method")
	if err != nil {
		return err
	}
	if o.format.Name == "" { // a link
		if s.Models {
			return fmt.Errorf("--to %s: expected a puzzle, not a model file", o.to)
		}
		return convertAll(ctx, e, convertOptions{to: o.to, out: o.out}, args)
	}
	method, err := s.Method(c)
	if err != nil {
		return err
	}
	s.Mixed = true
	several := s.Several || !s.Models && len(s.Peek(2)) > 1
	name, err := o.target(several)
	if err != nil {
		return err
	}
	k := ask.New(method, e.Flags.Timeout)
	var alone error
	written := int64(0)
	_, err = input.ForEach(ctx, e, s, 1, func() input.Handler {
		return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
			out, mapFile := o.out, o.mapFile
			if o.to == kit {
				if several {
					out = name(it)
				}
				written++
				return b, exportKit(e, out, it, several)
			}
			if name != nil {
				out = name(it)
			}
			if out != "-" && mapFile == "" && o.format.Name != "json" {
				mapFile = out + ".map.json"
			}
			err := term.RefuseOverwriting(args, out, mapFile)
			if err == nil {
				err = exportItem(ctx, e, o, k, it, out, mapFile)
			}
			switch {
			case err == nil:
				written++
			case name == nil: // the command is about this item
				if alone = err; it.Model && term.CodeOf(err) == term.Failed {
					alone = term.Fail(term.Failed, fmt.Errorf("%s: %w", it.Name(), err))
				}
				err = nil
			}
			return b, err
		}
	})
	err = cmp.Or(err, alone)
	if err == nil && name != nil && !e.Flags.Quiet {
		one, many := "puzzle", "puzzles"
		if s.Models {
			one, many = "model", "models"
		}
		e.Note("%s: %s written", o.out, term.Plural(written, one, many))
	}
	return err
}

// exportItem writes one puzzle or model to the file out, or to standard output for "-", and its map to mapFile, unless
// this is "".
func exportItem(ctx context.Context, e *term.Env, o exportOptions, k *ask.Asker, it *input.Item,
	out, mapFile string) error {
	var known sudoku.Grid
	if o.uniqueCheck {
		var err error
		if known, err = inquiry.KnownSolution(ctx, k, it.Puzzle); err != nil {
			return err
		}
	}
	if it.Model && it.File.Hides() {
		e.Warn("%s: which variables are shown is not exported", it.Place.File)
	}
	switch f := o.format.Name; {
	case !it.Model:
	case f == "cnf" && it.File.Model != nil && it.File.Model.Objective != nil:
		e.Warn("%s: the objective is left out in cnf", it.Place.File)
	case it.File.Scale > 1 && f != "lp" && f != "mps" && f != "mps-fixed":
		e.Warn("%s: the objective is multiplied by %d in %s", it.Place.File, it.File.Scale, f)
	}
	options := print.FileOptions{Format: o.format.Name, Encoding: o.encoding, Preprocess: o.preprocess,
		Colours: e.Flags.Colours}
	var f *export.File
	err := it.Within(ctx, func(ctx context.Context) (err error) {
		if f, err = print.NewFile(ctx, options, it, known, mapFile); err != nil {
			return err
		}
		err = e.WriteTo(out, func(w io.Writer) error { return encode.Write(ctx, w, f.Write) })
		if err == nil && mapFile != "" && f.Map != nil {
			err = print.WriteMap(ctx, f, mapFile)
		}
		return err
	})
	switch {
	case err != nil && ask.Undecided(err):
		return term.Fail(term.Undecided, err)
	case err != nil:
		return err
	}
	if (out == o.out || it.Model) && out != "-" && !e.Flags.Quiet {
		e.Note("%s: %s", out, print.FileSize(f))
		if mapFile != "" {
			e.Note("%s: what the variables mean, for nonet decode", mapFile)
		}
	}
	return nil
}
