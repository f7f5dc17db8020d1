package build

// postNoOverlap states that boxes do not overlap: argument 0 has their origins, argument 1 their lengths, box by box,
// and argument 2 is the number of dimensions. If argument 3 is true, a box with a length of 0 overlaps no box;
// otherwise it may not lie inside another one, either. Each pair of boxes has a literal for each dimension and order,
// and a clause.
//
// Source, for one dimension: A. S. Manne, On the Job-Shop Scheduling Problem, Operations Research 8 (1960),
// pp. 219-223.
func postNoOverlap(b *Builder, a arguments) error {
	origins, lengths, dims, zeroIgnored := a.lins(0), a.lins(1), a.lin(2).c, a.lin(3).c == 1
	if dims < 1 || len(origins) != len(lengths) || len(origins)%dims != 0 {
		return b.malformed("has %d origins and %d lengths in %d dimensions", len(origins), len(lengths), dims)
	}
	for p := 0; p < len(origins); p += dims {
		for q := p + dims; q < len(origins); q += dims {
			var apart []lin
			for k := range dims {
				apart = append(apart, b.notAfter(b.plus(origins[p+k], lengths[p+k]), origins[q+k]),
					b.notAfter(b.plus(origins[q+k], lengths[q+k]), origins[p+k]))
				if zeroIgnored {
					apart = append(apart, b.is(lengths[p+k], 0), b.is(lengths[q+k], 0))
				}
			}
			b.clause(apart...)
		}
	}
	return nil
}
