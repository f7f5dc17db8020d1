package native

// notEqual propagates A != B + Offset: when one variable is fixed, the other loses a value. It watches only onFix.
type notEqual struct {
	a, b   int32
	offset int
}

func (p *notEqual) propagate(e *engine) bool {
	if e.fixed(p.a) {
		value := e.values[e.min(p.a)] - p.offset
		if r, ok := e.rank(value); ok && !e.remove(p.b, r) {
			return false
		}
	}
	if e.fixed(p.b) {
		value := e.values[e.min(p.b)] + p.offset
		if r, ok := e.rank(value); ok {
			e.remove(p.a, r) // does not fail: a fixed a has removed this value of b
		}
	}
	return true
}
