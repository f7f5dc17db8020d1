package text

import (
	"errors"
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// constraintJSON is the JSON of a constraint of any type. Fields that the type does not have are nil.
type constraintJSON struct {
	Type     string       `json:"type"`
	Vars     *[]model.Var `json:"vars,omitempty"`
	A        *model.Var   `json:"a,omitempty"`
	B        *model.Var   `json:"b,omitempty"`
	Offset   *int         `json:"offset,omitempty"`
	Terms    *[]pair      `json:"terms,omitempty"`
	Relation *string      `json:"relation,omitempty"`
	Bound    *int         `json:"bound,omitempty"`
	Rows     *[][]int     `json:"rows,omitempty"`
	Var      *model.Var   `json:"var,omitempty"`
	Value    *int         `json:"value,omitempty"`
}

// fieldsOf lists the fields of each constraint type, besides the type itself.
var fieldsOf = map[string][]string{
	"alldifferent": {"vars"},
	"notequal":     {"a", "b", "offset"},
	"linear":       {"terms", "relation", "bound"},
	"table":        {"vars", "rows"},
	"given":        {"var", "value"},
}

func toJSON(c model.Constraint) constraintJSON {
	switch c := c.(type) {
	case model.AllDifferent:
		return constraintJSON{Type: "alldifferent", Vars: nonNil(c.Vars)}
	case model.NotEqual:
		return constraintJSON{Type: "notequal", A: &c.A, B: &c.B, Offset: &c.Offset}
	case model.Linear:
		sum, relation := toTerms(c.Terms), c.Relation.String()
		return constraintJSON{Type: "linear", Terms: &sum, Relation: &relation, Bound: &c.Bound}
	case model.Table:
		rows := slice.Map(c.Rows, func(row []int) []int { return *nonNil(row) })
		return constraintJSON{Type: "table", Vars: nonNil(c.Vars), Rows: &rows}
	case model.Given:
		return constraintJSON{Type: "given", Var: &c.Var, Value: &c.Value}
	default:
		panic(fmt.Sprintf("text: unknown constraint %T", c)) // the interface is sealed
	}
}

// fromJSON is the inverse of toJSON. It is an error if a field of the type is missing or another field exists.
func fromJSON(c constraintJSON) (model.Constraint, error) {
	names, known := fieldsOf[c.Type]
	switch {
	case c.Type == "":
		return nil, errors.New("expected a field \"type\" with a string")
	case !known:
		return nil, fmt.Errorf("unknown type %q", c.Type)
	}
	for _, field := range []struct {
		name   string
		exists bool
	}{
		{"vars", c.Vars != nil}, {"a", c.A != nil}, {"b", c.B != nil}, {"offset", c.Offset != nil},
		{"terms", c.Terms != nil}, {"relation", c.Relation != nil}, {"bound", c.Bound != nil},
		{"rows", c.Rows != nil}, {"var", c.Var != nil}, {"value", c.Value != nil},
	} {
		switch wanted := slices.Contains(names, field.name); {
		case wanted && !field.exists:
			return nil, fmt.Errorf("%s: %w", c.Type, errMissing(field.name))
		case field.exists && !wanted:
			return nil, fmt.Errorf("%s: unknown field %q", c.Type, field.name)
		}
	}
	switch c.Type {
	case "alldifferent":
		return model.AllDifferent{Vars: *c.Vars}, nil
	case "notequal":
		return model.NotEqual{A: *c.A, B: *c.B, Offset: *c.Offset}, nil
	case "table":
		return model.Table{Vars: *c.Vars, Rows: *c.Rows}, nil
	case "given":
		return model.Given{Var: *c.Var, Value: *c.Value}, nil
	}
	terms, err := fromTerms(*c.Terms)
	for _, r := range []model.Relation{model.Equal, model.AtMost, model.AtLeast} {
		if r.String() == *c.Relation {
			return model.Linear{Terms: terms, Relation: r, Bound: *c.Bound}, err
		}
	}
	return nil, fmt.Errorf("unknown relation %q: expected =, <= or >=", *c.Relation)
}

func toTerms(ts []model.Term) []pair {
	return slice.Map(ts, func(t model.Term) pair { return pair{t.Coef, int(t.Var)} })
}

func fromTerms(list []pair) ([]model.Term, error) {
	if err := checkPairs("terms", list); err != nil {
		return nil, err
	}
	return slice.Map(list, func(t pair) model.Term { return model.Term{Coef: t[0], Var: model.Var(t[1])} }), nil
}

// nonNil returns s, or an empty slice instead of nil, which JSON writes as [] instead of null.
func nonNil[T any](s []T) *[]T {
	if s == nil {
		s = []T{}
	}
	return &s
}
