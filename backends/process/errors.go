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
	Said    string // the beginning of what it wrote to standard error, or else to standard output
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "process: %s: ", e.Program)
	if e.Exit != "" {
		fmt.Fprintf(&b, "%s: ", e.Exit)
	}
	b.WriteString(e.Reason.Error())
	if e.Said != "" {
		fmt.Fprintf(&b, " (it said %q)", e.Said)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Reason }

// fail wraps the reason why o is not an answer.
func (p Program) fail(o output, reason error) error {
	said := strings.TrimSpace(string(head(o.stderr)))
	if said == "" {
		said = strings.TrimSpace(string(head(o.stdout)))
	}
	return &Error{Program: p.Name, Exit: o.ending, Reason: reason, Said: said}
}

// head returns the first bytes of b, enough to recognize a message.
func head(b []byte) []byte { return b[:min(len(b), 200)] }

// checkExit returns an error if the program did not end as one does that has found the status.
func (p Program) checkExit(o output, status model.Status) error {
	if o.code < 0 {
		return errors.New("it did not come to its end")
	}
	if status != model.Unknown && !slices.Contains(p.Codes[status], o.code) {
		return fmt.Errorf("its answer is %q, which does not go with %s", status, o.ending)
	}
	return nil
}
