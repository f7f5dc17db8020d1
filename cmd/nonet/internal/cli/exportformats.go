package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A document is a puzzle on its way into a file.
type document struct {
	format, encoding, preprocess string
	words                        []string // see exportFormat

	puzzle  sudoku.Puzzle
	known   sudoku.Grid  // the solution to exclude, or nil
	model   *model.Model // of the puzzle
	reduced *model.Model // after preprocessing
	mapName string       // of the map's file, for the comments; "" if there is none

	sidecar encode.Sidecar // filled in by build
}

// An exportFormat is a kind of file that export writes.
type exportFormat struct {
	name    string
	endings []string // of file names
	summary string
	check   func(encoding string) error // whether the encoding exists
	build   func(*document) (write func(io.Writer) error, size model.Size, err error)
	words   []string  // what the parts of the size are called, in pairs: "rows", "items"; nil for the usual words
	explain explainer // nil if there is none
}

var exportFormats = []exportFormat{
	{"cnf", []string{".cnf", ".dimacs"}, "DIMACS CNF, for SAT solvers", checkClauses, buildClauses, nil, explainClauses},
	{"lp", []string{".lp"}, "0-1 program in CPLEX LP format, for glpsol, cbc, HiGHS, SCIP, CPLEX, Gurobi", checkProgram, buildProgram, nil, explainProgram},
	{"mps", []string{".mps"}, "0-1 program in free MPS format", checkProgram, buildProgram, nil, explainProgram},
	{"mps-fixed", []string{".mps"}, "0-1 program in fixed MPS format, for programs that know no other", checkProgram, buildProgram, nil, explainProgram},
	{"opb", []string{".opb"}, "0-1 program in OPB format, for pseudo-Boolean solvers", checkProgram, buildProgram, nil, explainProgram},
	{"cover", []string{".cover"}, "exact cover in Knuth's format, for DLX1, DLX2 and their like", checkCover, buildCover, coverWords, explainCover},
	{"col", []string{".col"}, "graph in DIMACS format, for programs that colour graphs", checkColoring, buildColoring, coloringWords, explainColoring},
	{"mzn", []string{".mzn"}, "MiniZinc, for people and the solvers it knows", checkDialect(text.MiniZinc), buildText, nil, nil},
	{"fzn", []string{".fzn"}, "FlatZinc, for fzn-gecode and other constraint solvers", checkDialect(text.FlatZinc), buildText, nil, nil},
	{"xcsp3", []string{".xml"}, "XCSP3-core, for constraint solvers such as ACE and Choco", checkDialect(text.XCSP3), buildText, nil, nil},
	{"smt2", []string{".smt2"}, "SMT-LIB 2, for z3, cvc5, Yices and other SMT solvers", checkDialect(text.SMTLIB), buildText, nil, nil},
	{"json", []string{".json"}, "the model itself: variables, domains and constraints", checkNothing, buildModel, nil, nil},
}

// exportFormatNamed returns the format of a name, or nil if there is none.
func exportFormatNamed(name string) *exportFormat {
	i := slices.IndexFunc(exportFormats, func(f exportFormat) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return &exportFormats[i]
}

func exportNames() []string {
	names := make([]string, len(exportFormats))
	for i, f := range exportFormats {
		names[i] = f.name
	}
	return names
}

// comments says how the file was made. names says that the file calls variables by names that speak for themselves.
func (d *document) comments(size model.Size, names bool) []string {
	p := d.puzzle
	made := "nonet export --to " + d.format
	if d.encoding != "" {
		made += " --encoding " + d.encoding
	}
	comments := []string{
		made + " --preprocess " + d.preprocess,
		fmt.Sprintf("%s, %s:", p.Shape, plural(int64(p.Givens()), "clue", "clues")),
		notation.Line(p.Clues),
		d.sizeInWords(size),
	}
	for _, text := range ruleTexts(p) {
		comments = append(comments, "rule "+shortened(text, 200))
	}
	if p.Name != "" {
		comments = slices.Insert(comments, 1, strings.Map(printable, p.Name))
	}
	if d.known != nil {
		comments = append(comments, "This solution is excluded; if there is no other, the puzzle has exactly one:", notation.Line(d.known))
	}
	if d.mapName != "" {
		comments = append(comments, "To read a solver's answer: nonet decode --map "+strings.Map(printable, d.mapName)+" ANSWER")
	}
	if !names {
		comments = append(comments, cnf.MapComments(d.model, d.sidecar.Map)...)
	}
	return comments
}

// printable keeps what comments may hold.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}

// fillSidecar describes the file.
func (d *document) fillSidecar(m encode.Map, columns int, names []string) {
	s := d.puzzle.Shape
	d.sidecar = encode.Sidecar{
		Format: d.format, Encoding: d.encoding, Preprocess: d.preprocess,
		Puzzle: notation.Line(d.puzzle.Clues), Shape: fmt.Sprintf("%dx%d", s.Height, s.Width), Rules: ruleTexts(d.puzzle),
		UniqueCheck: d.known != nil, Columns: columns, Names: names, Map: m,
	}
	if d.known != nil {
		d.sidecar.Known = notation.Line(d.known)
	}
	for v := range d.model.Vars {
		d.sidecar.Variables = append(d.sidecar.Variables, d.model.NameOf(model.Var(v)))
	}
}

func checkClauses(encoding string) error {
	if _, err := cnf.Parse(encoding); err != nil {
		return fmt.Errorf("%s: %s", encoding, plainly(err))
	}
	return nil
}

func buildClauses(d *document) (func(io.Writer) error, model.Size, error) {
	encoder, err := cnf.Parse(d.encoding)
	if err != nil {
		return nil, model.Size{}, err
	}
	d.encoding = encoder.Name()
	e, err := encoder.Encode(d.reduced)
	if err != nil {
		return nil, model.Size{}, err
	}
	f := e.Formula
	if d.known != nil {
		v := make(cnf.Valuation, f.Vars+1)
		for k := range e.Map.Shown {
			v[k+1] = e.Map.Holds(k, model.Assignment(d.known))
		}
		clause := f.Exclude(nil, v)
		if len(clause) > 0 {
			f.Add(clause...)
		} else { // the known solution is all that is left; some solvers do not read an empty clause
			x := f.NewVar()
			f.Add(x)
			f.Add(-x)
		}
	}
	d.fillSidecar(e.Map, f.Vars, nil)
	f.Comments = d.comments(f.Size(), false)
	return func(w io.Writer) error { return cnf.WriteDIMACS(w, f) }, f.Size(), nil
}

// programs are the encodings as 0-1 programs.
var programs = []struct {
	name    string
	encoder ip.Encoder
}{
	{"plain", ip.Encoder{Names: true}},
	{"thesis", ip.Thesis()},
	{"bartlett", ip.Bartlett()},
}

func programNames() []string {
	names := make([]string, len(programs))
	for i, p := range programs {
		names[i] = p.name
	}
	return names
}

func checkProgram(encoding string) error {
	if encoding != "" && !slices.Contains(programNames(), encoding) {
		return fmt.Errorf("%s: expected %s", encoding, oneOf(programNames()))
	}
	return nil
}

func buildProgram(d *document) (func(io.Writer) error, model.Size, error) {
	if d.encoding == "" {
		d.encoding = programs[0].name
	}
	encoder := programs[slices.Index(programNames(), d.encoding)].encoder
	e, err := encoder.Encode(d.reduced)
	if err != nil {
		return nil, model.Size{}, err
	}
	p := e.Formula
	p.Name = "sudoku"
	if d.known != nil {
		x := make(ip.Point, len(p.Columns))
		for k, a := range e.Map.Shown {
			x[k] = d.known[a.Var] == a.Value
		}
		row := p.Exclude(x)
		row.Name = "not_the_known_solution"
		p.Rows = append(p.Rows, row)
	}
	format := ip.Format(d.format)
	names := p.ColumnNames(format)[:p.Shown]
	d.fillSidecar(e.Map, len(p.Columns), names)
	spoken := format == ip.LP || format == ip.MPSFree
	p.Comments = append(d.comments(p.Size(), spoken), p.Comments...)
	return func(w io.Writer) error { return ip.Write(w, p, format) }, p.Size(), nil
}

func checkNothing(encoding string) error {
	if encoding != "" {
		return fmt.Errorf("%s: json states the model itself, which has no encoding", encoding)
	}
	return nil
}

func buildModel(d *document) (func(io.Writer) error, model.Size, error) {
	m := d.reduced
	size := model.Size{Variables: len(m.Vars), Constraints: len(m.Constraints)}
	return func(w io.Writer) error { return text.WriteJSON(w, m) }, size, nil
}
