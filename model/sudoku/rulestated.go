package sudoku

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// asStated states a constraint on numbers as one on values.
func asStated(b *builder, r Rule) {
	c := r.Core
	if b.conditions != nil {
		b.add(b.condition(c))
		return
	}
	if offset := b.Shape.Offset; offset != 0 {
		switch stated := c.(type) {
		case model.Linear:
			for _, t := range stated.Terms {
				stated.Bound -= t.Coef * offset
			}
			c = stated
		case model.Table:
			stated.Rows = slice.Map(stated.Rows, func(row []int) []int {
				return slice.Map(row, func(v int) int { return v - offset })
			})
			c = stated
		}
	}
	b.builder.Post(b.origin(), c)
}

func statedBroken(_ Puzzle, r Rule, g Grid) bool { return r.Core.Violation(model.Assignment(g)) != 0 }

// validStated returns an error if c is not a well-formed constraint of the kind over the cells of a grid.
func validStated(s Shape, kind string, c model.Constraint) error {
	expected, numbers := "", []int(nil)
	switch c := c.(type) {
	case model.Linear:
		expected, numbers = "linear", append(numbers, c.Bound)
		numbers = append(numbers, slice.Map(c.Terms, func(t model.Term) int { return t.Coef })...)
	case model.NotEqual:
		expected, numbers = "not-equal", append(numbers, c.Offset)
	case model.Table:
		expected = "table"
		if len(c.Vars) == 0 {
			return errors.New("a table of no cells")
		}
		numbers = slices.Concat(c.Rows...)
	}
	if expected != kind {
		return fmt.Errorf("the constraint is a %T", c)
	}
	for _, v := range numbers {
		if v < -MaxRuleNumber || v > MaxRuleNumber {
			return fmt.Errorf("the number %d, expected -%d to %d", v, MaxRuleNumber, MaxRuleNumber)
		}
	}
	cell := model.Variable{Domain: model.Interval(1, s.N())}
	grid := &model.Model{Vars: slices.Repeat([]model.Variable{cell}, s.Cells()), Constraints: []model.Constraint{c}}
	var bad *model.InvalidError
	if err := grid.Validate(); errors.As(err, &bad) {
		return errors.New(bad.Reason)
	}
	return nil
}

// UnmarshalJSON reads what json.Marshal writes. The kind determines the type of Core.
func (r *Rule) UnmarshalJSON(data []byte) error {
	type plain Rule // without methods
	fields := struct {
		*plain
		Core json.RawMessage
	}{plain: (*plain)(r)}
	*r = Rule{}
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	var err error
	switch r.Kind {
	case "linear":
		r.Core, err = unmarshalCore[model.Linear](fields.Core)
	case "not-equal":
		r.Core, err = unmarshalCore[model.NotEqual](fields.Core)
	case "table":
		r.Core, err = unmarshalCore[model.Table](fields.Core)
	}
	return err
}

func unmarshalCore[C model.Constraint](data []byte) (model.Constraint, error) {
	var c C
	err := json.Unmarshal(data, &c)
	return c, err
}
