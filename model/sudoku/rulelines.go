package sudoku

import "nonet/model"

// neighbours calls f for each two cells that follow each other.
func neighbours(cells []Cell, f func(a, b Cell)) {
	for i := 1; i < len(cells); i++ {
		f(cells[i-1], cells[i])
	}
}

// thermometer states that values increase by step or more.
func thermometer(step int) func(Shape, Rule) []model.Constraint {
	return func(_ Shape, r Rule) (all []model.Constraint) {
		neighbours(r.Cells, func(a, b Cell) { all = append(all, apartBy(b, a, model.AtLeast, step)) })
		return all
	}
}

// apartBy compares a - b with a number.
func apartBy(a, b Cell, relation model.Relation, bound int) model.Linear {
	return model.Linear{Terms: []model.Term{{Coef: 1, Var: model.Var(a)}, {Coef: -1, Var: model.Var(b)}}, Relation: relation, Bound: bound}
}

func arrow(_ Shape, r Rule) []model.Constraint {
	terms := total(r.Cells)
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
	neighbours(r.Cells, func(a, b Cell) {
		all = append(all, twoOf(s, a, b, func(v, w int) bool { return max(v, w)-min(v, w) >= r.Number }))
	})
	return all
}

// renban needs only that the values are different and that no two are further apart than there are cells.
func renban(_ Shape, r Rule) []model.Constraint {
	all := []model.Constraint{different(r.Cells)}
	for i, a := range r.Cells {
		for j, b := range r.Cells {
			if i != j {
				all = append(all, apartBy(a, b, model.AtMost, len(r.Cells)-1))
			}
		}
	}
	return all
}
