package build

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// tabulate states result = f(inputs) as a table, as function does. It refuses more than limit combinations of values,
// unless the builder is one of From.
func (b *Builder) tabulate(inputs []lin, result lin, limit int, f func(in []int) (int, bool)) {
	size := func(v int) int { return b.vars[v].dom.Size() }
	combinations, vars := 1, variablesOf(inputs)
	for _, v := range vars {
		combinations = min(combinations*min(size(v), limit+1), limit+1)
	}
	if combinations > limit && b.base == 0 {
		sizes := slice.Map(vars, func(v int) string { return strconv.Itoa(size(v)) })
		b.refuse(fmt.Sprintf("it needs a table with a row for each combination of %s values, at most %d",
			strings.Join(sizes, " × "), limit))
	}
	b.function(inputs, result, f)
}

// variablesOf returns the variables of a list, each once.
func variablesOf(list []lin) (vars []int) {
	for _, l := range list {
		for _, t := range l.terms {
			if !slices.Contains(vars, t.v) {
				vars = append(vars, t.v)
			}
		}
	}
	return vars
}

// function states result = f(inputs) as a table over the variables of the inputs and of the result. Where f returns
// false, it has no value and the constraint is false. The result has at most one variable.
func (b *Builder) function(inputs []lin, result lin, f func(in []int) (int, bool)) {
	vars := variablesOf(inputs)
	domains := slice.Map(vars, func(v int) model.Domain { return b.vars[v].dom })
	inputCount := len(vars)
	column := -1 // of the result's variable
	if len(result.terms) > 0 {
		if column = slices.Index(vars, result.terms[0].v); column < 0 {
			column, vars = len(vars), append(vars, result.terms[0].v)
		}
	}

	at := make([][]int, len(inputs)) // position in vars of the variable of each term
	for i, l := range inputs {
		for _, t := range l.terms {
			at[i] = append(at[i], slices.Index(vars, t.v))
		}
	}
	kept := b.numbers[:0] // rows, one after the other
	row := make([]int, len(vars))
	in := make([]int, len(inputs))
	count := 0
	keep := func() {
		kept = append(kept, row...)
		count++
		b.checkSize(len(kept) + rowWords*count)
	}
	var visit func(k int)
	visit = func(k int) {
		if k < inputCount {
			for n := range domains[k].All {
				row[k] = n
				visit(k + 1)
			}
			return
		}
		for i, l := range inputs {
			in[i] = l.c
			for k, t := range l.terms {
				in[i] = b.add(in[i], b.mul(t.coef, row[at[i][k]]))
			}
		}
		value, ok := f(in)
		if !ok {
			return
		}
		value -= result.c
		if column < 0 {
			if value == 0 {
				keep()
			}
			return
		}
		t := result.terms[0]
		if value%t.coef != 0 {
			return
		}
		value /= t.coef
		if column < inputCount {
			if row[column] == value {
				keep()
			}
		} else if b.vars[t.v].dom.Contains(value) {
			row[column] = value
			keep()
		}
	}
	visit(0)
	b.words += len(kept) + rowWords*count
	b.postTable(vars, b.rowsOf(kept, count))
}

// rowsOf returns the n rows that are one after the other in numbers, which it keeps as memory. They are valid until the
// next call.
func (b *Builder) rowsOf(numbers []int, n int) [][]int {
	b.numbers, b.lines = numbers, b.lines[:0]
	for k := range n {
		width := len(numbers) / n
		b.lines = append(b.lines, numbers[k*width:(k+1)*width])
	}
	return b.lines
}

// share returns a copy of rows. Tables with the same rows share one.
func (b *Builder) share(rows [][]int) [][]int {
	hash, size := uint64(len(rows)), 0
	for _, row := range rows {
		size += len(row)
		for _, n := range row {
			hash = (hash ^ uint64(n)) * 0x9e3779b97f4a7c15
			hash ^= hash >> 32
		}
	}
	if known := b.tables[hash]; slices.EqualFunc(known, rows, slices.Equal) {
		return known
	}
	numbers := make([]int, 0, size)
	shared := slice.Map(rows, func(row []int) []int {
		numbers = append(numbers, row...)
		return numbers[len(numbers)-len(row) : len(numbers) : len(numbers)]
	})
	if b.tables == nil {
		b.tables = map[uint64][][]int{}
	}
	b.tables[hash] = shared
	return shared
}

// postTable states a table over different variables, and reduces their domains to the values that occur.
func (b *Builder) postTable(vars []int, rows [][]int) {
	if len(rows) == 0 {
		b.postFalse(vars...)
		return
	}
	for i, v := range vars {
		if v < max(b.base, b.kept) && len(vars) > 1 {
			continue
		}
		if dom := b.vars[b.find(v)].dom; dom.Size() <= len(rows) {
			seen := slice.NewSet(dom.Size())
			for _, row := range rows {
				if at, inside := dom.Index(row[i]); inside {
					seen.Add(at)
				}
			}
			if seen.Len() == dom.Size() {
				continue
			}
		}
		values := slice.Map(rows, func(row []int) int { return row[i] })
		b.narrow(v, model.Values(slice.Unique(values)...))
	}
	if len(vars) > 1 {
		b.post(model.Table{Vars: modelVars(vars), Rows: b.share(rows)})
	}
}

func modelVars(vars []int) []model.Var {
	return slice.Map(vars, func(v int) model.Var { return model.Var(v) })
}

const (
	maxCases    = 256     // of byCases
	literalRows = 1 << 22 // of the tables of literals of variables that have more values: the squares of their numbers
)

// byCases calls then with each value of x and a literal that is true exactly if x has that value.
func (b *Builder) byCases(x lin, then func(value int, literal lin)) {
	if len(x.terms) == 0 {
		then(x.c, constant(1))
		return
	}
	t := x.terms[0]
	dom := b.vars[t.v].dom
	if n := min(dom.Size(), literalRows); n > maxCases {
		if b.rows += n * n; b.rows > literalRows {
			b.refuse(fmt.Sprintf("it needs a case for each of %d values, at most %d", dom.Size(), maxCases))
		}
	}
	var literals []lin
	v := lin{terms: []term{{1, t.v}}}
	for value := range dom.All {
		literal := b.is(v, value)
		literals = append(literals, literal)
		then(t.coef*value+x.c, literal)
	}
	if !b.isBool(t.v) && !b.split[t.v] {
		if b.split == nil {
			b.split = map[int]bool{}
		}
		b.split[t.v] = true
		b.eq(b.total(literals).plusConstant(b, -1)) // implied; it strengthens the linear relaxation
	}
}

// Function returns f of the values of a list, as a table of all values of the list. f returns false where it has no
// value.
func Function(f func(x []int) (int, bool), xs ...Expr) Expr { return tabular("Function", false, f, xs) }

// Where returns the expression that the values of a list are as holds has it, as a table like Function's.
func Where(holds func(x []int) bool, xs ...Expr) Expr {
	if holds == nil {
		return tabular("Where", true, nil, xs)
	}
	return tabular("Where", true, func(x []int) (int, bool) { return truth(holds(x)), true }, xs)
}

func tabular(name string, isBool bool, f func(x []int) (int, bool), xs []Expr) Expr {
	if f == nil {
		return failed(name, "its function is nil")
	}
	return apply(name, isBool, operation{of: f,
		post: func(b *Builder, x []lin, z lin) { b.tabulate(x, z, MaxRows, f) }}, xs...)
}

// Table returns the expression that the values of a list are one of the rows.
func Table(list List, rows [][]int) Expr {
	xs := listOf(list)
	for _, row := range rows {
		if len(row) != len(xs) {
			return failed("Table", "has a row of %d numbers for %d expressions", len(row), len(xs))
		}
	}
	return apply("Table", true, global{
		holds: func(x []int) bool {
			return slices.ContainsFunc(rows, func(row []int) bool { return slices.Equal(row, x) })
		},
		post: func(b *Builder, x []lin) { b.table(x, rows) },
		same: func() Expr {
			return Or(slice.Map(rows, func(row []int) Expr {
				return And(slice.Make(len(row), func(i int) Expr { return xs[i].Eq(row[i]) })...)
			})...)
		}}, xs...)
}

// reduceColumns limits the variables of a table to the range of their columns.
func reduceColumns(b *Builder, a arguments) {
	list, numbers := a.lins(0), a.numbers(1)
	if len(list) == 0 || len(numbers) == 0 || len(numbers)%len(list) != 0 {
		return // postTable reports it
	}
	for i, x := range list {
		lo, hi := numbers[i], numbers[i]
		for k := i; k < len(numbers); k += len(list) {
			lo, hi = min(lo, numbers[k]), max(hi, numbers[k])
		}
		b.limit(lo, hi, x)
	}
}

// table states that the elements of a list, which have at most one variable each, have the values of one of the rows.
func (b *Builder) table(list []lin, all [][]int) {
	vars := variablesOf(list)
	column := make([]int, len(list)) // of the variable of each element
	for i, x := range list {
		if len(x.terms) > 0 {
			column[i] = slices.Index(vars, x.terms[0].v)
		}
	}
	kept, count := b.numbers[:0], 0
	row := make([]int, len(vars))
	for _, numbers := range all {
		for i, x := range list {
			if len(x.terms) > 0 {
				row[column[i]] = (numbers[i] - x.c) / x.terms[0].coef
			}
		}
		fits := true
		for i, x := range list {
			value := x.c
			if len(x.terms) > 0 {
				n := row[column[i]]
				value += x.terms[0].coef * n
				fits = fits && b.vars[x.terms[0].v].dom.Contains(n)
			}
			fits = fits && value == numbers[i]
		}
		if fits {
			kept = append(kept, row...)
			count++
		}
	}
	rows := b.rowsOf(kept, count)
	slices.SortFunc(rows, slices.Compare)
	rows = slices.CompactFunc(rows, slices.Equal)
	b.postTable(vars, rows)
}
