package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// A Language is a modelling language that other solvers read.
type Language string

const (
	MiniZinc Language = "mzn"
	FlatZinc Language = "fzn"
	XCSP3    Language = "xcsp3"
	SMTLIB   Language = "smt2"
	ASP      Language = "asp"
)

// Languages returns the languages that [Write] supports.
func Languages() []Language { return []Language{MiniZinc, FlatZinc, XCSP3, SMTLIB, ASP} }

// A Dialect is a variant of a language.
type Dialect string

const (
	// Gecode is FlatZinc with all_different_int and gecode_table_int, as fzn-gecode reads it. It is the default.
	Gecode Dialect = "gecode"
	// Standard is FlatZinc with the builtins of the specification only, which any FlatZinc solver reads. An
	// AllDifferent becomes an int_ne for each pair. A Table becomes an array_int_element for each column, indexed by a
	// variable that is the number of the row.
	Standard Dialect = "standard"

	// Integers is SMT-LIB over integers, in difference logic or linear arithmetic. It is the default.
	Integers Dialect = "integers"
	// BitVector is SMT-LIB over bit-vectors in two's complement, wide enough for the largest sum. Solvers bit-blast
	// them to clauses.
	BitVector Dialect = "bitvector"
)

// Dialects returns the dialects of a language, the default first. Most languages have none.
func (l Language) Dialects() []Dialect {
	switch l {
	case FlatZinc:
		return []Dialect{Gecode, Standard}
	case SMTLIB:
		return []Dialect{Integers, BitVector}
	}
	return nil
}

// A Document is a model to be written, with options.
type Document struct {
	Model    *model.Model
	Dialect  Dialect            // "" is the default
	Comments []string           // lines at the head of the document
	Exclude  []model.Assignment // solutions of the model that the document excludes
	Data     io.Writer          // of MiniZinc: the clues of a grid apart from the model; nil for within it
}

// Write writes a document in a language. The solutions of the document are the solutions of the model that are not
// excluded, with the same values. The names of the variables are those of [Language.Identifiers]. The same document
// gives the same bytes. Write returns a *model.InvalidError if the model is ill-formed, and an *encode.UnsupportedError
// if the numbers of a model are too large for ASP, or domains with gaps have too many values for MiniZinc. It panics if
// the language or dialect is unknown or an excluded assignment has the wrong length.
func Write(w io.Writer, l Language, d Document) error {
	if err := d.Model.Validate(); err != nil {
		return err
	}
	for _, a := range d.Exclude {
		if len(a) != len(d.Model.Vars) {
			panic(fmt.Sprintf("text: excluded assignment has length %d, want %d", len(a), len(d.Model.Vars)))
		}
	}
	if d.Dialect != "" && !slices.Contains(l.Dialects(), d.Dialect) {
		panic(fmt.Sprintf("text: %s has no dialect %q", l, d.Dialect))
	}
	if l == MiniZinc || l == FlatZinc { // a set is a list
		intervals := slice.Map(d.Model.Vars, func(v model.Variable) bool { return v.Domain.IsInterval() })
		if err := encode.CheckValues(string(l), d.Model, intervals); err != nil {
			return err
		}
	}
	b := bufio.NewWriter(w)
	p := &printer{Writer: b, to: w, m: d.Model, names: l.Identifiers(d.Model)}
	switch l {
	case MiniZinc:
		p.miniZinc(d)
	case FlatZinc:
		p.flatZinc(d)
	case XCSP3:
		p.xcsp3(d)
	case SMTLIB:
		p.smtlib(d)
		p.query()
	case ASP:
		if err := p.asp(d); err != nil {
			return err
		}
	default:
		panic(fmt.Sprintf("text: unknown language %q", l))
	}
	return b.Flush()
}

// A printer writes one document. The bufio.Writer keeps write errors.
type printer struct {
	*bufio.Writer
	to    io.Writer
	m     *model.Model
	names []string // by variable
	width int      // of SMT-LIB's bit-vectors; 0 if they are integers
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.Writer, format, args...) }

func (p *printer) writeComments(prefix string, lines []string) {
	for _, line := range lines {
		p.printf("%s\n", strings.TrimRight(prefix+" "+oneLine(line), " "))
	}
}

// oneLine replaces control characters by blanks, so that a comment stays on its line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// senseOf returns the keyword for the sense of an objective, which all languages share.
func senseOf(o *model.Objective) string {
	if o.Maximize {
		return "maximize"
	}
	return "minimize"
}

// hasFailed reports whether writing has failed, so that the rest of a document need not be made. A writer of
// encode.Write whose context has ended ends the work here, although nothing may be ready to be written.
func (p *printer) hasFailed() bool {
	p.to.Write(nil)
	_, err := p.Write(nil)
	return err != nil
}

// nameList returns the names of variables, separated by separator.
func (p *printer) nameList(vars []model.Var, separator string) string {
	return join(vars, separator, func(v model.Var) string { return p.names[v] })
}

// join returns word(x) for each element x, separated by separator.
func join[T any](list []T, separator string, word func(T) string) string {
	return strings.Join(slice.Map(list, word), separator)
}

// hasConstraint reports whether some constraint of m is of type C.
func hasConstraint[C model.Constraint](m *model.Model) bool {
	return slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool { _, ok := c.(C); return ok })
}

// hasEmptyDomain reports whether some variable has no value. A language in which no domain is empty then has another
// domain for it, and a contradiction.
func (p *printer) hasEmptyDomain() bool {
	return slices.ContainsFunc(p.m.Vars, func(v model.Variable) bool { return v.Domain.Size() == 0 })
}

// constantValue returns whether c holds. ok is false if that depends on the assignment: only a constraint without
// variables and a table without rows are constant. Some languages cannot express them.
func constantValue(c model.Constraint) (holds, ok bool) {
	if t, isTable := c.(model.Table); isTable && len(t.Rows) == 0 {
		return false, true
	}
	if len(c.Scope()) > 0 {
		return false, false
	}
	return c.Violation(nil) == 0, true
}
