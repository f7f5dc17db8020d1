package build

// ValuePrecedeChain states that a list takes values for the first time in their order: an element may be one of the
// values only if an earlier element is the value before it. So no element is a value that stands twice in a row.
func ValuePrecedeChain(values []int, list List) Constraint {
	return &relationOnly{name: "ValuePrecedeChain", args: listOf(list), post: func(b *Builder, x []lin) {
		b.precedence(values, x)
	}}
}

// precedence states that a list takes values in their order for the first time. For each value but the last, and each
// element, there is a literal that the value has occurred.
//
// Source: Y. C. Law, J. H. M. Lee, Global Constraints for Integer and Set Value Precedence, CP 2004, pp. 362-376.
func (b *Builder) precedence(values []int, list []lin) {
	for k := 1; k < len(values); k++ {
		seen := constant(0)
		for _, x := range list {
			b.clause(b.not(b.is(x, values[k])), seen)
			seen = b.any(seen, b.is(x, values[k-1]))
		}
	}
}
