package cover

import (
	"context"

	"nonet/encode"
	"nonet/encode/internal/construct"
	"nonet/internal/slice"
	"nonet/model"
)

// An Encoder encodes models as exact cover problems. The zero Encoder leaves out names, which suits a solver in the
// same process.
//
// There is one shown option for each variable of the model and each of its possible values, in increasing order of
// variable and value. A variable with one value in its domain and a Given is a constant: it has no option, and options
// in conflict with it are left out. A Given of another variable leaves out the options of its other values. The items
// are
//
//   - for each variable, a primary item;
//   - for an AllDifferent, an item for each value of its variables: primary if there are as many values as variables (a
//     permutation, so each value is taken), otherwise secondary;
//   - for a NotEqual, a secondary item for each pair of conflicting values;
//   - for a Table of two variables, a secondary item for each value of the first that conflicts with values of the
//     second;
//   - for a Table of more variables, a primary item that is covered by an auxiliary option for each row, and for each
//     variable a secondary item whose colour is the value. A table over one variable leaves out options instead;
//   - for each obvious contradiction, such as too few values for an AllDifferent, a primary item that no option has.
//
// Solutions of the problem and of the model correspond one to one. The N×N Sudoku without givens has N³ options, 4N²
// items, all primary, and 4N³ entries.
type Encoder struct {
	// Names gives items and colours meaningful names: r1c1 for a cell; r1v5, c1v5 and b1v5 for the value 5 in the first
	// row, column and box. See naming.go. Naming takes as long as the rest of the encoding.
	Names bool
}

var (
	_ encode.Preparer[*Problem, Solution] = Encoder{}
	_ encode.Encoder[*Problem, Solution]  = (*prepared)(nil)
)

// Encode returns m, which must be valid (model.Validate), as an exact cover problem that the caller owns. It returns an
// *encode.UnsupportedError if m has a Linear constraint or an objective. It takes time linear in the size of the
// problem.
func (o Encoder) Encode(ctx context.Context, m *model.Model) (encode.Encoding[*Problem, Solution], error) {
	return o.prepare().Encode(ctx, m)
}

// Prepare implements encode.Preparer. The returned encoder takes any model, and reuses its buffers.
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

// prepared encodes one model after another. A result is valid until the next one.
type prepared struct {
	b      builder
	chosen []bool // by shown option
	result encode.Encoding[*Problem, Solution]
}

// Encode implements encode.Encoder. After an error the buffers may be in any state, which the next call resets.
func (p *prepared) Encode(ctx context.Context, m *model.Model) (encode.Encoding[*Problem, Solution], error) {
	err := construct.Run(ctx, func(g *construct.Guard) error {
		if err := supported(m); err != nil {
			return err
		}
		p.b.guard = g
		p.b.encode(m)
		return nil
	})
	if err != nil {
		return encode.Encoding[*Problem, Solution]{}, err
	}
	p.chosen = slice.Resize(p.chosen, len(p.b.mp.Shown))
	p.result.Map, p.result.Size = p.b.mp, p.b.p.Size()
	return p.result, nil
}

// supported returns an *encode.UnsupportedError if m cannot be encoded as an exact cover.
func supported(m *model.Model) error {
	for _, c := range m.Constraints {
		if _, linear := c.(model.Linear); linear {
			return &encode.UnsupportedError{Encoding: "cover", Part: "linear constraint " + m.Describe(c)}
		}
	}
	if m.Objective != nil {
		return &encode.UnsupportedError{Encoding: "cover", Part: "objective"}
	}
	return encode.CheckValues("cover", m, nil)
}
