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

func noOverlap(name string, origins, sizes []List, zeroIgnored bool) Expr {
	if len(origins) != len(sizes) {
		return failed(name, "origins in %d dimensions, sizes in %d", len(origins), len(sizes))
	}
	n := 0
	from, length := make([][]Expr, len(origins)), make([][]Expr, len(origins))
	for k := range origins {
		from[k], length[k] = listOf(origins[k]), listOf(sizes[k])
		if n = len(from[0]); len(from[k]) != n || len(length[k]) != n {
			return failed(name, "%d origins and %d sizes in dimension %d", len(from[k]), len(length[k]), k)
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

// postNoOverlap states that boxes do not overlap: argument 0 has their origins, argument 1 their lengths, box by box,
// and argument 2 is the number of dimensions. If argument 3 is true, a box with a length of 0 overlaps no box. Each
// pair of boxes has a literal for each dimension and order, and a clause.
//
// Source, for one dimension: A. S. Manne, On the Job-Shop Scheduling Problem, Operations Research 8 (1960),
// pp. 219-223.
func postNoOverlap(b *Builder, a arguments) error {
	origins, lengths, dims := a.lins(0), a.lins(1), a.lin(2).c
	if dims < 1 || len(origins) != len(lengths) || len(origins)%dims != 0 {
		return b.malformed("has %d origins and %d lengths in %d dimensions", len(origins), len(lengths), dims)
	}
	from, length := make([]List, dims), make([]List, dims)
	for k := range dims {
		var o, l []Expr
		for i := k; i < len(origins); i += dims {
			o, l = append(o, leafOf(origins[i])), append(l, leafOf(lengths[i]))
		}
		from[k], length[k] = o, l
	}
	return b.require(noOverlap("no_overlap", from, length, a.lin(3).c == 1))
}
