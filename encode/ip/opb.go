package ip

import (
	"bufio"
	"fmt"
	"io"
	"nonet/encode/internal/scan"
	"strings"
)

// WriteOPB writes p in the format of the pseudo-Boolean competitions (Roussel and Manquinho, Input/Output Format and Solver
// Requirements for the Competitions of Pseudo-Boolean Solvers). Columns are x1, x2 and so on in their order; comments tell the names
// they stand for, which ReadOPB gives back. The same program gives the same bytes.
//
// What the format cannot hold is written otherwise, and ReadOPB returns it so: a fixed column gets a constraint of its own (a row "x = 0"
// or "x = 1" is then read as a bound, too); a row "<=" is negated; a row with two different bounds becomes two, and so does an equality
// with other coefficients than 1 and -1 (clasp 3.3.5 calls "+2 x1 = 1" satisfiable); a maximum becomes the minimum of the negated
// objective; an offset and rows without entries use a last column as WriteLP does. Rows lose their names. WriteOPB returns an error if p is
// not valid or a name is one that WriteLP would not write.
func WriteOPB(w io.Writer, p *Program) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if err := p.checkNames(OPB); err != nil {
		return err
	}
	p = p.pad(false)
	var body strings.Builder
	constraints := 0
	if len(p.Objective) > 0 {
		sign := 1
		if p.Maximize {
			sign = -1
		}
		body.WriteString("min: ")
		opbTerms(&body, p.Objective, sign)
		body.WriteString(";\n")
	}
	p.opbConstraints(func(c opbConstraint) {
		constraints++
		opbTerms(&body, c.entries, c.sign)
		fmt.Fprintf(&body, "%s %d ;\n", c.relation, c.sign*c.bound)
	})
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "* #variable= %d #constraint= %d\n", len(p.Columns), constraints)
	for _, c := range p.comments() {
		fmt.Fprintf(b, "%s\n", strings.TrimRight("* "+c, " "))
	}
	for j, c := range p.Columns {
		if c.Name != "" {
			fmt.Fprintf(b, "* x%d = %s\n", j+1, c.Name)
		}
	}
	b.WriteString(body.String())
	return b.Flush()
}

// An opbConstraint is a constraint of an OPB file: sign times the sum of the entries is = or >= sign times the bound.
type opbConstraint struct {
	row, column int // what it is from: a row, or a fixed column if row is negative
	entries     []Entry
	sign        int
	relation    string
	bound       int
}

// opbConstraints lists the constraints of p in the order of an OPB file.
func (p *Program) opbConstraints(yield func(opbConstraint)) {
	for j, c := range p.Columns {
		if c.Lower == c.Upper {
			yield(opbConstraint{-1, j, []Entry{{j, 1}}, 1, "=", c.Lower})
		}
	}
	for i := range p.Rows {
		r := &p.Rows[i]
		if r.Lower == r.Upper && unit(r.Entries) {
			yield(opbConstraint{i, 0, r.Entries, 1, "=", r.Lower})
			continue
		}
		if r.Lower != -Infinity {
			yield(opbConstraint{i, 0, r.Entries, 1, ">=", r.Lower})
		}
		if r.Upper != Infinity {
			yield(opbConstraint{i, 0, r.Entries, -1, ">=", r.Upper})
		}
	}
}

// unit reports whether all coefficients are 1 or -1.
func unit(entries []Entry) bool {
	for _, e := range entries {
		if e.Coef != 1 && e.Coef != -1 {
			return false
		}
	}
	return true
}

// opbTerms writes a sum with every coefficient multiplied by sign.
func opbTerms(b *strings.Builder, entries []Entry, sign int) {
	for _, e := range entries {
		fmt.Fprintf(b, "%+d x%d ", sign*e.Coef, e.Column+1)
	}
}

// ReadOPB reads a 0-1 program in OPB format: linear constraints with >=, <= or =, and an objective min: or max:. A constraint that only
// sets one variable to 0 or 1 becomes a bound. All columns are shown. Errors are of type *encode.ParseError.
func ReadOPB(r io.Reader) (p *Program, err error) {
	defer scan.Catch(&err)
	o := &opbReader{lines: scan.NewLines(r, string(OPB)), p: &Program{}}
	o.lines.Marks = ";"
	o.read()
	if err := o.p.finish(); err != nil {
		o.lines.Failf("%s", strings.TrimPrefix(err.Error(), "ip: "))
	}
	return o.p, nil
}

// An opbReader ends the reading by scan.Fail.
type opbReader struct {
	lines *scan.Lines
	p     *Program
	names []struct {
		column int
		name   string
	}
	begun bool // something other than comments was read
}

func (o *opbReader) read() {
	variables := 0
	var statement []scan.Word // of the current statement so far
	for o.lines.Next() {
		text := o.lines.Text
		if strings.HasPrefix(text, "*") {
			if o.lines.Number == 1 {
				if n, ok := opbHeader(text); ok {
					variables = n
					continue
				}
			}
			o.comment(text)
			continue
		}
		for _, w := range o.lines.Words() {
			if w.Text != ";" {
				statement = append(statement, w)
				if len(statement) > 3*maxColumns {
					w.Failf("statement too long")
				}
				continue
			}
			o.statement(statement, w)
			statement = statement[:0]
		}
	}
	scan.Fail(o.lines.Err())
	if len(statement) > 0 {
		o.lines.Failf("the file ends within a statement; expected ;")
	}
	if variables > maxColumns {
		scan.Place{Format: string(OPB), Line: 1}.Failf("%d variables are more than the %d supported", variables, maxColumns)
	}
	o.column(variables - 1)
	o.nameColumns()
}

// opbHeader reads "* #variable= 729 #constraint= 324".
func opbHeader(text string) (variables int, ok bool) {
	f := strings.Fields(text)
	if len(f) < 5 || f[1] != "#variable=" || f[3] != "#constraint=" {
		return 0, false
	}
	variables, ok = digits(f[2])
	return variables, ok
}

// comment keeps a comment, unless it tells a name.
func (o *opbReader) comment(text string) {
	text = strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(text, "*"), " "), " \r")
	if left, name, found := strings.Cut(text, " = "); found && (badName(name) == "" || name == constantName) {
		if j, ok := opbVariable(left); ok {
			o.names = append(o.names, struct {
				column int
				name   string
			}{j, name})
			return
		}
	}
	o.p.Comments = append(o.p.Comments, text)
}

// nameColumns gives columns the names that comments told, if these are distinct.
func (o *opbReader) nameColumns() {
	seen := make(map[string]bool)
	for _, n := range o.names {
		if seen[n.name] || n.column >= len(o.p.Columns) {
			return
		}
		seen[n.name] = true
	}
	for _, n := range o.names {
		o.p.Columns[n.column].Name = n.name
	}
}

// opbVariable reads x1 and so on as the index of a column.
func opbVariable(s string) (int, bool) {
	if len(s) < 2 || s[0] != 'x' || s[1] == '0' {
		return 0, false
	}
	n, ok := digits(s[1:])
	return n - 1, ok && n <= maxColumns
}

// column makes sure that column j is there.
func (o *opbReader) column(j int) {
	for len(o.p.Columns) <= j {
		o.p.Columns = append(o.p.Columns, Column{Upper: 1})
	}
}

// statement = ("min:" | "max:") terms | terms relation number.
func (o *opbReader) statement(words []scan.Word, end scan.Word) {
	if len(words) == 0 {
		end.Failf("empty statement")
	}
	first := !o.begun
	o.begun = true
	if w := words[0]; w.Text == "min:" || w.Text == "max:" {
		if !first {
			w.Failf("the objective must come first")
		}
		entries, rest := o.terms(words[1:])
		if len(rest) > 0 {
			rest[0].Failf("expected a coefficient, found %q", rest[0].Text)
		}
		o.p.Objective, o.p.Maximize = entries, w.Text == "max:"
		return
	}
	entries, rest := o.terms(words)
	switch {
	case len(rest) == 0:
		end.Failf("expected >=, <= or = before ;")
	case rest[0].Text != "=" && rest[0].Text != ">=" && rest[0].Text != "<=":
		rest[0].Failf("expected a coefficient or >=, <= or =, found %q", rest[0].Text)
	case len(rest) == 1:
		end.Failf("expected a number before ;")
	case len(rest) > 2:
		rest[2].Failf("expected ;, found %q", rest[2].Text)
	}
	bound, ok := integer(rest[1].Text)
	if !ok {
		rest[1].Failf("%q is not a whole number up to 2^53", rest[1].Text)
	}
	row := Row{Entries: entries, Lower: -Infinity, Upper: Infinity}
	row.bound(rest[0].Text, bound)
	if len(entries) == 1 && entries[0].Coef == 1 && row.Lower == row.Upper && (bound == 0 || bound == 1) {
		if c := &o.p.Columns[entries[0].Column]; c.Lower < c.Upper {
			c.Lower, c.Upper = bound, bound
			return
		}
	}
	o.p.Rows = append(o.p.Rows, row)
}

// terms reads coefficients and variables as long as there are any.
func (o *opbReader) terms(words []scan.Word) ([]Entry, []scan.Word) {
	all := words
	var entries []Entry
	for len(words) > 0 {
		n, ok := integer(words[0].Text)
		if !ok {
			if c := words[0].Text[0]; c == '+' || c == '-' || c >= '0' && c <= '9' {
				words[0].Failf("%q is not a whole number up to 2^53", words[0].Text)
			}
			break
		}
		if len(words) == 1 {
			words[0].Failf("expected a variable after %q", words[0].Text)
		}
		j, ok := opbVariable(words[1].Text)
		if !ok {
			words[1].Failf("expected a variable x1 to x%d, found %q", maxColumns, words[1].Text)
		}
		o.column(j)
		entries = append(entries, Entry{j, n})
		words = words[2:]
	}
	entries, ok := merged(entries)
	if !ok {
		all[0].Failf("the coefficients of a variable add up to more than 2^53")
	}
	return entries, words
}
