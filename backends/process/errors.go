package process

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonet/model"
)

// An Error says that a program ran and gave no answer that can be trusted.
type Error struct {
	Program string // its name
	Exit    string // how it ended: "exit code 1", "signal: killed"
	Reason  error
	Output  string // the beginning of what it wrote to standard error, or else to standard output
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "process: %s: ", e.Program)
	if e.Exit != "" {
		fmt.Fprintf(&b, "%s: ", e.Exit)
	}
	b.WriteString(e.Reason.Error())
	if e.Output != "" {
		fmt.Fprintf(&b, " (it said %q)", e.Output)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Reason }

// runError wraps the reason why o is not an answer.
func (p Program) runError(o output, reason error) error {
	text := strings.TrimSpace(string(prefix(o.stderr)))
	if text == "" {
		text = strings.TrimSpace(string(prefix(o.stdout)))
	}
	return &Error{Program: p.Name, Exit: o.exit, Reason: reason, Output: text}
}

// prefix returns the first bytes of b, enough to recognize a message.
func prefix(b []byte) []byte { return b[:min(len(b), 200)] }

// checkExit returns an error if the program did not end as one does that has found the status.
func (p Program) checkExit(o output, status model.Status) error {
	if o.code < 0 {
		return errors.New("it did not come to its end")
	}
	if status != model.Unknown && !slices.Contains(p.ExitCodes[status], o.code) {
		return fmt.Errorf("its answer is %q, which does not go with %s", status, o.exit)
	}
	return nil
}
