package process

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
)

// A Program describes how to find and run an external program, and which exit codes to expect. [Programs] lists the
// known ones; a [Custom] describes any other.
type Program struct {
	Name    string // name of the backend in method names: "cadical"
	Command string // executable, looked up in PATH, or a path
	Input   Format // format of its input

	// Args are the arguments of a run. "{in}" stands for the formula file, "{out}" for the answer file, and "{n}" for
	// the number of solutions wanted. Without "{in}" the formula file is the last argument; without "{out}" the answer
	// is read from stdout; without "{n}" the program is expected to print one solution. "{proof}" stands for the file
	// of a proof in DRAT; see WithProofs for programs whose arguments do not name it.
	Args []string

	// TimeLimit are the arguments, after the formula file, with which the program ends its search after the number of
	// seconds that is the last one, and writes the best solution found so far; nil if there are none.
	TimeLimit []string

	// ExitCodes lists the exit codes that are consistent with an answer. Any other code makes the answer an error:
	// programs that ran out of memory have been seen to print an answer all the same. Without an entry for
	// model.Unknown, any code is consistent with it.
	ExitCodes map[model.Status][]int

	VersionArgs []string // arguments that print the version; nil if there are none

	// Pipeline is a shell command that does the same by other programs, or "". It runs where Command is not installed
	// and the programs of the pipe are. "$1" stands for the formula file.
	Pipeline string

	Package string // Debian package; "" if there is none
	Summary string // one line
	Why     string // why a person would choose it, one sentence for docs/choose.md; "" for a Custom
	Source  string // authors and publication

	// readsDescriptor: the program reads a formula from /dev/fd/3.
	readsDescriptor bool

	// custom: the program is not in the table. Its answer is recognized by content, other lines may stand around it,
	// and it is on stdout if the program writes no answer file.
	custom bool
}

// A Format is a file format that a program reads: DIMACS, or a format of packages encode/ip and encode/text.
type Format string

const (
	DIMACS  Format = "cnf"              // clauses
	OPB            = Format(ip.OPB)     // pseudo-Boolean constraints
	LP             = Format(ip.LP)      // 0-1 program
	FreeMPS        = Format(ip.MPSFree) // 0-1 program

	MiniZinc = Format(text.MiniZinc) // the model itself
	FlatZinc = Format(text.FlatZinc)
	ASP      = Format(text.ASP)
	SMTLIB   = Format(text.SMTLIB) // on standard input
)

// extension returns the file name extension, from which some programs infer the format.
func (f Format) extension() string { return "." + string(f) }

// Env returns the name of the environment variable that overrides the path of p: NONET_CADICAL for cadical.
func (p Program) Env() string {
	return "NONET_" + notInVariables().ReplaceAllString(strings.ToUpper(filepath.Base(p.Command)), "_")
}

var notInVariables = parse.Pattern(`[^A-Z0-9]`)

// Install returns how to install p: "apt install cadical".
func (p Program) Install() string {
	if p.Package == "" {
		return "install it or name it by its path"
	}
	return "apt install " + p.Package
}

// installed returns p or, if only the programs of its pipeline are installed, the shell with the pipeline. Its
// version is the version of the last program.
func (p Program) installed() Program {
	if p.Pipeline == "" || os.Getenv(p.Env()) != "" {
		return p
	}
	if _, err := lookPath(p.Command); err == nil {
		return p
	}
	last := ""
	for part := range strings.SplitSeq(p.Pipeline, "|") {
		last = strings.Fields(part)[0]
		if _, err := lookPath(last); err != nil {
			return p
		}
	}
	p.Command, p.Args, p.Pipeline = "sh", []string{"-c", p.Pipeline, "sh", "{in}"}, ""
	p.VersionArgs = []string{"-c", last + " --version"}
	return p
}

// Find returns the absolute path of p. If p is missing, the error wraps backends.ErrUnavailable and says what to
// install.
func (p Program) Find() (string, error) {
	p = p.installed()
	command, install := p.Command, p.Install()
	if path := os.Getenv(p.Env()); path != "" {
		command, install = path, "correct "+p.Env()+"="+path
	}
	path, err := lookPath(command)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	switch {
	case err == nil:
		return path, nil
	case errors.Is(err, exec.ErrDot):
		install = "PATH has it only in a relative folder, which is not used: set " + p.Env() + " to its path"
	case command != p.Command || !strings.ContainsRune(command, '/'):
	case errors.Is(err, fs.ErrNotExist):
		install = "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		install = "the file is not executable"
	}
	return "", backends.Unavailable(p.Name, install)
}

// lookPath is exec.LookPath, but skips the folders of PATH that are relative, such as ".", and goes on behind them.
func lookPath(command string) (string, error) {
	path, err := exec.LookPath(command)
	switch {
	case filepath.Base(command) != command, err == nil && filepath.IsAbs(path),
		err != nil && !errors.Is(err, exec.ErrDot):
		return path, err
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(dir) {
			if path, err := exec.LookPath(filepath.Join(dir, command)); err == nil {
				return path, nil
			}
		}
	}
	return "", &exec.Error{Name: command, Err: exec.ErrDot}
}

// expand returns the arguments of a run on the given files that asks for n solutions.
func (p Program) expand(in, out string, n int) []string {
	r := strings.NewReplacer("{in}", in, "{out}", out, "{n}", strconv.Itoa(n))
	args := slice.Map(p.Args, r.Replace)
	if !p.hasPlaceholder("{in}") {
		args = append(args, in)
	}
	return args
}

// limited returns p with a time limit of its own, which is nine tenths of the time that ctx leaves, in whole seconds,
// or 0 if p has no such arguments or ctx ends earlier.
func (p Program) limited(ctx context.Context) (Program, time.Duration) {
	deadline, ok := ctx.Deadline()
	seconds := int(min(time.Until(deadline).Seconds()*0.9, math.MaxInt32))
	if !ok || p.TimeLimit == nil || seconds < 1 {
		return p, 0
	}
	limit := slices.Clone(p.TimeLimit)
	limit[len(limit)-1] = strconv.Itoa(seconds)
	p.Args = slices.Insert(slices.Clone(p.Args), slices.Index(p.Args, "{in}")+1, limit...)
	return p, time.Duration(seconds) * time.Second
}

// hasPlaceholder reports whether some argument contains the placeholder.
func (p Program) hasPlaceholder(placeholder string) bool {
	return slices.ContainsFunc(p.Args, func(a string) bool { return strings.Contains(a, placeholder) })
}

// An Error reports that a program ran and did not give an answer that can be trusted.
type Error struct {
	Program string // name of the program
	Exit    string // exit status: "exit code 1", "signal: killed"
	Reason  error
	Output  string // the beginning of stderr or, if that is empty, of stdout
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", e.Program)
	if e.Exit != "" {
		fmt.Fprintf(&b, "%s: ", e.Exit)
	}
	b.WriteString(e.Reason.Error())
	if e.Output != "" {
		fmt.Fprintf(&b, " (output: %q)", e.Output)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Reason }

// runError returns an *Error with the reason why o is not an answer.
func (p Program) runError(o output, reason error) error {
	text := strings.TrimSpace(string(prefix(o.stderr)))
	if text == "" {
		text = strings.TrimSpace(string(prefix(o.stdout)))
	}
	return &Error{Program: p.Name, Exit: o.exit, Reason: reason, Output: text}
}

// prefix returns the first bytes of b, enough to recognize a message.
func prefix(b []byte) []byte { return b[:min(len(b), 200)] }

// checkExit returns an error if the exit status contradicts the status of the answer.
func (p Program) checkExit(o output, status model.Status) error {
	if o.code < 0 {
		return errors.New("the program did not exit normally")
	}
	codes, listed := p.ExitCodes[status]
	if (listed || status != model.Unknown) && !slices.Contains(codes, o.code) {
		return fmt.Errorf("the answer is %q, which contradicts %s", status, o.exit)
	}
	return nil
}
