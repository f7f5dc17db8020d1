package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

type exportOptions struct {
	to          string
	out         string
	sidecar     string
	encoding    string
	preprocess  string
	uniqueCheck bool

	format *exportFormat
}

func (e *env) exportCommand() *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export [PUZZLES]",
		Short: "Write puzzles as files for other solvers",
		Long: `Export states a puzzle in the language of other solvers and writes it to a file, and beside it the map NAME.map.json with which nonet decode
understands the solver's answer. Several puzzles are written into a folder. The same puzzle gives the same bytes.

With --unique-check the file excludes the puzzle's solution, which is found first: a solver that finds nothing has then proved that the
puzzle has exactly one solution.

Encodings of cnf are ENCODING[/AMO][/SUM] as in nonet methods. Those of lp, mps and opb are plain (no objective, clues as bounds), thesis (a
constant objective, as in Thein 2014) and bartlett (clues as rows, as in Bartlett et al. 2008). Those of col are clique (a vertex for each
value, and clues as edges to those of the others, which any program can read) and precoloured (clues in comments; see nonet color). Those
of fzn are gecode (with the constraints of fzn-gecode) and standard (for any FlatZinc solver), those of smt2 integers and bitvector.`,
		Example: examples(
			"nonet export -o escargot.cnf 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"cadical escargot.cnf | nonet decode --map escargot.cnf.map.json",
			"nonet export --to lp --unique-check -o check.lp puzzle.sdk",
			"nonet export --to cnf --encoding extended/product --preprocess singles -o folder puzzles.txt",
			"nonet export --to cnf 1..4..1..1..4..1 | minisat",
			"nonet export -q -o escargot.mzn escargot.sdk; minizinc escargot.mzn",
			"nonet export -o escargot.cover --unique-check 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		),
		RunE: func(c *cobra.Command, args []string) error { return e.export(c.Context(), o, args) },
	}
	e.readFlags(c)
	f := c.Flags()
	f.StringVar(&o.to, "to", "", "format: "+oneOf(exportNames())+" (default: by the ending of -o)")
	f.StringVarP(&o.out, "out", "o", "-", "file to write, or folder for several puzzles; - for standard output")
	f.StringVar(&o.sidecar, "map", "", "file for the map (default: NAME.map.json beside the file; none for standard output)")
	f.StringVarP(&o.encoding, "encoding", "e", "", "encoding (default: extended/pairwise for cnf, plain for lp, mps and opb, clique for col, gecode for fzn, integers for smt2)")
	f.StringVarP(&o.preprocess, "preprocess", "p", "none", "what makes the model smaller first: "+oneOf(methods.Preprocessors()))
	f.BoolVarP(&o.uniqueCheck, "unique-check", "u", false, "exclude the known solution, so that unsatisfiable means unique")
	f.StringVarP(&e.flags.method, "method", "m", methods.Default, "how the known solution of --unique-check is found")
	timeoutFlag(c, &e.flags.timeout, 0, "time limit for finding it (default: none)")
	complete(c, "to", exportNames()...)
	complete(c, "encoding", encodingNames()...)
	complete(c, "preprocess", methods.Preprocessors()...)
	completeMethods(c, "method")
	validate(c, func() error { return o.complete() })
	return c
}

// encodingNames lists what --encoding takes.
func encodingNames() []string {
	var names []string
	for _, p := range cnf.Presets() {
		names = append(names, p.String())
	}
	for _, a := range cnf.AtMostOnes() {
		names = append(names, "extended/"+a.String())
	}
	for _, p := range []cnf.Preset{cnf.Extended, cnf.Order} {
		for _, sum := range cnf.Sums()[1:] {
			names = append(names, p.String()+"/"+sum.String())
		}
	}
	names = append(append(names, programNames()...), coloringNames()...)
	for _, l := range text.Languages() {
		names = append(names, dialectNames(l)...)
	}
	return names
}

// complete checks the options and fills in what follows from others.
func (o *exportOptions) complete() error {
	if o.to == "" {
		for i := range exportFormats {
			if slices.Contains(exportFormats[i].endings, filepath.Ext(o.out)) {
				o.format = &exportFormats[i]
			}
		}
		if o.format == nil {
			return fmt.Errorf("--to: expected %s, since the ending of %s does not say it", oneOf(exportNames()), o.out)
		}
	} else {
		i := slices.IndexFunc(exportFormats, func(f exportFormat) bool { return f.name == o.to })
		if i < 0 {
			return fmt.Errorf("--to %s: expected %s", o.to, oneOf(exportNames()))
		}
		o.format = &exportFormats[i]
	}
	if !slices.Contains(methods.Preprocessors(), o.preprocess) {
		return fmt.Errorf("--preprocess %s: expected %s", o.preprocess, oneOf(methods.Preprocessors()))
	}
	if err := o.format.check(o.encoding); err != nil {
		return fmt.Errorf("--encoding %w", err)
	}
	switch {
	case o.format.name == "json" && o.uniqueCheck:
		return errors.New("--unique-check: expected another format than json, which states the puzzle's own model")
	case o.format.name == "col" && o.uniqueCheck:
		return errors.New("--unique-check: expected another format than col: a graph has no way to exclude a colouring")
	}
	return nil
}

func (e *env) export(ctx context.Context, o exportOptions, args []string) error {
	method, err := methods.Parse(e.flags.method)
	if err != nil {
		return fmt.Errorf("--method %s", plainly(err))
	}
	s, err := e.puzzles(args)
	if err != nil {
		return err
	}
	info, err := os.Stat(o.out)
	folder := err == nil && info.IsDir() || os.IsPathSeparator(o.out[len(o.out)-1]) || o.out != "-" && len(s.peek(2)) > 1
	switch {
	case o.out == "-" && len(s.peek(2)) > 1:
		return errors.New("several puzzles: expected a folder, -o FOLDER")
	case folder && o.sidecar != "":
		return errors.New("--map: expected only with a single puzzle")
	case folder && info == nil:
		if err := os.MkdirAll(o.out, 0o777); err != nil {
			return unwritable(o.out, err)
		}
	case folder && !info.IsDir():
		return fail(badInput, fmt.Errorf("%s: several puzzles, expected a folder", o.out))
	}
	r := ask.New(method, e.flags.timeout)
	s.watch = e.progress(s.size(), "puzzles")
	defer s.watch.stop()
	written := int64(0)
	for it, ok := s.next(); ok; it, ok = s.next() {
		if ctx.Err() != nil {
			return fail(undecided, ask.ErrInterrupted)
		}
		if it.err != nil {
			s.watch.hide()
			e.message("%s", plainly(it.err))
			e.raise(badInput)
			continue
		}
		out, sidecar := o.out, o.sidecar
		if folder {
			out = filepath.Join(o.out, fmt.Sprintf("puzzle-%05d%s", it.index, o.format.endings[0]))
		}
		if out != "-" && sidecar == "" && o.format.name != "json" {
			sidecar = out + ".map.json"
		}
		err := e.exportPuzzle(ctx, o, r, it.puzzle, out, sidecar)
		if err != nil && folder && codeOf(err) != badInput {
			s.watch.hide()
			e.message("puzzle with index %d: %s", it.index, plainly(err))
			e.raise(codeOf(err))
		} else if err != nil {
			return err
		} else {
			written++
		}
		s.watch.answered(1)
		s.release(it)
	}
	if folder && !e.flags.quiet {
		s.watch.hide()
		e.say("%s: %s written", o.out, plural(written, "puzzle", "puzzles"))
	}
	return nil
}

// exportPuzzle writes one puzzle and its map.
func (e *env) exportPuzzle(ctx context.Context, o exportOptions, r *ask.Asker, p sudoku.Puzzle, out, sidecar string) error {
	d := document{format: o.format.name, words: o.format.words, encoding: o.encoding, preprocess: o.preprocess, puzzle: p, model: p.Model()}
	if sidecar != "" {
		d.mapName = filepath.Base(sidecar)
	}
	if o.uniqueCheck {
		known, err := knownSolution(ctx, r, p)
		if err != nil {
			return err
		}
		d.known = known
	}
	reduced, err := reduce(ctx, d.model, o.preprocess)
	switch {
	case ctx.Err() != nil:
		return fail(undecided, ask.ErrInterrupted)
	case err != nil:
		return fail(failed, err)
	}
	d.reduced = reduced
	write, size, err := o.format.build(&d)
	if err != nil {
		return fail(failed, err)
	}
	if out == "-" {
		err = e.writeError(write(e.Out))
		if err == nil && sidecar != "" {
			err = writeSidecar(&d, sidecar)
		}
	} else {
		err = writeDocument(&d, write, out, sidecar)
	}
	if err != nil {
		return err
	}
	if !e.flags.quiet && out == o.out && out != "-" {
		e.say("%s: %s", out, d.sizeInWords(size))
		if sidecar != "" {
			e.say("%s: what the variables mean, for nonet decode", sidecar)
		}
	}
	return nil
}

// writeDocument writes the file and its map; "" is no map.
func writeDocument(d *document, write func(io.Writer) error, out, sidecar string) error {
	err := writeFile(out, func(w *fileWriter) error { return write(w) })
	if err == nil && sidecar != "" {
		err = writeSidecar(d, sidecar)
	}
	return err
}

func writeSidecar(d *document, name string) error {
	return writeFile(name, func(w *fileWriter) error { return encode.WriteSidecar(w, &d.sidecar) })
}

// knownSolution returns a solution of p to be excluded. That there is none is an error, and a negative answer.
func knownSolution(ctx context.Context, k *ask.Asker, p sudoku.Puzzle) (sudoku.Grid, error) {
	a := k.Ask(ctx, ask.Question{}, p)
	switch {
	case a.Solution != nil:
		return a.Solution, nil
	case a.Err != nil && ask.Undecided(a.Err):
		return nil, fail(undecided, fmt.Errorf("the known solution was not found: %w", a.Err))
	case a.Err != nil:
		return nil, fail(failed, a.Err)
	}
	why := p.Contradiction()
	if why == "" {
		why = "a search found none"
	}
	return nil, fail(negative, fmt.Errorf("the puzzle has no solution that --unique-check could exclude: %s", why))
}

// sizeInWords says how large the formula of d is.
func (d *document) sizeInWords(s model.Size) string {
	var words []string
	for _, c := range sizes(s) {
		if c.value != 0 {
			words = append(words, thousands(c.value)+" "+c.name)
		}
	}
	return strings.NewReplacer(d.words...).Replace(strings.Join(words, ", "))
}

// reduce applies a preprocessor by name.
func reduce(ctx context.Context, m *model.Model, name string) (*model.Model, error) {
	if name == "none" {
		return m, nil
	}
	r, known := deduce.ByName(name)
	if !known {
		return nil, fmt.Errorf("unknown preprocessor %q", name)
	}
	return r.Preprocess(ctx, m)
}
