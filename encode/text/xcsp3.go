package text

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// xcsp3 writes an instance of XCSP3-core. A grid is an array, and its houses are slices of it. The variables of other
// models are declared one by one.
func (p *printer) xcsp3(d Document) {
	x := &xcspWriter{printer: p, grid: gridOf(p.m)}
	kind := "CSP"
	if p.m.Objective != nil {
		kind = "COP"
	}
	p.printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	for _, c := range d.Comments { // XML comments cannot contain two hyphens
		p.printf("<!-- %s -->\n", strings.ReplaceAll(oneLine(c), "--", "- -"))
	}
	p.printf("<instance format=\"XCSP3\" type=\"%s\">\n", kind)
	impossible := x.impossible(d)
	p.printf("  <variables>\n")
	x.variables()
	if impossible {
		p.printf("    <var id=\"never\"> 0 </var>\n")
	}
	p.printf("  </variables>\n  <constraints>\n")
	if impossible {
		p.printf("    <intension> eq(never,1) </intension>\n")
	}
	x.constraints()
	for _, a := range d.Exclude {
		if len(a) > 0 {
			p.printf("    <extension note=\"a solution that is excluded\">\n")
			x.tuples("conflicts", slice.Indices[model.Var](len(p.m.Vars)), [][]int{a})
			p.printf("    </extension>\n")
		}
	}
	p.printf("  </constraints>\n")
	if o := p.m.Objective; o != nil {
		x.objective(o)
	}
	p.printf("</instance>\n")
}

// objective writes a sum or, since a sum has no constant, an expression.
func (x *xcspWriter) objective(o *model.Objective) {
	sense := senseOf(o)
	x.printf("  <objectives>\n")
	switch {
	case len(o.Terms) == 0:
		x.printf("    <%s> %d </%s>\n", sense, o.Constant, sense)
	case o.Constant == 0:
		x.printf("    <%s type=\"sum\">\n", sense)
		x.sum(o.Terms)
		x.printf("    </%s>\n", sense)
	default:
		product := func(t model.Term) string { return fmt.Sprintf("mul(%d,%s)", t.Coef, x.names[t.Var]) }
		products := join(o.Terms, ",", product)
		x.printf("    <%s> add(%s,%d) </%s>\n", sense, products, o.Constant, sense)
	}
	x.printf("  </objectives>\n")
}

type xcspWriter struct {
	*printer
	grid *grid // or nil
}

// impossible reports whether no assignment is a solution for a reason that XCSP3 cannot express: an empty domain, a
// violated constraint without variables, a table without rows, or an excluded assignment of no variables. The instance
// then has a variable "never" and a contradiction.
func (x *xcspWriter) impossible(d Document) bool {
	for _, c := range x.m.Constraints {
		if holds, ok := constantValue(c); ok && !holds {
			return true
		}
	}
	return x.hasEmptyDomain() || len(x.m.Vars) == 0 && len(d.Exclude) > 0
}

// variables declares the array of a grid, or each variable of other models.
func (x *xcspWriter) variables() {
	if x.grid == nil {
		for v := range x.m.Vars {
			x.printf("    <var id=\"%s\"> %s </var>\n", x.names[v], xcspDomain(x.m.Vars[v].Domain))
		}
		return
	}
	var order []string // domains, in the order of their first cells
	cells := map[string][]string{}
	for v := range x.m.Vars {
		d := xcspDomain(x.m.Vars[v].Domain)
		if cells[d] == nil {
			order = append(order, d)
		}
		cells[d] = append(cells[d], x.names[v])
	}
	x.printf("    <array id=\"x\" size=\"[%d][%d]\"", x.grid.side, x.grid.side)
	if len(order) == 1 {
		x.printf("> %s </array>\n", order[0])
		return
	}
	x.printf(">\n")
	for _, d := range order {
		x.printf("      <domain for=\"%s\"> %s </domain>\n", strings.Join(cells[d], " "), d)
	}
	x.printf("    </array>\n")
}

// xcspDomain returns a domain as values and ranges. An empty domain becomes 0; see impossible.
func xcspDomain(d model.Domain) string {
	if d.Size() == 0 {
		return "0"
	}
	return join(ranges(d), " ", pair.String)
}

// constraints writes the clues, then complete families of houses, then the other constraints in their order.
func (x *xcspWriter) constraints() {
	done := map[int]bool{}
	clues := map[model.Var]int{}
	var cells []model.Var
	for i, c := range x.m.Constraints {
		if g, ok := c.(model.Given); ok && x.m.Vars[g.Var].Domain.Contains(g.Value) {
			if _, twice := clues[g.Var]; !twice {
				clues[g.Var], done[i] = g.Value, true
				cells = append(cells, g.Var)
			}
		}
	}
	if len(cells) > 0 {
		values := join(cells, " ", func(v model.Var) string { return strconv.Itoa(clues[v]) })
		x.printf("    <instantiation class=\"clues\">\n")
		x.printf("      <list> %s </list>\n      <values> %s </values>\n", x.nameList(cells, " "), values)
		x.printf("    </instantiation>\n")
	}
	if x.grid != nil {
		for _, f := range x.grid.families() {
			x.printf("    <block class=\"%s\">\n", f.name())
			for k := range x.grid.side {
				x.printf("      <allDifferent> %s </allDifferent>\n", x.arraySlice(f, k))
			}
			x.printf("    </block>\n")
			for _, i := range f.members {
				done[i] = true
			}
		}
	}
	for i, c := range x.m.Constraints {
		if _, isConstant := constantValue(c); !isConstant && !done[i] {
			x.constraint(c)
		}
	}
}

// arraySlice returns rectangle k of a family as a slice of the array: x[0..2][3..5].
func (x *xcspWriter) arraySlice(f family, k int) string {
	span := func(first, n int) string {
		switch n {
		case 1:
			return fmt.Sprintf("[%d]", first)
		case x.grid.side:
			return "[]"
		}
		return fmt.Sprintf("[%d..%d]", first, first+n-1)
	}
	across := x.grid.side / f.width
	return "x" + span(k/across*f.height, f.height) + span(k%across*f.width, f.width)
}

func (x *xcspWriter) constraint(c model.Constraint) {
	switch c := c.(type) {
	case model.AllDifferent:
		if len(c.Vars) > 1 {
			x.printf("    <allDifferent> %s </allDifferent>\n", x.nameList(c.Vars, " "))
		}
	case model.NotEqual:
		b := x.names[c.B]
		if c.Offset != 0 {
			b = fmt.Sprintf("add(%s,%d)", b, c.Offset)
		}
		x.printf("    <intension> ne(%s,%s) </intension>\n", x.names[c.A], b)
	case model.Linear:
		relation := map[model.Relation]string{model.Equal: "eq", model.AtMost: "le", model.AtLeast: "ge"}[c.Relation]
		x.printf("    <sum>\n")
		x.sum(c.Terms)
		x.printf("      <condition> (%s,%d) </condition>\n    </sum>\n", relation, c.Bound)
	case model.Table:
		x.printf("    <extension>\n")
		x.tuples("supports", c.Vars, distinctRows(c.Rows))
		x.printf("    </extension>\n")
	case model.Given: // it repeats or contradicts another Given, or is outside the domain
		x.printf("    <intension> eq(%s,%d) </intension>\n", x.names[c.Var], c.Value)
	default:
		panic(fmt.Sprintf("text: unknown constraint %T", c)) // the interface is sealed
	}
}

// sum writes the variables and the coefficients of a sum.
func (x *xcspWriter) sum(terms []model.Term) {
	names := join(terms, " ", func(t model.Term) string { return x.names[t.Var] })
	coefficients := join(terms, " ", func(t model.Term) string { return strconv.Itoa(t.Coef) })
	x.printf("      <list> %s </list>\n      <coeffs> %s </coeffs>\n", names, coefficients)
}

// tuples writes the variables and the rows of a table. Rows of one value are written without parentheses.
func (x *xcspWriter) tuples(kind string, vars []model.Var, rows [][]int) {
	text := join(rows, "", func(row []int) string { return "(" + join(row, ",", strconv.Itoa) + ")" })
	if len(vars) == 1 {
		text = join(rows, " ", func(row []int) string { return strconv.Itoa(row[0]) })
	}
	x.printf("      <list> %s </list>\n      <%s> %s </%s>\n", x.nameList(vars, " "), kind, text, kind)
}
