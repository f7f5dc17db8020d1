package flatzinc

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model"
)

// tabulate states result = f(inputs) as a table over the variables of the inputs and of the result. Where f returns
// false, it has no value and the constraint is false. The inputs and the result have at most one variable each, or one
// input is any expression. tabulate refuses a constraint with more than limit combinations of values.
func (b *builder) tabulate(inputs []lin, result lin, limit int, f func(in []int) (int, bool)) error {
	var vars []int
	for _, l := range inputs {
		for _, t := range l.terms {
			if !slices.Contains(vars, t.v) {
				vars = append(vars, t.v)
			}
		}
	}
	domains := make([]model.Domain, len(vars))
	combinations, sizes := 1, make([]string, len(vars))
	for i, v := range vars {
		n := b.vars[v].dom.size()
		sizes[i] = fmt.Sprint(n)
		combinations = min(combinations*min(n, limit+1), limit+1)
	}
	if combinations > limit {
		return refusal(fmt.Sprintf("it needs a table with a row for each combination of %s values, at most %d",
			strings.Join(sizes, " × "), limit))
	}
	for i, v := range vars {
		domains[i] = b.vars[v].dom.domain()
	}
	inputCount := len(vars)
	column := -1 // of the result's variable
	if len(result.terms) > 0 {
		if column = slices.Index(vars, result.terms[0].v); column < 0 {
			column, vars = len(vars), append(vars, result.terms[0].v)
		}
	}

	var rows [][]int
	row := make([]int, len(vars))
	in := make([]int, len(inputs))
	var visit func(k int)
	visit = func(k int) {
		if k < inputCount {
			for _, n := range domains[k] {
				row[k] = n
				visit(k + 1)
			}
			return
		}
		for i, l := range inputs {
			in[i] = l.c
			for _, t := range l.terms {
				in[i] = b.add(in[i], b.mul(t.coef, row[slices.Index(vars, t.v)]))
			}
		}
		value, ok := f(in)
		if !ok {
			return
		}
		value -= result.c
		if column < 0 {
			if value == 0 {
				rows = append(rows, slices.Clone(row))
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
				rows = append(rows, slices.Clone(row))
			}
		} else if b.vars[t.v].dom.contains(value) {
			row[column] = value
			rows = append(rows, slices.Clone(row))
		}
	}
	visit(0)
	b.postTable(vars, rows)
	return nil
}

// postTable states a table over different variables, and reduces their domains to the values that occur.
func (b *builder) postTable(vars []int, rows [][]int) {
	if len(rows) == 0 {
		b.postFalse()
		return
	}
	for i, v := range vars {
		values := make([]int, len(rows))
		for k, row := range rows {
			values[k] = row[i]
		}
		values = unique(values)
		spans := make([]span, len(values))
		for k, n := range values {
			spans[k] = span{n, n}
		}
		b.narrow(v, normalize(spans))
	}
	if len(vars) > 1 {
		b.post(model.Table{Vars: modelVars(vars), Rows: rows})
	}
}

func modelVars(vars []int) []model.Var {
	all := make([]model.Var, len(vars))
	for i, v := range vars {
		all[i] = model.Var(v)
	}
	return all
}

// maxCases bounds the number of values of a variable over which byCases distinguishes.
const maxCases = 256

// byCases calls then with each value of x and a literal that is true exactly if x has that value.
func (b *builder) byCases(x lin, then func(value int, literal lin)) error {
	if len(x.terms) == 0 {
		then(x.c, constant(1))
		return nil
	}
	t := x.terms[0]
	dom := b.vars[t.v].dom
	if n := dom.size(); n > maxCases {
		return refusal(fmt.Sprintf("it needs a case for each of %d values, at most %d", n, maxCases))
	}
	var literals []lin
	for value := range dom.all {
		var literal lin
		switch v := (lin{terms: []term{{1, t.v}}}); {
		case b.isBool(t.v) && value == 1:
			literal = v
		case b.isBool(t.v):
			literal = b.not(v)
		default:
			literal = b.newBool()
			if err := b.reifyEqual(v.plusConstant(b, -value), literal); err != nil {
				return err
			}
		}
		literals = append(literals, literal)
		then(t.coef*value+x.c, literal)
	}
	if !b.isBool(t.v) {
		ones := make([]int, len(literals))
		for i := range ones {
			ones[i] = 1
		}
		b.eq(b.sum(ones, literals).plusConstant(b, -1)) // implied; it strengthens the linear relaxation
	}
	return nil
}

func (a arguments) sumRelation() (lin, operator) {
	return a.minus(a.plus(a.lin(0), a.lin(1)), a.lin(2)), equal
}

func (a arguments) differenceRelation() (lin, operator) {
	return a.minus(a.minus(a.lin(0), a.lin(1)), a.lin(2)), equal
}

func (a arguments) negationRelation() (lin, operator) { return a.plus(a.lin(0), a.lin(1)), equal }

func postPlus(b *builder, a arguments) error   { return b.postLinear(a.sumRelation()) }
func postMinus(b *builder, a arguments) error  { return b.postLinear(a.differenceRelation()) }
func postNegate(b *builder, a arguments) error { return b.postLinear(a.negationRelation()) }

// Below this number of combinations, a function of two variables becomes a table although it has a linear form.
const smallTable = 2_500

// narrowResult reduces the domain of a function's result to an interval.
func (b *builder) narrowResult(result lin, lo, hi int) { b.narrowTo(result, interval(lo, hi)) }

func postTimes(b *builder, a arguments) error {
	x, y, z := a.lin(0), a.lin(1), a.lin(2)
	if len(x.terms) == 0 || len(y.terms) > 0 && b.product(y) < b.product(x) {
		x, y = y, x // x has at least as few values as y, or y is a constant
	}
	if len(y.terms) == 0 {
		b.eq(b.sum([]int{y.c, -1}, []lin{x, z}))
		return nil
	}
	if len(x.terms) == 0 {
		b.eq(b.sum([]int{x.c, -1}, []lin{y, z}))
		return nil
	}
	same := x.terms[0].v == y.terms[0].v
	if combinations := b.product(x) * min(b.product(y), 1<<30); !same && combinations > smallTable &&
		b.product(x) <= maxCases || b.isBool(x.terms[0].v) && !same {
		return b.multiplyByCases(x, y, z)
	}
	return b.tabulate([]lin{x, y}, z, MaxRows, func(in []int) (int, bool) { return b.mul(in[0], in[1]), true })
}

// multiplyByCases states x * y = z by an equation for each value of x.
func (b *builder) multiplyByCases(x, y, z lin) error {
	xLo, xHi := b.bounds(x)
	yLo, yHi := b.bounds(y)
	corners := []int{b.mul(xLo, yLo), b.mul(xLo, yHi), b.mul(xHi, yLo), b.mul(xHi, yHi)}
	b.narrowResult(z, slices.Min(corners), slices.Max(corners))
	return b.byCases(x, func(value int, literal lin) {
		b.implyEq(literal, b.sum([]int{value, -1}, []lin{y, z}))
	})
}

// quotient and remainder truncate towards zero, as those of Go.
func quotient(in []int) (int, bool) {
	if in[1] == 0 {
		return 0, false
	}
	return in[0] / in[1], true
}

func remainder(in []int) (int, bool) {
	if in[1] == 0 {
		return 0, false
	}
	return in[0] % in[1], true
}

func postDiv(b *builder, a arguments) error {
	x, y, q := a.lin(0), a.lin(1), a.lin(2)
	if b.combinations(x, y) <= smallTable || b.isLarge(y) {
		return b.tabulate([]lin{x, y}, q, MaxRows, quotient)
	}
	lo, hi := b.bounds(x)
	largest := max(hi, -lo, 0)
	b.narrowResult(q, -largest, largest)
	yLo, yHi := b.bounds(y)
	most := max(yHi, -yLo, 1) - 1
	return b.divide(x, y, q, b.newVar(interval(-most, most)))
}

func postMod(b *builder, a arguments) error {
	x, y, r := a.lin(0), a.lin(1), a.lin(2)
	if b.combinations(x, y) <= smallTable || b.isLarge(y) {
		return b.tabulate([]lin{x, y}, r, MaxRows, remainder)
	}
	yLo, yHi := b.bounds(y)
	most := max(yHi, -yLo, 1) - 1
	b.narrowResult(r, -most, most)
	lo, hi := b.bounds(x)
	largest := max(hi, -lo, 0)
	return b.divide(x, y, b.newVar(interval(-largest, largest)), r)
}

func (b *builder) combinations(x, y lin) int { return b.product(x) * b.product(y) }

// isLarge reports whether y has too many values for byCases.
func (b *builder) isLarge(y lin) bool { return len(y.terms) > 0 && b.product(y) > maxCases }

// divide states x = y*q + r with the quotient q rounded towards zero: |r| < |y|, and r is 0 or has the sign of x. There
// is a case for each value of y.
func (b *builder) divide(x, y, q, r lin) error {
	lo, hi := b.bounds(x)
	switch {
	case lo >= 0:
		b.le(r.scale(b, -1))
	case hi <= 0:
		b.le(r)
	default:
		negative := b.newBool()
		if err := b.reifyLe(x.plusConstant(b, 1), negative); err != nil {
			return err
		}
		b.implyLe(negative, r)
		b.implyLe(b.not(negative), r.scale(b, -1))
	}
	return b.byCases(y, func(value int, literal lin) {
		if value == 0 {
			b.eq(literal)
			return
		}
		b.implyEq(literal, b.sum([]int{value, 1, -1}, []lin{q, r, x}))
		most := max(value, -value) - 1
		b.implyLe(literal, r.plusConstant(b, -most))
		b.implyLe(literal, r.scale(b, -1).plusConstant(b, -most))
	})
}

// postPow states z = x to the power of y. For negative y it is 1 div x^|y|, which has no value for x = 0.
func postPow(b *builder, a arguments) error {
	x, y, z := a.lin(0), a.lin(1), a.lin(2)
	return b.tabulate([]lin{x, y}, z, MaxRows, func(in []int) (int, bool) {
		base, exponent := in[0], in[1]
		switch {
		case base == 1 || exponent == 0:
			return 1, true
		case base == -1:
			return 1 - 2*(exponent&1), true
		case exponent < 0:
			return 0, base != 0
		case base == 0:
			return 0, true
		}
		power := 1
		for range exponent {
			if power > maxNumber/max(base, -base) || power < -maxNumber/max(base, -base) {
				return 0, false // no domain has the value
			}
			power *= base
		}
		return power, true
	})
}

func postAbs(b *builder, a arguments) error {
	x, y := a.lin(0), a.lin(1)
	lo, hi := b.bounds(x)
	b.narrowResult(y, 0, max(hi, -lo, 0))
	switch {
	case lo >= 0:
		b.eq(b.minus(x, y))
	case hi <= 0:
		b.eq(b.plus(x, y))
	case b.product(x) <= maxUnaryRows:
		return b.tabulate([]lin{x}, y, maxUnaryRows, func(in []int) (int, bool) { return max(in[0], -in[0]), true })
	default:
		negative := b.newBool()
		if err := b.reifyLe(x.plusConstant(b, 1), negative); err != nil {
			return err
		}
		b.implyEq(negative, b.plus(x, y))
		b.implyEq(b.not(negative), b.minus(x, y))
	}
	return nil
}

func postMax(b *builder, a arguments) error { return b.maximum(a.lin(2), []lin{a.lin(0), a.lin(1)}, 1) }
func postMin(b *builder, a arguments) error {
	return b.maximum(a.lin(2), []lin{a.lin(0), a.lin(1)}, -1)
}

func postMaximum(b *builder, a arguments) error { return b.maximum(a.lin(0), a.lins(1), 1) }
func postMinimum(b *builder, a arguments) error { return b.maximum(a.lin(0), a.lins(1), -1) }

// maximum states that sign times m is the maximum of sign times the elements. Of two elements with small domains it
// makes a table. Otherwise m is at least each element, and a literal for each element is true exactly if it reaches m.
func (b *builder) maximum(m lin, list []lin, sign int) error {
	if len(list) == 0 {
		b.postFalse()
		return nil
	}
	var low, high int
	for i, x := range list {
		lo, hi := b.bounds(x)
		if i == 0 {
			low, high = lo, hi
		}
		if sign > 0 {
			low, high = max(low, lo), max(high, hi)
		} else {
			low, high = min(low, lo), min(high, hi)
		}
	}
	b.narrowResult(m, low, high)
	if len(list) == 2 && b.combinations(list[0], list[1]) <= smallTable {
		return b.tabulate(list, m, smallTable, func(in []int) (int, bool) {
			return sign * max(sign*in[0], sign*in[1]), true
		})
	}
	least := low // of sign times m
	if sign < 0 {
		least = -high
	}
	var reached []lin
	for _, x := range list {
		d := b.sum([]int{sign, -sign}, []lin{m, x}) // at least 0
		b.le(d.scale(b, -1))
		if _, most := b.bounds(x.scale(b, sign)); most < least {
			continue // it cannot be the maximum
		}
		literal := b.newBool()
		if err := b.reifyLe(d, literal); err != nil {
			return err
		}
		reached = append(reached, literal)
	}
	b.clause(reached...)
	return nil
}

// postElement states that argument 2 is the element of the array, argument 1, whose index is argument 0.
func postElement(b *builder, a arguments) error {
	index, list, value := a.lin(0), a.lins(1), a.lin(2)
	b.narrowTo(index, interval(1, len(list)))
	if len(index.terms) == 0 && (index.c < 1 || index.c > len(list)) {
		return nil // narrowTo has stated it
	}
	index = a.lin(0) // may be fixed by now
	constants := !slices.ContainsFunc(list, func(x lin) bool { return len(x.terms) > 0 })
	if constants {
		return b.tabulate([]lin{index}, value, max(MaxRows, len(list)), func(in []int) (int, bool) {
			if in[0] < 1 || in[0] > len(list) {
				return 0, false
			}
			return list[in[0]-1].c, true
		})
	}
	if len(index.terms) == 0 {
		b.eq(b.minus(list[index.c-1], value))
		return nil
	}
	var low, high int
	first := true
	for i := range b.vars[index.terms[0].v].dom.all {
		if i < 1 || i > len(list) {
			return nil // narrowTo has stated a false constraint
		}
		lo, hi := b.bounds(list[i-1])
		if first {
			low, high, first = lo, hi, false
		}
		low, high = min(low, lo), max(high, hi)
	}
	b.narrowResult(value, low, high)
	return b.byCases(index, func(i int, literal lin) {
		b.implyEq(literal, b.minus(list[i-1], a.lin(2)))
	})
}

// reduceIndex limits the index of an element to the array.
func reduceIndex(b *builder, a arguments) { b.narrowTo(a.lin(0), interval(1, len(a.list[1].many))) }

// reduceColumns limits the variables of a table to the range of their columns.
func reduceColumns(b *builder, a arguments) {
	list, numbers := a.lins(0), a.numbers(1)
	if len(list) == 0 || len(numbers) == 0 || len(numbers)%len(list) != 0 {
		return // postTable reports it
	}
	for i, x := range list {
		lo, hi := numbers[i], numbers[i]
		for k := i; k < len(numbers); k += len(list) {
			lo, hi = min(lo, numbers[k]), max(hi, numbers[k])
		}
		b.narrowTo(x, interval(lo, hi))
	}
}

// reduceSymbols limits the variables of an automaton to its symbols.
func reduceSymbols(b *builder, a arguments) {
	for _, x := range a.lins(0) {
		b.narrowTo(x, interval(1, a.lin(2).c))
	}
}

// postTable states that the variables, argument 0, have the values of one of the rows, argument 1 in one list.
func postTable(b *builder, a arguments) error {
	list, numbers := a.lins(0), a.numbers(1)
	n := len(list)
	switch {
	case n == 0:
		return nil
	case len(numbers)%n != 0:
		return b.current.at.errorf("%s has a table of %d numbers for %d variables", b.current.name, len(numbers), n)
	}
	var vars, columns []int // the different variables, and the column of each
	for i, x := range list {
		if len(x.terms) > 0 && !slices.Contains(vars, x.terms[0].v) {
			vars, columns = append(vars, x.terms[0].v), append(columns, i)
		}
	}
	position := make([]int, n) // of the variable of each column in vars
	for i, x := range list {
		if len(x.terms) > 0 {
			position[i] = slices.Index(vars, x.terms[0].v)
		}
	}
	var rows [][]int
	for ; len(numbers) > 0; numbers = numbers[n:] {
		row := make([]int, len(vars))
		ok := true
		for k, i := range columns {
			row[k] = numbers[i]
			ok = ok && b.vars[vars[k]].dom.contains(row[k])
		}
		for i, x := range list {
			if len(x.terms) == 0 {
				ok = ok && numbers[i] == x.c
			} else {
				ok = ok && numbers[i] == row[position[i]]
			}
		}
		if ok {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, slices.Compare)
	rows = slices.CompactFunc(rows, slices.Equal)
	b.postTable(vars, rows)
	return nil
}

// postRegular states that a deterministic automaton accepts the variables: arguments are the variables, the number of
// states and of symbols, the transitions by state and symbol (0: none), the first state and the accepting states. The
// state after each variable is an auxiliary variable, and a table has the transitions that lie on an accepting path.
func postRegular(b *builder, a arguments) error {
	list, transitions, accepting := a.lins(0), a.numbers(3), a.list[5].one.set
	states, symbols, first := a.lin(1).c, a.lin(2).c, a.lin(4).c
	if states < 0 || symbols < 0 || states > len(transitions) || symbols > len(transitions) ||
		states*symbols != len(transitions) {
		return b.current.at.errorf("%s has %d transitions for %d states and %d symbols", b.current.name,
			len(transitions), states, symbols)
	}
	next := func(state, symbol int) int {
		if state < 1 || state > states || symbol < 1 || symbol > symbols {
			return 0
		}
		return transitions[(state-1)*symbols+symbol-1]
	}
	symbolsOf := make([][]int, len(list)) // the symbols that each position can have
	for i, x := range list {
		if len(x.terms) == 0 {
			symbolsOf[i] = []int{x.c}
		} else {
			symbolsOf[i] = b.vars[x.terms[0].v].dom.intersect(interval(1, symbols)).domain()
		}
	}
	reached := make([]map[int]bool, len(list)+1) // the states after each position on some path from the first state
	reached[0] = map[int]bool{first: true}
	for i := range list {
		reached[i+1] = map[int]bool{}
		for state := range reached[i] {
			for _, symbol := range symbolsOf[i] {
				if to := next(state, symbol); to > 0 {
					reached[i+1][to] = true
				}
			}
		}
	}
	for state := range reached[len(list)] {
		if !accepting.contains(state) {
			delete(reached[len(list)], state)
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		for state := range reached[i] {
			if !slices.ContainsFunc(symbolsOf[i], func(symbol int) bool { return reached[i+1][next(state, symbol)] }) {
				delete(reached[i], state)
			}
		}
	}
	state := constant(first)
	if !reached[0][first] {
		b.postFalse()
		return nil
	}
	for i, x := range list {
		var spans []span
		for s := range reached[i+1] {
			spans = append(spans, span{s, s})
		}
		after := b.fold(b.newVar(normalize(spans)))
		transition := func(in []int) (int, bool) {
			to := next(in[0], in[1])
			return to, reached[i+1][to]
		}
		if err := b.tabulate([]lin{state, x}, after, MaxRows, transition); err != nil {
			return err
		}
		state = b.fold(after) // the table may have fixed it
	}
	return nil
}

// fold returns l with fixed variables replaced by their values.
func (b *builder) fold(l lin) lin { return b.sum([]int{1}, []lin{l}) }
