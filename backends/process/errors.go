package process

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonet/model"
)

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
