package build

// order returns the variables of the model in their order, and how many of them are shown. It leaves out one variable,
// unless that is -1. determined is as in Result.
func (b *Builder) order(outputs []Operand, without int) (order []int, shown int, determined bool) {
	k := newKnown(b)
	take := func(v int) {
		if v = b.find(v); v != without && !k.taken[v] {
			k.taken[v] = true
			order = append(order, v)
			k.add(v)
		}
	}
	for _, o := range outputs {
		if o.IsVar {
			take(o.N)
		}
	}
	chosen := outputs != nil
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
	*Builder
	known, taken []bool
	unknown      []int   // by dependency: how many of its variables are not known
	of           [][]int // by variable: the dependencies that mention it
}

func newKnown(b *Builder) *known {
	n := len(b.vars)
	k := &known{b, make([]bool, n), make([]bool, n), make([]int, len(b.dependencies)), make([][]int, n)}
	for i, d := range b.dependencies {
		k.unknown[i] = len(d.vars)
		for _, v := range d.vars {
			k.of[v] = append(k.of[v], i)
		}
	}
	for v := range b.vars {
		if _, fixed := fixed(b.vars[v].dom); fixed {
			k.add(v)
		}
	}
	// A constraint with one variable left may determine it from the start.
	for i := range b.dependencies {
		if target := k.target(i); target >= 0 {
			k.add(target)
		}
	}
	return k
}

// isFreeOutput reports whether variable v is an output that the other outputs do not determine.
func (b *Builder) isFreeOutput(v int, outputs []Operand) bool {
	k, isOutput := newKnown(b), false
	for _, o := range outputs {
		if o.IsVar && b.find(o.N) == v {
			isOutput = true
		} else if o.IsVar {
			k.add(b.find(o.N))
		}
	}
	return isOutput && !k.known[v]
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
