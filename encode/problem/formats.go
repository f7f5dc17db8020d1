package problem

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/internal/names"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/internal/slice"
	"nonet/model"
)

// formats is the table behind Formats.
var formats = []Format{
	{Name: "cnf", Endings: []string{".cnf", ".dimacs"}, Summary: "clauses in DIMACS format", read: readClauses,
		valid: true},
	{Name: "opb", Endings: []string{".opb"}, Summary: "linear pseudo-Boolean constraints", read: readProgram(ip.OPB)},
	{Name: "lp", Endings: []string{".lp"}, Summary: "integer program in CPLEX LP format", read: readProgram(ip.LP)},
	{Name: "mps", Endings: []string{".mps"}, Summary: "integer program in MPS format, free or fixed",
		read: readProgram(ip.MPSFree)},
	{Name: "cover", Endings: []string{".cover", ".dlx"}, Summary: "exact cover in Knuth's format", read: readCover},
	{Name: "col", Endings: []string{".col"}, Summary: "graph to be coloured, in DIMACS format", read: readGraph},
	{Name: "fzn", Endings: []string{".fzn"}, Summary: "FlatZinc, as the MiniZinc compiler writes it",
		read: readFlatZinc},
	{Name: "xcsp3", Endings: []string{".xcsp3", ".xml"}, Summary: "instance of XCSP3-core", detect: isXCSP3,
		read: readXCSP3},
	{Name: "model", Endings: []string{".json"}, Summary: "nonet's own model: variables, domains and constraints",
		detect: isModelJSON, read: readJSON},
}

// bit is the domain of variables that are 0 or 1.
var bit = model.Interval(0, 1)

// checkSize returns an error if a model would have too many variables or values.
func checkSize(n int, what string) error {
	if n > MaxVariables {
		return fmt.Errorf("%d %s, at most %d are supported", n, what, MaxVariables)
	}
	return nil
}

// readClauses reads a CNF. Variable x is the model's variable x-1, named x and its number; a clause states that the sum
// of its literals is at least 1.
func readClauses(r io.Reader, _ Options) (*Problem, error) {
	file, err := cnf.ReadDIMACSFile(r)
	if err != nil {
		return nil, err
	}
	if err := checkSize(file.Formula.Vars, "variables"); err != nil {
		return nil, err
	}
	p := FromClauses(file.Formula)
	p.Lines = file.Lines
	if file.Shown != nil && len(file.Shown) < len(p.Model.Vars) {
		p.Shown = slice.Map(file.Shown, func(x cnf.Var) model.Var { return model.Var(x - 1) })
	}
	if file.Weights > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("weights are ignored: each solution counts once (line %d)", file.Weights))
	}
	return p, nil
}

// FromClauses returns a formula as a problem. The names and the terms are parts of two large blocks: a formula of
// millions of clauses would otherwise need several allocations for each.
func FromClauses(f *cnf.Formula) *Problem {
	m := &model.Model{Vars: make([]model.Variable, f.Vars), Constraints: make([]model.Constraint, 0, f.Clauses)}
	nameVars(m.Vars)
	p := &Problem{Format: "cnf", Model: m, Clauses: f}
	if f.Shown < f.Vars {
		p.Shown = slice.Indices[model.Var](f.Shown)
	}
	terms := make([]model.Term, 0, len(f.Body)-f.Clauses)
	for clause := range f.All() {
		first, bound := len(terms), 1
		for _, l := range clause {
			coef := 1
			if l < 0 { // 1 - x
				coef = -1
				bound--
			}
			terms = append(terms, model.Term{Coef: coef, Var: model.Var(l.Var() - 1)})
		}
		m.Constraints = append(m.Constraints,
			model.Linear{Terms: terms[first:len(terms):len(terms)], Relation: model.AtLeast, Bound: bound})
	}
	p.Constraint = func(i int) string {
		clause := m.Constraints[i].(model.Linear).Terms
		if len(clause) == 0 {
			return "the empty clause"
		}
		words := make([]string, len(clause))
		for k, t := range clause {
			words[k] = m.Vars[t.Var].Name
			if t.Coef < 0 {
				words[k] = "not " + words[k]
			}
		}
		return strings.Join(words, " or ")
	}
	return p
}

// nameVars makes all variables of a formula 0 or 1, with the names x1, x2 and so on.
func nameVars(all []model.Variable) {
	var names []byte
	ends := make([]int32, len(all))
	for v := range all {
		names = strconv.AppendInt(append(names, 'x'), int64(v)+1, 10)
		ends[v] = int32(len(names))
	}
	text, start := string(names), int32(0)
	for v, end := range ends {
		all[v] = model.Variable{Name: text[start:end], Domain: bit}
		start = end
	}
}

// readProgram returns the reader of a format of integer programs.
func readProgram(format ip.Format) func(io.Reader, Options) (*Problem, error) {
	return func(r io.Reader, _ Options) (*Problem, error) {
		program, lines, err := ip.ReadLines(r, format)
		if err != nil {
			return nil, err
		}
		return fromProgram(program, lines)
	}
}

// fromProgram returns an integer program as a problem. Column j is the model's variable j. A row with two bounds is two
// constraints; a row without bounds is none.
func fromProgram(program *ip.Program, lines []int) (*Problem, error) {
	m := &model.Model{Name: program.Name}
	p := &Problem{Model: m, Scale: program.Scale}
	for _, constant := range program.Dropped {
		p.Notes = append(p.Notes, "a constant: "+constant)
	}
	program.Shrink(model.MaxValues)
	for j, c := range program.Columns {
		d := bit
		if c.Lower != 0 || c.Upper != 1 {
			d = model.Interval(c.Lower, c.Upper)
		}
		m.Vars = append(m.Vars, model.Variable{Name: program.ColumnName(j), Domain: d,
			Auxiliary: j >= program.Shown})
	}
	terms := func(entries []ip.Entry) []model.Term {
		return slice.Map(entries, func(e ip.Entry) model.Term {
			return model.Term{Coef: e.Coef, Var: model.Var(e.Column)}
		})
	}
	var rows []int // by constraint
	add := func(i int, relation model.Relation, bound int) {
		m.Constraints = append(m.Constraints, model.Linear{Terms: terms(program.Rows[i].Entries), Relation: relation,
			Bound: bound})
		rows = append(rows, i)
		if lines != nil {
			p.Lines = append(p.Lines, lines[i])
		}
	}
	for i, row := range program.Rows {
		switch {
		case row.Lower == row.Upper:
			add(i, model.Equal, row.Lower)
			continue
		case row.Lower != -ip.Infinity:
			add(i, model.AtLeast, row.Lower)
		}
		if row.Upper != ip.Infinity {
			add(i, model.AtMost, row.Upper)
		}
	}
	if len(program.Objective) > 0 || program.Offset != 0 {
		m.Objective = &model.Objective{Maximize: program.Maximize, Terms: terms(program.Objective),
			Constant: program.Offset}
	}
	p.Constraint = func(i int) string {
		return program.RowName(rows[i]) + ": " + m.Describe(m.Constraints[i])
	}
	if program.Validate() == nil {
		p.Program = program
	}
	return p, nil
}

// readCover reads an exact cover problem. Option k is the model's variable k, which is 1 if the option is chosen. A
// primary item is a sum that equals 1, a secondary item one that is at most 1. For a secondary item with colours, an
// auxiliary variable for each colour states whether some option with this colour is chosen.
func readCover(r io.Reader, _ Options) (*Problem, error) {
	c, err := cover.Read(r)
	if err != nil {
		return nil, err
	}
	if err := checkSize(len(c.Options), "options"); err != nil {
		return nil, err
	}
	m := &model.Model{Vars: slice.Make(len(c.Options), func(k int) model.Variable {
		return model.Variable{Name: "option" + strconv.Itoa(k+1), Domain: bit}
	})}
	p := &Problem{Model: m, Cover: c}
	type use struct {
		option model.Var
		color  int32
	}
	uses := make([][]use, c.Items)
	for k, option := range c.Options {
		for _, e := range option {
			uses[e.Item] = append(uses[e.Item], use{model.Var(k), e.Color})
		}
	}
	var words []string // by constraint
	add := func(text string, l model.Linear) {
		m.Constraints = append(m.Constraints, l)
		words = append(words, text)
	}
	for i, all := range uses {
		name := c.ItemName(i)
		var sum []model.Term
		byColor := map[int32][]model.Var{}
		var order []int32
		for _, u := range all {
			if u.color == 0 {
				sum = append(sum, model.Term{Coef: 1, Var: u.option})
				continue
			}
			if byColor[u.color] == nil {
				order = append(order, u.color)
			}
			byColor[u.color] = append(byColor[u.color], u.option)
		}
		for _, color := range order {
			options := byColor[color]
			v := options[0]
			if len(options) > 1 {
				v = model.Var(len(m.Vars))
				text := name + ":" + c.ColorName(int(color))
				m.Vars = append(m.Vars, model.Variable{Name: text, Domain: bit, Auxiliary: true})
				p.shared = append(p.shared, options)
				some := []model.Term{{Coef: -1, Var: v}}
				for _, o := range options {
					some = append(some, model.Term{Coef: 1, Var: o})
					add("item "+text, model.Linear{Terms: []model.Term{{Coef: 1, Var: v}, {Coef: -1, Var: o}},
						Relation: model.AtLeast})
				}
				add("item "+text, model.Linear{Terms: some, Relation: model.AtLeast})
			}
			sum = append(sum, model.Term{Coef: 1, Var: v})
		}
		if i < c.Primary {
			add("item "+name+" is covered once", model.Linear{Terms: sum, Relation: model.Equal, Bound: 1})
		} else if len(sum) > 1 {
			add("item "+name+" is covered at most once, or in one colour",
				model.Linear{Terms: sum, Relation: model.AtMost, Bound: 1})
		}
	}
	p.Constraint = func(i int) string { return words[i] }
	p.AppendSolution = func(b []byte, a model.Assignment) []byte {
		for k := range c.Options {
			if a[k] == 1 {
				b = append(append(b, c.OptionText(k)...), '\n')
			}
		}
		return b
	}
	return p, nil
}

// ErrNoColours reports that neither the file of a graph nor Options.Colours has the number of colours.
var ErrNoColours = errors.New("the file does not say how many colours there are: expected --colours N")

// readGraph reads a graph. Vertex v is the model's variable v; colours count from 1. A known clique is an AllDifferent,
// each other edge a NotEqual.
func readGraph(r io.Reader, o Options) (*Problem, error) {
	g, err := coloring.Read(r)
	switch {
	case err != nil:
		return nil, err
	case o.Colours > 0 && (g.Palette || g.Lists != nil) && o.Colours != g.Colors:
		return nil, fmt.Errorf("--colours %d: the file has %d, and states the colours of single vertices",
			o.Colours, g.Colors)
	case o.Colours > 0:
		g.Colors = o.Colours
	case g.Colors == 0 && g.Vertices > 0:
		return nil, ErrNoColours
	}
	if g.Vertices > 0 && g.Colors > MaxVariables/g.Vertices {
		return nil, fmt.Errorf("%d vertices of %d colours: more than %d values", g.Vertices, g.Colors,
			MaxVariables)
	}
	m := &model.Model{}
	all := model.Interval(1, g.Colors)
	for v := range g.Vertices {
		d := all
		if g.Lists != nil && g.Lists[v] != nil {
			d = model.Values(slice.Map(g.Lists[v], func(c int32) int { return int(c) + 1 })...)
		}
		m.Vars = append(m.Vars, model.Variable{Name: "v" + strconv.Itoa(v+1), Domain: d})
	}
	inClique := map[coloring.Edge]bool{}
	for _, clique := range g.Cliques {
		if len(clique) < 3 {
			continue
		}
		c := model.AllDifferent{}
		for i, v := range clique {
			c.Vars = append(c.Vars, model.Var(v))
			for _, u := range clique[:i] {
				inClique[coloring.Edge{U: min(u, v), V: max(u, v)}] = true
			}
		}
		m.Constraints = append(m.Constraints, c)
	}
	for _, e := range g.Edges {
		if !inClique[e] {
			m.Constraints = append(m.Constraints, model.NotEqual{A: model.Var(e.U), B: model.Var(e.V)})
		}
	}
	return &Problem{Model: m, Graph: g}, nil
}

// isModelJSON reports whether a JSON file is meant as a model: it has the kind of models, or a list of variables.
func isModelJSON(head []byte) bool {
	return bytes.Contains(head, []byte(`"nonet model"`)) || bytes.Contains(head, []byte(`"vars"`))
}

// readJSON reads a model.
func readJSON(r io.Reader, _ Options) (*Problem, error) {
	m, err := text.ReadJSON(r)
	if err != nil {
		return nil, err
	}
	used := make(map[string]bool, len(m.Vars))
	for _, v := range m.Vars {
		used[v.Name] = true
	}
	for v := range m.Vars { // a variable without a name must not look like another one with the name x0
		if name := m.NameOf(model.Var(v)); m.Vars[v].Name == "" && used[name] {
			m.Vars[v].Name = names.Unique(used, name, v)
		}
	}
	return &Problem{Model: m}, nil
}
