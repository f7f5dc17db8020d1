package cnf

import (
	"nonet/encode"
	"nonet/encode/internal/construct"
	"nonet/model"
)

// table encodes a Table so that unit propagation makes it arc consistent. It first removes constants and the rows that
// the domains rule out. A reduced table of
//
//   - one variable becomes a unit clause for each value that no row has;
//   - two variables becomes, for each value of either variable, a clause "the value implies one of its supports" (the
//     support encoding; S. Kasif, On the Parallel Complexity of Discrete Relaxation in Constraint Satisfaction
//     Networks, Artificial Intelligence 45, 1990, pp. 275-286);
//   - more variables gets an auxiliary variable for each row: a row implies its values, and a value implies one of the
//     rows that have it (F. Bacchus, GAC Via Unit Propagation, CP 2007, pp. 133-147). As each variable has a value,
//     some row holds.
func (b *builder) table(c model.Table) {
	known := func(v model.Var) bool { return b.fixed[v] >= 0 }
	allowed := func(v model.Var, value int) bool { return b.positionOf(v, value) >= 0 }
	vars, rows := construct.ReduceTable(c, known, allowed)
	if len(rows) == 0 {
		b.f.Add()
		return
	}
	var holds []Lit
	if len(vars) > 2 {
		holds = b.rowVariables(vars, rows)
	}
	for i, v := range vars {
		for _, value := range b.values(v) {
			supports := []Lit{}
			for k, row := range rows {
				switch {
				case row[i] != value:
				case len(vars) == 1:
					supports = append(supports, trueLit)
				case len(vars) == 2:
					supports = append(supports, b.valueLit(vars[1-i], row[1-i]))
				default:
					supports = append(supports, holds[k])
				}
			}
			b.imply(b.valueLit(v, value), supports...)
		}
	}
}

// rowVariables adds an auxiliary variable for each row, with clauses by which the row implies its values.
func (b *builder) rowVariables(vars []model.Var, rows [][]int) []Lit {
	holds := newVars(&b.f.Formula, len(rows))
	for k, row := range rows {
		if b.recorder != nil {
			var m meaning
			for i, v := range vars {
				m.atoms = append(m.atoms, encode.Atom{Var: v, Value: row[i]})
			}
			b.recordMeaning(holds[k], m)
		}
	}
	for k, row := range rows {
		for i, v := range vars {
			b.imply(holds[k], b.valueLit(v, row[i]))
		}
	}
	return holds
}
