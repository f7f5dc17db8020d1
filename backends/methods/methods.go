package methods

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"nonet/backends"
	"nonet/backends/process"
	"nonet/encode/cnf"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/parallel"
)

// Default is the name of the default method of puzzles. It supports every model and chooses its search by the model;
// see package native. The default of model files is Auto.
const Default = "native"

// A Kind is the formalism that a backend solves.
type Kind string

const (
	Portfolio   Kind = "portfolio" // a choice among methods of other kinds
	SAT         Kind = "SAT"
	ZeroOne     Kind = "0-1 program"
	Pseudo      Kind = "pseudo-Boolean"
	Propagation Kind = "CP"
	ExactCover  Kind = "exact cover"
	Coloring    Kind = "graph colouring"
	SMT         Kind = "SMT"
	ASP         Kind = "ASP"
	Logic       Kind = "logic"
	Stochastic  Kind = "stochastic" // randomized; finds at most one solution and may never end
)

// A Method is a way of solving: a backend, its preprocessor and its encoding.
type Method struct {
	Name        string // canonical: without preprocessor none, and without the backend's default encoding and settings
	Backend     string
	Kind        Kind
	Preprocess  string // name of the preprocessor, or "none"
	Recommended string // name of the preprocessor that ParseReduced adds, or "none"
	Encoding    string // CNF: preset, at-most-one form and linear encoding; other backends: the variant, often ""
	Summary     string // one line
	Source      string // paper or project it comes from
	Install     string // how to install it; "" if it is built in
	Slow        bool   // may take hours for a puzzle that other methods solve in milliseconds
	Settings    string // KEY=VALUE, separated by colons, in canonical order; "" if all are the defaults

	// RunOptions has an effect on methods of kind Stochastic, and its Jobs on native. Set it before calling Solver.
	RunOptions RunOptions

	solver  solverFunc
	engine  func(parts) clauseEngine // nil unless the method works on clauses
	options any                      // argument of solver; see tuning
	version func(context.Context) (string, error)
	linear  *process.Program // a program for linear programs; nil for others
}

// Forms returns the encoding or variant of the method, and the at-most-one form of an encoding as clauses. Either may
// be "".
func (m Method) Forms() (encoding, atMostOne string) {
	if m.Kind != SAT {
		return m.Encoding, ""
	}
	encoding, atMostOne, _ = strings.Cut(m.Encoding, "/")
	return encoding, cmp.Or(atMostOne, "pairwise")
}

// Of returns a method for a solver of the caller's own. Package ask asks it as it asks the built-in ones, with time
// limits and checked answers, and compares it with them. The name is for reports only: Parse does not know it.
func Of(name string, kind Kind, s model.Solver) Method {
	return Method{Name: name, Backend: name, Kind: kind, Preprocess: "none", Recommended: "none",
		solver:  func(RunOptions, any, *problem.Problem) model.Solver { return s },
		version: func(context.Context) (string, error) { return "", nil }}
}

// Solver returns a solver of the method. If its program or library is missing, the solver returns the error.
func (m Method) Solver() model.Solver { return m.SolverOf(nil) }

// SolverOf returns a solver of the method for the model of a file, or for any model if p is nil or a puzzle. If the
// file is a formula of the type that the method solves, and the method has no preprocessor and the default encoding,
// the solver takes the formula as it is. For a model of variables with two values, the default encoding of clauses is
// cnf.Order.
func (m Method) SolverOf(p *problem.Problem) model.Solver {
	if p != nil && p.Puzzle != nil {
		p = nil
	}
	return m.solver(m.RunOptions, m.options, p)
}

// ClauseEngine returns the engine of a method that works on clauses, without its preprocessor and its encoding. ok is
// false for other methods.
func (m Method) ClauseEngine() (engine backends.Engine[*cnf.Formula, cnf.Valuation], ok bool) {
	if m.engine == nil {
		return nil, false
	}
	return m.engine(parts{run: m.RunOptions, options: m.options}), true
}

// Version returns the version of the library or program behind the method, or an error that wraps
// backends.ErrUnavailable if it is missing. For an external program it runs the program.
func (m Method) Version(ctx context.Context) (string, error) { return m.version(ctx) }

// Parse returns the method with the given name. A name without a preprocessor has none: gini and none+gini are the same
// method. The error is a *NameError.
func Parse(name string) (Method, error) {
	return methodOf(name, func(*backend, string) string { return "none" })
}

// ParseReduced is Parse for a caller that wants an answer and does not compare methods: a name without a preprocessor
// gets the one recommended for its backend, if there is one, and Method.Name says so. It parses gini as singles+gini,
// native as native, and none+gini as gini.
func ParseReduced(name string) (Method, error) { return methodOf(name, (*backend).recommended) }

// methodOf returns the method with the given name. standard returns the preprocessor of a name that has none, given the
// backend and the encoding.
func methodOf(name string, standard func(b *backend, encoding string) string) (Method, error) {
	pre, rest := CutPreprocessor(name)
	if pre != "" && !slices.Contains(Preprocessors(), pre) {
		return Method{}, &NameError{name, fmt.Sprintf("unknown preprocessor %q", pre), Preprocessors()}
	}
	if c, command, ok := process.CutCustom(rest); ok {
		b, encoding, err := customBackend(name, c, command)
		if err != nil {
			return Method{}, err
		}
		return b.method(name, cmp.Or(pre, standard(b, encoding)), encoding, nil)
	}
	backend, rest, _ := strings.Cut(rest, ":")
	b := findBackend(backend)
	if b == nil {
		reason := "unknown backend"
		if backend != name {
			reason = fmt.Sprintf("unknown backend %q", backend)
		}
		return Method{}, &NameError{name, reason, Backends()}
	}
	encoding, settings := rest, []string(nil)
	if first, _, _ := strings.Cut(rest, ":"); strings.Contains(first, "=") {
		encoding, settings = "", strings.Split(rest, ":")
	} else if before, after, found := strings.Cut(rest, ":"); found {
		encoding, settings = before, strings.Split(after, ":")
	}
	return b.method(name, cmp.Or(pre, standard(b, encoding)), encoding, settings)
}

// CutPreprocessor splits a name at the plus sign after a preprocessor. pre is "" if the name has none; the plus sign of
// a command, as in "dimacs=g++ -v", separates nothing.
func CutPreprocessor(name string) (pre, rest string) {
	if before, after, found := strings.Cut(name, "+"); found && !strings.Contains(before, "=") {
		return before, after
	}
	return "", name
}

// IsCustom reports whether a name has the form [PREPROCESS+]KEY=PROGRAM, such as dimacs=kissat. All that follows the
// equals sign is a command.
func IsCustom(name string) bool {
	_, name = CutPreprocessor(name)
	_, _, ok := process.CutCustom(name)
	return ok
}

// findBackend returns the entry with the given name, or nil.
func findBackend(name string) *backend {
	for i := range table() {
		if table()[i].name == name {
			return &table()[i]
		}
	}
	return nil
}

// A NameError reports that a name is not the name of a method.
type NameError struct {
	Name, Reason string
	Known        []string // the valid words at the wrong place; empty if there are none or Reason lists them
}

func (e *NameError) Error() string {
	if len(e.Known) == 0 {
		return fmt.Sprintf("%q: %s", e.Name, e.Reason)
	}
	return fmt.Sprintf("%q: %s; expected one of %s", e.Name, e.Reason, strings.Join(e.Known, ", "))
}

// method returns the method of backend b with a preprocessor or "none", an encoding or variant, and settings. name is
// what the user wrote, for errors.
func (b *backend) method(name, pre, encoding string, settings []string) (Method, error) {
	m := Method{
		Backend: b.name, Kind: b.kind, Summary: b.summary, Source: b.source, Install: b.install,
		Preprocess: pre, version: b.version, engine: b.engine,
		linear: b.linear,
	}
	if m.version == nil {
		m.version = func(context.Context) (string, error) { return "built in", nil }
	}
	m.Recommended = b.recommended(encoding)
	var reduction backends.Preprocessor // nil for "none"
	if r, known := deduce.ByName(pre); known {
		reduction = r
	}
	var err error
	if m.Encoding, m.solver, err = b.build(reduction, encoding); err != nil {
		known := b.encodings()
		if b.engine != nil {
			known = nil // the error of package cnf lists them
		}
		return Method{}, &NameError{name, err.Error(), known}
	}
	if v := b.variant(encoding); v != nil {
		m.Summary, m.Source, m.Slow = v.summary, v.source, v.slow
	}
	m.Name = b.name
	if encoding != "" && (b.engine == nil || m.Encoding != cnf.Encoder{}.Name()) {
		m.Name += ":" + m.Encoding
	}
	if m.options, m.Settings, err = b.parseSettings(name, settings); err != nil {
		return Method{}, err
	}
	if m.Settings != "" {
		m.Name += ":" + m.Settings
	}
	if m.Preprocess != "none" {
		m.Name = m.Preprocess + "+" + m.Name
	}
	return m, nil
}

// parseSettings returns the options of backend b under the given settings, and the settings in canonical form.
func (b *backend) parseSettings(name string, settings []string) (options any, canonical string, err error) {
	if b.tuning == nil {
		if len(settings) > 0 {
			return nil, "", &NameError{name, fmt.Sprintf("%s takes no settings, got %q", b.name, settings[0]), nil}
		}
		return nil, "", nil
	}
	options, list, bad := b.tuning.parse(settings)
	if bad != nil {
		bad.Name = name
		return nil, "", bad
	}
	return options, strings.Join(list, ":"), nil
}

// Preprocessors lists the names of the preprocessors.
func Preprocessors() []string { return append([]string{"none"}, deduce.Names()...) }

// Backends lists the names of the backends, grouped by kind.
func Backends() []string {
	return slice.Map(table(), func(b backend) string { return b.name })
}

// All returns the methods with a name of their own: each backend and each variant, with its defaults.
func All() []Method {
	var all []Method
	for i := range table() {
		all = append(all, mustParse(table()[i].name))
		for _, v := range table()[i].variants {
			all = append(all, mustParse(table()[i].name+":"+v.name))
		}
	}
	return all
}

// Known returns the methods of All, and those of gini with every preset and every at-most-one form.
func Known() []Method {
	var known []Method
	for _, m := range All() {
		known = append(known, m)
		if m.Name != "gini" {
			continue
		}
		for _, p := range cnf.Presets() {
			if q := mustParse("gini:" + p.String()); q.Name != m.Name {
				known = append(known, q)
			}
		}
		for _, a := range cnf.AtMostOnes() {
			if q := mustParse("gini:extended/" + a.String()); q.Name != m.Name {
				known = append(known, q)
			}
		}
	}
	return known
}

// Compared returns the methods that a comparison runs by default: of each solver and formulation one, with the default
// encoding, and gini with further encodings. Of the stochastic methods it has one that changes grids, one that builds
// grids, and one that changes valuations.
func Compared() []Method {
	var all []Method
	for i := range table() {
		for _, encoding := range table()[i].compared {
			all = append(all, mustParse(strings.TrimSuffix(table()[i].name+":"+encoding, ":")))
		}
	}
	return all
}

// Names lists names that Parse accepts, for completion: every backend, alone and with each of its presets or variants.
func Names() []string {
	var names []string
	for i := range table() {
		names = append(names, table()[i].name)
		for _, e := range table()[i].encodings() {
			names = append(names, table()[i].name+":"+e)
		}
	}
	return names
}

// mustParse parses a name that the table guarantees to be valid.
func mustParse(name string) Method {
	m, err := Parse(name)
	if err != nil {
		panic(err)
	}
	return m
}

// ExportFormat returns the file format and the encoding, by their names in package encode, of the formula that m
// solves: "cnf" and "minimal", "opb" and "plain". ok is false if m works on the model itself.
func (m Method) ExportFormat() (format, encoding string, ok bool) {
	switch m.Kind {
	case SAT:
		if m.Encoding == "" {
			return "cnf", cnf.Encoder{}.Name(), true
		}
		return "cnf", m.Encoding, true
	case ZeroOne:
		if m.Encoding == "plain" {
			return "lp", "thesis", true
		}
		return "lp", "plain", true
	case Pseudo:
		return "opb", "plain", true
	case ExactCover:
		return "cover", "plain", true
	case Coloring:
		return "col", "precoloured", true
	}
	return "", "", false
}

// An Availability reports whether a method can be used on this machine.
type Availability struct {
	Method
	Version string // of the program or library behind it
	Err     error  // why it cannot be used; nil if it can
}

// Available returns the availability of all methods, in their order. It runs the version checks concurrently, since
// some start programs, and gives them five seconds.
func Available(ctx context.Context, all []Method) []Availability {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	found := make([]Availability, len(all))
	parallel.Do(ctx, len(all), func(ctx context.Context, i int) (stop bool) {
		version, err := all[i].Version(ctx)
		found[i] = Availability{all[i], version, err}
		return false
	})
	return found
}

// Remedy names what to install for a method that is missing.
func (a Availability) Remedy() string {
	if a.Install != "" {
		return a.Install
	}
	return a.Err.Error()
}
