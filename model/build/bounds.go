package build

// inferBounds bounds variables by the linear constraints among calls. It reports whether it has bounded any.
func (b *Builder) inferBounds(calls []Call) bool {
	found := false
	for _, c := range calls {
		if !c.Predicate.linear {
			continue
		}
		b.current = c.Origin
		l, op := b.linear(c)
		if op == notEqual || b.overflow {
			b.overflow = false
			continue
		}
		found = b.boundTerms(l) || found
		if op == equal {
			found = b.boundTerms(l.scale(b, -1)) || found
		}
	}
	return found
}

// linear returns the expression that a linear constraint compares with 0.
func (b *Builder) linear(c Call) (lin, operator) {
	e := c.Predicate.state(b.arguments(c)).(Expr)
	if e.err != nil {
		return lin{}, notEqual // reported when it is stated
	}
	l, _ := difference(b, e.args)
	return l, operator(e.f.(comparison))
}

// boundTerms bounds the unbounded variables of l <= 0 where the other terms allow it. It reports whether it has bounded
// any.
func (b *Builder) boundTerms(l lin) bool {
	found := false
	for i, t := range l.terms {
		d := b.vars[t.v].dom
		if t.coef > 0 && d.Max() < noMax || t.coef < 0 && d.Min() > noMin {
			continue
		}
		rest, ok := l.c, true // the least value of the other terms
		for j, u := range l.terms {
			if j == i {
				continue
			}
			e := b.vars[u.v].dom
			if u.coef > 0 && e.Min() <= noMin || u.coef < 0 && e.Max() >= noMax {
				ok = false
				break
			}
			if u.coef > 0 {
				rest = b.add(rest, b.mul(u.coef, e.Min()))
			} else {
				rest = b.add(rest, b.mul(u.coef, e.Max()))
			}
		}
		if !ok || b.overflow {
			b.overflow = false
			continue
		}
		b.narrowLe(t, rest)
		after := b.vars[t.v].dom
		found = found || after.Min() != d.Min() || after.Max() != d.Max()
	}
	return found
}

// unboundedError returns the error about the first unbounded variable of c.
func (b *Builder) unboundedError(c Call) error {
	for _, a := range c.Args {
		for _, o := range a.List {
			if o.IsVar {
				if v := b.find(o.N); !b.vars[v].dom.bounded() {
					return b.unboundedVariable(v)
				}
			}
		}
	}
	panic("build: " + c.Name + " waits for no variable")
}

func (b *Builder) unboundedVariable(v int) error {
	return b.vars[v].origin.unsupported("variable "+b.vars[v].name,
		"it has no bounds; give it a range, such as var 0..1000")
}
