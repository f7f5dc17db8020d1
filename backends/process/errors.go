package process

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"nonet/model"
)

// An Error says that a program ran and gave no answer that can be trusted.
type Error struct {
	Program string // its name
	Exit    string // how it ended: "exit code 1", "signal: killed"; empty if nonet ended it
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
	exit := ""
	if o.state != nil {
		exit = ending(o.state)
	}
	return &Error{Program: p.Name, Exit: exit, Reason: reason, Said: said}
}

// head returns the first bytes of b, enough to recognize a message.
func head(b []byte) []byte { return b[:min(len(b), 200)] }

// ending says how a process ended.
func ending(s *os.ProcessState) string {
	if code := s.ExitCode(); code >= 0 {
		return fmt.Sprintf("exit code %d", code)
	}
	return s.String()
}

// checkExit returns an error if the program did not end as one does that has found the status.
func (p Program) checkExit(s *os.ProcessState, status model.Status) error {
	code := s.ExitCode()
	if code < 0 {
		return errors.New("it did not come to its end")
	}
	if status != model.Unknown && !slices.Contains(p.Codes[status], code) {
		return fmt.Errorf("its answer is %q, which does not go with %s", status, ending(s))
	}
	return nil
}
