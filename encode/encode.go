package encode

import (
	"context"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// An Encoder turns models into formulas of type F, whose solutions have type A.
type Encoder[F, A any] interface {
	// Encode returns an *UnsupportedError if the encoding cannot express a part of the model, and ctx.Err() soon after
	// ctx ends. It does not modify m. An encoder whose formulas can be large heeds the limit of WithLimit.
	Encode(ctx context.Context, m *model.Model) (Encoding[F, A], error)
}

// A Preparer is an encoder that can analyse once what many models have in common, such as the puzzles of a list.
type Preparer[F, A any] interface {
	Encoder[F, A]
	// Prepare returns an encoder for models that have the variables and constraints of base, with smaller domains and
	// additional Givens. The encoder reuses its buffers: a result is valid until the next call, and two goroutines must
	// not use it at once.
	Prepare(base *model.Model) (Encoder[F, A], error)
}

// An Encoding is a model as a formula, with the function that decodes solutions.
type Encoding[F, A any] struct {
	Formula F
	Map     Map // what the shown variables mean

	// Decode returns the assignment that a solution of the formula stands for. It does not check it against the model.
	Decode func(A) (model.Assignment, error)

	Size model.Size
}

// An Answer is the output of a program that solved a file, whose solutions have type S. The solutions are not yet
// checked.
type Answer[S any] struct {
	Status    model.Status
	Complete  bool // the program reported that there is no other solution, or no better one
	Solutions []S  // in the order of the output; empty if the program reported SAT without a solution

	// Objective is the value of the objective that the program states for the last solution; nil if it states none.
	Objective *float64
}

// An UnsupportedError reports that an encoding cannot express a part of a model.
type UnsupportedError struct {
	Encoding string // "cnf", "ip"; the message does not name it
	Part     string // "linear constraint a + 2*b <= 3"
}

func (e *UnsupportedError) Error() string { return "not supported: " + e.Part }

// CheckValues returns the error of m.CheckValues as an *UnsupportedError of an encoding.
func CheckValues(encoding string, m *model.Model, skip []bool) error {
	if err := m.CheckValues(skip); err != nil {
		return &UnsupportedError{Encoding: encoding, Part: err.Error()}
	}
	return nil
}

// A ParseError reports where and why a file or an answer could not be read. Its fields are Format ("lp", "mps",
// "coin answer"), which is empty where a package reads one format only, Line and Column, which count from 1, in bytes,
// and Msg. Column is 0 if the error is about the whole line.
type ParseError = scan.ParseError
