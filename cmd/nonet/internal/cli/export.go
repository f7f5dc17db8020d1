package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/encode"
	"nonet/encode/export"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
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

	format export.Format // named by to, or by the ending of out
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

// exportNames lists the formats.
func exportNames() []string {
	var names []string
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// encodingNames lists what --encoding takes, of all formats.
func encodingNames() []string {
	var names []string
	for _, f := range export.Formats() {
		for _, name := range f.Encodings {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// checkFormula checks the flags that name a formula.
func checkFormula(f export.Format, encoding, preprocess string) error {
	if err := oneOfThese("--preprocess", preprocess, methods.Preprocessors()); err != nil {
		return err
	}
	_, err := f.EncodingName(encoding)
	var unknown *export.UnknownEncodingError
	switch {
	case !errors.As(err, &unknown):
		return err
	case unknown.Err != nil:
		return fmt.Errorf("--encoding %s: %s", encoding, plainly(unknown.Err))
	case unknown.Known == nil:
		return fmt.Errorf("--encoding %s: %s states the model itself, which has no encoding", encoding, f.Name)
	}
	return oneOfThese("--encoding", encoding, unknown.Known)
}

// complete checks the options and fills in what follows from others.
func (o *exportOptions) complete() error {
	found := false
	for _, f := range export.Formats() {
		if o.to == f.Name || o.to == "" && slices.Contains(f.Endings, filepath.Ext(o.out)) {
			o.format, found = f, true
		}
	}
	switch {
	case !found && o.to == "":
		return fmt.Errorf("--to: expected %s, since the ending of %s does not say it", oneOf(exportNames()), o.out)
	case !found:
		return fmt.Errorf("--to %s: expected %s", o.to, oneOf(exportNames()))
	case o.uniqueCheck && o.format.NoExclude != "":
		return fmt.Errorf("--unique-check: expected another format than %s: %s", o.format.Name, o.format.NoExclude)
	}
	return checkFormula(o.format, o.encoding, o.preprocess)
}

// target reports whether -o is a folder, for several puzzles, and makes it if it does not exist.
func (o *exportOptions) target(several bool) (folder bool, err error) {
	info, missing := os.Stat(o.out)
	folder = missing == nil && info.IsDir() || os.IsPathSeparator(o.out[len(o.out)-1]) || o.out != "-" && several
	switch {
	case o.out == "-" && several:
		return false, errors.New("several puzzles: expected a folder, -o FOLDER")
	case folder && o.sidecar != "":
		return false, errors.New("--map: expected only with a single puzzle")
	case folder && missing != nil:
		return true, unwritable(o.out, os.MkdirAll(o.out, 0o777))
	case folder && !info.IsDir():
		return false, fail(badInput, fmt.Errorf("%s: several puzzles, expected a folder", o.out))
	}
	return folder, nil
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
	folder, err := o.target(len(s.peek(2)) > 1)
	if err != nil {
		return err
	}
	k := ask.New(method, e.flags.timeout)
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
			out = filepath.Join(o.out, fmt.Sprintf("puzzle-%05d%s", it.index, o.format.Endings[0]))
		}
		if out != "-" && sidecar == "" && o.format.Name != "json" {
			sidecar = out + ".map.json"
		}
		err := e.exportPuzzle(ctx, o, k, it.puzzle, out, sidecar)
		switch {
		case err == nil:
			written++
		case !folder || codeOf(err) == badInput:
			return err
		default:
			s.watch.hide()
			e.message("puzzle with index %d: %s", it.index, plainly(err))
			e.raise(codeOf(err))
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
func (e *env) exportPuzzle(ctx context.Context, o exportOptions, k *ask.Asker, p sudoku.Puzzle, out, sidecar string) error {
	var known sudoku.Grid
	if o.uniqueCheck {
		var err error
		if known, err = knownSolution(ctx, k, p); err != nil {
			return err
		}
	}
	f, err := newFile(ctx, o, p, known, sidecar)
	if err != nil {
		return err
	}
	if out == "-" {
		err = e.writeError(f.Write(e.Out))
	} else {
		err = writeFile(out, func(w *fileWriter) error { return f.Write(w) })
	}
	if err == nil && sidecar != "" {
		err = writeMap(f, sidecar)
	}
	if err != nil {
		return err
	}
	if !e.flags.quiet && out == o.out && out != "-" {
		e.say("%s: %s", out, sizeInWords(f))
		if sidecar != "" {
			e.say("%s: what the variables mean, for nonet decode", sidecar)
		}
	}
	return nil
}

// newFile states a puzzle in the format of o. known is the solution that the file excludes, or nil; mapName is the file of the map.
func newFile(ctx context.Context, o exportOptions, p sudoku.Puzzle, known sudoku.Grid, mapName string) (*export.File, error) {
	m := p.Model()
	reduced, err := reduce(ctx, m, o.preprocess)
	if ctx.Err() != nil {
		return nil, fail(undecided, ask.ErrInterrupted)
	}
	var f *export.File
	if err == nil {
		f, err = export.New(m, export.Options{Format: o.format.Name, Encoding: o.encoding, Reduced: reduced, Exclude: model.Assignment(known), Name: "sudoku"})
	}
	if err != nil {
		return nil, fail(failed, err)
	}
	if s := f.Map; s != nil {
		s.Preprocess = o.preprocess
		s.Puzzle, s.Shape, s.Rules = notation.Line(p.Clues), fmt.Sprintf("%dx%d", p.Shape.Height, p.Shape.Width), ruleTexts(p)
		if known != nil {
			s.UniqueCheck, s.Known = true, notation.Line(known)
		}
	}
	f.Comments = exportComments(f, o.preprocess, p, known, mapName)
	return f, nil
}

// exportComments says how a file was made.
func exportComments(f *export.File, preprocess string, p sudoku.Puzzle, known sudoku.Grid, mapName string) []string {
	made := "nonet export --to " + f.Format.Name
	if f.Encoding != "" {
		made += " --encoding " + f.Encoding
	}
	comments := []string{made + " --preprocess " + preprocess}
	if p.Name != "" {
		comments = append(comments, strings.Map(printable, p.Name))
	}
	comments = append(comments, fmt.Sprintf("%s, %s:", p.Shape, plural(int64(p.Givens()), "clue", "clues")), notation.Line(p.Clues), sizeInWords(f))
	for _, text := range ruleTexts(p) {
		comments = append(comments, "rule "+shortened(text, 200))
	}
	if known != nil {
		comments = append(comments, "This solution is excluded; if there is no other, the puzzle has exactly one:", notation.Line(known))
	}
	if mapName != "" {
		comments = append(comments, "To read a solver's answer: nonet decode --map "+strings.Map(printable, filepath.Base(mapName))+" ANSWER")
	}
	return comments
}

// printable keeps what comments may hold.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}

// sizeInWords says how large a file is.
func sizeInWords(f *export.File) string {
	var words []string
	for _, c := range f.Counts() {
		words = append(words, thousands(int64(c.N))+" "+c.Name)
	}
	return strings.Join(words, ", ")
}

// writeMap writes the map of a file.
func writeMap(f *export.File, name string) error {
	return writeFile(name, func(w *fileWriter) error { return encode.WriteSidecar(w, f.Map) })
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
