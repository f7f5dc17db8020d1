package text

import (
	"bytes"
	"encoding/json"
	"fmt"

	"nonet/model"
)

type allDifferent struct {
	Type string      `json:"type"`
	Vars []model.Var `json:"vars"`
}

type notEqual struct {
	Type   string    `json:"type"`
	A      model.Var `json:"a"`
	B      model.Var `json:"b"`
	Offset int       `json:"offset"`
}

type linear struct {
	Type     string `json:"type"`
	Terms    []pair `json:"terms"`
	Relation string `json:"relation"`
	Bound    int    `json:"bound"`
}

type table struct {
	Type string      `json:"type"`
	Vars []model.Var `json:"vars"`
	Rows [][]int     `json:"rows"`
}

type given struct {
	Type  string    `json:"type"`
	Var   model.Var `json:"var"`
	Value int       `json:"value"`
}

// toJSON returns what to marshal for a constraint.
func toJSON(c model.Constraint) any {
	switch c := c.(type) {
	case model.AllDifferent:
		return allDifferent{"alldifferent", list(c.Vars)}
	case model.NotEqual:
		return notEqual{"notequal", c.A, c.B, c.Offset}
	case model.Linear:
		return linear{"linear", terms(c.Terms), c.Relation.String(), c.Bound}
	case model.Table:
		rows := make([][]int, len(c.Rows))
		for k, row := range c.Rows {
			rows[k] = list(row)
		}
		return table{"table", list(c.Vars), rows}
	case model.Given:
		return given{"given", c.Var, c.Value}
	default:
		panic(fmt.Sprintf("text: unknown constraint %T", c)) // the interface is sealed
	}
}

// fromJSON is the inverse of toJSON. Every field must be there, and no other.
func fromJSON(text json.RawMessage) (model.Constraint, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	var kind string
	if err := json.Unmarshal(fields["type"], &kind); err != nil {
		return nil, fmt.Errorf("it has no type")
	}
	// read fills in one of the types above.
	read := func(v any, names ...string) error {
		for _, name := range names {
			if value := fields[name]; value == nil || string(value) == "null" {
				return fmt.Errorf("%s without the field %q", kind, name)
			}
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		return d.Decode(v)
	}
	switch kind {
	case "alldifferent":
		var c allDifferent
		err := read(&c, "vars")
		return model.AllDifferent{Vars: c.Vars}, err
	case "notequal":
		var c notEqual
		err := read(&c, "a", "b", "offset")
		return model.NotEqual{A: c.A, B: c.B, Offset: c.Offset}, err
	case "linear":
		var c linear
		if err := read(&c, "terms", "relation", "bound"); err != nil {
			return nil, err
		}
		for _, r := range []model.Relation{model.Equal, model.AtMost, model.AtLeast} {
			if r.String() == c.Relation {
				return model.Linear{Terms: fromTerms(c.Terms), Relation: r, Bound: c.Bound}, nil
			}
		}
		return nil, fmt.Errorf("relation %q is none of =, <=, >=", c.Relation)
	case "table":
		var c table
		err := read(&c, "vars", "rows")
		return model.Table{Vars: c.Vars, Rows: c.Rows}, err
	case "given":
		var c given
		err := read(&c, "var", "value")
		return model.Given{Var: c.Var, Value: c.Value}, err
	}
	return nil, fmt.Errorf("unknown type %q", kind)
}

func terms(ts []model.Term) []pair {
	list := make([]pair, len(ts))
	for i, t := range ts {
		list[i] = pair{t.Coef, int(t.Var)}
	}
	return list
}

func fromTerms(list []pair) []model.Term {
	ts := make([]model.Term, len(list))
	for i, t := range list {
		ts[i] = model.Term{Coef: t[0], Var: model.Var(t[1])}
	}
	return ts
}

// list returns s, or an empty list instead of none, so that JSON says [] and not null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
