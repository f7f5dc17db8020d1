package term

import (
	"errors"
	"sync/atomic"
)

// An ExitCode is the exit code of a command. The highest that applies wins.
type ExitCode int32

const (
	Good      ExitCode = 0 // every puzzle was answered, and the answer is the good one
	Negative  ExitCode = 1 // every puzzle was answered; for some the answer is negative
	BadInput  ExitCode = 2 // bad usage or bad input
	Undecided ExitCode = 3 // some puzzle is undecided
	Failed    ExitCode = 4 // a solver failed, is missing, or gave a wrong answer
)

// An Outcome holds the highest exit code so far. It may be used by many goroutines.
type Outcome struct {
	code        atomic.Int32
	competition atomic.Bool
}

// UseCompetitionCodes uses the exit codes of the SAT Competition, as --exit-status sat does: see ExitCode.Competition.
func (o *Outcome) UseCompetitionCodes() { o.competition.Store(true) }

// UsesCompetitionCodes reports whether UseCompetitionCodes was called.
func (o *Outcome) UsesCompetitionCodes() bool { return o.competition.Load() }

// Raise sets the exit code to c unless it is higher.
func (o *Outcome) Raise(c ExitCode) {
	for {
		old := o.code.Load()
		if int32(c) <= old || o.code.CompareAndSwap(old, int32(c)) {
			return
		}
	}
}

// Code returns the exit code so far.
func (o *Outcome) Code() ExitCode { return ExitCode(o.code.Load()) }

// Competition returns the exit code of the SAT Competition for c: 10 for satisfiable, 20 for unsatisfiable, 0 for
// unknown. The codes of bad usage and failures stay.
func (c ExitCode) Competition() ExitCode {
	switch c {
	case Good:
		return 10
	case Negative:
		return 20
	case Undecided:
		return 0
	}
	return c
}

// A Failure is an error of a command with an exit code. Errors of other types are usage errors.
type Failure struct {
	Code ExitCode
	err  error
}

func (f *Failure) Error() string { return f.err.Error() }
func (f *Failure) Unwrap() error { return f.err }

// Fail returns a Failure.
func Fail(code ExitCode, err error) error { return &Failure{code, err} }

// CodeOf returns the exit code of a command that returns err.
func CodeOf(err error) ExitCode {
	var f *Failure
	switch {
	case err == nil:
		return Good
	case errors.As(err, &f):
		return f.Code
	default:
		return BadInput
	}
}
