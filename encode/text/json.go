package text

import (
	"cmp"
	_ "embed" // ModelSchema
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/encode/internal/scan"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/bounds"
)

// ModelSchema is the JSON Schema (draft 2020-12) of the format of WriteJSON.
//
//go:embed model.schema.json
var ModelSchema string

const (
	fileKind    = "nonet model"
	fileVersion = 1
)

type variableJSON struct {
	Name   string `json:"name,omitempty"`
	Domain []pair `json:"domain"`
}

type objectiveJSON struct {
	Sense    string `json:"sense"`
	Terms    []pair `json:"terms"`
	Constant int    `json:"constant,omitzero"`
}

// A pair is a list of two numbers: a range, or a coefficient and the index of a variable.
type pair []int

// String returns a range as 3 or 3..5.
func (p pair) String() string {
	if p[0] == p[1] {
		return strconv.Itoa(p[0])
	}
	return fmt.Sprintf("%d..%d", p[0], p[1])
}

// checkPairs returns an error if a field has no list, or one with an element that is not two numbers.
func checkPairs(field string, list []pair) error {
	if list == nil {
		return errMissing(field)
	}
	for _, p := range list {
		if len(p) != 2 {
			return fmt.Errorf("expected a list of two numbers, found [%s]", join(p, ",", strconv.Itoa))
		}
	}
	return nil
}

func errMissing(field string) error { return fmt.Errorf("missing field %q", field) }

// fileJSON is the JSON of a model.
type fileJSON struct {
	Kind        string           `json:"kind"`
	Version     int              `json:"version"`
	Name        string           `json:"name"`
	Vars        []variableJSON   `json:"vars" list:"yes"`
	Auxiliary   int              `json:"auxiliary,omitzero"`
	Constraints []constraintJSON `json:"constraints" list:"yes"`
	Objective   *objectiveJSON   `json:"objective"`
}

// WriteJSON writes m in the JSON format that the package comment defines. The same model gives the same bytes. It
// returns a *model.InvalidError if m is ill-formed.
func WriteJSON(w io.Writer, m *model.Model) error {
	if err := cmp.Or(m.Validate(), CheckNames(m)); err != nil {
		return err
	}
	f := fileJSON{Kind: fileKind, Version: fileVersion, Name: m.Name,
		Auxiliary: len(m.Vars) - m.Shown()}
	ofVar := func(v model.Variable) variableJSON { return variableJSON{v.Name, ranges(v.Domain)} }
	f.Vars = append(f.Vars, slice.Map(m.Vars, ofVar)...)
	f.Constraints = append(f.Constraints, slice.Map(m.Constraints, toJSON)...)
	if o := m.Objective; o != nil {
		f.Objective = &objectiveJSON{senseOf(o), toTerms(o.Terms), o.Constant}
	}
	return scan.WriteJSON(w, f)
}

// ReadJSON reads the format of WriteJSON. Errors name the line and column, the variable, or the constraint. If the
// model is ill-formed, the error is a *model.InvalidError.
func ReadJSON(r io.Reader) (*model.Model, error) {
	var f fileJSON
	err := scan.ReadJSON(r, &f)
	m := &model.Model{}
	if err == nil {
		err = decodeModel(m, f)
	}
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	return m, nil
}

// decodeModel sets m to the model of a file.
func decodeModel(m *model.Model, f fileJSON) error {
	switch {
	case f.Kind != fileKind:
		return fmt.Errorf("found %q in the field kind, expected %q", f.Kind, fileKind)
	case f.Version != fileVersion:
		return fmt.Errorf("found version %d, expected %d", f.Version, fileVersion)
	case f.Vars == nil || f.Constraints == nil:
		return fmt.Errorf("expected the fields vars and constraints")
	}
	if f.Auxiliary < 0 || f.Auxiliary > len(f.Vars) {
		return &model.InvalidError{Part: "auxiliary variables",
			Reason: fmt.Sprintf("there are %d of %d variables", f.Auxiliary, len(f.Vars))}
	}
	m.Name = f.Name
	for i, v := range f.Vars {
		if err := checkPairs("domain", v.Domain); err != nil {
			return fmt.Errorf("variable %d (%s): %w", i, v.Name, err)
		}
		for k, r := range v.Domain {
			if r[0] > r[1] || k > 0 && r[0] <= v.Domain[k-1][1] {
				return fmt.Errorf("variable %d (%s): range [%d,%d]: expected lo <= hi and ranges in increasing order",
					i, v.Name, r[0], r[1])
			}
		}
	}
	for i, c := range f.Constraints {
		c, err := fromJSON(c)
		if err != nil {
			return fmt.Errorf("constraint %d: %w", i, err)
		}
		m.Constraints = append(m.Constraints, c)
	}
	for i, v := range f.Vars {
		d := model.Union(slice.Map(v.Domain, func(r pair) model.Range { return model.Range{Lo: r[0], Hi: r[1]} })...)
		m.Vars = append(m.Vars, model.Variable{Name: v.Name, Domain: d, Auxiliary: i >= len(f.Vars)-f.Auxiliary})
	}
	shrink(m)
	if o := f.Objective; o != nil {
		if o.Sense != "minimize" && o.Sense != "maximize" {
			return fmt.Errorf("objective: sense %q is neither minimize nor maximize", o.Sense)
		}
		terms, err := fromTerms(o.Terms)
		if err != nil {
			return fmt.Errorf("objective: %w", err)
		}
		m.Objective = &model.Objective{Maximize: o.Sense == "maximize", Terms: terms, Constant: o.Constant}
	}
	return cmp.Or(CheckNames(m), m.Validate())
}

// CheckNames returns an error if a name has a character that a terminal obeys: people read names in answers.
func CheckNames(m *model.Model) error {
	commands := func(name string) bool {
		return strings.ContainsFunc(name, func(r rune) bool {
			return unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
		})
	}
	if commands(m.Name) {
		return fmt.Errorf("the name %q: expected no control characters", m.Name)
	}
	for i, v := range m.Vars {
		if commands(v.Name) {
			return fmt.Errorf("variable %d (%q): expected no control characters in its name", i, v.Name)
		}
	}
	return nil
}

// ranges returns a domain as a list of maximal ranges.
func ranges(d model.Domain) []pair {
	list := []pair{}
	for lo, hi := range d.Ranges {
		list = append(list, pair{lo, hi})
	}
	return list
}

// shrink improves the bounds of domains by the linear constraints if the domains have more than model.MaxValues values.
func shrink(m *model.Model) {
	if m.CheckValues(nil) == nil {
		return
	}
	intervals := slice.Map(m.Vars, func(v model.Variable) bounds.Interval {
		if v.Domain.Size() == 0 {
			return bounds.Interval{}
		}
		return bounds.Interval{Lower: v.Domain.Min(), Upper: v.Domain.Max()}
	})
	outside := func(v model.Var) bool { return v < 0 || int(v) >= len(m.Vars) }
	var sums []bounds.Sum
	for _, c := range m.Constraints {
		if c, ok := c.(model.Linear); ok && !slices.ContainsFunc(c.Scope(), outside) {
			sums = append(sums, bounds.Of(c))
		}
	}
	bounds.Infer(intervals, sums, bounds.Often)
	for v, in := range intervals {
		m.Vars[v].Domain = m.Vars[v].Domain.Intersect(model.Interval(in.Lower, in.Upper))
	}
}
