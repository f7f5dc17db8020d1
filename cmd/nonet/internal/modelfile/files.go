package modelfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"

	"github.com/spf13/cobra"
)

// Help describes model files for help texts.
const Help = `MODELS are files of any model, not only Sudoku: clauses (.cnf .dimacs), pseudo-Boolean
constraints (.opb), integer programs (.lp .mps), exact covers (.cover), graphs to be coloured (.col,
with --colours N unless the file states it) and nonet's own models (.json, as nonet export --to json
writes them), packed with gzip or not. The ending of the name decides, and the content of a .json
file; for standard input, --from names the format. Every method takes every model: clauses are also
linear constraints, and a small integer program is also clauses. A method gets the formula of the
file as it is if the file is of its kind. The default, auto, chooses the method by the model, and
says what it chose and for what: gini for clauses, dlx for exact covers, dsatur for graphs, and for
others two methods of which the first to answer stops the other.`

// Options are the flags that only model files have.
type Options struct {
	Colours int // of a graph; 0: as the file says
}

// Flags adds the flags of commands that take model files, too.
func Flags(c *cobra.Command, o *Options) {
	f := c.Flags()
	f.IntVarP(&o.Colours, "colours", "k", 0, "number of colours of a graph (default: as the file says)")
	term.AddCheck(c, func() error {
		if f.Changed("colours") && o.Colours < 1 {
			return fmt.Errorf("--colours %d: expected 1 or more", o.Colours)
		}
		return nil
	})
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
			shorten(other))
	}
	return models != "", nil
}

// sourceError returns an error if an argument is a file in a language that nonet writes and does not read.
func sourceError(arg string) error {
	if info, err := os.Stat(arg); err != nil || info.IsDir() {
		return nil
	}
	switch strings.ToLower(filepath.Ext(arg)) {
	case ".mzn":
		return fmt.Errorf("%s is MiniZinc, which its compiler reads: minizinc --solver nonet %[1]s", arg)
	case ".smt2":
		return fmt.Errorf("%s is SMT-LIB, which nonet writes and does not read: expected %s", arg,
			strings.Join(problem.Endings(), " "))
	}
	return nil
}

// isModel reports whether an argument names a model file.
func isModel(arg string) bool {
	if arg == "-" || len(arg) > 4096 || strings.ContainsAny(arg, "\n") {
		return false
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

// A File is a model file of the command line.
type File struct {
	Index   int
	Name    string // as the command line has it
	Problem *problem.Problem
	Err     error // why it cannot be read
}

// Read reads a file. e.Flags.From names the format, or is empty.
func Read(e *term.Env, o Options, index int, name string) *File {
	f := &File{Index: index, Name: name}
	in := io.NopCloser(e.In)
	shown := "standard input"
	if name != "-" {
		shown = name
		file, err := e.Open(name)
		if err != nil {
			f.Err = fmt.Errorf("%s: cannot be read: %w", name, term.Reason(err))
			return f
		}
		defer file.Close()
		in = io.NopCloser(e.Interruptible(file))
	}
	var err error
	f.Problem, err = problem.Read(in, name, problem.Options{Format: e.Flags.From, Colours: o.Colours})
	if err != nil {
		f.Err = fmt.Errorf("%s: %s", shown, term.WithoutPackage(err))
		return f
	}
	for _, note := range f.Problem.Notes {
		e.Warn("%s: %s", shown, note)
	}
	return f
}

// Args returns the files that the arguments name; without arguments, standard input.
func Args(args []string) []string {
	if len(args) == 0 {
		return []string{"-"}
	}
	return args
}

// ReadAll reads the files one after another and passes each to handle. A file that cannot be read is reported, raises
// the exit code, and is passed on, too.
func ReadAll(e *term.Env, o Options, args []string, handle func(*File) error) error {
	for i, name := range Args(args) {
		f := Read(e, o, i, name)
		if f.Err != nil {
			e.Raise(term.BadInput)
			e.Warn("%s", f.Err)
		}
		if err := handle(f); err != nil {
			return err
		}
	}
	return nil
}

// Refuse returns an error if a flag was given that has no meaning for model files.
func Refuse(c *cobra.Command, names ...string) error {
	for _, name := range append(names, "alphabet", "box", "ignore-drawings", "ignore-unknown", "guess", "entries") {
		if f := c.Flags().Lookup(name); f != nil && f.Changed {
			return fmt.Errorf("--%s: expected puzzles, not model files", name)
		}
	}
	return nil
}

// Method returns the method of --method for model files, which is auto without the flag. No preprocessor is added.
func Method(c *cobra.Command, name string) (methods.Method, error) {
	if f := c.Flags().Lookup("method"); f != nil && !f.Changed {
		name = methods.Auto
	}
	return input.ParseMethod("--method", name)
}

// errNoCSV is the error for --output csv.
var errNoCSV = errors.New("--output csv: expected text, line, json or dimacs for model files")

// shorten returns an argument for an error message.
func shorten(arg string) string {
	if r := []rune(arg); len(r) > 60 {
		return string(r[:57]) + "..."
	}
	return arg
}
