package ip

import (
	"fmt"
	"slices"

	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// constraint states constraint i of the model, c.
func (b *builder) constraint(i int, c model.Constraint) error {
	switch c := c.(type) {
	case model.AllDifferent:
		b.allDifferent(i, c)
	case model.NotEqual:
		b.notEqual(i, c)
	case model.Linear:
		return b.linear(i, c)
	case model.Table:
		b.table(i, c)
	case model.Given:
		b.given(i, c)
	}
	return nil
}

// allDifferent adds a row for each value. If there are as many values as variables, the variables are a permutation of
// the values and each value is taken exactly once. The value of a constant is forbidden to the other variables.
func (b *builder) allDifferent(i int, c model.AllDifferent) {
	const taken = -1
	count := b.perValue // by value: how many variables can take it, or taken
	b.touched = b.touched[:0]
	clash := false
	for _, v := range c.Vars {
		if b.constant[v] {
			k := b.values.Rank(b.m.Vars[v].Domain.Min())
			clash = clash || count[k] == taken
			if count[k] != taken {
				count[k] = taken
				b.touched = append(b.touched, k)
			}
		}
	}
	for _, v := range c.Vars {
		if b.constant[v] {
			continue
		}
		for value := range b.m.Vars[v].Domain.All {
			k := b.values.Rank(value)
			switch count[k] {
			case taken:
				j, _ := b.column(v, value)
				s := encode.Consequence.OfConstraint(i).WithValue(value)
				s.Var = v
				b.forbid(j, s)
				continue
			case 0:
				b.touched = append(b.touched, k)
			}
			count[k]++
		}
	}
	permutation := len(b.touched) == len(c.Vars)
	slices.Sort(b.touched)

	// From here on, count[k] is the index of the row of value k, plus 1, or 0 if it has none.
	for _, k := range b.touched {
		n := count[k]
		count[k] = 0
		if n == taken || n == 1 && !permutation {
			continue
		}
		lower, role := 0, encode.AtMostOne
		if permutation {
			lower, role = 1, encode.ExactlyOne
		}
		b.addRow(b.newEntries(n)[:0], lower, 1, role.OfConstraint(i).WithValue(b.values.Value(k)))
		count[k] = len(b.p.Rows)
	}
	for _, v := range c.Vars {
		b.guard.Poll()
		if b.constant[v] {
			continue
		}
		for j, value := range b.m.Vars[v].Domain.Indexed {
			if r := count[b.values.Rank(value)]; r > 0 {
				row := &b.p.Rows[r-1]
				row.Entries = append(row.Entries, Entry{b.first[v] + j, 1})
			}
		}
	}
	for _, k := range b.touched {
		count[k] = 0
	}
	if clash {
		b.addContradiction(i)
	}
}

// notEqual adds a row for each conflicting pair of values.
func (b *builder) notEqual(i int, c model.NotEqual) {
	if c.A == c.B {
		if c.Offset == 0 {
			b.addContradiction(i)
		}
		return
	}
	for value := range b.m.Vars[c.A].Domain.All {
		other := value - c.Offset
		if !b.allowed(c.B, other) {
			continue
		}
		s := encode.Conflict.OfConstraint(i).WithValue(value)
		x, xFree := b.column(c.A, value)
		y, yFree := b.column(c.B, other)
		switch {
		case xFree && yFree:
			entries := b.newEntries(2)
			entries[0], entries[1] = Entry{x, 1}, Entry{y, 1}
			b.addRow(entries, 0, 1, s)
		case xFree:
			b.forbid(x, s)
		case yFree:
			b.forbid(y, s)
		default:
			b.addContradiction(i)
		}
	}
}

// linear adds a row over the columns of the values. The contribution of constants moves to the right-hand side.
func (b *builder) linear(i int, c model.Linear) error {
	entries, known, ok := b.expression(c.Terms)
	bound := c.Bound - known
	if !ok || tooLarge(c.Bound) || tooLarge(bound) {
		return b.tooLargeError("constraint " + b.m.Describe(c))
	}
	lower, upper := bound, bound
	switch c.Relation {
	case model.AtMost:
		lower = -Infinity
	case model.AtLeast:
		upper = Infinity
	}
	switch {
	case len(entries) > 0:
		b.addRow(entries, lower, upper, encode.Sum.OfConstraint(i))
	case lower > 0 || upper < 0:
		b.addContradiction(i)
	}
	return nil
}

// expression returns a sum of terms as entries over the columns and a constant. It returns false if a number exceeds
// MaxNumber.
func (b *builder) expression(terms []model.Term) ([]Entry, int, bool) {
	coef := make(map[model.Var]int, len(terms))
	var order []model.Var
	for _, t := range terms {
		sum := coef[t.Var] + t.Coef
		if tooLarge(t.Coef) || tooLarge(sum) {
			return nil, 0, false
		}
		if _, known := coef[t.Var]; !known {
			order = append(order, t.Var)
		}
		coef[t.Var] = sum
	}
	var entries []Entry
	known, total := 0, 0
	for _, v := range order {
		if j, ok := b.numeric(v); ok {
			c := b.p.Columns[j]
			n, ok := multiply(coef[v], max(1, -c.Lower, c.Upper))
			if total += max(n, -n); !ok || total > MaxNumber {
				return nil, 0, false
			}
			if coef[v] != 0 {
				entries = append(entries, Entry{j, coef[v]})
			}
			continue
		}
		for k, value := range b.m.Vars[v].Domain.Indexed {
			product, ok := multiply(coef[v], value)
			if !ok {
				return nil, 0, false
			}
			if total += max(product, -product); total > MaxNumber {
				return nil, 0, false
			}
			switch {
			case b.constant[v]:
				known += product
			case product != 0:
				entries = append(entries, Entry{b.first[v] + k, product})
			}
		}
	}
	return entries, known, true
}

// numeric returns the column whose value is the value of v, if there is one.
func (b *builder) numeric(v model.Var) (j int, ok bool) {
	if b.whole[v] {
		return b.first[v], true
	}
	return b.sum[v], b.sum[v] > 0
}

// multiply returns a*b, and whether the product is within MaxNumber.
func multiply(a, b int) (int, bool) {
	p := a * b
	if a != 0 && (tooLarge(p) || p/a != b || tooLarge(b)) {
		return 0, false
	}
	return p, true
}

func (b *builder) tooLargeError(part string) error {
	return &encode.UnsupportedError{Encoding: "ip", Part: part + ": numbers beyond 2^53"}
}

// table adds an auxiliary column for each row of the table that the domains allow, and rows that link them to the
// columns of the values.
func (b *builder) table(i int, c model.Table) {
	rows := b.allowedRows(c)
	if len(rows) == 0 {
		b.addContradiction(i)
		return
	}
	free := make([]int, 0, len(c.Vars)) // positions in c.Vars of the variables with columns, each variable once
	for p, v := range c.Vars {
		if !b.constant[v] && !slices.Contains(c.Vars[:p], v) {
			free = append(free, p)
		}
	}
	auxiliary := len(b.p.Columns)
	if len(free) > 1 {
		for _, k := range rows {
			column := Column{Upper: 1}
			if b.Names {
				column.Name = fmt.Sprintf("t%d_k%d", i+1, k+1)
			}
			b.p.Columns = append(b.p.Columns, column)
			if b.notes != nil {
				b.notes.rows[len(b.p.Columns)-1] = k
				b.notes.auxiliary[i]++
			}
		}
	}
	for _, p := range free {
		v := c.Vars[p]
		for k, value := range b.m.Vars[v].Domain.Indexed {
			s := encode.TableRows.OfConstraint(i).WithValue(value)
			s.Var = v
			var entries []Entry
			b.guard.Poll()
			for n, r := range rows {
				if c.Rows[r][p] == value {
					entries = append(entries, Entry{auxiliary + n, 1})
				}
			}
			switch {
			case len(entries) == 0:
				b.forbid(b.first[v]+k, s)
			case len(free) > 1:
				b.addRow(append(entries, Entry{b.first[v] + k, -1}), 0, 0, s)
			}
		}
	}
}

// allowedRows returns the indices of the rows of c whose values are in the domains and which give each variable one
// value, even if it occurs twice in c.Vars. Of equal rows it returns the first.
func (b *builder) allowedRows(c model.Table) []int {
	var rows []int
	seen := make(map[string]bool)
	for k, row := range c.Rows {
		b.guard.Poll()
		ok := true
		for p, v := range c.Vars {
			q := slices.Index(c.Vars, v)
			ok = ok && b.allowed(v, row[p]) && row[p] == row[q]
		}
		if key := fmt.Sprint(row); ok && !seen[key] {
			seen[key] = true
			rows = append(rows, k)
		}
	}
	return rows
}

// given fixes the column of a value, or of the variable, unless the variable is a constant: by its bounds, or by a row
// if Givens asks for rows or the column cannot have the value.
func (b *builder) given(i int, c model.Given) {
	j, value := b.first[c.Var], c.Value
	switch {
	case !b.allowed(c.Var, c.Value):
		b.addContradiction(i)
		return
	case b.constant[c.Var]:
		return
	case !b.whole[c.Var]:
		j, _ = b.column(c.Var, c.Value)
		value = 1
	}
	s := encode.Clue.OfConstraint(i).WithValue(c.Value)
	s.Var = c.Var
	bounds := b.p.Columns[j]
	b.fix(j, value, b.Givens == GivenBounds && bounds.Lower <= value && value <= bounds.Upper, s)
}

// objective states the objective of the model, or ConstantObjective if the model has none and the encoder asks for it.
func (b *builder) objective() error {
	switch {
	case b.m.Objective != nil:
		o := b.m.Objective
		entries, known, ok := b.expression(o.Terms)
		if !ok || tooLarge(o.Constant) || tooLarge(known+o.Constant) {
			return b.tooLargeError("objective")
		}
		b.p.Objective, b.p.Offset, b.p.Maximize = entries, known+o.Constant, o.Maximize
	case b.Encoder.Objective == ConstantObjective && b.p.OneHot:
		b.p.Maximize = true
		b.p.Objective = slice.Make(b.p.Shown, func(j int) Entry { return Entry{j, 1} })
	}
	return nil
}
