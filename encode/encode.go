package encode

import (
	"fmt"

	"nonet/model"
)

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

// An UnsupportedError says that an encoding cannot express a part of a model.
type UnsupportedError struct {
	Encoding string // "cnf", "ip"
	Part     string // "linear constraint +1 a +2 b <= 3"
}

func (e *UnsupportedError) Error() string { return e.Encoding + ": encode: not supported: " + e.Part }

// An Atom is the statement that a variable of the model has a value.
type Atom struct {
	Var   model.Var
	Value int
}

// A Map says what the shown variables of a formula mean. The k-th shown variable (counting from 0; variable k+1 in DIMACS) is true
// exactly when Shown[k] holds.
type Map struct {
	Vars  int    // number of variables of the model
	Fixed []Atom // variables that the formula leaves out because their value is known
	Shown []Atom
}

// Assignment returns the assignment that a solution of the formula stands for. truth(k) is the value of the k-th shown variable. It
// is an error if some variable of the model gets no value or two.
func (m Map) Assignment(truth func(k int) bool) (model.Assignment, error) {
	a := make(model.Assignment, m.Vars)
	set := make([]bool, m.Vars)
	for _, f := range m.Fixed {
		a[f.Var], set[f.Var] = f.Value, true
	}
	for k, s := range m.Shown {
		if !truth(k) {
			continue
		}
		if set[s.Var] {
			return nil, fmt.Errorf("encode: decode: variable %d has the values %d and %d", s.Var, a[s.Var], s.Value)
		}
		a[s.Var], set[s.Var] = s.Value, true
	}
	for v, ok := range set {
		if !ok {
			return nil, fmt.Errorf("encode: decode: variable %d has no value", v)
		}
	}
	return a, nil
}
