package ip

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
)

// writeOPB writes the program in the OPB format.
//
// Source: O. Roussel, V. Manquinho, Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean
// Solvers, 2012.
func (w *fileWriter) writeOPB() {
	p, err := w.p.program.padded()
	if err != nil {
		w.err = err
		return
	}
	constraints := p.opbConstraints()
	w.printf("* #variable= %d #constraint= %d\n", len(p.Columns), len(constraints))
	w.writeComments("* ")
	for j, c := range p.Columns {
		if c.Name != "" {
			w.printf("* x%d = %s\n", j+1, c.Name)
		}
	}
	if len(p.Objective) > 0 {
		sign := 1
		if p.Maximize {
			w.printf("* %s\n", negatedNote)
			sign = -1
		}
		w.printf("min: ")
		w.writeOPBTerms(p.Objective, sign)
		w.printf(";\n")
	}
	for _, c := range constraints {
		w.writeOPBTerms(c.entries, c.sign)
		w.printf("%s %d ;\n", c.relation, c.sign*c.bound)
	}
}

// padded returns the program that an OPB file states: see pad.
func (p *Program) padded() (*Program, error) {
	if m := p.view(); m.pad(false) == m && p.Scale <= 1 {
		return p, nil
	}
	return p.Mixed().pad(false).exact("")
}

// An opbConstraint is a constraint of an OPB file: sign times the sum of the entries is = or >= sign times the bound.
type opbConstraint struct {
	row, column int // where it comes from: a row, or a fixed column if row is -1
	entries     []Entry
	sign        int
	relation    string
	bound       int
}

// opbConstraints returns the constraints of p in the order of an OPB file: fixed columns, then rows.
func (p *Program) opbConstraints() []opbConstraint {
	var all []opbConstraint
	for j, c := range p.Columns {
		if c.Lower == c.Upper {
			all = append(all, opbConstraint{-1, j, []Entry{{j, 1}}, 1, "=", c.Lower})
		}
	}
	notUnit := func(e Entry) bool { return e.Coef != 1 && e.Coef != -1 }
	isOne := func(e Entry) bool { return e.Coef == 1 && p.Columns[e.Column] == Column{constantName, 1, 1} }
	for i, r := range p.Rows {
		if r.Lower == r.Upper && !slices.ContainsFunc(r.Entries, notUnit) {
			all = append(all, opbConstraint{i, 0, r.Entries, 1, "=", r.Lower})
			continue
		}
		if r.Lower != -Infinity {
			all = append(all, opbConstraint{i, 0, r.Entries, 1, ">=", r.Lower})
		}
		switch {
		case r.Upper == Infinity:
		case len(r.Entries) == 1 && isOne(r.Entries[0]): // 1 <= b is 1 >= 2-b
			all = append(all, opbConstraint{i, 0, r.Entries, 1, ">=", 2 - r.Upper})
		default:
			all = append(all, opbConstraint{i, 0, r.Entries, -1, ">=", r.Upper})
		}
	}
	return all
}

// writeOPBTerms writes sign times a sum.
func (w *fileWriter) writeOPBTerms(entries []Entry, sign int) {
	for _, e := range entries {
		b := w.AvailableBuffer()
		if sign*e.Coef >= 0 {
			b = append(b, '+')
		}
		b = append(strconv.AppendInt(b, int64(sign*e.Coef), 10), " x"...)
		w.Write(append(strconv.AppendInt(b, int64(e.Column+1), 10), ' '))
	}
}

// readOPB reads the OPB format.
func readOPB(r io.Reader) (p *Program, lines []int, err error) {
	defer parse.Catch(&err)
	o := &opbReader{programReader: newProgramReader(), Lines: scan.NewLines(r, string(OPB))}
	o.Punctuation, o.wantColumns, o.products, o.number = ";", -1, map[string]int{}, map[string]int{}
	o.p.format = o.Format
	o.read()
	return o.finish("not an integer")
}

// An opbReader reads an OPB file. Its methods report errors by parse.Raise.
type opbReader struct {
	programReader
	*scan.Lines
	started                      bool // whether a statement was read
	constraints                  int  // so far
	wantColumns, wantConstraints int  // as the header has them; wantColumns is -1 without a header

	// Until the end of the file, the column of names[k] is maxColumns+k.
	names  []string
	number map[string]int // index in names

	// products has the number of each product, from 1, by its literals. Until the end of the file, its column is the
	// negative number.
	products map[string]int
	factors  [][]opbLiteral // by product
	at       []int          // by product: the line that first has it
}

type opbLiteral struct {
	column  int
	negated bool
}

func (o *opbReader) read() {
	var statement []scan.Word // words of the current statement so far
	for o.Next() {
		text := strings.TrimLeft(o.Text, " \t")
		if strings.HasPrefix(text, "*") {
			if !o.header(text) {
				o.addComment(text, isOPBVariable)
			}
			continue
		}
		o.Text = strings.ReplaceAll(o.Text, "*", " ") // minisat+ writes +1*x1
		for _, w := range o.words() {
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
	parse.Raise(o.Err())
	switch {
	case len(statement) > 0:
		o.Failf("the file ends within a statement; expected ;")
	case o.wantColumns < 0 && !o.started:
		parse.Raise(o.EndErrorf("the file ends without a header or a constraint"))
	case o.constraints < o.wantConstraints:
		parse.Raise(o.EndErrorf("the file ends after %d constraints, the header has %d", o.constraints,
			o.wantConstraints))
	}
	o.ensureColumn(o.wantColumns - len(o.names) - 1)
	o.addProducts()
	o.restoreNames(func(j int) string { return "x" + strconv.Itoa(j+1) }, func(int) string { return "" })
}

const opbHeaderForm = "* #variable= VARIABLES #constraint= CONSTRAINTS"

// opbHeader matches "* #variable= 729 #constraint= 324". Further counts may follow.
var opbHeader = parse.Pattern(`^\*\s*#variable=\s*(\d{1,18})\s+#constraint=\s*(\d{1,18})(?:\s|$)`)

const opbHeaderStart = "#variable="

// header reads a comment that is the header, and returns false for other comments.
func (o *opbReader) header(text string) bool {
	if text = strings.TrimLeft(text[1:], " \t"); !strings.HasPrefix(text, opbHeaderStart) {
		return false
	}
	groups := opbHeader().FindStringSubmatch(o.Text)
	if groups == nil {
		parse.Raise(o.Errorf(1, "expected the header %q", opbHeaderForm))
	}
	if o.wantColumns >= 0 || o.started {
		parse.Raise(o.Errorf(1, "second header, or a header after a statement"))
	}
	o.wantColumns, _ = strconv.Atoi(groups[1])
	o.wantConstraints, _ = strconv.Atoi(groups[2])
	if o.wantColumns > maxColumns {
		parse.Raise(o.Errorf(1, "got %d variables, at most %d are supported", o.wantColumns, maxColumns))
	}
	return true
}

func isOPBVariable(name string) bool { _, ok := opbVariable(name); return ok }

// opbVariable parses x1, x2 and so on as the column index 0, 1 and so on.
func opbVariable(s string) (int, bool) {
	if len(s) < 2 || s[0] != 'x' || s[1] == '0' {
		return 0, false
	}
	n, ok := digits(s[1:])
	return n - 1, ok && n <= maxColumns
}

// opbName matches the names that VeriPB, SCIP and Gurobi have besides x1, x2 and so on.
var opbName = parse.Pattern(`^[A-Za-z_][\w\[\]{}^.,-]*$`)

// column returns the column of a variable, which is beyond maxColumns until the end of the file if its name is not x1,
// x2 and so on.
func (o *opbReader) column(name string) (j int, ok bool) {
	if j, ok = opbVariable(name); ok {
		o.ensureColumn(j)
		return j, true
	}
	if !opbName().MatchString(name) || len(name) > 1 && strings.Trim(name[1:], "0123456789") == "" && name[0] == 'x' {
		return 0, false
	}
	k, known := o.number[name]
	if !known {
		k = len(o.names)
		o.number[name] = k
		o.names = append(o.names, name)
	}
	return maxColumns + k, true
}

// ensureColumn adds columns until column j exists.
func (o *opbReader) ensureColumn(j int) {
	o.p.columns = slices.Grow(o.p.columns, max(0, j+1-len(o.p.columns)))
	for len(o.p.columns) <= j {
		o.p.columns = append(o.p.columns, mixedColumn{upper: number{m: 1}, whole: true})
	}
}

// words is Words, and also separates numbers, variables, relations and keywords without blanks between them.
func (o *opbReader) words() (all []scan.Word) {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	unnamed := func(s string) bool { return strings.TrimLeft(s, "+-~x0123456789") == "" }
	for _, w := range o.Words() {
		from := 0
		for i := 1; i < len(w.Text) && w.Text[0] != '@'; i++ {
			a, b := w.Text[i-1], w.Text[i]
			relation := strings.IndexByte("<>=", b) >= 0
			if a == ':' || a == ']' && w.Text[from] == '[' || relation != (strings.IndexByte("<>=", a) >= 0) ||
				digit(a) && (b == 'x' || b == '~' || b == '+' || b == '-') && unnamed(w.Text[from:i]) ||
				digit(b) && a == '=' {
				all = append(all, w.From(from, i))
				from = i
			}
		}
		all = append(all, w.From(from, len(w.Text)))
	}
	return all
}

// addProducts states each product y of n literals by rows: y <= literal for each of them, and y >= their sum - (n-1).
// The row that fixes the column that pad adds becomes a bound; other rows of one column stay constraints.
func (o *opbReader) addProducts() {
	first := len(o.p.columns)
	unit := number{m: 1}
	for _, name := range o.names {
		o.p.columns = append(o.p.columns, mixedColumn{name: name, upper: unit, whole: true})
	}
	placed := func(column int) int {
		switch {
		case column < 0:
			return first + len(o.names) - column - 1
		case column >= maxColumns:
			return first + column - maxColumns
		}
		return column
	}
	place := func(entries []mixedEntry) {
		for k := range entries {
			entries[k].column = placed(entries[k].column)
		}
	}
	place(o.p.objective)
	for i := range o.p.rows {
		place(o.p.rows[i].entries)
	}
	for k, factors := range o.factors {
		y := placed(-k - 1)
		o.p.columns = append(o.p.columns, mixedColumn{upper: unit, whole: true, auxiliary: true})
		sum := mixedRow{entries: []mixedEntry{{y, unit}}, lower: number{m: 1 - len(factors)}, upper: infinity,
			line: o.at[k]}
		for _, l := range factors { // literal - y >= 0, where a negated literal is 1 - x
			l.column = placed(l.column)
			row := mixedRow{entries: []mixedEntry{{l.column, unit}, {y, unit.neg()}}, upper: infinity, line: o.at[k]}
			coef := unit.neg()
			if l.negated {
				row.entries[0].coef, row.lower, coef = coef, coef, unit
				sum.lower.m++
			}
			sum.entries = append(sum.entries, mixedEntry{l.column, coef})
			o.p.rows = append(o.p.rows, row)
		}
		o.p.rows = append(o.p.rows, sum)
	}
	if o.aliases["x"+strconv.Itoa(first)] != constantName {
		return
	}
	fixes := func(r mixedRow) bool {
		return len(r.entries) == 1 && r.entries[0] == mixedEntry{first - 1, unit} && r.lower == unit && r.upper == unit
	}
	if i := slices.IndexFunc(o.p.rows, fixes); i >= 0 {
		o.p.columns[first-1].lower = unit
		o.p.rows = slices.Delete(o.p.rows, i, i+1)
	}
}

// product returns the column of a product of literals, which is negative until the end of the file. It returns ok =
// false if the product is 0.
func (o *opbReader) product(factors []opbLiteral) (column int, ok bool) {
	slices.SortFunc(factors, func(a, b opbLiteral) int { return a.column - b.column })
	factors = slices.Compact(factors)
	for i := 1; i < len(factors); i++ {
		if factors[i].column == factors[i-1].column {
			return 0, false
		}
	}
	if len(factors) == 1 && !factors[0].negated {
		return factors[0].column, true
	}
	key := fmt.Sprint(factors)
	k, known := o.products[key]
	if !known {
		k = len(o.factors) + 1
		o.products[key] = k
		o.factors, o.at = append(o.factors, factors), append(o.at, o.Number)
	}
	return -k, true
}

// statement = ("min:" | "max:") terms | ["@" label] terms relation number. VeriPB and RoundingSat read labels;
// here they have no meaning.
func (o *opbReader) statement(words []scan.Word, end scan.Word) {
	if len(words) == 0 {
		end.Failf("empty statement")
	}
	first := !o.started
	o.started = true
	if w := words[0]; w.Text == "min:" || w.Text == "max:" {
		if !first {
			w.Failf("the objective must come first")
		}
		entries, constant, rest := o.terms(words[1:])
		if len(rest) > 0 {
			o.refuse(rest[0])
			rest[0].Failf("expected a coefficient, found %q", rest[0].Text)
		}
		o.p.objective, o.p.offset, o.p.maximize = entries, number{m: constant}, w.Text == "max:"
		return
	}
	if o.constraints++; o.wantColumns >= 0 && o.constraints > o.wantConstraints {
		words[0].Failf("more constraints than the %d of the header", o.wantConstraints)
	}
	if len(words[0].Text) > 1 && words[0].Text[0] == '@' {
		words = words[1:]
	}
	entries, constant, rest := o.terms(words)
	if len(rest) > 0 {
		o.refuse(rest[0])
	}
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
	bound, ok := parseInteger(rest[1].Text)
	if !ok {
		rest[1].Failf("%q is not a whole number up to 2^53", rest[1].Text)
	}
	row := mixedRow{entries: entries, lower: infinity.neg(), upper: infinity, line: words[0].Line}
	if bound -= constant; tooLarge(bound) {
		rest[1].Failf("the constants add up to more than 2^53")
	}
	row.bound(rest[0].Text, number{m: bound})
	o.p.rows = append(o.p.rows, row)
}

// refuse fails if a word that ends the terms is the mark of an extension that the reader does not support.
func (o *opbReader) refuse(w scan.Word) {
	if w.Text == "soft:" || strings.HasPrefix(w.Text, "[") {
		w.Failf("%q: soft constraints are not supported", w.Text)
	}
}

// terms = { coefficient ["~"] variable { ["~"] variable } }, where several variables are a product. It returns the
// entries, the constant that negated variables add, and the remaining words.
func (o *opbReader) terms(words []scan.Word) (_ []mixedEntry, constant int, rest []scan.Word) {
	all := words
	var entries []mixedEntry
	for len(words) > 0 {
		n, ok := parseInteger(words[0].Text)
		if !ok {
			if c := words[0].Text[0]; c == '+' || c == '-' || c >= '0' && c <= '9' {
				words[0].Failf("%q is not a whole number up to 2^53", words[0].Text)
			}
			break
		}
		if len(words) == 1 {
			words[0].Failf("expected a variable after %q", words[0].Text)
		}
		var factors []opbLiteral
		at := words[0]
		for words = words[1:]; len(words) > 0; words = words[1:] {
			name, negated := strings.CutPrefix(words[0].Text, "~")
			j, ok := o.column(name)
			if !ok && len(factors) > 0 && !strings.HasPrefix(name, "x") {
				break
			}
			if !ok {
				words[0].Failf("expected a variable, x1 to x%d or a name, found %q", maxColumns, words[0].Text)
			}
			switch n := len(o.p.columns) + len(o.names); {
			case o.wantColumns >= 0 && n > o.wantColumns:
				words[0].Failf("%s: the header has %d variables", words[0].Text, o.wantColumns)
			case n > maxColumns:
				words[0].Failf("more than %d variables are not supported", maxColumns)
			}
			factors = append(factors, opbLiteral{j, negated})
		}
		j := factors[0].column
		if len(factors) == 1 && factors[0].negated { // n * ~x = n - n * x
			if constant += n; tooLarge(constant) {
				at.Failf("the coefficients add up to more than 2^53")
			}
			n = -n
		} else if len(factors) > 1 {
			if j, ok = o.product(factors); !ok {
				continue
			}
		}
		entries = append(entries, mixedEntry{j, number{m: n}})
	}
	entries = mergeEntries(entries)
	if slices.ContainsFunc(entries, func(e mixedEntry) bool { return tooLarge(e.coef.m) }) {
		all[0].Failf("the coefficients of a variable add up to more than 2^53")
	}
	return entries, constant, words
}
