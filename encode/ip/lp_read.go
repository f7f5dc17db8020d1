package ip

import (
	"io"
	"strings"

	"nonet/encode/internal/names"
	"nonet/encode/internal/scan"
	"nonet/internal/parse"
)

// readLP reads the LP format.
func readLP(r io.Reader) (p *Program, lines []int, err error) {
	defer parse.Catch(&err)
	l := &lpReader{
		programReader: newProgramReader(),
		lexer:         lexer{Lines: scan.NewLines(r, string(LP))},
		rows:          map[string]bool{},
	}
	l.read()
	l.p.comments, l.p.name, l.p.format = l.comments, l.problem, l.Format
	return l.finish("neither Binary nor General")
}

// An lpReader is a recursive-descent parser with one token of lookahead. The comment of a method is its grammar rule,
// where it has one. Errors are reported by parse.Raise.
type lpReader struct {
	programReader
	lexer
	tok  token           // the lookahead
	rows map[string]bool // names of the rows so far
}

func (l *lpReader) next() { l.tok = l.token() }

// atName reports whether the next token is a name that does not begin a section.
func (l *lpReader) atName() bool { return l.tok.kind == tokenName && l.tok.keyword == "" }

// inSection reports whether the next token belongs to the current section.
func (l *lpReader) inSection() bool { return l.tok.keyword == "" && l.tok.kind != tokenEnd }

func (l *lpReader) read() {
	l.next()
	switch l.tok.keyword {
	case "maximize":
		l.p.maximize = true
	case "minimize":
	default:
		if l.tok.label && keywords[strings.ToLower(l.tok.text)] != "" {
			l.tok.Failf(lpSolveFormat)
		}
		l.tok.Failf("expected Minimize or Maximize, found %s", l.tok)
	}
	if l.next(); strings.EqualFold(l.tok.text, "multi") && strings.HasPrefix(l.rest, "-") {
		l.tok.Failf("several objectives are not supported")
	}
	if l.label(); l.tok.keyword == "" {
		l.p.line = l.tok.Line
		l.objective()
	}
	for {
		section := l.tok
		if section.keyword == "" {
			l.tok.Failf("expected a section, found %s", section)
		}
		l.next()
		switch section.keyword {
		case "subject to":
			l.statements()
		case "bounds":
			l.bounds()
		case "binary", "general":
			l.integers(section.keyword == "binary")
		case "end":
			if l.tok.kind != tokenEnd {
				l.tok.Failf("expected nothing after End, found %s", l.tok)
			}
			l.nameRows()
			l.settleColumns()
			return
		default:
			if what := refusedSections[section.keyword]; what != "" {
				if !l.inSection() { // HiGHS writes empty sections
					continue
				}
				section.Failf("section %s: %s are not supported", section, what)
			}
			section.Failf("section %s not expected here", section)
		}
	}
}

// objective = [name ":"] [(entry | sign number) {entry | sign number}].
func (l *lpReader) objective() {
	var entries []mixedEntry
	for first := true; first || l.tok.kind == tokenSign; first = false {
		at := l.tok
		bare, e := l.term()
		if bare && e.coef.isInf() {
			at.Failf("the constant of the objective is infinite")
		}
		if bare {
			l.p.offset = l.p.offset.plus(number{m: 1}, e.coef)
		} else {
			entries = append(entries, e)
		}
	}
	l.p.objective = l.sum(entries)
}

// label = [name ":"]. It returns the name, or "".
func (l *lpReader) label() string {
	if l.tok.kind != tokenName || !l.tok.label {
		return ""
	}
	name := l.tok.text
	l.next() // the colon
	l.next()
	return name
}

// reversed maps a relation to the relation with its sides exchanged.
var reversed = map[string]string{"<=": ">=", ">=": "<=", "=": "="}

// statements = { [name ":"] [name "=" number "->"] row }. A row after -> holds if the name has the value.
func (l *lpReader) statements() {
	for l.inSection() {
		start := l.tok
		name := l.label()
		if l.rows[name] {
			start.Failf("row %s is defined twice", name)
		}
		if name != "" {
			l.rows[name] = true
		}
		row := l.row(name, start)
		if l.tok.kind != tokenArrow {
			l.p.rows = append(l.p.rows, row)
			continue
		}
		n, ok := row.lower.m, row.lower == row.upper && row.lower.exp == 0 && len(row.entries) == 1
		if !ok || row.entries[0].coef != (number{m: 1}) || n != 0 && n != 1 {
			start.Failf("expected a column = 0 or 1 before ->")
		}
		l.next()
		l.indicators = append(l.indicators, indicator{start.Position, row.entries[0].column, n, l.row(name, start)})
	}
}

// nameRows names the rows without a label: c and the number of the row, or a longer name if that is a label.
func (l *lpReader) nameRows() {
	name := func(i int, r *mixedRow) {
		if r.name == "" {
			r.name = names.Unique(l.rows, orDefault("", "c", i), i)
		}
	}
	for i := range l.p.rows {
		name(i, &l.p.rows[i])
	}
	for i := range l.indicators {
		name(len(l.p.rows)+i, &l.indicators[i].row)
	}
}

// row = [number relation] expression [relation number] | relation number, with at least one relation.
func (l *lpReader) row(name string, start token) mixedRow {
	row := mixedRow{name: name, lower: infinity.neg(), upper: infinity, line: start.Line}
	if l.tok.kind != tokenRelation { // some programs write rows without columns
		bare, left := l.term()
		if bare && l.tok.kind == tokenRelation { // number relation expression
			row.bound(reversed[l.tok.text], left.coef)
			l.next()
			left = l.entry()
		} else if bare {
			l.tok.Failf("expected a column name after the coefficient, found %s", l.tok)
		}
		row.entries = l.restOfSum(left)
	}
	if l.tok.kind == tokenRelation {
		relation := l.tok.text
		l.next()
		row.bound(relation, l.number())
	} else if row.lower.isInf() && row.upper.isInf() {
		l.tok.Failf("expected <=, >= or = in row %s, found %s", orDefault(name, "c", len(l.p.rows)), l.tok)
	}
	if row.lower.compare(row.upper) > 0 || row.lower == infinity || row.upper == infinity.neg() {
		start.Failf("the lower bound of row %s exceeds its upper bound", orDefault(name, "c", len(l.p.rows)))
	}
	return row
}

// bound tightens the bounds of the row to state "activity relation n" too.
func (r *mixedRow) bound(relation string, n number) {
	if relation != "<=" && n.compare(r.lower) > 0 {
		r.lower = n
	}
	if relation != ">=" && n.compare(r.upper) < 0 {
		r.upper = n
	}
}

// entry = sign [number] name.
func (l *lpReader) entry() mixedEntry {
	bare, e := l.term()
	if bare {
		l.tok.Failf("expected a column name after the coefficient, found %s", l.tok)
	}
	return e
}

// restOfSum = { entry }. It returns the sum of first and the rest.
func (l *lpReader) restOfSum(first mixedEntry) []mixedEntry {
	entries := []mixedEntry{first}
	for l.tok.kind == tokenSign {
		entries = append(entries, l.entry())
	}
	return l.sum(entries)
}

// sum returns the sum of entries that end here, with equal columns merged and without zero coefficients.
func (l *lpReader) sum(entries []mixedEntry) []mixedEntry {
	if l.atName() && !l.tok.label || l.tok.kind == tokenNumber {
		l.tok.Failf("expected +, -, a relation or a section, found %s", l.tok)
	}
	return mergeEntries(entries)
}

// sign = {"+" | "-"}.
func (l *lpReader) sign() (negative bool) {
	for ; l.tok.kind == tokenSign; l.next() {
		negative = negative != (l.tok.text == "-")
	}
	return negative
}

// signed returns n, or -n after a sign -.
func signed(negative bool, n number) number {
	if negative {
		return n.neg()
	}
	return n
}

// term = sign [number] [name], with at least one of them. It reports whether the name is missing.
func (l *lpReader) term() (bare bool, e mixedEntry) {
	e.coef = signed(l.sign(), number{m: 1})
	at, isNumber := l.tok, l.tok.kind == tokenNumber
	if isNumber {
		e.coef = signed(e.coef.m < 0, l.tok.number())
		l.next()
	}
	if !l.atName() || l.tok.label {
		if !isNumber {
			l.tok.Failf("expected a number or a column name, found %s", l.tok)
		}
		return true, e
	}
	if e.coef.isInf() {
		at.Failf("%s is not a coefficient", at)
	}
	e.column = l.columnIndex(l.tok)
	l.next()
	return false, e
}

// number = sign number.
func (l *lpReader) number() number {
	negative := l.sign()
	if l.tok.kind != tokenNumber {
		l.tok.Failf("expected a number, found %s", l.tok)
	}
	n := l.tok.number()
	l.next()
	return signed(negative, n)
}

// columnIndex returns the column with this name and adds it if it is new.
func (l *lpReader) columnIndex(name token) int {
	j, known := l.columns[name.text]
	if !known {
		j = l.addColumn(name.Position, strings.Clone(name.text))
	}
	return j
}

// bounds = { name "free" | [number relation] name [relation number] }.
func (l *lpReader) bounds() {
	for l.inSection() {
		relation, n := "", number{}
		if l.tok.kind != tokenName {
			n = l.number()
			if relation = reversed[l.tok.text]; l.tok.kind != tokenRelation {
				l.tok.Failf("expected <=, >= or =, found %s", l.tok)
			}
			l.next()
		}
		name := l.tok
		j := l.columnName()
		if relation != "" {
			l.setBound(name.Position, j, relation, n)
		}
		switch {
		case l.tok.kind == tokenRelation:
			relation = l.tok.text
			l.next()
			l.setBound(name.Position, j, relation, l.number())
		case relation == "" && l.atName() && strings.EqualFold(l.tok.text, "free"):
			l.next()
			l.setBound(name.Position, j, ">=", infinity.neg())
			l.setBound(name.Position, j, "<=", infinity)
		case relation == "":
			l.tok.Failf("expected <=, >= or = and a number after %s, found %s", name, l.tok)
		}
	}
}

// columnName = name. It returns the index of the column.
func (l *lpReader) columnName() int {
	if !l.atName() {
		l.tok.Failf("expected a column name, found %s", l.tok)
	}
	j := l.columnIndex(l.tok)
	l.next()
	return j
}

// integers = { name }, in the sections Binary and General. A Binary column has the bounds 0 and 1, unless the Bounds
// section fixes it.
func (l *lpReader) integers(binary bool) {
	for l.inSection() {
		c := &l.p.columns[l.columnName()]
		c.whole, c.binary = true, c.binary || binary
	}
}
