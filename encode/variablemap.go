package encode

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"nonet/encode/internal/names"
	"nonet/encode/internal/scan"
	"nonet/model"
)

// A VariableMap holds what is needed to decode the answer of an external solver but is not in the exported file: which
// puzzle was exported and how, and which variable and value each name or number means. It is written beside the file as
// NAME.map.json.
type VariableMap struct {
	Format     string `json:"format"`     // of the file: "cnf", "lp", "mps", "mps-fixed", "opb", "mzn"
	Encoding   string `json:"encoding"`   // "extended/pairwise", "thesis"; may be ""
	Preprocess string `json:"preprocess"` // the preprocessor that reduced the model, or "none"

	// Puzzle, Shape and Rules serve programs that print the answer. This package only carries them.
	Puzzle string `json:"puzzle"` // the puzzle in line form
	// Alphabet is the name of the alphabet of Puzzle and Known, "" if it is the usual one.
	Alphabet string `json:"alphabet,omitzero"`
	Shape    string `json:"shape"` // the shape of its boxes, "3x3"

	// UniqueCheck reports that the file excludes the solution Known (in line form). If a solver finds no solution,
	// Known is unique.
	UniqueCheck bool   `json:"uniqueCheck"`
	Known       string `json:"known"`

	Columns   int      `json:"columns"`                   // variables or columns of the formula, with auxiliary ones
	Variables []string `json:"variables"`                 // Variables[v] is the name of variable v of the model
	Rules     []string `json:"rules,omitzero" list:"yes"` // the rules of a variant, one each; nil for a classic puzzle

	// Model is the model file that was exported instead of a puzzle. It is nil for a puzzle.
	Model *ModelSource `json:"model,omitzero"`

	// Identifiers[v] is the name of variable v in the file if the file's variables are those of the model. It is nil if
	// they are the shown variables of Map.
	Identifiers []string `json:"identifiers,omitzero"`

	Names []string `json:"-"` // Names[k] is the name of the k-th shown variable; nil if the file numbers them, from 1
	Map   Map      `json:"-"`
}

// A ModelSource names a model file. This package only carries it.
type ModelSource struct {
	File    string   `json:"file"`             // relative to the folder of the map, or absolute; "" for standard input
	Data    []string `json:"data,omitempty"`   // the data files of a MiniZinc model, as File
	Format  string   `json:"format"`           // of the file
	Colours int      `json:"colours,omitzero"` // number of colours with which a graph was read; 0 if the file states it
	SHA256  string   `json:"sha256"`           // of the model in nonet's JSON, in hexadecimal
}

// NewVariableMap returns the variable map of a formula for m with the given shown variables. columns is the number of
// all variables or columns of the formula; names are the names of the shown ones in the file, or nil if the file
// numbers them. The caller sets the fields that describe the export.
func NewVariableMap(m *model.Model, shown Map, columns int, names []string) *VariableMap {
	s := &VariableMap{Columns: columns, Variables: []string{}, Names: names, Map: shown}
	used := make(map[string]bool, len(m.Vars))
	for v := range m.Vars {
		name := m.NameOf(model.Var(v))
		for used[name] { // the default name of a nameless variable may be taken
			name += "_"
		}
		used[name] = true
		s.Variables = append(s.Variables, name)
	}
	return s
}

// mapVersion is the version of the JSON form. ReadVariableMap rejects other versions.
const mapVersion = 1

// maxColumns bounds the memory that decoding an answer takes: without it, a few digits in a file could exhaust it.
const maxColumns = 1 << 26

// mapKind distinguishes the file from other JSON files.
const mapKind = "nonet map"

type mapEntry struct {
	Number   int    `json:"number,omitempty"`
	Name     string `json:"name,omitempty"`
	Variable string `json:"variable"`
	Relation string `json:"relation,omitempty"`
	Value    int    `json:"value"`
}

type mapDomain struct {
	Variable string `json:"variable"`
	Values   []int  `json:"values"`
}

// relations has the JSON word for each kind of atom.
var relations = [...]string{Equal: "", AtLeast: ">=", Bit: "bit", Itself: "itself"}

// A mapFile is the JSON form of a VariableMap.
type mapFile struct {
	Kind    *string `json:"kind"`
	Version *int    `json:"version"`
	VariableMap
	Domains []mapDomain `json:"domains,omitzero" list:"yes"`
	Fixed   []mapEntry  `json:"fixed" list:"yes"`
	Shown   []mapEntry  `json:"shown" list:"yes"`
}

// WriteVariableMap writes s as JSON: one object, one array element to a line. The same VariableMap gives the same
// bytes. It returns an error if s is inconsistent. The fields of the object are
//
//   - kind ("nonet map"), version (1), format, encoding, preprocess, puzzle, shape, uniqueCheck, known, columns;
//   - variables: the names of the model's variables;
//   - model ({"file", "format", "colours", "sha256"}): the model file; left out for a puzzle;
//   - rules (strings): the rules of a variant; left out for a classic puzzle;
//   - identifiers: the names in the file, if its variables are those of the model; otherwise left out;
//   - domains ({"variable", "values"}): the domains of the variables that have thresholds or bits; left out if there
//     are none;
//   - fixed ({"variable", "value"}): the variables that the file leaves out;
//   - shown ({"number", "name", "variable", "relation", "value"}): the meaning of the shown variables. The name is
//     there only if the file has names. The relation is left out for "variable = value". It is ">=" for a threshold,
//     "bit" if the value is the number of a bit, from 0, in the index of the variable's value in its domain, and
//     "itself" if the column is an integer, the value of the variable.
func WriteVariableMap(w io.Writer, s *VariableMap) error {
	if err := s.validate(); err != nil {
		return fmt.Errorf("write variable map: %w", err)
	}
	f := mapFile{Kind: new(mapKind), Version: new(mapVersion), VariableMap: *s}
	for _, a := range s.Map.Fixed {
		f.Fixed = append(f.Fixed, mapEntry{Variable: s.Variables[a.Var], Value: a.Value})
	}
	f.Shown = make([]mapEntry, len(s.Map.Shown))
	for k, a := range s.Map.Shown {
		f.Shown[k] = mapEntry{Number: k + 1, Variable: s.Variables[a.Var], Relation: relations[a.Kind], Value: a.Value}
		if s.Names != nil {
			f.Shown[k].Name = s.Names[k]
		}
	}
	if s.Map.Domains != nil {
		f.Domains = []mapDomain{}
	}
	for v, d := range s.Map.Domains {
		if d.Size() > 0 {
			f.Domains = append(f.Domains, mapDomain{Variable: s.Variables[v], Values: slices.Collect(d.All)})
		}
	}
	return scan.WriteJSON(w, f)
}

// ReadVariableMap reads what WriteVariableMap writes. Unknown fields, another version, and an inconsistent map are
// errors. An error names the place in the file or the entry that is wrong.
func ReadVariableMap(r io.Reader) (*VariableMap, error) {
	var f mapFile
	err := scan.ReadJSON(r, &f)
	if err == nil {
		err = f.complete()
	}
	if err != nil {
		return nil, err
	}
	return &f.VariableMap, nil
}

// complete makes the Map from its entries in the file.
func (f *mapFile) complete() error {
	switch {
	case f.Kind == nil || *f.Kind != mapKind:
		return fmt.Errorf("the field kind is not %q: this is not a variable map", mapKind)
	case f.Version == nil || *f.Version != mapVersion:
		return fmt.Errorf("only version %d is supported: export the puzzle again", mapVersion)
	}
	m := &f.Map
	m.Vars = len(f.Variables)
	index := make(map[string]model.Var, len(f.Variables))
	for v, name := range f.Variables {
		index[name] = model.Var(v)
	}
	if f.Domains != nil {
		m.Domains = make([]model.Domain, len(f.Variables))
	}
	for i, d := range f.Domains {
		v, known := index[d.Variable]
		if !known || len(d.Values) == 0 || m.Domains[v].Size() > 0 {
			return fmt.Errorf("entry %d of domains: variable %q is unknown, has no values, or already has a domain",
				i+1, d.Variable)
		}
		if m.Domains[v] = model.Values(d.Values...); !slices.Equal(slices.Collect(m.Domains[v].All), d.Values) {
			return fmt.Errorf("the domain of variable %d is not increasing", v)
		}
	}
	atoms := func(list string, file []mapEntry, last AtomKind) ([]Atom, error) {
		var all []Atom
		for i, a := range file {
			v, known := index[a.Variable]
			kind := AtomKind(slices.Index(relations[:], a.Relation))
			switch {
			case !known:
				return nil, fmt.Errorf("entry %d of %s: unknown variable %q", i+1, list, a.Variable)
			case kind < Equal || kind > last:
				return nil, fmt.Errorf("entry %d of %s: unexpected relation %q", i+1, list, a.Relation)
			}
			all = append(all, Atom{v, a.Value, kind})
		}
		return all, nil
	}
	var err error
	if m.Fixed, err = atoms("fixed", f.Fixed, Equal); err != nil {
		return err
	}
	if m.Shown, err = atoms("shown", f.Shown, Itself); err != nil {
		return err
	}
	for k, a := range f.Shown {
		if a.Number != k+1 {
			return fmt.Errorf("entry %d of shown has the number %d", k+1, a.Number)
		}
		if a.Name != "" {
			f.Names = append(f.Names, a.Name)
		}
	}
	return f.validate()
}

// validate returns an error if s is inconsistent.
func (s *VariableMap) validate() error {
	if s.Map.Vars != len(s.Variables) {
		return fmt.Errorf("%d variables have a name, the map has %d variables", len(s.Variables), s.Map.Vars)
	}
	if s.Columns > maxColumns {
		return fmt.Errorf("%d columns are more than the %d supported", s.Columns, maxColumns)
	}
	if s.Columns < len(s.Map.Shown) {
		return fmt.Errorf("%d columns in all, %d of them shown", s.Columns, len(s.Map.Shown))
	}
	if s.Names != nil && len(s.Names) != len(s.Map.Shown) {
		return fmt.Errorf("%d of %d shown columns have a name: expected all or none", len(s.Names), len(s.Map.Shown))
	}
	if s.Identifiers != nil && (len(s.Identifiers) != s.Map.Vars || len(s.Map.Shown) > 0) {
		return fmt.Errorf("%d identifiers for %d variables, or identifiers together with shown columns",
			len(s.Identifiers), s.Map.Vars)
	}
	if s.UniqueCheck && s.Known == "" {
		return errors.New("uniqueCheck needs the known solution")
	}
	for i, list := range [][]string{s.Variables, s.Names, s.Identifiers} {
		if k := names.FirstInvalid(list); k >= 0 {
			what := []string{"variable", "column", "identifier"}[i]
			return fmt.Errorf("%s %d: name %q is empty or a duplicate", what, k+1, list[k])
		}
	}
	return s.Map.validate()
}
