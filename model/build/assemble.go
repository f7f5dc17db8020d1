package build

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// A Linear is a linear expression over the variables of a model.
type Linear struct {
	Terms    []model.Term
	Constant int
}

// Var returns the variable that the expression is, and whether it is one.
func (l *Linear) Var() (v model.Var, ok bool) {
	if len(l.Terms) != 1 || l.Terms[0].Coef != 1 || l.Constant != 0 {
		return 0, false
	}
	return l.Terms[0].Var, true
}

// Value returns the value of the expression under an assignment.
func (l *Linear) Value(a model.Assignment) int {
	value := l.Constant
	for _, t := range l.Terms {
		value += t.Coef * a[t.Var]
	}
	return value
}

// A Result is what a Builder has made of its constraints.
type Result struct {
	Model   *model.Model
	Origins []*Origin // Origins[i] is the constraint that Model.Constraints[i] belongs to
	Vars    []*Origin // Vars[i] is the declaration of variable i, or the constraint that it belongs to

	// Determined reports that the outputs determine all other variables: the number of solutions of the model is then
	// the number of different outputs.
	Determined bool

	Outputs []Linear // the values of the outputs

	// Assumed are the names of variables that no constraint bounds. Their values are at most MaxAssumed in magnitude.
	Assumed []string
}

// Result states the constraints that Add has collected, and returns the model with what a reader of files needs. The
// outputs come first in its order of variables; then come the variables that the outputs do not determine, and then the
// others, which are auxiliary. If outputs is nil, all declared variables that are not introduced ones take their place.
// A variable that is the objective is left out if an equation defines it, unless it is an output that the others do not
// determine.
func (b *Builder) Result(outputs []Operand) (*Result, error) {
	value, err := b.settle()
	if err != nil {
		return nil, err
	}
	eliminated := -1 // the objective's variable, if its definition replaces it
	if len(value.terms) == 1 && b.objective.node != nil && b.objective.b == b {
		if v := value.terms[0].v; b.eliminate(v, outputs, &value) {
			eliminated = v
		}
	}
	return b.assemble(outputs, value, eliminated)
}

// settle states the constraints that Add has collected, and returns the value of the objective.
func (b *Builder) settle() (objective lin, err error) {
	if b.err == nil {
		b.statePending()
	}
	if e := b.objective; b.err == nil && e.node != nil {
		b.stateAt(Origin{Name: "objective"}, func() { objective = b.expr(e) })
	}
	if b.err != nil {
		return lin{}, b.err
	}
	return objective, nil
}

func (b *Builder) assemble(outputs []Operand, objective lin, eliminated int) (*Result, error) {
	order, shown, determined := b.order(outputs, eliminated)
	if b.base == 0 && b.areWide(order) {
		b.shrink()
	}
	index := make([]model.Var, len(b.vars)) // in the model
	for i := range index {
		index[i] = -1
	}
	b.index = index
	m := &model.Model{Name: b.name, Vars: make([]model.Variable, len(order))}
	origins := make([]*Origin, len(order))
	for i, v := range order {
		origins[i] = b.vars[v].origin
		index[v] = model.Var(i)
		m.Vars[i] = model.Variable{Name: b.vars[v].name, Domain: b.vars[v].dom, Auxiliary: i >= shown}
	}
	moved := false // a variable has another number in the model
	for v := range index {
		index[v] = index[b.find(v)]
		moved = moved || index[v] != model.Var(v)
	}
	m.Constraints = slices.Clip(b.constraints)
	if moved {
		m.Constraints = slice.Map(b.constraints, func(c model.Constraint) model.Constraint {
			return Renumber(c, func(v model.Var) model.Var { return index[v] })
		})
	}
	linear := func(l lin) Linear {
		of := func(t term) model.Term { return model.Term{Coef: t.coef, Var: index[t.v]} }
		return Linear{slice.Map(l.terms, of), l.c}
	}
	for _, c := range b.branches {
		c.Vars = slices.DeleteFunc(slice.Map(c.Vars, func(v model.Var) model.Var { return index[v] }),
			func(v model.Var) bool { return v < 0 })
		m.Branches = append(m.Branches, c)
	}
	for _, a := range b.areas {
		a.Vars = slice.Map(a.Vars, func(v model.Var) model.Var { return index[v] })
		a.Steps = slice.Map(a.Steps, func(v model.Var) model.Var { return index[v] })
		if !slices.Contains(a.Vars, -1) {
			m.Areas = append(m.Areas, a)
		}
	}
	for _, p := range b.products {
		var vars []model.Var
		for _, l := range p {
			e := linear(l)
			if v, ok := e.Var(); ok && v >= 0 {
				vars = append(vars, v)
			}
		}
		if len(vars) == 3 {
			m.Products = append(m.Products, model.Product{X: vars[0], Y: vars[1], Z: vars[2]})
		}
	}
	r := &Result{Model: m, Origins: b.origins, Vars: origins, Determined: determined, Assumed: b.assumed,
		Outputs: make([]Linear, len(outputs))}
	if b.objective.node != nil {
		o := linear(objective)
		m.Objective = &model.Objective{Maximize: b.maximize, Terms: o.Terms, Constant: o.Constant}
	}
	for i, o := range outputs {
		l := b.lin(o)
		if len(l.terms) > 0 && l.terms[0].v == eliminated {
			l = objective
		}
		r.Outputs[i] = linear(l)
	}
	if err := m.Validate(); err != nil {
		return nil, &Error{Subject: "model", Reason: err.Error()}
	}
	return r, nil
}

// areWide reports whether the domains of vars have more than model.MaxValues values.
func (b *Builder) areWide(vars []int) bool {
	left := model.MaxValues
	for _, v := range vars {
		left -= min(b.vars[v].dom.Size(), left+1)
	}
	return left < 0
}

// Renumber returns a core constraint with other variables: to returns the one that takes the place of v.
func Renumber(c model.Constraint, to func(v model.Var) model.Var) model.Constraint {
	switch c := c.(type) {
	case model.AllDifferent:
		return model.AllDifferent{Vars: slice.Map(c.Vars, to)}
	case model.NotEqual:
		return model.NotEqual{A: to(c.A), B: to(c.B), Offset: c.Offset}
	case model.Table:
		return model.Table{Vars: slice.Map(c.Vars, to), Rows: c.Rows}
	case model.Given:
		return model.Given{Var: to(c.Var), Value: c.Value}
	case model.Linear:
		terms := slice.Map(c.Terms, func(t model.Term) model.Term { return model.Term{Coef: t.Coef, Var: to(t.Var)} })
		return model.Linear{Terms: terms, Relation: c.Relation, Bound: c.Bound}
	}
	panic("build: no constraint is stated by another type")
}

// eliminate replaces the objective, variable v, by the expression that defines it. It does so if v occurs in a single
// constraint, an equation in which its coefficient is 1 or -1, and its domain is an interval. Solvers over clauses and
// 0-1 programs then need no encoding of the objective's values, of which there may be many. If v is an output, the
// others must determine it: otherwise solutions with the same outputs would differ in the variables of the expression.
func (b *Builder) eliminate(v int, outputs []Operand, objective *lin) bool {
	at := -1
	for i, c := range b.constraints {
		if !slices.Contains(c.Scope(), model.Var(v)) {
			continue
		}
		if l, ok := c.(model.Linear); at >= 0 || !ok || l.Relation != model.Equal {
			return false
		}
		at = i
	}
	if at < 0 || !b.vars[v].dom.IsInterval() || b.isFreeOutput(v, outputs) {
		return false
	}
	l := b.constraints[at].(model.Linear)
	var coef int
	rest := lin{c: -l.Bound} // the sum of the other terms, minus the bound
	for _, t := range l.Terms {
		if t.Var == model.Var(v) {
			coef = t.Coef
		} else {
			rest.terms = append(rest.terms, term{t.Coef, int(t.Var)})
		}
	}
	if coef != 1 && coef != -1 {
		return false
	}
	value := rest.scale(b, -coef) // v = -coef * rest, since coef * v + rest = 0
	lo, hi := b.bounds(value)
	if b.overflow {
		b.overflow = false
		return false
	}
	origin := b.origins[at]
	b.constraints = slices.Delete(b.constraints, at, at+1)
	b.origins = slices.Delete(b.origins, at, at+1)
	b.current = origin
	d := b.vars[v].dom
	if hi > d.Max() {
		b.le(value.plusConstant(b, -d.Max()))
	}
	if lo < d.Min() {
		b.le(value.scale(b, -1).plusConstant(b, d.Min()))
	}
	*objective = value
	return true
}
