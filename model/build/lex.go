package build

func postLexLess(b *Builder, a arguments) error        { return b.lex(a.lins(0), a.lins(1), true) }
func postLexLessOrEqual(b *Builder, a arguments) error { return b.lex(a.lins(0), a.lins(1), false) }

// lex states that list x is lexicographically at most list y, or less. A list is less than its own continuations. For
// each position there is a literal that the lists are equal up to there, and an inequality.
//
// Source: A. M. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh, Global Constraints for Lexicographic Orderings,
// CP 2002, pp. 93-108, section 3.
func (b *Builder) lex(x, y []lin, strict bool) error {
	equalSoFar := constant(1)
	for i := range min(len(x), len(y)) {
		d := b.minus(x[i], y[i])
		if i == len(x)-1 && (strict && len(x) == len(y)) || i == len(y)-1 && len(x) > len(y) {
			b.implyLe(equalSoFar, d.plusConstant(b, 1))
			return nil
		}
		b.implyLe(equalSoFar, d)
		equalSoFar = b.both(equalSoFar, b.same(x[i], y[i]))
	}
	if len(y) == 0 && (strict || len(x) > 0) {
		b.postFalse()
	}
	return nil
}
