package export

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/internal/slice"
	"nonet/model"
)

var formats = []Format{
	{
		Name: "cnf", Endings: []string{".cnf", ".dimacs"}, Summary: "DIMACS CNF, for SAT solvers",
		Encodings: clauseEncodings(),
		encode:    encodeClauses, explain: explainClauses, read: readClauses,
	},
	program(ip.LP, ".lp", "0-1 program in CPLEX LP format, for glpsol, cbc, HiGHS, SCIP, CPLEX, Gurobi"),
	program(ip.MPSFree, ".mps", "0-1 program in free MPS format"),
	program(ip.MPSFixed, ".mps", "0-1 program in fixed MPS format, for solvers that read no other"),
	program(ip.OPB, ".opb", "0-1 program in OPB format, for pseudo-Boolean solvers"),
	{
		Name: "cover", Endings: []string{".cover"},
		Summary:   "exact cover in Knuth's format, for DLX1, DLX2 and similar",
		Encodings: []string{"plain"},
		sizes:     [4]string{"options", "", "items", "ones"},
		encode:    encodeCover, explain: explainCover, read: readCover,
	},
	{
		Name: "col", Endings: []string{".col"}, Summary: "graph in DIMACS format, for programs that colour graphs",
		Encodings: []string{coloring.Clique.String(), coloring.Precolored.String()},
		NoExclude: "a graph cannot exclude a colouring",
		sizes:     [4]string{"vertices", "edges"},
		encode:    encodeColoring, explain: explainColoring, read: readColoring,
	},
	language(text.MiniZinc, ".mzn", "MiniZinc, for people and for the solvers of MiniZinc"),
	language(text.FlatZinc, ".fzn", "FlatZinc, for fzn-gecode and other constraint solvers"),
	language(text.XCSP3, ".xml", "XCSP3-core, for constraint solvers such as ACE and Choco"),
	language(text.SMTLIB, ".smt2", "SMT-LIB 2, for z3, cvc5, Yices and other SMT solvers"),
	language(text.ASP, ".asp", "logic program (answer set programming), for clingo, or gringo and clasp"),
	{
		Name: "json", Endings: []string{".json"}, Summary: "the model itself: variables, domains and constraints",
		NoExclude: "it states the model itself",
		encode:    encodeJSON,
	},
}

// program returns a format of programs.
func program(f ip.Format, ending, summary string) Format {
	p := Format{
		Name: string(f), Endings: []string{ending}, Summary: summary,
		Encodings: []string{"plain", "thesis", "bartlett"},
		encode:    encodeProgram, explain: explainProgram, read: readProgram,
	}
	if f != ip.OPB { // which has no columns other than 0 and 1
		p.Encodings = append(p.Encodings, Integers)
	}
	return p
}

// Integers is the name of the encoding as a program with integer columns: see ip.Encoder.
const Integers = "integers"

// language returns the format of a modelling language.
func language(l text.Language, ending, summary string) Format {
	f := Format{Name: string(l), Endings: []string{ending}, Summary: summary, encode: encodeText}
	for _, d := range l.Dialects() {
		f.Encodings = append(f.Encodings, string(d))
	}
	return f
}

// clauseEncodings returns the presets, the extended preset with each at-most-one encoding, and the presets extended and
// order with each encoding of linear constraints but the default.
func clauseEncodings() []string {
	names := slice.Map(cnf.Presets(), cnf.Preset.String)
	for _, a := range cnf.AtMostOnes() {
		names = append(names, cnf.Extended.String()+"/"+a.String())
	}
	for _, p := range []cnf.Preset{cnf.Extended, cnf.Order} {
		for _, sum := range cnf.LinearEncodings()[1:] {
			names = append(names, p.String()+"/"+sum.String())
		}
	}
	return names
}

func encodeClauses(ctx context.Context, file *File, m *model.Model, o Options) error {
	encoder, err := cnf.Parse(file.Encoding)
	if err != nil {
		return err
	}
	stated := *o.Reduced
	stated.Objective = nil // a CNF has no objective
	f, err := encoder.Stream(ctx, &stated)
	if err != nil {
		return err
	}
	if o.Exclude != nil {
		v := make(cnf.Valuation, f.Vars+1)
		for k := range f.Map.Shown {
			v[k+1] = f.Map.Holds(k, o.Exclude)
		}
		clause := f.Exclude(nil, v)
		if len(clause) > 0 {
			f.Add(clause...)
		} else { // all variables are fixed: state a contradiction without an empty clause, which some solvers reject
			x := f.NewVar()
			f.Add(x)
			f.Add(-x)
		}
	}
	file.Size, file.Map = f.Size(), encode.NewVariableMap(m, f.Map, f.Vars, nil)
	file.Comments, file.meaning = f.Comments, cnf.MapComments(m, f.Map)
	if m.Objective != nil {
		file.Comments = append(file.Comments, "the objective of the model is left out")
	}
	file.write = f.Write
	return nil
}

func explainClauses(ctx context.Context, m *model.Model, _, encoding string) (*encode.Provenance, error) {
	encoder, err := cnf.Parse(encoding)
	if err != nil {
		return nil, err
	}
	_, p, err := encoder.Provenance(ctx, m)
	return p, err
}

// programEncoders are the encodings as programs.
var programEncoders = map[string]ip.Encoder{"plain": {Names: true}, "thesis": ip.Thesis(), "bartlett": ip.Bartlett(),
	Integers: {Names: true, Integers: true}}

func encodeProgram(ctx context.Context, file *File, m *model.Model, o Options) error {
	e, err := programEncoders[file.Encoding].Encode(ctx, o.Reduced)
	if err != nil {
		return err
	}
	p := e.Formula
	p.Name = o.Name
	if o.Exclude != nil {
		x := make(ip.Point, len(p.Columns))
		for k := range e.Map.Shown {
			x[k] = e.Map.Value(k, o.Exclude)
		}
		p.Exclude(x)
		p.Rows[len(p.Rows)-1].Name = "not_the_known_solution"
	}
	format := ip.Format(file.Format.Name)
	if format != ip.OPB {
		p.Scale = o.Scale
	}
	columns := p.ColumnNames(format)
	file.Size, file.Map = p.Size(), encode.NewVariableMap(m, e.Map, len(columns), columns[:p.Shown])
	if format == ip.MPSFixed || format == ip.OPB { // their names are numbers
		p.Comments = slices.AppendSeq(slices.Collect(cnf.MapComments(m, e.Map)), slices.Values(p.Comments))
	}
	file.meaning = slices.Values(p.Comments)
	file.write = func(w io.Writer, comments iter.Seq[string]) error {
		p.Comments = slices.Collect(comments)
		return ip.WriteEncoded(w, p, format, columns)
	}
	return nil
}

func explainProgram(ctx context.Context, m *model.Model, format, encoding string) (*encode.Provenance, error) {
	_, p, err := programEncoders[encoding].Provenance(ctx, m, ip.Format(format))
	return p, err
}

func encodeCover(ctx context.Context, file *File, m *model.Model, o Options) error {
	e, err := cover.Encoder{Names: true}.Encode(ctx, o.Reduced)
	if err != nil {
		return err
	}
	p := e.Formula
	if p.Items == 0 { // all variables are known, and the format cannot state an empty problem
		p.Items, p.Primary, p.Names, p.Options = 1, 1, []string{"solved"}, []cover.Option{{{Item: 0}}}
	}
	p.Distinguish()
	if o.Exclude != nil {
		p.Exclude(e.Map, o.Exclude)
	}
	names := slice.Make(p.Shown, p.OptionText)
	file.Size, file.Map = p.Size(), encode.NewVariableMap(m, e.Map, len(p.Options), names)
	file.meaning = cnf.MapComments(m, encode.Map{Fixed: e.Map.Fixed})
	file.write = func(w io.Writer, comments iter.Seq[string]) error {
		p.Comments = slices.Collect(comments)
		return cover.Write(w, p)
	}
	return nil
}

func explainCover(ctx context.Context, m *model.Model, _, _ string) (*encode.Provenance, error) {
	_, p, err := cover.Encoder{}.Provenance(ctx, m)
	return p, err
}

func coloringEncoder(name string) coloring.Encoder {
	if name == coloring.Precolored.String() {
		return coloring.Encoder{Givens: coloring.Precolored}
	}
	return coloring.Encoder{Givens: coloring.Clique}
}

func encodeColoring(ctx context.Context, file *File, m *model.Model, o Options) error {
	encoder := coloringEncoder(file.Encoding)
	e, err := encoder.Encode(ctx, o.Reduced)
	if err != nil {
		return err
	}
	g := e.Formula
	names := slice.Make(len(e.Map.Shown), func(k int) string { return g.Atom(k).String() })
	file.Size, file.Map = g.Size(), encode.NewVariableMap(m, e.Map, len(names), names)
	colours := fmt.Sprintf("%d colours", g.Colors)
	if g.Colors == 1 {
		colours = "1 colour"
	}
	if encoder.Givens == coloring.Precolored {
		colours += " in which the vertices have colours of their lists"
	}
	meaning := append([]string{"The puzzle has a solution exactly if the graph has a colouring with " + colours},
		slice.Make(len(m.Vars), func(v int) string {
			return "vertex " + strconv.Itoa(v+1) + " = " + m.NameOf(model.Var(v))
		})...)
	if g.Palette {
		for k, a := range e.Map.Shown[:g.Colors] {
			meaning = append(meaning, fmt.Sprintf("vertex %d = value %d", g.Atom(k).SameAs+1, a.Value))
		}
	}
	file.meaning = slices.Values(meaning)
	file.write = func(w io.Writer, comments iter.Seq[string]) error {
		g.Comments = slices.Collect(comments)
		return coloring.Write(w, g)
	}
	return nil
}

func explainColoring(ctx context.Context, m *model.Model, _, encoding string) (*encode.Provenance, error) {
	_, p, err := coloringEncoder(encoding).Provenance(ctx, m)
	return p, err
}

// encodeText states the model itself in a language.
func encodeText(_ context.Context, file *File, m *model.Model, o Options) error {
	l := text.Language(file.Format.Name)
	doc := text.Document{Model: o.Reduced, Dialect: text.Dialect(file.Encoding)}
	if o.Exclude != nil {
		doc.Exclude = []model.Assignment{o.Exclude}
	}
	file.Size = o.Reduced.Size()
	file.Map = encode.NewVariableMap(m, encode.Map{Vars: len(m.Vars)}, file.Size.Variables, nil)
	file.Map.Identifiers = l.Identifiers(o.Reduced)
	file.write = func(w io.Writer, comments iter.Seq[string]) error {
		doc.Comments = slices.Collect(comments)
		return text.Write(w, l, doc)
	}
	return nil
}

func encodeJSON(_ context.Context, file *File, _ *model.Model, o Options) error {
	file.Size = o.Reduced.Size()
	file.write = func(w io.Writer, _ iter.Seq[string]) error { return text.WriteJSON(w, o.Reduced) }
	return nil
}
