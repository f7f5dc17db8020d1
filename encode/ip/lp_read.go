package ip

import (
	"fmt"
	"io"
	"nonet/encode"
	"nonet/encode/internal/scan"
	"strings"
)

// ReadLP reads a 0-1 program in the LP format: what WriteLP writes, and programs of other writers that keep to an objective, linear
// rows, Bounds, Binary and General sections, whole numbers, and columns within 0 and 1. Ranges "1 <= x + y <= 2" are read. Keywords may
// have upper or lower case; section names begin a line. Columns are in the order of their first mention. All columns are shown. Errors
// are of type *encode.ParseError.
func ReadLP(r io.Reader) (program *Program, err error) {
	defer scan.Catch(&err)
	p := &lpReader{lex: lexer{Lines: scan.NewLines(r, string(LP))}, program: &Program{}, index: make(map[string]int), rowIndex: make(map[string]bool)}
	p.read()
	p.program.Comments = p.lex.comments
	p.program.Name = p.lex.name
	if err := p.program.finish(); err != nil {
		return nil, &encode.ParseError{Format: string(LP), Line: p.lex.Number, Msg: strings.TrimPrefix(err.Error(), "ip: ")}
	}
	return p.program, nil
}

// An lpReader reads by the rules of the grammar, which end the reading by scan.Fail.
type lpReader struct {
	lex      lexer
	tok      token // the next token
	program  *Program
	index    map[string]int // columns by name
	whole    []bool         // by column: declared Binary or General
	bounded  []bool         // by column: has an upper bound
	rowIndex map[string]bool
}

func (p *lpReader) next() { p.tok = p.lex.token() }

// name reports whether the next token is a name that begins no section.
func (p *lpReader) name() bool { return p.tok.kind == tokenName && p.tok.keyword == "" }

// inSection reports whether the section goes on.
func (p *lpReader) inSection() bool { return p.tok.keyword == "" && p.tok.kind != tokenEnd }

func (p *lpReader) read() {
	p.next()
	switch p.tok.keyword {
	case "maximize":
		p.program.Maximize = true
	case "minimize":
	default:
		p.tok.Failf("expected Minimize or Maximize, found %s", p.tok)
	}
	p.next()
	if p.label(); p.tok.keyword == "" { // objective = [name ":"] [expression]
		p.program.Objective = p.more(p.entry())
	}
	for {
		section := p.tok
		if section.keyword == "" {
			p.tok.Failf("expected a section, found %s", section)
		}
		p.next()
		switch section.keyword {
		case "subject to":
			p.rows()
		case "bounds":
			p.bounds()
		case "binary", "general":
			p.integers(section.keyword == "binary")
		case "end":
			if p.tok.kind != tokenEnd {
				p.tok.Failf("expected nothing after End, found %s", p.tok)
			}
			p.complete()
			return
		default:
			section.Failf("section %s not expected here", section)
		}
	}
}

// complete checks what only the whole file shows.
func (p *lpReader) complete() {
	for j, c := range p.program.Columns {
		if !p.whole[j] {
			p.tok.Failf("column %s is neither Binary nor General; a 0-1 program has no others", c.Name)
		}
		if !p.bounded[j] {
			p.tok.Failf("column %s has no upper bound; in a 0-1 program it is 0 or 1", c.Name)
		}
	}
}

// label reads "name :" if it is there.
func (p *lpReader) label() string {
	if p.tok.kind != tokenName || !p.tok.label {
		return ""
	}
	name := p.tok.text
	p.next() // the colon
	p.next()
	return name
}

// reversed has each relation as it reads from right to left.
var reversed = map[string]string{"<=": ">=", ">=": "<=", "=": "="}

// rows = { [name ":"] [number relation] expression relation number }.
func (p *lpReader) rows() {
	for p.inSection() {
		row := Row{Lower: -Infinity, Upper: Infinity}
		start := p.tok
		if row.Name = p.label(); row.Name == "" {
			row.Name = fmt.Sprintf("c%d", len(p.program.Rows)+1)
		}
		if p.rowIndex[row.Name] {
			start.Failf("row %s is stated twice", row.Name)
		}
		p.rowIndex[row.Name] = true
		bare, left := p.term()
		if bare && p.tok.kind == tokenRelation { // number relation expression
			row.bound(reversed[p.tok.text], left.Coef)
			p.next()
			left = p.entry()
		} else if bare {
			p.tok.Failf("expected a column name after the coefficient, found %s", p.tok)
		}
		row.Entries = p.more(left)
		if p.tok.kind == tokenRelation {
			relation := p.tok.text
			p.next()
			row.bound(relation, p.number())
		} else if row.free() {
			p.tok.Failf("expected <=, >= or = in row %s, found %s", row.Name, p.tok)
		}
		if row.Lower > row.Upper {
			start.Failf("the bounds of row %s exclude each other", row.Name)
		}
		p.program.Rows = append(p.program.Rows, row)
	}
}

// bound adds "activity relation n" to what the row states.
func (r *Row) bound(relation string, n int) {
	if relation != "<=" {
		r.Lower = max(r.Lower, n)
	}
	if relation != ">=" {
		r.Upper = min(r.Upper, n)
	}
}

// entry reads a term, which must have a name.
func (p *lpReader) entry() Entry {
	bare, e := p.term()
	if bare {
		p.tok.Failf("expected a column name after the coefficient, found %s", p.tok)
	}
	return e
}

// more reads the rest of a sum. Zero coefficients are dropped, equal columns merged.
func (p *lpReader) more(first Entry) []Entry {
	entries := []Entry{first}
	for p.tok.kind == tokenSign {
		entries = append(entries, p.entry())
	}
	if p.name() || p.tok.kind == tokenNumber {
		p.tok.Failf("expected +, -, a relation or a section, found %s", p.tok)
	}
	entries, ok := merged(entries)
	if !ok {
		p.tok.Failf("the coefficients of a column add up to more than 2^53")
	}
	return entries
}

// merged adds up the coefficients of columns that occur several times and drops those that are zero. It works in place. It reports
// false if a sum is beyond MaxNumber.
func merged(entries []Entry) ([]Entry, bool) {
	at := make(map[int]int, len(entries))
	sum := entries[:0]
	for _, e := range entries {
		if k, dup := at[e.Column]; dup {
			if sum[k].Coef += e.Coef; beyond(sum[k].Coef) {
				return nil, false
			}
			continue
		}
		at[e.Column] = len(sum)
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
func (p *lpReader) sign() int {
	sign := 1
	for ; p.tok.kind == tokenSign; p.next() {
		if p.tok.text == "-" {
			sign = -sign
		}
	}
	return sign
}

// term = sign [number] [name]. It reports whether the name is missing.
func (p *lpReader) term() (bare bool, e Entry) {
	e.Coef = p.sign()
	number := p.tok.kind == tokenNumber
	if number {
		e.Coef *= p.tok.integer()
		p.next()
	}
	if !p.name() || p.tok.label {
		if !number {
			p.tok.Failf("expected a number or a column name, found %s", p.tok)
		}
		return true, e
	}
	e.Column = p.column(p.tok.text)
	p.next()
	return false, e
}

// number = sign number.
func (p *lpReader) number() int {
	sign := p.sign()
	if p.tok.kind != tokenNumber {
		p.tok.Failf("expected a number, found %s", p.tok)
	}
	n := p.tok.integer()
	p.next()
	return sign * n
}

func (p *lpReader) column(name string) int {
	j, known := p.index[name]
	if !known {
		j = len(p.program.Columns)
		name = strings.Clone(name)
		p.index[name] = j
		p.program.Columns = append(p.program.Columns, Column{name, 0, 1})
		p.whole = append(p.whole, false)
		p.bounded = append(p.bounded, false)
	}
	return j
}

// bounds = { [number relation] name [relation number] }.
func (p *lpReader) bounds() {
	for p.inSection() {
		row := Row{Lower: -Infinity, Upper: Infinity}
		if p.tok.kind != tokenName {
			n := p.number()
			if p.tok.kind != tokenRelation {
				p.tok.Failf("expected <=, >= or =, found %s", p.tok)
			}
			row.bound(reversed[p.tok.text], n)
			p.next()
		}
		name := p.tok
		j := p.columnName()
		if p.tok.kind == tokenRelation {
			relation := p.tok.text
			p.next()
			row.bound(relation, p.number())
		}
		c := &p.program.Columns[j]
		if row.free() {
			p.tok.Failf("expected <=, >= or = and a number after %s, found %s", name, p.tok)
		}
		if row.Lower != -Infinity {
			c.Lower = row.Lower
		}
		if row.Upper != Infinity {
			c.Upper = row.Upper
			p.bounded[j] = true
		}
		if c.Lower < 0 || c.Upper > 1 || c.Lower > c.Upper {
			name.Failf("the bounds of %s are not within 0 and 1", name.text)
		}
	}
}

// columnName reads the name of a column.
func (p *lpReader) columnName() int {
	if !p.name() {
		p.tok.Failf("expected a column name, found %s", p.tok)
	}
	j := p.column(p.tok.text)
	p.next()
	return j
}

// integers = { name }. A column that is Binary is so whatever its bounds were; if they were within 0 and 1 they stay.
func (p *lpReader) integers(binary bool) {
	for p.inSection() {
		j := p.columnName()
		p.whole[j] = true
		p.bounded[j] = p.bounded[j] || binary
	}
}
