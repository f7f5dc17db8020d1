package ip

import (
	"fmt"
	"io"
	"strings"

	"nonet/encode/internal/scan"
)

// readLP reads the LP format.
func readLP(r io.Reader) (program *Program, lines []int, err error) {
	defer scan.Catch(&err)
	l := &lpReader{
		programReader: newProgramReader(),
		lexer:         lexer{Lines: scan.NewLines(r, string(LP))},
		rows:          map[string]bool{},
	}
	l.read()
	l.p.Comments, l.p.Name = l.comments, l.problem
	if err := l.finish(); err != nil {
		l.Failf("%v", err)
	}
	return l.p, l.lines, nil
}

// An lpReader is a recursive-descent parser with one token of lookahead. The comment of a method is its grammar rule,
// where it has one. Errors are reported by scan.Fail.
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
		l.p.Maximize = true
	case "minimize":
	default:
		l.tok.Failf("expected Minimize or Maximize, found %s", l.tok)
	}
	l.next()
	if l.label(); l.tok.keyword == "" {
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
			l.checkColumns("neither Binary nor General")
			return
		default:
			section.Failf("section %s not expected here", section)
		}
	}
}

// objective = [name ":"] [(entry | sign number) {entry | sign number}].
func (l *lpReader) objective() {
	var entries []Entry
	for first := true; first || l.tok.kind == tokenSign; first = false {
		at := l.tok
		bare, e := l.term()
		if !bare {
			entries = append(entries, e)
		} else if l.p.Offset += e.Coef; tooLarge(e.Coef) || tooLarge(l.p.Offset) {
			at.Failf("the constant of the objective is beyond 2^53")
		}
	}
	l.p.Objective = l.sum(entries)
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

// statements = { [name ":"] [number relation] expression relation number }.
func (l *lpReader) statements() {
	for l.inSection() {
		row := Row{Lower: -Infinity, Upper: Infinity}
		start := l.tok
		if row.Name = l.label(); row.Name == "" {
			row.Name = fmt.Sprintf("c%d", len(l.p.Rows)+1)
		}
		if l.rows[row.Name] {
			start.Failf("row %s is defined twice", row.Name)
		}
		l.rows[row.Name] = true
		bare, left := l.term()
		if bare && l.tok.kind == tokenRelation { // number relation expression
			row.bound(reversed[l.tok.text], left.Coef)
			l.next()
			left = l.entry()
		} else if bare {
			l.tok.Failf("expected a column name after the coefficient, found %s", l.tok)
		}
		row.Entries = l.restOfSum(left)
		if l.tok.kind == tokenRelation {
			relation := l.tok.text
			l.next()
			row.bound(relation, l.number())
		} else if row.isFree() {
			l.tok.Failf("expected <=, >= or = in row %s, found %s", row.Name, l.tok)
		}
		if row.Lower > row.Upper {
			start.Failf("the lower bound of row %s exceeds its upper bound", row.Name)
		}
		l.addRow(row, start.Line)
	}
}

// bound tightens the bounds of the row to state "activity relation n" too.
func (r *Row) bound(relation string, n int) {
	if relation != "<=" {
		r.Lower = max(r.Lower, n)
	}
	if relation != ">=" {
		r.Upper = min(r.Upper, n)
	}
}

// entry = sign [number] name.
func (l *lpReader) entry() Entry {
	bare, e := l.term()
	if bare {
		l.tok.Failf("expected a column name after the coefficient, found %s", l.tok)
	}
	return e
}

// restOfSum = { entry }. It returns the sum of first and the rest.
func (l *lpReader) restOfSum(first Entry) []Entry {
	entries := []Entry{first}
	for l.tok.kind == tokenSign {
		entries = append(entries, l.entry())
	}
	return l.sum(entries)
}

// sum returns the sum of entries that end here, with equal columns merged and without zero coefficients.
func (l *lpReader) sum(entries []Entry) []Entry {
	if l.atName() || l.tok.kind == tokenNumber {
		l.tok.Failf("expected +, -, a relation or a section, found %s", l.tok)
	}
	entries, ok := mergeEntries(entries)
	if !ok {
		l.tok.Failf("the coefficients of a column add up to more than 2^53")
	}
	return entries
}

// mergeEntries adds up the coefficients of repeated columns and removes zero coefficients. It works in place. It
// returns false if a sum exceeds MaxNumber.
func mergeEntries(entries []Entry) ([]Entry, bool) {
	position := make(map[int]int, len(entries))
	sum := entries[:0]
	for _, e := range entries {
		if k, dup := position[e.Column]; dup {
			if sum[k].Coef += e.Coef; tooLarge(sum[k].Coef) {
				return nil, false
			}
			continue
		}
		position[e.Column] = len(sum)
		sum = append(sum, e)
	}
	kept := sum[:0]
	for _, e := range sum {
		if e.Coef != 0 {
			kept = append(kept, e)
		}
	}
	if len(kept) == 0 {
		return nil, true
	}
	return kept, true
}

// sign = {"+" | "-"}.
func (l *lpReader) sign() int {
	sign := 1
	for ; l.tok.kind == tokenSign; l.next() {
		if l.tok.text == "-" {
			sign = -sign
		}
	}
	return sign
}

// term = sign [number] [name], with at least one of them. It reports whether the name is missing.
func (l *lpReader) term() (bare bool, e Entry) {
	e.Coef = l.sign()
	at, number := l.tok, l.tok.kind == tokenNumber
	if number {
		e.Coef *= l.tok.bound()
		l.next()
	}
	if !l.atName() || l.tok.label {
		if !number {
			l.tok.Failf("expected a number or a column name, found %s", l.tok)
		}
		return true, e
	}
	if tooLarge(e.Coef) {
		at.Failf("%s is not a coefficient", at)
	}
	e.Column = l.columnIndex(l.tok)
	l.next()
	return false, e
}

// number = sign number.
func (l *lpReader) number() int {
	sign := l.sign()
	if l.tok.kind != tokenNumber {
		l.tok.Failf("expected a number, found %s", l.tok)
	}
	n := l.tok.bound()
	l.next()
	return sign * n
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
		relation, n := "", 0
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
			l.setBound(name.Position, j, ">=", -Infinity)
			l.setBound(name.Position, j, "<=", Infinity)
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
		s := &l.states[l.columnName()]
		s.whole, s.binary = true, s.binary || binary
	}
}
