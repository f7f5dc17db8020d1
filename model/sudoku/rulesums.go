package sudoku

import (
	"fmt"
	"slices"

	"nonet/model"
)

// maxProductRows bounds the table of a product.
const maxProductRows = 100_000

func unitTerms(cells []Cell) []model.Term {
	terms := make([]model.Term, len(cells))
	for i, c := range cells {
		terms[i] = model.Term{Coef: 1, Var: model.Var(c)}
	}
	return terms
}

func sumOf(_ Shape, r Rule) []model.Constraint {
	return []model.Constraint{model.Linear{Terms: unitTerms(r.Cells), Relation: model.Equal, Bound: r.Number}}
}

func cage(s Shape, r Rule) []model.Constraint {
	return append(sumOf(s, r), allDifferentOf(r.Cells))
}

// product is a table of all factorizations of the number.
func product(s Shape, r Rule) []model.Constraint {
	return []model.Constraint{model.Table{
		Vars: variables(r.Cells), Rows: factorizations(s.N(), r.Number, len(r.Cells))}}
}

func validProduct(s Shape, r Rule) string {
	if len(factorizations(s.N(), r.Number, len(r.Cells))) > maxProductRows {
		return fmt.Sprintf("there are too many ways to make %d of %d values", r.Number, len(r.Cells))
	}
	return ""
}

// factorizations returns the lists of length values from 1 to n whose product is number, in lexicographic order. If
// there are more than maxProductRows, or far more partial lists were tried, it returns more than maxProductRows lists,
// whose contents are undefined.
func factorizations(n, number, length int) [][]int {
	all := [][]int{}
	row := make([]int, length)
	tried := 0
	var extend func(i, left int)
	extend = func(i, left int) {
		if i == length {
			if left == 1 {
				all = append(all, slices.Clone(row))
			}
			return
		}
		if cappedPower(n, length-i, left) < left {
			return
		}
		for v := 1; v <= min(n, left) && tried <= 10*maxProductRows; v++ {
			if left%v == 0 {
				tried++
				row[i] = v
				extend(i+1, left/v)
			}
		}
	}
	extend(0, number)
	if tried > 10*maxProductRows {
		return make([][]int, maxProductRows+1)
	}
	return all
}

// cappedPower returns the smaller of base to the exponent and most.
func cappedPower(base, exponent, most int) int {
	p := 1
	for range exponent {
		if p *= base; p >= most || base == 1 {
			break
		}
	}
	return min(p, most)
}

// pairTable returns a table of the pairs of values that allowed accepts.
func pairTable(s Shape, a, b Cell, allowed func(v, w int) bool) model.Table {
	t := model.Table{Vars: variables([]Cell{a, b}), Rows: [][]int{}}
	for v := 1; v <= s.N(); v++ {
		for w := 1; w <= s.N(); w++ {
			if allowed(v, w) {
				t.Rows = append(t.Rows, []int{v, w})
			}
		}
	}
	return t
}

func difference(s Shape, r Rule) []model.Constraint {
	return []model.Constraint{pairTable(s, r.Cells[0], r.Cells[1],
		func(v, w int) bool { return max(v, w)-min(v, w) == r.Number })}
}

func ratio(s Shape, r Rule) []model.Constraint {
	return []model.Constraint{pairTable(s, r.Cells[0], r.Cells[1],
		func(v, w int) bool { return max(v, w) == r.Number*min(v, w) })}
}

// parity states that each value has this remainder when divided by 2.
func parity(rest int) func(Shape, Rule) []model.Constraint {
	return func(s Shape, r Rule) (all []model.Constraint) {
		rows := [][]int{}
		for v := 1; v <= s.N(); v++ {
			if v%2 == rest {
				rows = append(rows, []int{v})
			}
		}
		for _, c := range r.Cells {
			all = append(all, model.Table{Vars: []model.Var{model.Var(c)}, Rows: rows})
		}
		return all
	}
}

// consecutivePairs calls f for each two consecutive cells of the list.
func consecutivePairs(cells []Cell, f func(a, b Cell)) {
	for i := 1; i < len(cells); i++ {
		f(cells[i-1], cells[i])
	}
}

// thermometer states that values increase by at least step.
func thermometer(step int) func(Shape, Rule) []model.Constraint {
	return func(_ Shape, r Rule) (all []model.Constraint) {
		consecutivePairs(r.Cells, func(a, b Cell) { all = append(all, apartBy(b, a, model.AtLeast, step)) })
		return all
	}
}

// apartBy states a relation of a - b to a number.
func apartBy(a, b Cell, relation model.Relation, bound int) model.Linear {
	return model.Linear{Terms: []model.Term{{Coef: 1, Var: model.Var(a)}, {Coef: -1, Var: model.Var(b)}},
		Relation: relation, Bound: bound}
}

func arrow(_ Shape, r Rule) []model.Constraint {
	terms := unitTerms(r.Cells)
	terms[0].Coef = -1
	return []model.Constraint{model.Linear{Terms: terms, Relation: model.Equal, Bound: 0}}
}

func palindrome(_ Shape, r Rule) (all []model.Constraint) {
	for i, j := 0, len(r.Cells)-1; i < j; i, j = i+1, j-1 {
		all = append(all, apartBy(r.Cells[i], r.Cells[j], model.Equal, 0))
	}
	return all
}

func whisper(s Shape, r Rule) (all []model.Constraint) {
	consecutivePairs(r.Cells, func(a, b Cell) {
		all = append(all, pairTable(s, a, b, func(v, w int) bool { return max(v, w)-min(v, w) >= r.Number }))
	})
	return all
}

// renban states that the values are different and that no two differ by more than the number of cells minus 1, which is
// sufficient.
func renban(_ Shape, r Rule) []model.Constraint {
	all := []model.Constraint{allDifferentOf(r.Cells)}
	for i, a := range r.Cells {
		for j, b := range r.Cells {
			if i != j {
				all = append(all, apartBy(a, b, model.AtMost, len(r.Cells)-1))
			}
		}
	}
	return all
}
