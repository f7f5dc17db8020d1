package text

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/model"
)

// maxASPBits is the width in two's complement of the largest number of an ASP document. Clingo has integers of 32 bits
// and wraps around without a message; one bit is left for the sum of two numbers.
const maxASPBits = 31

// asp writes a logic program. Its answer sets are the solutions: atom value(V,D) states that variable V has value D.
// All other atoms follow from these. A grid has the variables cell(1,1) and so on, and rules that define its houses.
// It returns an *encode.UnsupportedError if a number or a sum may exceed maxASPBits.
func (p *printer) asp(d Document) error {
	if p.bitWidth() > maxASPBits {
		return &encode.UnsupportedError{Encoding: string(ASP), Part: "numbers or sums beyond 2^30"}
	}
	p.writeComments("%", d.Comments)
	if len(d.Comments) > 0 {
		p.printf("\n")
	}
	g := gridOf(p.m)
	p.aspDomains(g)
	p.aspGivens(g)
	p.aspDifferent(g)
	p.aspOthers()
	for _, a := range d.Exclude {
		p.printf("\n%% A solution that is excluded.\n:- %s.\n", p.aspAssignment(g, a))
	}
	if o := p.m.Objective; o != nil {
		elements := p.aspSum(o.Terms)
		if o.Constant != 0 {
			elements = strings.TrimPrefix(fmt.Sprintf("%s; %d,0", elements, o.Constant), "; ")
		}
		p.printf("\n#%s { %s }.\n", senseOf(o), elements)
	}
	p.printf("\n#show value/2.\n")
	return nil
}

// aspFalse is a constraint that no assignment satisfies.
const aspFalse = ":- #true.\n"

// aspDomains writes the domains, and the rule that chooses one value for each variable.
func (p *printer) aspDomains(g *grid) {
	p.printf("%% Each variable has one value of its domain.\n")
	if g != nil && g.hasOneDomain() && p.m.Vars[0].Domain.Size() > 0 {
		p.printf("domain(cell(1..%d,1..%d),%s).\n", g.side, g.side, aspSet(p.m.Vars[0].Domain))
	} else {
		for v, x := range p.m.Vars {
			if x.Domain.Size() == 0 {
				p.printf("%s", aspFalse)
			} else {
				p.printf("domain(%s,%s).\n", p.names[v], aspSet(x.Domain))
			}
		}
	}
	p.printf("1 { value(V,D) : domain(V,D) } 1 :- domain(V,_).\n")
}

// aspSet returns a domain as a term that stands for each of its values: 1..9 or (1;3..5).
func aspSet(d model.Domain) string {
	parts := join(ranges(d), ";", pair.String)
	if strings.Contains(parts, ";") {
		return "(" + parts + ")"
	}
	return parts
}

// aspGivens writes the givens as facts, the clues of each row of a grid on a line.
func (p *printer) aspGivens(g *grid) {
	row := -1
	for _, c := range p.m.Constraints {
		c, ok := c.(model.Given)
		if !ok {
			continue
		}
		r := int(c.Var)
		if g != nil {
			r, _ = g.rowColumn(c.Var)
		}
		switch {
		case row < 0:
			p.printf("\n%% The clues.\n")
		case r != row:
			p.printf("\n")
		default:
			p.printf(" ")
		}
		row = r
		p.printf("given(%s,%d).", p.names[c.Var], c.Value)
	}
	if row >= 0 {
		p.printf("\n:- given(V,D), not value(V,D).\n")
	}
}

// aspDifferent writes the AllDifferent constraints as facts: different(H,V) states that V is in group H. Complete
// families of houses of a grid have one rule each.
func (p *printer) aspDifferent(g *grid) {
	if !hasConstraint[model.AllDifferent](p.m) {
		return
	}
	p.printf("\n%% Variables of a group have different values.\n")
	done := map[int]bool{}
	if g != nil {
		n := g.side
		for _, f := range g.families() {
			switch f.name() {
			case "rows":
				p.printf("different(row(R),cell(R,1..%d)) :- R = 1..%d.\n", n, n)
			case "columns":
				p.printf("different(column(C),cell(1..%d,C)) :- C = 1..%d.\n", n, n)
			default:
				p.printf("different(box((R-1)/%d,(C-1)/%d),cell(R,C)) :- R = 1..%d, C = 1..%d.\n",
					f.height, f.width, n, n)
			}
			for _, i := range f.members {
				done[i] = true
			}
		}
	}
	for i, c := range p.m.Constraints {
		if c, ok := c.(model.AllDifferent); ok && !done[i] && len(c.Vars) > 0 {
			p.printf("different(%d,(%s)).\n", i+1, p.nameList(c.Vars, ";"))
		}
	}
	p.printf(":- different(H,_), domain(_,D), 2 { value(V,D) : different(H,V) }.\n")
}

// aspOthers writes the constraints that are neither a Given nor an AllDifferent.
func (p *printer) aspOthers() {
	first := true
	for i, c := range p.m.Constraints {
		switch c.(type) {
		case model.Given, model.AllDifferent:
			continue
		}
		if first {
			p.printf("\n%% Other constraints.\n")
			first = false
		}
		p.aspConstraint(i+1, c)
	}
}

// aspConstraint writes constraint number i of the model, which is neither a Given nor an AllDifferent.
func (p *printer) aspConstraint(i int, c model.Constraint) {
	if holds, ok := constantValue(c); ok {
		if !holds {
			p.printf("%s", aspFalse)
		}
		return
	}
	switch c := c.(type) {
	case model.NotEqual:
		p.printf(":- value(%s,D), value(%s,D%s).\n", p.names[c.B], p.names[c.A], aspOffset(c.Offset))
	case model.Linear:
		p.printf(":- not #sum { %s } %s %d.\n", p.aspSum(c.Terms), c.Relation, c.Bound)
	case model.Table:
		for _, row := range c.Rows {
			p.printf("table%d(%s).\n", i, join(row, ",", strconv.Itoa))
		}
		columns, values := make([]string, len(c.Vars)), make([]string, len(c.Vars))
		for k, v := range c.Vars {
			columns[k] = fmt.Sprintf("D%d", k+1)
			values[k] = fmt.Sprintf("value(%s,%s)", p.names[v], columns[k])
		}
		p.printf("row%d :- table%d(%s), %s.\n", i, i, strings.Join(columns, ","), strings.Join(values, ", "))
		p.printf(":- not row%d.\n", i)
	default:
		panic(fmt.Sprintf("text: unknown constraint %T", c)) // the interface is sealed
	}
}

// aspOffset returns "+n" or "-n", or "" for 0.
func aspOffset(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", n)
}

// aspSum returns the elements of a sum. The number in each tuple keeps equal terms apart, since the elements of an
// aggregate are a set.
func (p *printer) aspSum(terms []model.Term) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = fmt.Sprintf("%d*D,%d : value(%s,D)", t.Coef, i+1, p.names[t.Var])
	}
	return strings.Join(parts, "; ")
}

// aspAssignment returns the conjunction of the values of a, each row of a grid on a line.
func (p *printer) aspAssignment(g *grid, a model.Assignment) string {
	if len(a) == 0 {
		return "#true"
	}
	var b strings.Builder
	for v, value := range a {
		switch {
		case v > 0 && g != nil && v%g.side == 0:
			b.WriteString(",\n   ")
		case v > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "value(%s,%d)", p.names[v], value)
	}
	return b.String()
}
