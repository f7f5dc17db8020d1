package build

// Disjunctive returns the expression that tasks do not overlap: task i runs from starts[i] until before starts[i] +
// durations[i]. A task with a duration of 0 may lie inside of another one.
func Disjunctive(starts, durations List) Expr {
	return DiffnNonstrict([]List{starts}, []List{durations})
}

// Diffn returns the expression that boxes do not overlap: in dimension k, box i reaches from origins[k][i] to
// origins[k][i] + sizes[k][i]. A box with a size of 0 may not lie inside of another one, either.
func Diffn(origins, sizes []List) Expr { return noOverlap("Diffn", origins, sizes, false) }

// DiffnNonstrict is Diffn where a box with a size of 0 overlaps no box.
func DiffnNonstrict(origins, sizes []List) Expr {
	return noOverlap("DiffnNonstrict", origins, sizes, true)
}

// noOverlap states that boxes do not overlap: each pair of boxes has a literal for each dimension and order, and a
// clause.
//
// Source, for one dimension: A. S. Manne, On the Job-Shop Scheduling Problem, Operations Research 8 (1960),
// pp. 219-223.
func noOverlap(name string, origins, sizes []List, zeroIgnored bool) Expr {
	if len(origins) != len(sizes) {
		return failed(name, "has origins in %d dimensions, sizes in %d", len(origins), len(sizes))
	}
	n := 0
	from, length := make([][]Expr, len(origins)), make([][]Expr, len(origins))
	for k := range origins {
		from[k], length[k] = listOf(origins[k]), listOf(sizes[k])
		if n = len(from[0]); len(from[k]) != n || len(length[k]) != n {
			return failed(name, "has %d origins and %d sizes in dimension %d", len(from[k]), len(length[k]), k)
		}
	}
	var all []Expr
	for p := range n {
		for q := p + 1; q < n; q++ {
			var apart []Expr
			for k, o := range from {
				l := length[k]
				apart = append(apart, o[p].Plus(l[p]).Le(o[q]), o[q].Plus(l[q]).Le(o[p]))
				if zeroIgnored {
					apart = append(apart, l[p].Eq(0), l[q].Eq(0))
				}
			}
			all = append(all, Or(apart...))
		}
	}
	return And(all...)
}
