package input

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/internal/slice"
	"nonet/metaheur"
	"nonet/model/notation"

	"github.com/spf13/cobra"
)

// readingFlags is the title of the flags in the help that say how puzzles and model files are read.
const readingFlags = "Reading puzzles and models"

// ReadFlags adds the flags of commands that read puzzles: --from, --alphabet, --box, --quiet and --progress.
func ReadFlags(e *term.Env, c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&e.Flags.From, "from", "", "format of the puzzles (default: recognised; see nonet formats)")
	f.StringVar(&e.Flags.Alphabet, "alphabet", "",
		"how values above 9 are written: "+slice.JoinOr(alphabetNames())+" (default: recognised)")
	f.StringVar(&e.Flags.Box, "box", "", "boxes of the grids as HEIGHTxWIDTH (default: as square as possible)")
	f.BoolVar(&e.Flags.IgnoreDrawings, "ignore-drawings", false,
		"leave out drawings of a linked puzzle, which may stand for rules")
	f.BoolVar(&e.Flags.IgnoreUnknown, "ignore-unknown", false,
		"leave out rules of a linked puzzle that nonet does not know")
	f.BoolVar(&e.Flags.Guess, "guess", false,
		"read drawings of a linked puzzle as the rules for which they usually stand")
	f.BoolVar(&e.Flags.Entries, "entries", false, "take the entries of a player as clues")
	term.GroupFlags(c, readingFlags, "from", "alphabet", "box", "ignore-drawings", "ignore-unknown", "guess", "entries")
	e.QuietFlags(c, "print results and errors only, of one puzzle without how they were found")
	term.CompleteFlag(c, "from", formatNames()...)
	term.CompleteFlag(c, "alphabet", alphabetNames()...)
}

// TraceFlags adds --keep and --verbose, which set the trace of external programs in the context of the command.
func TraceFlags(e *term.Env, c *cobra.Command) {
	var folder string
	var verbose bool
	f := c.Flags()
	f.StringVar(&folder, "keep", "", "folder that keeps what external programs are handed and return: "+
		"PUZZLE/METHOD/RUN")
	f.BoolVarP(&verbose, "verbose", "v", false,
		"show the command lines of external programs, with exit status and time")
	term.AddCheck(c, func() error {
		if c.Flags().Changed("keep") && folder == "" {
			return errors.New("--keep: expected the name of a folder")
		}
		if folder == "" && !verbose {
			return nil
		}
		t := process.Trace{Folder: folder}
		if verbose {
			var mu sync.Mutex
			t.Log = func(line string) {
				mu.Lock()
				defer mu.Unlock()
				e.Note("%s", line)
			}
		}
		c.SetContext(process.WithTrace(c.Context(), t))
		return nil
	})
}

// Label returns a context in which the kept files of external programs are named after the puzzle and the method.
func (it *Item) Label(ctx context.Context, method string) context.Context {
	return process.WithLabel(ctx, "puzzle-"+strconv.Itoa(it.Index), method)
}

// MethodHelp is the help of --method.
const MethodHelp = "solution method, [PREPROCESS+]BACKEND[:ENCODING]; see nonet methods"

// CompleteMethodFlag registers methods for the completion of a flag in the shell: after a comma if the flag takes
// several, and after a preprocessor; settings after a colon; and forms of constraints after a slash.
func CompleteMethodFlag(c *cobra.Command, flag string) {
	err := c.RegisterFlagCompletionFunc(flag,
		func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			before := typed[:strings.LastIndexAny(typed, ",+")+1]
			names, then := methods.Names(), cobra.ShellCompDirectiveNoFileComp
			if backend, _, found := strings.Cut(typed[len(before):], ":"); found {
				last := typed[len(before) : strings.LastIndexByte(typed, ':')+1]
				for _, s := range methods.Settings(backend) {
					if s.Words == nil {
						names, then = append(names, last+s.Key+"="), then|cobra.ShellCompDirectiveNoSpace
					}
					for _, word := range s.Words {
						names = append(names, last+s.Key+"="+word)
					}
				}
				if slash := strings.LastIndexByte(typed, '/'); slash > len(before) {
					encoded := typed[len(before):slash]
					if m, err := methods.Parse(encoded); err == nil && m.Kind == methods.SAT {
						if !strings.Contains(encoded, "/") {
							for _, form := range cnf.AtMostOnes() {
								names = append(names, encoded+"/"+form.String())
							}
						}
						for _, form := range cnf.LinearEncodings() {
							names = append(names, encoded+"/"+form.String())
						}
					}
				}
			}
			var words []string
			for _, name := range names {
				if strings.HasPrefix(before+name, typed) {
					words = append(words, before+name)
				}
			}
			return words, then
		})
	if err != nil {
		panic("input: " + err.Error()) // the flag does not exist, or has a completion already
	}
}

func formatNames() []string {
	return PuzzleFormats(func(f notation.Format) bool { return f.Reads })
}

// PuzzleFormats returns the names of the formats of puzzles for which wanted returns true.
func PuzzleFormats(wanted func(notation.Format) bool) []string {
	some := slices.DeleteFunc(notation.Formats(), func(f notation.Format) bool { return !wanted(f) })
	return slice.Map(some, func(f notation.Format) string { return f.Name })
}

func alphabetNames() []string {
	return slice.Map(notation.Alphabets(), func(a notation.Alphabet) string { return a.Name })
}

// DefaultMethodHelp describes methods.Default in help texts.
const DefaultMethodHelp = `The default method, native, picks its search by the puzzle: 9x9 grids are solved by
guesses and bit masks, other grids up to 64x64 by a search that learns from its failures, and models with
further constraints by propagation in general.`

// MemoryHelp is the help of --memory of commands that build formulas.
const MemoryHelp = "refuse formulas that would take more, such as 2GB; none for no limit " +
	"(default: half of the machine's)"

// MemoryFlag adds --memory, which sets the memory that a formula may take in the context of the command.
func MemoryFlag(c *cobra.Command, help string) {
	var text string
	c.Flags().StringVar(&text, "memory", "", help)
	term.AddCheck(c, func() error {
		if !c.Flags().Changed("memory") {
			return nil
		}
		limit := int64(0)
		if text != "none" {
			var err error
			if limit, err = term.ParseBytes(text); err != nil {
				return fmt.Errorf("--memory %q: %w, or none", text, err)
			}
		}
		c.SetContext(backends.WithMemory(c.Context(), limit))
		return nil
	})
}

// ParseMethod returns the method that a flag, such as "--methods", names, for commands that compare or measure methods.
// The error for an unknown name ends with the nearest known ones.
func ParseMethod(flag, name string) (methods.Method, error) {
	return parseMethod(methods.Parse, flag, name)
}

// ParseReduced is ParseMethod for commands whose user wants an answer, see methods.ParseReduced.
func ParseReduced(flag, name string) (methods.Method, error) {
	return parseMethod(methods.ParseReduced, flag, name)
}

func parseMethod(parse func(string) (methods.Method, error), flag, name string) (methods.Method, error) {
	m, err := parse(name)
	var unknown *methods.NameError
	switch {
	case err == nil:
		return m, nil
	case !errors.As(err, &unknown):
		return m, fmt.Errorf("%s %q: %w", flag, name, err)
	}
	hint := term.DidYouMean(name, similarMethods(name))
	switch {
	case hint != "":
	case slices.Equal(unknown.Known, methods.Backends()): // too many for a message
		hint = "; nonet methods lists all"
	case len(unknown.Known) > 0:
		hint = "; expected one of " + strings.Join(unknown.Known, ", ")
	}
	return m, fmt.Errorf("%s %q: %s%s", flag, name, unknown.Reason, hint)
}

// similarMethods returns the names with which a misspelled name of a method is compared: all methods after its
// preprocessor, or all preprocessors before the rest.
func similarMethods(name string) []string {
	preprocessor, backend, found := strings.Cut(name, "+")
	if all := methods.Preprocessors(); found && !slices.Contains(all, preprocessor) {
		return slice.Map(all, func(p string) string { return p + "+" + backend })
	}
	known := slice.Map(methods.Known(), func(m methods.Method) string { return m.Name })
	names := slice.Distinct(append(methods.Names(), known...))
	if found {
		return slice.Map(names, func(n string) string { return preprocessor + "+" + n })
	}
	return names
}

// IsUnsupported reports whether err is the error of a method that does not support some constraint.
func IsUnsupported(err error) bool {
	return errors.As(err, new(*encode.UnsupportedError)) || errors.As(err, new(*metaheur.UnsupportedError))
}

// MethodError returns the Failure of a command whose method is missing or cannot start.
func MethodError(name string, err error) error {
	return term.Fail(term.Failed, fmt.Errorf("method %s: %s", name,
		strings.TrimPrefix(err.Error(), name+": ")))
}

// IsMissing reports whether err is the error of a method whose program or library is not installed.
func IsMissing(err error) bool { return errors.Is(err, backends.ErrUnavailable) }
