package input

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/term"
	"nonet/encode/ip"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model/flatzinc"

	"github.com/spf13/cobra"
)

// ModelHelp describes model files for help texts.
const ModelHelp = `MODELS are files of any model, not only Sudoku: clauses (.cnf .dimacs), pseudo-Boolean
constraints (.opb), integer programs (.lp .mps), exact covers in Knuth's format (.cover .dlx), graphs
in DIMACS format to be coloured (.col, with --colours N unless the file states it), FlatZinc (.fzn),
XCSP3 (.xml) and nonet's own models (.json, as nonet export --to json writes them), packed with gzip
or not; and MiniZinc (.mzn, with data in .dzn after it) where its compiler is installed. The ending
of the name decides, and the content of a .json file; for standard input, --from names the format.
Every method takes every model: clauses are also linear constraints, and a small integer program is
also clauses. A method for formulas of the file's kind gets the formula unchanged. The default, auto,
chooses the method by the model, and says what it chose and for what: gini for
clauses, dlx for exact covers, dsatur for graphs, and for others two methods of which the first to
answer stops the other.`

// ModelFlags adds the flags of commands that take model files, too: Open looks for them.
func ModelFlags(e *term.Env, c *cobra.Command) {
	c.Flags().IntVarP(&e.Flags.Colours, "colours", "k", 0, "number of colours of a graph (default: as the file says)")
	term.GroupFlags(c, readingFlags, "colours")
	term.AtLeast(c, "colours", &e.Flags.Colours, 1)
}

// Open returns the source of what the arguments of a command name: puzzles or, if the command has ModelFlags, model
// files. It is an error if a flag was given that the command has for puzzles only.
func Open(c *cobra.Command, e *term.Env, args []string, onlyPuzzles ...string) (*Source, error) {
	if c.Flags().Lookup("colours") == nil {
		return NewSource(e, args)
	}
	switch models, err := Named(e, args); {
	case err != nil:
		return nil, err
	case !models && c.Flags().Changed("colours"):
		return nil, errors.New("--colours: expected graphs, not puzzles; --from col reads one from standard input")
	case !models:
		return NewSource(e, args)
	}
	onlyPuzzles = append(onlyPuzzles, "alphabet", "box", "ignore-drawings", "ignore-unknown", "guess", "entries")
	for _, name := range onlyPuzzles {
		if f := c.Flags().Lookup(name); f != nil && f.Changed {
			return nil, fmt.Errorf("--%s: expected puzzles, not model files", name)
		}
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	files, _ := SplitData(args)
	return &Source{args: args, env: e, Models: true, Several: len(files) > 1, Timeout: e.Flags.Timeout}, nil
}

// Named reports whether the arguments of a command are model files. It is an error if only some of them are.
func Named(e *term.Env, args []string) (bool, error) {
	if slices.Contains(problem.Names(), e.Flags.From) {
		return true, nil
	}
	if e.Flags.From != "" {
		return false, nil
	}
	models, other := "", ""
	for _, arg := range args {
		if err := sourceError(arg); err != nil {
			return false, err
		}
		if isModel(arg) {
			models = arg
		} else {
			other = arg
		}
	}
	if models != "" && other != "" {
		return false, fmt.Errorf("%s is a model file and %s is not: expected puzzles or model files", models,
			term.Shorten(other, 60))
	}
	return models != "", nil
}

// unread has the endings of files in languages that nonet does not read.
var unread = map[string]string{
	".smt2":     "SMT-LIB, which nonet writes and does not read",
	".wcnf":     "a formula with weighted clauses (MaxSAT), which nonet does not read",
	".gcnf":     "a formula with groups of clauses, which nonet does not read",
	".icnf":     "a sequence of formulas with assumptions, which nonet does not read",
	".qdimacs":  "a formula with quantifiers (QBF), which nonet does not read",
	".wbo":      "a program with soft constraints (WBO), which nonet does not read",
	".cip":      "in the format CIP of SCIP, which nonet does not read",
	".zpl":      "a ZIMPL model, which nonet does not read (zimpl FILE writes LP)",
	".fzn.json": "FlatZinc as JSON, which nonet does not read (minizinc --fzn OUT.fzn writes text)",
}

// sourceError returns an error if an argument is a file in a language that nonet does not read.
func sourceError(arg string) error {
	if info, err := os.Stat(arg); err != nil || info.IsDir() {
		return nil
	}
	for ending, what := range unread {
		if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(arg), ".gz"), ending) {
			return fmt.Errorf("%s is %s: expected %s", arg, what, strings.Join(problem.Endings(), " "))
		}
	}
	return nil
}

// isModel reports whether an argument names a model file.
func isModel(arg string) bool {
	if arg == "-" || len(arg) > 4096 || strings.ContainsAny(arg, "\n") {
		return false
	}
	if hasEnding(arg, miniZincModel) || hasEnding(arg, miniZincData) {
		return true
	}
	if info, err := os.Stat(arg); err == nil && !info.Mode().IsRegular() {
		return problem.Detect(arg, nil) != "" // what is read from a pipe cannot be read again
	}
	file, err := os.Open(arg)
	if err != nil {
		return problem.Detect(arg, nil) != ""
	}
	defer file.Close()
	head := make([]byte, problem.HeadSize)
	n, _ := io.ReadFull(file, head)
	return problem.Detect(arg, head[:n]) != ""
}

// leastReading is the least time for reading a problem: an answer states shorter limits in the form asked for.
const leastReading = 150 * time.Millisecond

// WhileReading is ask.WithTimeout for reading a problem, which has some time even if the limit is shorter.
func WhileReading(ctx context.Context, limit time.Duration, read func(context.Context) error) error {
	least := limit
	if limit > 0 {
		least = max(limit, leastReading)
	}
	err := ask.WithTimeout(ctx, least, read)
	if errors.Is(err, ask.ErrTimeLimit) {
		err = fmt.Errorf("%w (%v)", ask.ErrTimeLimit, limit)
	}
	return err
}

// within is WhileReading for an item, which keeps how much of the time limit f took. An error names the file and what f
// does.
func (s *Source) within(it *Item, name, what string, f func(context.Context) error) error {
	it.limit = s.Timeout
	start := time.Now()
	err := WhileReading(s.env.Context(), s.Timeout, f)
	if it.limit > 0 {
		it.spent = time.Since(start)
	}
	if errors.Is(err, ask.ErrTimeLimit) {
		err = fmt.Errorf("%s: %w while %s", name, err, what)
	}
	return err
}

// readModel reads the next model file into an item. It returns false at the end.
func (s *Source) readModel() (*Item, bool) {
	if len(s.args) == 0 {
		s.Progress.SetTotal(int64(s.index))
		return nil, false
	}
	name, data := s.args[0], 1 // the data of a MiniZinc model follows
	for hasEnding(name, miniZincModel) && data < len(s.args) && hasEnding(s.args[data], miniZincData) {
		data++
	}
	with := s.args[1:data]
	s.args = s.args[data:]
	it := &Item{Index: s.index, Place: Place{File: name}, Model: true, Data: with}
	s.index++
	o := problem.Options{Format: s.env.Flags.From, Colours: s.env.Flags.Colours, Stated: s.Stated}
	err := s.within(it, name, "it was read", func(ctx context.Context) error {
		o.Context = ctx
		it.File, it.ReadErr = ReadModel(s.env, name, o, with...)
		return ctx.Err()
	})
	if errors.Is(err, ask.ErrTimeLimit) {
		it.File, it.ReadErr = nil, err
	}
	if e := (*ip.MixedError)(nil); s.Mixed && errors.As(it.ReadErr, &e) {
		if o.Format == "" {
			o.Format = problem.Detect(name, nil)
		}
		it.File, it.ReadErr = problem.OfMixed(e, o.Format), nil
	}
	if it.File != nil {
		it.File.Spent = it.spent
	}
	return it, true
}

// ReadModel reads a model file, a MiniZinc model with its data, and prints the notes of its reader. It stops when
// o.Context ends; nil stands for the context of e.
func ReadModel(e *term.Env, name string, o problem.Options, data ...string) (*problem.Problem, error) {
	o.Context = cmp.Or(o.Context, e.Context())
	in, shown, compile := e.Within(o.Context, e.In), name, hasEnding(name, miniZincModel)
	switch {
	case name == "-":
		shown = "standard input"
	case hasEnding(name, miniZincData):
		return nil, fmt.Errorf("%s is data of a MiniZinc model: expected MODEL.mzn before it", name)
	case compile:
		compiled, err := compileMiniZinc(o.Context, o.Stated, append([]string{name}, data...))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		in, o.Format = compiled, "fzn"
	default:
		file, err := e.Open(name)
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be read: %w", name, term.Reason(err))
		}
		defer file.Close()
		in = e.Within(o.Context, file)
	}
	p, err := problem.Read(in, name, o)
	switch {
	case compile && err == nil && (!o.Stated || p.Notes == nil):
		p.Lines = nil // of FlatZinc, not of the model
	case compile && o.Stated: // a variable may have bounds only where its constraints reduce its domain
		o.Stated = false
		p, err := ReadModel(e, name, o, data...)
		if err == nil {
			e.Warn("%s: constraints that the MiniZinc compiler turns into domains are not named", name)
		}
		return p, err
	case errors.As(err, new(*ip.MixedError)):
		return nil, fmt.Errorf("%s: %w; nonet solve and nonet export take other linear programs", shown, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %s", shown, err.Error())
	}
	for _, note := range p.Notes {
		e.Warn("%s: %s", shown, note)
	}
	return p, nil
}

// Method returns the method of --method for the problems of s. For model files it is auto without the flag, and no
// preprocessor is added.
func (s *Source) Method(c *cobra.Command) (methods.Method, error) {
	f := c.Flags().Lookup("method")
	switch {
	case !s.Models:
		return ParseReduced("--method", f.Value.String())
	case !f.Changed:
		return ParseMethod("--method", methods.Auto)
	}
	return ParseMethod("--method", f.Value.String())
}

// The endings of MiniZinc's models and data.
const (
	miniZincModel = ".mzn"
	miniZincData  = ".dzn"
)

func hasEnding(name, ending string) bool { return strings.EqualFold(filepath.Ext(name), ending) }

// SplitData splits names of files into data of MiniZinc models and others.
func SplitData(args []string) (others, data []string) {
	isData := func(name string) bool { return hasEnding(name, miniZincData) }
	return slices.DeleteFunc(slices.Clone(args), isData), slice.Filter(args, isData)
}

// compileMiniZinc returns a model with its data as FlatZinc, from the compiler of MiniZinc and with nonet's library.
// With stated, constraints that reduce a domain stay constraints.
func compileMiniZinc(ctx context.Context, stated bool, files []string) (io.Reader, error) {
	compiler, err := exec.LookPath("minizinc")
	if err != nil {
		return nil, errors.New("a MiniZinc model needs its compiler: minizinc is not installed")
	}
	folder, err := os.MkdirTemp("", "nonet-minizinc-*")
	if err != nil {
		return nil, term.Reason(err)
	}
	defer os.RemoveAll(folder)
	library, _ := fs.Sub(flatzinc.Library, "library") // the name is valid
	solver := filepath.Join(folder, "nonet.msc")
	// MiniZinc ignores a solver whose executable does not exist.
	configuration := fmt.Sprintf(`{"id": "org.nonet.reader", "name": "nonet", "version": "1", "mznlib": "library",
		"executable": %q, "supportsFzn": true}`, compiler)
	if err = os.CopyFS(filepath.Join(folder, "library"), library); err == nil {
		err = os.WriteFile(solver, []byte(configuration), 0o600)
	}
	if err != nil {
		return nil, term.Reason(err)
	}
	args := append([]string{"-c", "--solver", solver, "--no-output-ozn", "--output-fzn-to-stdout"}, files...)
	if stated {
		args = append(args, "-g")
	}
	var out, messages bytes.Buffer
	c := exec.CommandContext(ctx, compiler, args...)
	c.Stdout, c.Stderr = &out, &messages
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("minizinc: %s", strings.Join(strings.Fields(messages.String()), " "))
	}
	return &out, nil
}
