package flatzinc

import (
	"slices"

	"nonet/model"
)

// assemble returns the problem after all constraints have been stated.
func (b *builder) assemble(f *file) (*Problem, error) {
	p := &Problem{}
	for _, a := range f.solve.ann {
		if a.text != "" {
			p.Search = append(p.Search, a.text)
		}
	}
	objective, err := b.objective(f)
	if err != nil {
		return nil, err
	}
	eliminated := -1 // the objective's variable, if its definition replaces it
	if len(objective.terms) == 1 {
		if v := objective.terms[0].v; b.eliminate(v, &objective) {
			eliminated = v
		}
	}
	order, shown, determined := b.order(eliminated)
	p.Determined = determined
	values := 0
	for _, v := range order {
		if n := b.vars[v].dom.size(); n > MaxValues-values {
			return nil, b.vars[v].at.unsupported("variable "+b.vars[v].name,
				"its domain has %d values; at most %d in all domains together", n, MaxValues)
		}
		values += b.vars[v].dom.size()
	}
	index := make([]model.Var, len(b.vars)) // in the model
	for i := range index {
		index[i] = -1
	}
	m := &model.Model{Vars: make([]model.Variable, len(order)), Auxiliary: len(order) - shown}
	domains := map[span]model.Domain{} // shared
	for i, v := range order {
		index[v] = model.Var(i)
		dom := b.vars[v].dom
		m.Vars[i].Name = b.vars[v].name
		if len(dom) > 1 {
			m.Vars[i].Domain = dom.domain()
			continue
		}
		d, ok := domains[dom[0]]
		if !ok {
			d = dom.domain()
			domains[dom[0]] = d
		}
		m.Vars[i].Domain = d
	}
	m.Constraints = make([]model.Constraint, len(b.constraints))
	for i, c := range b.constraints {
		m.Constraints[i] = renumber(c, index)
	}
	p.Model, p.Origins = m, b.origins
	element := func(l lin) Element {
		e := Element{Constant: l.c}
		for _, t := range l.terms {
			e.Terms = append(e.Terms, model.Term{Coef: t.coef, Var: index[t.v]})
		}
		return e
	}
	if f.solve.method != "satisfy" {
		e := element(objective)
		p.Objective = &e
		m.Objective = &model.Objective{Maximize: f.solve.method == "maximize", Terms: e.Terms}
	}
	for _, o := range b.outputs {
		out := Output{Name: o.name, Dims: o.dims, Elements: make([]Element, len(o.values))}
		for i, x := range o.values {
			switch l := (lin{}); x.kind {
			case constantText:
				out.Elements[i].Text = x.text
			case constantSet:
				out.Elements[i].Text = string(x.set.append(nil))
			default:
				if l = b.lin(x); len(l.terms) > 0 && l.terms[0].v == eliminated {
					l = objective
				}
				out.Elements[i] = element(l)
				out.Elements[i].Bool = x.kind == constantBool || x.kind == variableBool
			}
		}
		p.Outputs = append(p.Outputs, out)
	}
	if err := m.Validate(); err != nil {
		return nil, f.solve.at.unsupported("model", "%v", err)
	}
	return p, nil
}

// renumber returns c with the variables that index gives for those of the builder.
func renumber(c model.Constraint, index []model.Var) model.Constraint {
	vars := func(list []model.Var) []model.Var {
		all := make([]model.Var, len(list))
		for i, v := range list {
			all[i] = index[v]
		}
		return all
	}
	switch c := c.(type) {
	case model.AllDifferent:
		return model.AllDifferent{Vars: vars(c.Vars)}
	case model.NotEqual:
		return model.NotEqual{A: index[c.A], B: index[c.B], Offset: c.Offset}
	case model.Table:
		return model.Table{Vars: vars(c.Vars), Rows: c.Rows}
	case model.Linear:
		terms := make([]model.Term, len(c.Terms))
		for i, t := range c.Terms {
			terms[i] = model.Term{Coef: t.Coef, Var: index[t.Var]}
		}
		return model.Linear{Terms: terms, Relation: c.Relation, Bound: c.Bound}
	}
	panic("flatzinc: a builtin states no other constraints")
}

// objective returns the objective of the solve item; for a satisfaction problem, 0.
func (b *builder) objective(f *file) (lin, error) {
	s := &f.solve
	if s.method == "satisfy" {
		return lin{}, nil
	}
	o, err := b.operand(&s.objective)
	if err != nil {
		return lin{}, err
	}
	if o.kind != constantInt && o.kind != variableInt {
		return lin{}, s.objective.at.errorf("expected an int as the objective")
	}
	return b.lin(o), nil
}

// eliminate replaces the objective, variable v, by the expression that defines it. It does so if v occurs in a single
// constraint, an equation in which its coefficient is 1 or -1, and its domain is an interval. Solvers over clauses and
// 0-1 programs then need no encoding of the objective's values, of which there may be many.
func (b *builder) eliminate(v int, objective *lin) bool {
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
	if at < 0 || len(b.vars[v].dom) > 1 {
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
	b.current = &item{name: origin.Name, at: position{line: int32(origin.Line)}}
	d := b.vars[v].dom
	if hi > d.max() {
		b.le(value.plusConstant(b, -d.max()))
	}
	if lo < d.min() {
		b.le(value.scale(b, -1).plusConstant(b, d.min()))
	}
	*objective = value
	return true
}

// order returns the variables of the model in their order, and how many of them are shown. It leaves out one variable,
// unless that is -1. determined is as in Problem.
func (b *builder) order(without int) (order []int, shown int, determined bool) {
	k := newKnown(b)
	take := func(v int) {
		if v = b.find(v); v != without && !k.taken[v] {
			k.taken[v] = true
			order = append(order, v)
			k.add(v)
		}
	}
	for _, o := range b.outputs {
		for _, x := range o.values {
			if x.isVar() {
				take(x.n)
			}
		}
	}
	chosen := len(b.outputs) > 0
	determined = true
	for _, introduced := range []bool{false, true} {
		for v := range b.vars {
			switch {
			case b.find(v) != v || b.vars[v].introduced != introduced || v == without:
			case !chosen && !introduced:
				take(v)
			case !k.known[v] && b.vars[v].name != "":
				determined = false
				take(v)
			}
		}
	}
	shown = len(order)
	for v := range b.vars {
		take(v)
	}
	return order, shown, determined
}

// A known keeps the variables that some chosen variables determine, by the dependencies of a builder.
type known struct {
	*builder
	known, taken []bool
	unknown      []int   // by dependency: how many of its variables are not known
	of           [][]int // by variable: the dependencies that mention it
}

func newKnown(b *builder) *known {
	n := len(b.vars)
	k := &known{b, make([]bool, n), make([]bool, n), make([]int, len(b.dependencies)), make([][]int, n)}
	for i, d := range b.dependencies {
		k.unknown[i] = len(d.vars)
		for _, v := range d.vars {
			k.of[v] = append(k.of[v], i)
		}
	}
	for v := range b.vars {
		if _, fixed := b.vars[v].dom.fixed(); fixed {
			k.add(v)
		}
	}
	// A constraint with one variable left may determine it from the start.
	for i := range b.dependencies {
		k.follow(i)
	}
	return k
}

// add makes v known, and all variables that follow.
func (k *known) add(v int) {
	if k.known[v] {
		return
	}
	k.known[v] = true
	pending := []int{v}
	for len(pending) > 0 {
		v := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for _, i := range k.of[v] {
			k.unknown[i]--
			if target := k.target(i); target >= 0 {
				k.known[target] = true
				pending = append(pending, target)
			}
		}
	}
}

func (k *known) follow(i int) {
	if target := k.target(i); target >= 0 {
		k.add(target)
	}
}

// target returns the only unknown variable of dependency i if the others determine it, or -1.
func (k *known) target(i int) int {
	if k.unknown[i] != 1 {
		return -1
	}
	for _, v := range k.dependencies[i].targets {
		if !k.known[v] {
			return v
		}
	}
	return -1
}
