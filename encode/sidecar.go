package encode

import (
	"fmt"
	"io"
	"slices"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// A Sidecar is what a file for a foreign solver leaves out and its answer needs to be understood: what was exported, and which variable
// and value each name or number means. It is written beside the file as NAME.map.json.
type Sidecar struct {
	Format     string // of the file: "cnf", "lp", "mps", "mps-fixed", "opb", "mzn"
	Encoding   string // "extended/pairwise", "thesis"; may be ""
	Preprocess string // what was done to the model before; "none" or the name of a preprocessor

	// Puzzle, Shape and Rules are for whoever shows the answer. This package only carries them.
	Puzzle string   // the puzzle in line form
	Shape  string   // the shape of its boxes, "3x3"
	Rules  []string // of a variant, one line each; nil for a classic puzzle

	// UniqueCheck says that the file excludes the solution Known (in line form), so that a solver that finds nothing proves that no
	// other exists.
	UniqueCheck bool
	Known       string

	Variables []string // Variables[v] is the name of variable v of the model
	Columns   int      // variables or columns of the formula, with auxiliary ones
	Names     []string // Names[k] is what the file calls the k-th shown one; nil if it goes by number, counted from 1
	Map       Map

	// Identifiers[v] is what the file calls variable v, if its variables are those of the model; nil if they are the shown ones of Map.
	Identifiers []string
}

// NewSidecar returns the side-car of a formula for m with the given map: columns is the number of its variables or columns in all, names
// are those of the shown ones in the file, or nil if the file goes by number. The caller fills in what was exported.
func NewSidecar(m *model.Model, shown Map, columns int, names []string) *Sidecar {
	s := &Sidecar{Columns: columns, Names: names, Map: shown}
	used := make(map[string]bool, len(m.Vars))
	for v := range m.Vars {
		name := m.NameOf(model.Var(v))
		for used[name] { // a variable without a name may get that of another
			name += "_"
		}
		used[name] = true
		s.Variables = append(s.Variables, name)
	}
	return s
}

// sidecarVersion is the version of the JSON form. Readers refuse others.
const sidecarVersion = 1

// maxColumns keeps a few digits of a file from filling the memory of whoever decodes an answer.
const maxColumns = 1 << 26

// sidecarKind tells the file from other JSON files.
const sidecarKind = "nonet map"

type sidecarAtom struct {
	Number   int    `json:"number,omitempty"`
	Name     string `json:"name,omitempty"`
	Variable string `json:"variable"`
	Relation string `json:"relation,omitempty"`
	Value    int    `json:"value"`
}

type sidecarDomain struct {
	Variable string `json:"variable"`
	Values   []int  `json:"values"`
}

// relations are the words for the kinds of atoms.
var relations = [...]string{Is: "", AtLeast: ">=", Bit: "bit"}

type sidecarFile struct {
	Kind        *string         `json:"kind"`
	Version     *int            `json:"version"`
	Format      string          `json:"format"`
	Encoding    string          `json:"encoding"`
	Preprocess  string          `json:"preprocess"`
	Puzzle      string          `json:"puzzle"`
	Shape       string          `json:"shape"`
	Rules       []string        `json:"rules"`
	UniqueCheck bool            `json:"uniqueCheck"`
	Known       string          `json:"known"`
	Columns     int             `json:"columns"`
	Variables   []string        `json:"variables"`
	Identifiers []string        `json:"identifiers"`
	Domains     []sidecarDomain `json:"domains"`
	Fixed       []sidecarAtom   `json:"fixed"`
	Shown       []sidecarAtom   `json:"shown"`
}

// WriteSidecar writes s as JSON: one object with the fields kind ("nonet map"), version (1), format, encoding, preprocess, puzzle, shape,
// uniqueCheck, known, columns, variables (their names), fixed ({"variable", "value"} of what the file leaves out), and shown
// ({"number", "name", "variable", "relation", "value"}, the name only if the file has names), one element to a line. The relation is left
// out for "variable = value"; it is ">=", or "bit" if the number is that of a bit of the place, from 0, that the variable's value has in
// its domain. The domains of variables with such a relation are in the field domains ({"variable", "values"}), which is left out if
// there are none. The rules of a variant are in the field rules (strings). A file whose variables are those of the model has the field identifiers, what it
// calls them. The same Sidecar gives the same bytes. It returns an error if s is not consistent.
func WriteSidecar(w io.Writer, s *Sidecar) error {
	if err := s.validate(); err != nil {
		return fmt.Errorf("encode: write map: %w", err)
	}
	fixed := make([]sidecarAtom, len(s.Map.Fixed))
	for i, a := range s.Map.Fixed {
		fixed[i] = sidecarAtom{Variable: s.Variables[a.Var], Value: a.Value}
	}
	shown := make([]sidecarAtom, len(s.Map.Shown))
	for k, a := range s.Map.Shown {
		shown[k] = sidecarAtom{Number: k + 1, Variable: s.Variables[a.Var], Relation: relations[a.Kind], Value: a.Value}
		if s.Names != nil {
			shown[k].Name = s.Names[k]
		}
	}
	variables := s.Variables
	if variables == nil {
		variables = []string{}
	}
	fields := []scan.Field{
		{Name: "kind", Value: sidecarKind},
		{Name: "version", Value: sidecarVersion},
		{Name: "format", Value: s.Format},
		{Name: "encoding", Value: s.Encoding},
		{Name: "preprocess", Value: s.Preprocess},
		{Name: "puzzle", Value: s.Puzzle},
		{Name: "shape", Value: s.Shape},
		{Name: "uniqueCheck", Value: s.UniqueCheck},
		{Name: "known", Value: s.Known},
		{Name: "columns", Value: s.Columns},
		{Name: "variables", Value: variables},
	}
	if s.Rules != nil {
		fields = append(fields, scan.Field{Name: "rules", Value: s.Rules, List: true})
	}
	if s.Identifiers != nil {
		fields = append(fields, scan.Field{Name: "identifiers", Value: s.Identifiers})
	}
	if s.Map.Domains != nil {
		domains := []sidecarDomain{}
		for v, d := range s.Map.Domains {
			if d != nil {
				domains = append(domains, sidecarDomain{Variable: s.Variables[v], Values: d})
			}
		}
		fields = append(fields, scan.Field{Name: "domains", Value: domains, List: true})
	}
	return scan.WriteJSON(w, append(fields,
		scan.Field{Name: "fixed", Value: fixed, List: true},
		scan.Field{Name: "shown", Value: shown, List: true}))
}

// ReadSidecar reads what WriteSidecar writes. Unknown fields, another version, and a map that is not consistent are errors; they say
// where in the file they are, or which entry is meant.
func ReadSidecar(r io.Reader) (*Sidecar, error) {
	var f sidecarFile
	if err := scan.ReadJSON(r, &f); err != nil {
		return nil, fmt.Errorf("encode: read map: %w", err)
	}
	switch {
	case f.Kind == nil || *f.Kind != sidecarKind:
		return nil, fmt.Errorf("encode: read map: the field kind is not %q: this is another sort of file", sidecarKind)
	case f.Version == nil || *f.Version != sidecarVersion:
		return nil, fmt.Errorf("encode: read map: only version %d is known: export the puzzle again", sidecarVersion)
	}
	s := &Sidecar{
		Format: f.Format, Encoding: f.Encoding, Preprocess: f.Preprocess, Puzzle: f.Puzzle, Shape: f.Shape, Rules: f.Rules,
		UniqueCheck: f.UniqueCheck, Known: f.Known, Variables: f.Variables, Columns: f.Columns, Identifiers: f.Identifiers,
		Map: Map{Vars: len(f.Variables)},
	}
	index := make(map[string]int, len(f.Variables))
	for v, name := range f.Variables {
		index[name] = v
	}
	atom := func(list string, i int, a sidecarAtom) (Atom, error) {
		v, known := index[a.Variable]
		if !known {
			return Atom{}, fmt.Errorf("encode: read map: entry %d of %s: unknown variable %q", i+1, list, a.Variable)
		}
		kind := slices.Index(relations[:], a.Relation)
		if kind < 0 || list == "fixed" && kind != int(Is) {
			return Atom{}, fmt.Errorf("encode: read map: entry %d of %s: unexpected relation %q", i+1, list, a.Relation)
		}
		return Atom{Var: model.Var(v), Value: a.Value, Kind: AtomKind(kind)}, nil
	}
	if f.Domains != nil {
		s.Map.Domains = make([]model.Domain, len(f.Variables))
	}
	for i, d := range f.Domains {
		v, known := index[d.Variable]
		if !known || d.Values == nil || s.Map.Domains[v] != nil {
			return nil, fmt.Errorf("encode: read map: entry %d of domains: variable %q is unknown, has no values, or has a domain before", i+1, d.Variable)
		}
		s.Map.Domains[v] = d.Values
	}
	for i, a := range f.Fixed {
		x, err := atom("fixed", i, a)
		if err != nil {
			return nil, err
		}
		s.Map.Fixed = append(s.Map.Fixed, x)
	}
	for k, a := range f.Shown {
		x, err := atom("shown", k, a)
		if err != nil {
			return nil, err
		}
		if a.Number != k+1 {
			return nil, fmt.Errorf("encode: read map: entry %d of shown has the number %d", k+1, a.Number)
		}
		s.Map.Shown = append(s.Map.Shown, x)
		if a.Name != "" {
			s.Names = append(s.Names, a.Name)
		}
	}
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("encode: read map: %w", err)
	}
	return s, nil
}

// validate returns an error if the parts of s do not fit together.
func (s *Sidecar) validate() error {
	if s.Map.Vars != len(s.Variables) {
		return fmt.Errorf("%d variables have a name, the map is about %d", len(s.Variables), s.Map.Vars)
	}
	if s.Columns > maxColumns {
		return fmt.Errorf("%d columns are more than the %d supported", s.Columns, maxColumns)
	}
	if s.Columns < len(s.Map.Shown) {
		return fmt.Errorf("%d columns in all, %d of them shown", s.Columns, len(s.Map.Shown))
	}
	if s.Names != nil && len(s.Names) != len(s.Map.Shown) {
		return fmt.Errorf("%d of %d shown columns have a name: all must, or none", len(s.Names), len(s.Map.Shown))
	}
	if s.Identifiers != nil && (len(s.Identifiers) != s.Map.Vars || len(s.Map.Shown) > 0) {
		return fmt.Errorf("%d identifiers for %d variables, or columns beside them", len(s.Identifiers), s.Map.Vars)
	}
	if s.UniqueCheck && s.Known == "" {
		return fmt.Errorf("a check of uniqueness needs the known solution")
	}
	for _, list := range []struct {
		what  string
		names []string
	}{{"variable", s.Variables}, {"column", s.Names}, {"identifier", s.Identifiers}} {
		seen := make(map[string]bool, len(list.names))
		for i, name := range list.names {
			if name == "" || seen[name] {
				return fmt.Errorf("%s %d: name %q is empty or not the only one", list.what, i+1, name)
			}
			seen[name] = true
		}
	}
	return s.Map.validate()
}
