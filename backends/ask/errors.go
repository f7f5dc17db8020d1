package ask

import (
	"errors"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/query"
)

// Reasons why a question has a partial answer or none. The search was stopped, or the method gave up; it did not fail.
var (
	ErrTimeLimit   = errors.New("time limit reached")
	ErrMoveLimit   = errors.New("limit on moves reached")
	ErrInterrupted = errors.New("interrupted")
	ErrIncomplete  = errors.New("the method does not decide it")
	ErrUnbounded   = errors.New("the objective is unbounded, or there is no solution")
	ErrTooMany     = errors.New("too many solutions for a certificate")
)

// ErrAuxiliary reports that a model is wrong about its auxiliary variables.
var ErrAuxiliary = errors.New("two solutions differ in auxiliary variables only: expected that others determine these")

// errRepeated reports that a solver returned one solution twice, so that its claim of several solutions is void.
var errRepeated = &model.WrongAnswerError{Reason: errors.New("it returned one solution twice")}

// errNotBetter reports that a solver returned a solution that does not improve the objective.
var errNotBetter = errors.New("it returned a solution that is not better than the one before")

// Undecided reports whether err means that a search was stopped or gave up. Any other error is a failure of the method.
func Undecided(err error) bool {
	for _, target := range []error{ErrTimeLimit, ErrMoveLimit, ErrInterrupted, ErrIncomplete, ErrUnbounded, ErrTooMany,
		query.ErrIncomplete} {
		if errors.Is(err, target) {
			return true
		}
	}
	return errors.As(err, new(*human.LimitError))
}
