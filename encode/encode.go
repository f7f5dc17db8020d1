package encode

import "nonet/model"

// An Encoder turns models into formulas of type F, whose solutions have type A.
type Encoder[F, A any] interface {
	// Encode returns an *UnsupportedError if the model states something the encoding cannot express. It does not modify m.
	Encode(m *model.Model) (Encoding[F, A], error)
}

// A Preparer is an encoder that can find out once what many models have in common, such as the puzzles of a list.
type Preparer[F, A any] interface {
	Encoder[F, A]
	// Prepare returns an encoder for models that have the variables and constraints of base, with smaller domains and further Givens.
	// It reuses its buffers: what it returns is valid until its next call, and it must not be used by two goroutines at once.
	Prepare(base *model.Model) (Encoder[F, A], error)
}

// An Encoding is a model as a formula, and the way back.
type Encoding[F, A any] struct {
	Formula F
	Map     Map                               // what the shown variables mean
	Decode  func(A) (model.Assignment, error) // a solution of the formula as an assignment of the model; not yet checked against it
	Size    model.Size
}

// An Answer is what a program printed about a file, whose solutions have type S. They are not yet checked.
type Answer[S any] struct {
	Status    model.Status
	Complete  bool // the program says that there is no other solution, or no better one
	Solutions []S  // in its order; a program may say that there are some and print none
}

// An UnsupportedError says that an encoding cannot express a part of a model.
type UnsupportedError struct {
	Encoding string // "cnf", "ip"
	Part     string // "linear constraint +1 a +2 b <= 3"
}

func (e *UnsupportedError) Error() string { return e.Encoding + ": encode: not supported: " + e.Part }
