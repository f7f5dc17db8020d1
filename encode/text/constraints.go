package text

import (
	"encoding/json"
	"fmt"
	"maps"
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

// toJSON returns the JSON of a constraint.
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
func fromJSON(text json.RawMessage) (model.Constraint, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	var c constraintJSON
	if err := json.Unmarshal(fields["type"], &c.Type); err != nil {
		return nil, fmt.Errorf("expected a field \"type\" with a string")
	}
	names, known := fieldsOf[c.Type]
	if !known {
		return nil, fmt.Errorf("unknown type %q", c.Type)
	}
	for _, name := range names {
		if value := fields[name]; value == nil || string(value) == "null" {
			return nil, fmt.Errorf("%s: missing field %q", c.Type, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name != "type" && !slices.Contains(names, name) {
			return nil, fmt.Errorf("unknown field %q", name)
		}
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, err
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
	for _, r := range []model.Relation{model.Equal, model.AtMost, model.AtLeast} {
		if r.String() == *c.Relation {
			return model.Linear{Terms: fromTerms(*c.Terms), Relation: r, Bound: *c.Bound}, nil
		}
	}
	return nil, fmt.Errorf("unknown relation %q: expected =, <= or >=", *c.Relation)
}

func toTerms(ts []model.Term) []pair {
	return slice.Map(ts, func(t model.Term) pair { return pair{t.Coef, int(t.Var)} })
}

func fromTerms(list []pair) []model.Term {
	return slice.Map(list, func(t pair) model.Term { return model.Term{Coef: t[0], Var: model.Var(t[1])} })
}

// nonNil returns s, or an empty slice instead of nil, which JSON writes as [] instead of null.
func nonNil[T any](s []T) *[]T {
	if s == nil {
		s = []T{}
	}
	return &s
}
