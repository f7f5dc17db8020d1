package cover

import (
	"nonet/encode"
	"nonet/model"
)

// An Encoder states models as exact cover problems. The zero Encoder states a problem for a solver in the same process.
//
// There is one shown option for each variable of the model and each value it may have, variable by variable and value by value, both
// increasing. A variable whose domain is one value and that has a Given is a constant: it has no option, and options that clash with it are
// left out. A Given of another variable leaves out the options of its other values. The items are, in this order for each kind:
//
//   - primary, one for each variable
//   - AllDifferent: one for each value of its variables; primary if there are as many values as variables (a permutation: then each value
//     is taken), and otherwise secondary
//   - NotEqual: a secondary item for each pair of values that clash
//   - Table of two variables: a secondary item for each value of the first that clashes with values of the second
//   - Table of more: a primary item, covered by an auxiliary option for each row; that the variables have the values of the row is said by
//     colours of a secondary item for each variable. A table over one variable leaves out options instead
//   - a primary item that no option has, for what cannot be satisfied, such as too few values for an AllDifferent
//
// Solutions of the problem and of the model are one to one. For the N×N Sudoku without givens these are N³ options, 4N² items, all primary,
// and 4N³ ones.
type Encoder struct {
	// Names gives items and colours names that say what they mean: r1c1 for a cell, r1v5, c1v5 and b1v5 for the value 5 in the first row,
	// column and box. See naming.go. They take as long as the rest of the encoding.
	Names bool
}

var _ encode.Preparer[*Problem, Solution] = Encoder{}

// Encode returns m, which must be valid (model.Validate), as an exact cover problem that is the caller's to keep. It returns an
// *encode.UnsupportedError if m has a Linear constraint or an objective. It takes time linear in the size of the problem.
func (o Encoder) Encode(m *model.Model) (encode.Encoding[*Problem, Solution], error) {
	return o.prepare().Encode(m)
}

// Prepare implements encode.Preparer. The encoder that it returns takes any model, and keeps its buffers.
func (o Encoder) Prepare(base *model.Model) (encode.Encoder[*Problem, Solution], error) {
	if err := supported(base); err != nil {
		return nil, err
	}
	return o.prepare(), nil
}

func (o Encoder) prepare() *prepared {
	p := &prepared{b: builder{wantNames: o.Names}}
	p.result.Formula = &p.b.p
	p.result.Decode = func(s Solution) (model.Assignment, error) {
		clear(p.chosen)
		for _, k := range s {
			if k < len(p.chosen) {
				p.chosen[k] = true
			}
		}
		return p.b.mp.Assignment(func(k int) bool { return p.chosen[k] })
	}
	return p
}

// prepared encodes one model after another. The last result is valid until the next.
type prepared struct {
	b      builder
	chosen []bool // by shown option
	result encode.Encoding[*Problem, Solution]
}

func (p *prepared) Encode(m *model.Model) (encode.Encoding[*Problem, Solution], error) {
	if err := supported(m); err != nil {
		return encode.Encoding[*Problem, Solution]{}, err
	}
	p.b.encode(m)
	p.chosen = resize(p.chosen, len(p.b.mp.Shown))
	p.result.Map, p.result.Size = p.b.mp, p.b.p.Size()
	return p.result, nil
}

// supported returns an *encode.UnsupportedError if m states something that has no form as an exact cover.
func supported(m *model.Model) error {
	for _, c := range m.Constraints {
		if _, linear := c.(model.Linear); linear {
			return &encode.UnsupportedError{Encoding: "cover", Part: "linear constraint " + m.Describe(c)}
		}
	}
	if m.Objective != nil {
		return &encode.UnsupportedError{Encoding: "cover", Part: "objective"}
	}
	return nil
}
