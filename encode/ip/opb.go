package ip

import (
	"bufio"
	"fmt"
	"io"
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
// sets one variable to 0 or 1 becomes a bound. All columns are shown. Errors are of type *ParseError.
func ReadOPB(r io.Reader) (*Program, error) {
	o := &opbReader{lines: newLines(r, string(OPB)), p: &Program{}}
	if err := o.read(); err != nil {
		return nil, err
	}
	if err := o.p.finish(); err != nil {
		return nil, o.lines.errorf("%s", strings.TrimPrefix(err.Error(), "ip: "))
	}
	return o.p, nil
}

type opbReader struct {
	lines *lines
	p     *Program
	names []struct {
		column int
		name   string
	}
	begun bool // something other than comments was read
}

func (o *opbReader) read() error {
	variables := 0
	var statement []opbWord // of the current statement so far
	for o.lines.next() {
		text := o.lines.text
		if strings.HasPrefix(text, "*") {
			if o.lines.number == 1 {
				if n, ok := opbHeader(text); ok {
					variables = n
					continue
				}
			}
			o.comment(text)
			continue
		}
		for _, w := range opbWords(text) {
			if w.text != ";" {
				statement = append(statement, w)
				if len(statement) > 3*maxColumns {
					return o.errorAt(w, "statement too long")
				}
				continue
			}
			if err := o.statement(statement, w); err != nil {
				return err
			}
			statement = statement[:0]
		}
		for i := range statement {
			if statement[i].line == 0 {
				statement[i].line = o.lines.number
			}
		}
	}
	if o.lines.err != nil {
		return o.lines.err
	}
	if len(statement) > 0 {
		return o.lines.errorf("the file ends within a statement; expected ;")
	}
	if variables > maxColumns {
		return &ParseError{string(OPB), 1, 0, fmt.Sprintf("%d variables are more than the %d supported", variables, maxColumns)}
	}
	o.column(variables - 1)
	o.nameColumns()
	return nil
}

// An opbWord is a word of a line. line is filled in when the statement goes on in another line.
type opbWord struct {
	text         string
	line, column int
}

// opbWords cuts a line at blanks and before and after each semicolon.
func opbWords(text string) []opbWord {
	var words []opbWord
	start := -1
	flush := func(end int) {
		if start >= 0 {
			words = append(words, opbWord{text: text[start:end], column: start + 1})
			start = -1
		}
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c == ';':
			flush(i)
			words = append(words, opbWord{text: ";", column: i + 1})
		case c == ' ' || c == '\t' || c == '\r':
			flush(i)
		case start < 0:
			start = i
		}
	}
	flush(len(text))
	return words
}

func (o *opbReader) errorAt(w opbWord, format string, args ...any) error {
	line := w.line
	if line == 0 {
		line = max(o.lines.number, 1)
	}
	return &ParseError{string(OPB), line, w.column, fmt.Sprintf(format, args...)}
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
func (o *opbReader) statement(words []opbWord, end opbWord) error {
	if len(words) == 0 {
		return o.errorAt(end, "empty statement")
	}
	first := !o.begun
	o.begun = true
	if w := words[0]; w.text == "min:" || w.text == "max:" {
		if !first {
			return o.errorAt(w, "the objective must come first")
		}
		entries, rest, err := o.terms(words[1:])
		if err != nil {
			return err
		}
		if len(rest) > 0 {
			return o.errorAt(rest[0], "expected a coefficient, found %q", rest[0].text)
		}
		o.p.Objective, o.p.Maximize = entries, w.text == "max:"
		return nil
	}
	entries, rest, err := o.terms(words)
	switch {
	case err != nil:
		return err
	case len(rest) == 0:
		return o.errorAt(end, "expected >=, <= or = before ;")
	case rest[0].text != "=" && rest[0].text != ">=" && rest[0].text != "<=":
		return o.errorAt(rest[0], "expected a coefficient or >=, <= or =, found %q", rest[0].text)
	case len(rest) == 1:
		return o.errorAt(end, "expected a number before ;")
	case len(rest) > 2:
		return o.errorAt(rest[2], "expected ;, found %q", rest[2].text)
	}
	bound, ok := integer(rest[1].text)
	if !ok {
		return o.errorAt(rest[1], "%q is not a whole number up to 2^53", rest[1].text)
	}
	row := Row{Entries: entries, Lower: -Infinity, Upper: Infinity}
	row.bound(rest[0].text, bound)
	if len(entries) == 1 && entries[0].Coef == 1 && row.Lower == row.Upper && (bound == 0 || bound == 1) {
		if c := &o.p.Columns[entries[0].Column]; c.Lower < c.Upper {
			c.Lower, c.Upper = bound, bound
			return nil
		}
	}
	o.p.Rows = append(o.p.Rows, row)
	return nil
}

// terms reads coefficients and variables as long as there are any.
func (o *opbReader) terms(words []opbWord) (entries []Entry, rest []opbWord, err error) {
	all := words
	for len(words) > 0 {
		n, ok := integer(words[0].text)
		if !ok {
			if c := words[0].text[0]; c == '+' || c == '-' || c >= '0' && c <= '9' {
				return nil, nil, o.errorAt(words[0], "%q is not a whole number up to 2^53", words[0].text)
			}
			break
		}
		if len(words) == 1 {
			return nil, nil, o.errorAt(words[0], "expected a variable after %q", words[0].text)
		}
		j, ok := opbVariable(words[1].text)
		if !ok {
			return nil, nil, o.errorAt(words[1], "expected a variable x1 to x%d, found %q", maxColumns, words[1].text)
		}
		o.column(j)
		entries = append(entries, Entry{j, n})
		words = words[2:]
	}
	if entries, ok := merged(entries); ok {
		return entries, words, nil
	}
	return nil, nil, o.errorAt(all[0], "the coefficients of a variable add up to more than 2^53")
}
