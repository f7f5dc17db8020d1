package input

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/model/sudoku"
)

// An Item is a puzzle or a model file of the input, or the error of reading one.
type Item struct {
	Index   int // counted from 0 over all PUZZLES of the command line
	Place   Place
	Puzzle  sudoku.Puzzle
	Model   bool             // a model file, with the problem File
	Data    []string         // the data files of a MiniZinc model
	File    *problem.Problem // nil for a puzzle
	ReadErr error
	Text    string // of a puzzle that cannot be read; "" if it is not known
	// RuleLines are the lines of Puzzle.Rules in the file; nil if there are none.
	RuleLines []int

	stated       *sudoku.Statement // of a puzzle with rules that a Source has read
	limit, spent time.Duration     // the time limit, and what reading has taken of it
}

// Problem returns what a question about the item is about.
func (it *Item) Problem() *problem.Problem {
	if it.Model {
		return it.File
	}
	p := problem.Of(it.Puzzle)
	if it.stated != nil {
		p = problem.WithBase(it.Puzzle, it.stated.Model)
	}
	p.Spent = it.spent
	return p
}

// Within is ask.WithTimeout with what reading the item has left of the time limit of its Source.
func (it *Item) Within(ctx context.Context, f func(context.Context) error) error {
	return ask.WithDeadline(ctx, time.Now().Add(-it.spent), it.limit, f)
}

// ReadCode returns the exit code of an item that could not be read.
func (it *Item) ReadCode() term.ExitCode {
	if errors.Is(it.ReadErr, ask.ErrTimeLimit) {
		return term.Undecided
	}
	return term.BadInput
}

// Name returns the item in words, for messages: its file and line, as in messages about its text.
func (it *Item) Name() string {
	name := it.Place.File
	if name == "-" {
		name = "standard input"
	}
	switch {
	case name == "":
		return fmt.Sprintf("puzzle with index %d", it.Index)
	case it.Model:
		return name
	}
	return fmt.Sprintf("%s:%d", name, it.Place.Line)
}

// FileName returns the name, without its ending, of the item's file in a folder.
func (it *Item) FileName() string {
	if !it.Model {
		return fmt.Sprintf("puzzle-%05d", it.Index)
	}
	base := strings.TrimSuffix(filepath.Base(it.Place.File), ".gz")
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// OutFiles returns the name of the file of each item, or nil if -o names one file, for a single item. Several items go
// to a folder, which is made, or to numbered files if -o has the ending of their files: name-01.png for name.png.
func OutFiles(out string, several bool, ending string) (func(*Item) string, error) {
	info, missing := os.Stat(out)
	if ending != "" && strings.HasSuffix(out, ending+".gz") {
		ending += ".gz"
	}
	switch {
	case out == "":
		return nil, errors.New("--out: expected a file or a folder, found an empty name")
	case out == "-" && several:
		return nil, errors.New("several puzzles: expected a folder, -o FOLDER")
	case out == "-", !several && !os.IsPathSeparator(out[len(out)-1]) && (missing != nil || !info.IsDir()):
		return nil, nil
	case several && ending != "" && strings.HasSuffix(out, ending) && (missing != nil || !info.IsDir()):
		_, err := os.Stat(filepath.Dir(out))
		return func(it *Item) string {
			return fmt.Sprintf("%s-%02d%s", strings.TrimSuffix(out, ending), it.Index+1, ending)
		}, term.WriteFailure(out, err)
	case missing == nil && !info.IsDir():
		return nil, term.Fail(term.BadInput, fmt.Errorf("%s: several puzzles, expected a folder", out))
	}
	inFolder := func(it *Item) string { return filepath.Join(out, it.FileName()+ending) }
	if missing == nil {
		return inFolder, nil
	}
	return inFolder, term.WriteFailure(out, os.MkdirAll(out, 0o777))
}

// Contradiction is Puzzle.Contradiction, with the line of the rule in the file if the reason is a rule. It returns ""
// for a model file.
func (it *Item) Contradiction() string {
	if it.Model {
		return ""
	}
	why := it.Puzzle.Contradiction()
	for i, x := range it.impossible() {
		if why == x.Reason {
			return it.ImpossibleRules()[i]
		}
	}
	return why
}

// ImpossibleRules returns the reasons of Puzzle.ImpossibleRules, with the lines of the rules in the file.
func (it *Item) ImpossibleRules() []string {
	var all []string
	for _, x := range it.impossible() {
		if line := it.lineOf(x.Index); line > 0 {
			x.Reason += fmt.Sprintf(" (line %d)", line)
		}
		all = append(all, x.Reason)
	}
	return all
}

func (it *Item) impossible() []sudoku.ImpossibleRule {
	if it.stated != nil {
		return it.stated.Impossible()
	}
	return it.Puzzle.ImpossibleRules()
}

// lineOf returns the line of rule i of the puzzle in the file, or 0 if it is not known.
func (it *Item) lineOf(i int) int {
	if i < len(it.RuleLines) {
		return it.RuleLines[i]
	}
	return 0
}

// A Place is where a puzzle begins. It is zero for a puzzle on the command line.
type Place struct {
	File string // as on the command line; "-" for standard input
	Line int    // from 1; 0 if the file cannot be read
}

// Unreadable appends what stands for a puzzle or a model file that could not be read in the output forms json and line.
// Other forms have only the message on standard error.
func Unreadable(b []byte, form string, it *Item) []byte {
	switch message := it.ReadErr.Error(); form {
	case "json":
		return term.AppendJSONLine(b, struct {
			Index   int     `json:"index"`
			File    string  `json:"file,omitempty"`
			Line    int     `json:"line,omitempty"`
			Puzzle  *string `json:"puzzle"` // null
			Text    string  `json:"text,omitempty"`
			Status  string  `json:"status"`
			Verdict string  `json:"verdict"`
			Error   string  `json:"error"`
		}{it.Index, it.Place.File, it.Place.Line, nil, it.Text, "error", "error", message})
	case "line":
		return Instead(b, "error", message)
	}
	return b
}

// Instead appends the line that stands for a puzzle without a result in lists of results: a comment with the verdict
// and the reason, so that lists stay aligned and can be read again.
func Instead(b []byte, verdict, reason string) []byte {
	b = append(append(b, "# "...), verdict...)
	if reason != "" {
		b = append(append(b, ": "...), strings.Join(strings.Fields(reason), " ")...)
	}
	return append(b, '\n')
}
