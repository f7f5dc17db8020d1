package cnf

import (
	"slices"

	"nonet/encode"
	"nonet/model"
)

// table states a Table so that unit propagation makes it arc consistent. Rows that the domains rule out and constants are left out
// first. What remains of
//
//   - one variable becomes a unit clause for each value that no row has;
//   - two variables becomes, for each value of either, a clause "if it is taken, one of the values that go with it is" (the support
//     encoding; S. Kasif, On the Parallel Complexity of Discrete Relaxation in Constraint Satisfaction Networks, Artificial
//     Intelligence 45, 1990, pp. 275-286);
//   - more variables gets an auxiliary variable for each row: a row implies its values, and a value implies one of the rows that have
//     it (F. Bacchus, GAC Via Unit Propagation, CP 2007, pp. 133-147). As each variable has a value, some row holds.
func (b *builder) table(c model.Table) {
	vars, rows := b.reduce(c)
	switch {
	case len(rows) == 0:
		b.f.Add()
	case len(vars) == 0:
	case len(vars) <= 2:
		for i, v := range vars {
			for _, value := range b.domain(nil, v) {
				supports := []Lit{}
				for _, row := range rows {
					if row[i] != value {
						continue
					}
					other := always
					if len(vars) == 2 {
						other = b.is(vars[1-i], row[1-i])
					}
					supports = append(supports, other)
				}
				b.imply(b.is(v, value), supports...)
			}
		}
	default:
		holds := newVars(&b.f, len(rows))
		for k, row := range rows {
			if b.record != nil {
				var m meaning
				for i, v := range vars {
					m.atoms = append(m.atoms, encode.Atom{Var: v, Value: row[i]})
				}
				b.mean(holds[k], m)
			}
		}
		for k, row := range rows {
			for i, v := range vars {
				b.imply(holds[k], b.is(v, row[i]))
			}
		}
		for i, v := range vars {
			for _, value := range b.domain(nil, v) {
				supports := []Lit{}
				for k, row := range rows {
					if row[i] == value {
						supports = append(supports, holds[k])
					}
				}
				b.imply(b.is(v, value), supports...)
			}
		}
	}
}

// reduce returns the variables of c that are not constants, each once, and the different rows over them that the domains allow.
func (b *builder) reduce(c model.Table) (vars []model.Var, rows [][]int) {
	var columns []int // of the variables, in c
	for i, v := range c.Vars {
		if b.fixed[v] < 0 && !slices.Contains(vars, v) {
			vars = append(vars, v)
			columns = append(columns, i)
		}
	}
	for _, row := range c.Rows {
		possible := true
		for i, v := range c.Vars {
			first := slices.Index(c.Vars, v)
			possible = possible && row[i] == row[first] && b.place(v, row[i]) >= 0
		}
		if !possible {
			continue
		}
		short := make([]int, len(columns))
		for i, column := range columns {
			short[i] = row[column]
		}
		rows = append(rows, short)
	}
	slices.SortFunc(rows, slices.Compare[[]int])
	return vars, slices.CompactFunc(rows, slices.Equal[[]int])
}
