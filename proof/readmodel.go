package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxModel bounds the size of the JSON of a model, in bytes.
const maxModel = 1 << 28

// model reads a model and the kind of the claim.
func (r *Reader) model(c *Claim) (err error) {
	if err := r.expect("model"); err != nil {
		return err
	}
	if c.Model, err = r.modelJSON(); err != nil {
		return err
	}
	if _, err = r.field("claim"); err != nil {
		return err
	}
	switch c.Kind = ModelClaim(r.rest()); c.Kind {
	case NoSolution, BestSolution, OnlySolution, AllSolutions:
		return nil
	}
	return r.errorAt(r.from, "expected none, best, unique or all, found %q", excerpt([]byte(c.Kind)))
}

// expect reads a line with this text.
func (r *Reader) expect(text string) error {
	err := r.line(text)
	if err == nil && string(r.text) != text {
		err = r.errorAt(0, "expected %q, found %q", text, excerpt(r.text))
	}
	return err
}

// modelJSON reads a model: the lines of a JSON object up to the line that closes it, which is not indented.
func (r *Reader) modelJSON() (*Model, error) {
	from := r.number + 1
	var text []byte
	for string(r.text) != "}" {
		if err := r.next(); err == io.EOF {
			return nil, r.errorAt(0, "the file ends within the model: expected the line }")
		} else if err != nil {
			return nil, err
		}
		if text = append(append(text, r.text...), '\n'); len(text) > maxModel {
			return nil, r.errorAt(0, "the model has more than %d bytes", maxModel)
		}
	}
	m, err := ParseModel(text)
	offset := 0
	if at := (*modelError)(nil); errors.As(err, &at) {
		offset = at.offset
	}
	if err != nil {
		line := from + bytes.Count(text[:min(offset, len(text))], []byte("\n"))
		return nil, &SyntaxError{line, 1, "the model: " + err.Error()}
	}
	return m, nil
}

// The JSON of a model. Fields of other types than the expected ones, and unknown fields, are errors.
type (
	modelText struct {
		Kind        string
		Version     int
		Name        string
		Vars        []variableText
		Auxiliary   int
		Constraints []constraintText
		Objective   *objectiveText
	}
	variableText struct {
		Name   string
		Domain [][]int // ranges
	}
	objectiveText struct {
		Sense    string
		Terms    [][]int // coefficient and variable
		Constant int
	}
	constraintText struct {
		Type         string
		Vars         []int   // alldifferent, table
		Rows         [][]int // table
		A, B, Offset int     // notequal
		Terms        [][]int // linear
		Relation     string
		Bound        int
		Var, Value   int // given
	}
)

// A modelError is an error at a place in the JSON of a model.
type modelError struct {
	offset int // in bytes
	error
}

// ParseModel parses the JSON of a model, which must be one object whose last line is "}". The claim is left empty.
func ParseModel(text []byte) (*Model, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var t modelText
	if err := d.Decode(&t); err != nil {
		syntax, mistyped := (*json.SyntaxError)(nil), (*json.UnmarshalTypeError)(nil)
		offset := int(d.InputOffset())
		switch {
		case errors.As(err, &syntax):
			offset = int(syntax.Offset)
		case errors.As(err, &mistyped):
			offset = int(mistyped.Offset)
		}
		return nil, &modelError{offset, err}
	}
	if t.Kind != "nonet model" || t.Version != 1 {
		return nil, fmt.Errorf("expected the kind %q and the version 1, found %q and %d", "nonet model", t.Kind,
			t.Version)
	}
	m := &Model{JSON: text}
	left := MaxVariable
	for x, v := range t.Vars {
		if v.Name == "" {
			v.Name = fmt.Sprintf("x%d", x)
		}
		m.Names = append(m.Names, v.Name)
		values, err := listValues(v.Domain, left)
		if err != nil {
			return nil, fmt.Errorf("the domain of %s: %w", v.Name, err)
		}
		left -= len(values)
		m.Domains = append(m.Domains, values)
	}
	for i, c := range t.Constraints {
		stated, err := c.constraint()
		if err != nil {
			return nil, fmt.Errorf("constraint %d: %w", i, err)
		}
		m.Constraints = append(m.Constraints, stated)
	}
	if o := t.Objective; o != nil {
		if o.Sense != "minimize" && o.Sense != "maximize" {
			return nil, fmt.Errorf("objective: expected minimize or maximize, found %q", o.Sense)
		}
		m.Objective = &Objective{Maximize: o.Sense == "maximize", Constant: o.Constant}
		terms, err := parseTerms(o.Terms)
		if err != nil {
			return nil, fmt.Errorf("objective: %w", err)
		}
		m.Objective.Terms = terms
	}
	return m, nil
}

// listValues returns the values of a list of ranges, if there are no more than most.
func listValues(ranges [][]int, most int) (values []int, err error) {
	for _, r := range ranges {
		switch n := len(values); {
		case len(r) != 2:
			return nil, fmt.Errorf("expected ranges of two numbers, found %d", r)
		case !inRange(r[0]) || !inRange(r[1]):
			return nil, fmt.Errorf("range %d: certificates support values up to %d", r, maxNumber)
		case r[0] > r[1] || n > 0 && r[0] <= values[n-1]:
			return nil, fmt.Errorf("range %d: expected ranges in increasing order", r)
		case r[1]-r[0] >= most-n:
			return nil, fmt.Errorf("range %d: more than %d values in all domains", r, MaxVariable)
		}
		for v := r[0]; v <= r[1]; v++ {
			values = append(values, v)
		}
	}
	return values, nil
}

// parseTerms returns the terms of a sum, without those of coefficient 0.
func parseTerms(list [][]int) ([]Term, error) {
	var terms []Term
	for _, t := range list {
		if len(t) != 2 {
			return nil, fmt.Errorf("expected a coefficient and a variable, found %d numbers", len(t))
		}
		if t[0] != 0 {
			terms = append(terms, Term{t[0], t[1]})
		}
	}
	return terms, nil
}

func (t constraintText) constraint() (Constraint, error) {
	switch t.Type {
	case "alldifferent":
		return AllDifferent(t.Vars), nil
	case "notequal":
		return NotEqual{t.A, t.B, t.Offset}, nil
	case "given":
		return Linear{[]Term{{1, t.Var}}, "=", t.Value}, nil
	case "linear":
		terms, err := parseTerms(t.Terms)
		return Linear{terms, t.Relation, t.Bound}, err
	case "table":
		return Table{t.Vars, t.Rows}, nil
	}
	return nil, fmt.Errorf("expected alldifferent, notequal, given, linear or table, found %q", t.Type)
}
