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
func ReadLP(r io.Reader) (*Program, error) {
	p := &lpReader{lex: lexer{Reader: scan.NewReader(r, string(LP))}, program: &Program{}, index: make(map[string]int), rowIndex: make(map[string]bool)}
	if err := p.read(); err != nil {
		return nil, err
	}
	p.program.Comments = p.lex.comments
	p.program.Name = p.lex.name
	if err := p.program.finish(); err != nil {
		return nil, &encode.ParseError{Format: string(LP), Line: p.lex.Here().Line, Msg: strings.TrimPrefix(err.Error(), "ip: ")}
	}
	return p.program, nil
}

type lpReader struct {
	lex      lexer
	tok      token // the next token
	program  *Program
	index    map[string]int // columns by name
	whole    []bool         // by column: declared Binary or General
	bounded  []bool         // by column: has an upper bound
	rowIndex map[string]bool
}

func (p *lpReader) next() (err error) {
	p.tok, err = p.lex.token()
	return err
}

func (p *lpReader) errorf(format string, args ...any) error {
	return p.tok.Errorf(format, args...)
}

func (p *lpReader) read() error {
	if err := p.next(); err != nil {
		return err
	}
	switch p.tok.keyword {
	case "maximize":
		p.program.Maximize = true
	case "minimize":
	default:
		return p.errorf("expected Minimize or Maximize, found %s", p.tok)
	}
	if err := p.next(); err != nil {
		return err
	}
	if err := p.objective(); err != nil {
		return err
	}
	for {
		section := p.tok
		if section.keyword == "" {
			return p.errorf("expected a section, found %s", section)
		}
		if err := p.next(); err != nil {
			return err
		}
		var err error
		switch section.keyword {
		case "subject to":
			err = p.rows()
		case "bounds":
			err = p.bounds()
		case "binary", "general":
			err = p.integers(section.keyword == "binary")
		case "end":
			if p.tok.kind != tokenEnd {
				return p.errorf("expected nothing after End, found %s", p.tok)
			}
			return p.complete()
		default:
			return section.Errorf("section %s not expected here", section)
		}
		if err != nil {
			return err
		}
	}
}

// complete checks what only the whole file shows.
func (p *lpReader) complete() error {
	for j, c := range p.program.Columns {
		if !p.whole[j] {
			return p.errorf("column %s is neither Binary nor General; a 0-1 program has no others", c.Name)
		}
		if !p.bounded[j] {
			return p.errorf("column %s has no upper bound; in a 0-1 program it is 0 or 1", c.Name)
		}
	}
	return nil
}

// objective = [name ":"] [expression].
func (p *lpReader) objective() error {
	if _, err := p.label(); err != nil {
		return err
	}
	if p.tok.keyword != "" {
		return nil
	}
	entries, err := p.expression()
	p.program.Objective = entries
	return err
}

// label reads "name :" if it is there.
func (p *lpReader) label() (string, error) {
	if p.tok.kind != tokenName || !p.tok.label {
		return "", nil
	}
	name := p.tok.text
	if err := p.next(); err != nil { // the colon
		return "", err
	}
	return name, p.next()
}

// rows = { [name ":"] [number relation] expression relation number }.
func (p *lpReader) rows() error {
	for p.tok.keyword == "" && p.tok.kind != tokenEnd {
		row := Row{Lower: -Infinity, Upper: Infinity}
		start := p.tok
		name, err := p.label()
		if err != nil {
			return err
		}
		if row.Name = name; name == "" {
			row.Name = fmt.Sprintf("c%d", len(p.program.Rows)+1)
		}
		if p.rowIndex[row.Name] {
			return start.Errorf("row %s is stated twice", row.Name)
		}
		p.rowIndex[row.Name] = true
		bare, left, err := p.term()
		if err != nil {
			return err
		}
		if bare && p.tok.kind == tokenRelation { // number relation expression
			relation := map[string]string{"<=": ">=", ">=": "<=", "=": "="}[p.tok.text]
			row.bound(relation, left.Coef)
			if err := p.next(); err != nil {
				return err
			}
			if row.Entries, err = p.expression(); err != nil {
				return err
			}
		} else {
			if bare {
				return p.errorf("expected a column name after the coefficient, found %s", p.tok)
			}
			if row.Entries, err = p.more(left); err != nil {
				return err
			}
			if p.tok.kind != tokenRelation {
				return p.errorf("expected <=, >= or = in row %s, found %s", row.Name, p.tok)
			}
		}
		if p.tok.kind == tokenRelation {
			relation := p.tok.text
			if err := p.next(); err != nil {
				return err
			}
			n, err := p.number()
			if err != nil {
				return err
			}
			row.bound(relation, n)
		}
		if row.Lower > row.Upper {
			return start.Errorf("the bounds of row %s exclude each other", row.Name)
		}
		p.program.Rows = append(p.program.Rows, row)
	}
	return nil
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

// expression reads a sum of terms.
func (p *lpReader) expression() ([]Entry, error) {
	bare, first, err := p.term()
	if err != nil {
		return nil, err
	}
	if bare {
		return nil, p.errorf("expected a column name after the coefficient, found %s", p.tok)
	}
	return p.more(first)
}

// more reads the rest of a sum. Zero coefficients are dropped, equal columns merged.
func (p *lpReader) more(first Entry) ([]Entry, error) {
	entries := []Entry{first}
	for p.tok.kind == tokenSign {
		bare, e, err := p.term()
		if err != nil {
			return nil, err
		}
		if bare {
			return nil, p.errorf("expected a column name after the coefficient, found %s", p.tok)
		}
		entries = append(entries, e)
	}
	if p.tok.kind == tokenName && p.tok.keyword == "" || p.tok.kind == tokenNumber {
		return nil, p.errorf("expected +, -, a relation or a section, found %s", p.tok)
	}
	entries, ok := merged(entries)
	if !ok {
		return nil, p.errorf("the coefficients of a column add up to more than 2^53")
	}
	return entries, nil
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

// term = {"+" | "-"} [number] [name]. It reports whether the name is missing.
func (p *lpReader) term() (bare bool, e Entry, err error) {
	e.Coef = 1
	for p.tok.kind == tokenSign {
		if p.tok.text == "-" {
			e.Coef = -e.Coef
		}
		if err := p.next(); err != nil {
			return false, e, err
		}
	}
	number := p.tok.kind == tokenNumber
	if number {
		n, err := p.tok.integer()
		if err != nil {
			return false, e, err
		}
		e.Coef *= n
		if err := p.next(); err != nil {
			return false, e, err
		}
	}
	if p.tok.kind != tokenName || p.tok.keyword != "" || p.tok.label {
		if number {
			return true, e, nil
		}
		return false, e, p.errorf("expected a number or a column name, found %s", p.tok)
	}
	e.Column = p.column(p.tok.text)
	return false, e, p.next()
}

// number = {"+" | "-"} number.
func (p *lpReader) number() (int, error) {
	sign := 1
	for p.tok.kind == tokenSign {
		if p.tok.text == "-" {
			sign = -sign
		}
		if err := p.next(); err != nil {
			return 0, err
		}
	}
	if p.tok.kind != tokenNumber {
		return 0, p.errorf("expected a number, found %s", p.tok)
	}
	n, err := p.tok.integer()
	if err != nil {
		return 0, err
	}
	return sign * n, p.next()
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
func (p *lpReader) bounds() error {
	for p.tok.keyword == "" && p.tok.kind != tokenEnd {
		row := Row{Lower: -Infinity, Upper: Infinity}
		if p.tok.kind != tokenName {
			n, err := p.number()
			if err != nil {
				return err
			}
			if p.tok.kind != tokenRelation {
				return p.errorf("expected <=, >= or =, found %s", p.tok)
			}
			row.bound(map[string]string{"<=": ">=", ">=": "<=", "=": "="}[p.tok.text], n)
			if err := p.next(); err != nil {
				return err
			}
		}
		if p.tok.kind != tokenName || p.tok.keyword != "" {
			return p.errorf("expected a column name, found %s", p.tok)
		}
		name := p.tok
		j := p.column(name.text)
		if err := p.next(); err != nil {
			return err
		}
		if p.tok.kind == tokenRelation {
			relation := p.tok.text
			if err := p.next(); err != nil {
				return err
			}
			n, err := p.number()
			if err != nil {
				return err
			}
			row.bound(relation, n)
		}
		c := &p.program.Columns[j]
		if row.free() {
			return p.errorf("expected <=, >= or = and a number after %s, found %s", name, p.tok)
		}
		if row.Lower != -Infinity {
			c.Lower = row.Lower
		}
		if row.Upper != Infinity {
			c.Upper = row.Upper
			p.bounded[j] = true
		}
		if c.Lower < 0 || c.Upper > 1 || c.Lower > c.Upper {
			return name.Errorf("the bounds of %s are not within 0 and 1", name.text)
		}
	}
	return nil
}

// integers = { name }. A column that is Binary is so whatever its bounds were; if they were within 0 and 1 they stay.
func (p *lpReader) integers(binary bool) error {
	for p.tok.keyword == "" && p.tok.kind != tokenEnd {
		if p.tok.kind != tokenName {
			return p.errorf("expected a column name, found %s", p.tok)
		}
		j := p.column(p.tok.text)
		p.whole[j] = true
		p.bounded[j] = p.bounded[j] || binary
		if err := p.next(); err != nil {
			return err
		}
	}
	return nil
}
