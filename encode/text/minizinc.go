package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// miniZinc writes a model for human readers. A grid is an array with loops over its rows, columns and boxes. All other
// constraints, and the constraints of a model that is no grid, are written one by one.
func (p *printer) miniZinc(d Document) {
	p.writeComments("%", d.Comments)
	if len(d.Comments) > 0 {
		p.printf("\n")
	}
	if hasConstraint[model.AllDifferent](p.m) {
		p.printf("include \"alldifferent.mzn\";\n")
	}
	if hasConstraint[model.Table](p.m) {
		p.printf("include \"table.mzn\";\n")
	}
	done := map[int]bool{}
	g := gridOf(p.m)
	if g != nil && !g.hasSudokuDomains() {
		g = nil
	}
	if g != nil {
		p.mznGrid(g, d.Data, done)
	} else {
		for v := range p.m.Vars {
			p.printf("var %s: %s;\n", mznDomain(p.m.Vars[v].Domain), p.names[v])
		}
		if p.hasEmptyDomain() {
			p.printf("constraint false;\n")
		}
	}
	for i, c := range p.m.Constraints {
		if !done[i] {
			p.printf("constraint %s;\n", p.mznConstraint(c))
		}
	}
	for k, a := range d.Exclude {
		p.mznExclude(g, k, a)
	}
	goal := "satisfy"
	if o := p.m.Objective; o != nil && len(o.Terms) == 0 {
		goal = fmt.Sprintf("%s %d", senseOf(o), o.Constant)
	} else if o != nil {
		goal = senseOf(o) + " " + p.mznSum(o.Terms) + mznOffset(o.Constant)
	}
	p.printf("\nsolve %s;\n\n", goal)
	p.mznOutput(g)
}

// mznGrid writes the variables of a grid, its clues, and its families of houses. It marks the constraints that it has
// written in done.
func (p *printer) mznGrid(g *grid, data io.Writer, done map[int]bool) {
	n := g.side
	p.printf("\n")
	clues := make([]int, n*n)
	given := data != nil
	for i, c := range p.m.Constraints {
		if c, ok := c.(model.Given); ok && clues[c.Var] == 0 && c.Value >= 1 && c.Value <= n {
			clues[c.Var], done[i], given = c.Value, true, true
		}
	}
	if given {
		matrix := &printer{Writer: p.Writer}
		p.printf("%% The clues; 0 is an empty cell.\narray[1..%d,1..%d] of 0..%d: clues", n, n, n)
		if data == nil {
			p.printf(" =\n")
		} else {
			p.printf(";\n")
			matrix.Writer = bufio.NewWriter(data)
			matrix.printf("clues =\n")
		}
		matrix.mznMatrix(n, func(v int) string { return strconv.Itoa(clues[v]) })
		matrix.Flush()
		p.printf("\n")
	}
	whole := model.Interval(1, n)
	p.printf("array[1..%d,1..%d] of var 1..%d: x;\n\n", n, n, n)
	if slices.ContainsFunc(p.m.Vars, func(v model.Variable) bool { return !v.Domain.Equal(whole) }) {
		p.printf("%% The values that are left for each cell.\n")
		p.printf("array[1..%d,1..%d] of set of 1..%d: candidates =\n", n, n, n)
		p.mznMatrix(n, func(v int) string { return mznSet(p.m.Vars[v].Domain) })
		p.printf("constraint forall (r, c in 1..%d) (x[r,c] in candidates[r,c]);\n\n", n)
	}
	if given {
		p.printf("constraint forall (r, c in 1..%d where clues[r,c] > 0) (x[r,c] = clues[r,c]);\n", n)
	}
	for _, f := range g.families() {
		p.printf("constraint %% %s\n", f.name())
		switch f.name() {
		case "rows":
			p.printf("  forall (r in 1..%d) (all_different([x[r,c] | c in 1..%d]));\n", n, n)
		case "columns":
			p.printf("  forall (c in 1..%d) (all_different([x[r,c] | r in 1..%d]));\n", n, n)
		default:
			p.printf("  forall (top in %s, left in %s)\n", mznSteps(n, f.height), mznSteps(n, f.width))
			p.printf("    (all_different([x[top+i,left+j] | i in 0..%d, j in 0..%d]));\n", f.height-1, f.width-1)
		}
		for _, i := range f.members {
			done[i] = true
		}
	}
}

// mznSteps returns the set {1, 1+by, 1+2*by, ...} of numbers up to n.
func mznSteps(n, by int) string {
	var firsts []int
	for i := 1; i <= n; i += by {
		firsts = append(firsts, i)
	}
	return mznSet(model.Values(firsts...))
}

// mznMatrix writes an n×n array literal and a semicolon. word returns the text of cell v, row-major.
func (p *printer) mznMatrix(n int, word func(v int) string) {
	wide := 0
	for v := range n * n {
		wide = max(wide, len(word(v)))
	}
	for r := range n {
		open := " |"
		if r == 0 {
			open = "[|"
		}
		p.printf("%s", open)
		for c := range n {
			comma := ","
			if c == n-1 {
				comma = ""
			}
			p.printf(" %*s%s", wide, word(r*n+c), comma)
		}
		p.printf("\n")
	}
	p.printf(" |];\n")
}

// mznDomain returns a domain as a type: a range if possible, otherwise a set. An empty domain, which is no type,
// becomes 0..0; see hasEmptyDomain.
func mznDomain(d model.Domain) string {
	switch r := ranges(d); len(r) {
	case 0:
		return "0..0"
	case 1:
		return fmt.Sprintf("%d..%d", r[0][0], r[0][1])
	}
	return mznSet(d)
}

func mznSet(d model.Domain) string {
	return "{" + join(slices.Collect(d.All), ",", strconv.Itoa) + "}"
}

// mznConstraint returns a constraint as an expression.
func (p *printer) mznConstraint(c model.Constraint) string {
	if holds, ok := constantValue(c); ok {
		return strconv.FormatBool(holds)
	}
	switch c := c.(type) {
	case model.AllDifferent:
		return "all_different([" + p.nameList(c.Vars, ", ") + "])"
	case model.NotEqual:
		return p.names[c.A] + " != " + p.names[c.B] + mznOffset(c.Offset)
	case model.Linear:
		return fmt.Sprintf("%s %s %d", p.mznSum(c.Terms), c.Relation, c.Bound)
	case model.Table:
		rows := join(c.Rows, " | ", func(row []int) string { return join(row, ", ", strconv.Itoa) })
		return "table([" + p.nameList(c.Vars, ", ") + "], [| " + rows + " |])"
	case model.Given:
		return fmt.Sprintf("%s = %d", p.names[c.Var], c.Value)
	default:
		panic(fmt.Sprintf("text: unknown constraint %T", c)) // the interface is sealed
	}
}

// mznOffset returns " + n" or " - n", or "" for 0.
func mznOffset(n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf(" + %d", n)
	case n < 0:
		return " - " + strconv.Itoa(n)[1:]
	}
	return ""
}

// mznSum returns a linear expression: 2*x_a - x_b.
func (p *printer) mznSum(terms []model.Term) string {
	var b strings.Builder
	for i, t := range terms {
		number, sign := strconv.Itoa(t.Coef), " + "
		if t.Coef < 0 {
			number, sign = number[1:], " - "
		}
		switch {
		case i > 0:
			b.WriteString(sign)
		case t.Coef < 0:
			b.WriteString("-")
		}
		if number != "1" {
			b.WriteString(number + "*")
		}
		b.WriteString(p.names[t.Var])
	}
	return b.String()
}

// mznExclude writes a constraint that excludes assignment k, a.
func (p *printer) mznExclude(g *grid, k int, a model.Assignment) {
	switch {
	case g != nil:
		p.printf("\n%% A solution that is excluded.\narray[1..%d,1..%d] of int: excluded%d =\n", g.side, g.side, k+1)
		p.mznMatrix(g.side, func(v int) string { return strconv.Itoa(a[v]) })
		p.printf("constraint exists (r, c in 1..%d) (x[r,c] != excluded%d[r,c]);\n", g.side, k+1)
	case len(a) == 0:
		p.printf("constraint false;\n")
	default:
		differs := func(v model.Var) string { return fmt.Sprintf("%s != %d", p.names[v], a[v]) }
		p.printf("constraint %s;\n", join(slice.Indices[model.Var](len(p.m.Vars)), ` \/ `, differs))
	}
}

// mznOutput writes an output item that prints solutions as MiniZinc data, which ReadAnswer reads.
func (p *printer) mznOutput(g *grid) {
	if g != nil {
		n := g.side
		p.printf(`output ["x =\n[| "] ++`+"\n"+`  [ show_int(%d, x[r,c]) ++ `+
			`if c < %d then ", " elseif r < %d then "\n | " else "\n |];\n" endif | r, c in 1..%d ];`+"\n",
			len(strconv.Itoa(n)), n, n, n)
		return
	}
	line := func(name string) string { return fmt.Sprintf("\n  \"%s = \\(%s);\\n\"", name, name) }
	p.printf("output [%s];\n", join(p.names, ",", line))
}
