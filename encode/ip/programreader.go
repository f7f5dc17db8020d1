package ip

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/names"
	"nonet/encode/internal/scan"
)

// A programReader holds a program while a reader builds it.
type programReader struct {
	p          *Mixed
	columns    map[string]int    // index by name
	aliases    map[string]string // from comments: the original name of a column or row, by its name in the file
	indicators []indicator
}

// An indicator states a row if a column that is 0 or 1 has a value.
type indicator struct {
	at     scan.Position
	column int
	value  int
	row    mixedRow
}

func newProgramReader() programReader {
	return programReader{p: &Mixed{}, columns: map[string]int{}, aliases: map[string]string{}}
}

// setBound states that column j is at most, at least or equal to n, which may be infinite. It fails if there already is
// another finite bound.
func (r *programReader) setBound(at scan.Position, j int, relation string, n number) {
	c := &r.p.columns[j]
	c.at, c.bounded = at, true
	set := func(bound *number, stated *bool, what string) {
		if *stated && *bound != n {
			at.Failf("a second %s bound of %s, %s after %s", what, c.name, n, *bound)
		}
		*bound, *stated = n, !n.isInf()
	}
	if relation != "<=" {
		set(&c.lower, &c.lowest, "lower")
	}
	if relation != ">=" {
		set(&c.upper, &c.most, "upper")
	}
}

// expectedColumns is what a Program has, for errors.
const expectedColumns = "expected integer columns with finite bounds, or fixed ones"

// addColumn appends a column without an upper bound and returns its index.
func (r *programReader) addColumn(at scan.Position, name string) int {
	j := len(r.p.columns)
	r.columns[name] = j
	r.p.columns = append(r.p.columns, mixedColumn{name: name, upper: infinity, at: at})
	return j
}

// settleColumns sets the bounds of the columns at the end of the file, since bounds may come in any order. A row may
// fix a column.
func (r *programReader) settleColumns() {
	one := big.NewInt(1)
	for i := range r.p.rows {
		row := &r.p.rows[i]
		if row.lower != row.upper || row.lower.isInf() || len(row.entries) != 1 {
			continue
		}
		e := row.entries[0]
		c := &r.p.columns[e.column]
		n := decimal(new(big.Rat).Quo(row.lower.rat(), e.coef.rat()))
		if !n.rough && !c.whole && c.lower.compare(n) <= 0 && n.compare(c.upper) <= 0 {
			c.lower, c.upper = n, n
		}
	}
	for j := range r.p.columns {
		c := &r.p.columns[j]
		if c.binary && !c.most {
			c.upper = number{m: 1}
		}
		lower, ok := c.lower.round(one, true)
		upper, fits := c.upper.round(one, false)
		switch {
		case c.lower.compare(c.upper) > 0:
			c.at.Failf("the lower bound %s of %s exceeds its upper bound %s", c.lower, c.name, c.upper)
		case c.whole && ok && fits && lower > upper:
			c.at.Failf("column %s: there is no integer from %s to %s", c.name, c.lower, c.upper)
		case c.binary && (c.lower.m < 0 || c.upper.compare(number{m: 1}) > 0):
			c.at.Failf("the bounds %s and %s of %s are not within 0 and 1", c.lower, c.upper, c.name)
		}
	}
	for _, x := range r.indicators {
		r.addImplication(x)
	}
}

// addImplication states an indicator as rows: with the largest sum M of the terms, b = 1 -> terms <= u is terms +
// (M-u) b <= M, and b = 0 -> terms <= u is terms - (M-u) b <= u.
func (r *programReader) addImplication(x indicator) {
	b, unit := &r.p.columns[x.column], number{m: 1}
	if !b.isBit() {
		x.at.Failf("the indicator %s is not 0 or 1", b.name)
	}
	for _, sign := range []number{unit, unit.neg()} {
		row := mixedRow{name: x.row.name, lower: infinity.neg(), upper: x.row.upper, line: x.row.line}
		if sign.m < 0 {
			row.name, row.upper = row.name+upperSuffix, x.row.lower.neg()
		}
		if row.upper.isInf() {
			continue
		}
		largest := number{}
		for _, e := range x.row.entries {
			coef := number{}.plus(sign, e.coef)
			c := r.p.columns[e.column]
			if coef.m < 0 {
				c.upper = c.lower
			}
			if c.upper.isInf() {
				x.at.Failf("an indicator constraint over %s, which has no bound, is not supported", c.name)
			}
			largest = largest.plus(coef, c.upper)
			row.entries = append(row.entries, mixedEntry{e.column, coef})
		}
		if gap := largest.plus(unit.neg(), row.upper); gap.m > 0 {
			if x.value == 1 {
				row.upper = largest
			} else {
				gap = gap.neg()
			}
			row.entries = mergeEntries(append(row.entries, mixedEntry{x.column, gap}))
			r.p.rows = append(r.p.rows, row)
		}
	}
}

// addComment adds the comment of a line "* ...". A comment such as "C0000001 = name" becomes an alias instead, if
// isAlias accepts the name before the equals sign.
func (r *programReader) addComment(text string, isAlias func(string) bool) {
	text = strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(text, "*"), " "), " ")
	if alias, name, ok := parseAlias(text); ok && isAlias(alias) {
		r.aliases[alias] = name
		return
	}
	r.p.comments = append(r.p.comments, text)
}

// parseAlias parses the comment "alias = name", where name is the name of a column or a row.
func parseAlias(text string) (alias, name string, ok bool) {
	alias, name, found := strings.Cut(text, " = ")
	return alias, name, found && !strings.Contains(alias, " ") && (badName(name) == "" || name == constantName)
}

// restoreNames gives the columns and rows whose names in the file are columnName and rowName their aliases. If two
// aliases are equal, there are none: such names then are default names.
func (r *programReader) restoreNames(columnName, rowName func(i int) string) {
	if names.FirstInvalid(slices.Collect(maps.Values(r.aliases))) >= 0 {
		clear(r.aliases)
	}
	restore := func(name *string, inFile string) {
		if *name == "" || *name == inFile {
			*name = r.aliases[inFile]
		}
	}
	for j := range r.p.columns {
		restore(&r.p.columns[j].name, columnName(j))
	}
	for i := range r.p.rows {
		restore(&r.p.rows[i].name, rowName(i))
	}
}

// finish completes the program that was read: it reverses pad, removes names that equal the default name, and returns
// it with integers and the lines of its rows.
func (r *programReader) finish(notWhole string) (p *Program, lines []int, err error) {
	m := r.p
	m.unpad()
	var dropped []string
	m.substitute(func(j int) bool {
		c := m.columns[j]
		fraction := !c.whole && c.lower == c.upper && c.lower.exp < 0
		if fraction {
			dropped = append(dropped, c.name+" = "+c.lower.String())
		}
		return fraction
	})
	for j := range m.columns {
		if m.columns[j].name == "x"+strconv.Itoa(j+1) {
			m.columns[j].name = ""
		}
	}
	for i := range m.rows {
		if m.rows[i].name == "c"+strconv.Itoa(i+1) {
			m.rows[i].name = ""
		}
		lines = append(lines, m.rows[i].line)
	}
	if p, err = m.exact(notWhole); err != nil {
		return nil, nil, err
	}
	p.Dropped = dropped
	return p, lines, nil
}

// mergeEntries adds up the coefficients of repeated columns and removes zero coefficients. It works in place.
func mergeEntries(entries []mixedEntry) []mixedEntry {
	position := make(map[int]int, len(entries))
	sum := entries[:0]
	for _, e := range entries {
		k, repeated := position[e.column]
		if repeated {
			sum[k].coef = sum[k].coef.plus(number{m: 1}, e.coef)
			continue
		}
		position[e.column] = len(sum)
		sum = append(sum, e)
	}
	return slices.DeleteFunc(sum, func(e mixedEntry) bool { return e.coef.m == 0 })
}
