package metaheur

// matchValues assigns the values to equally many cells, such that as many cells as possible get a value of their
// domain. It returns, for each cell, the index of its value.
//
// Source: H. W. Kuhn, The Hungarian Method for the Assignment Problem, Naval Research Logistics Quarterly 2, 1955, pp.
// 83-97: augmenting paths, without weights.
func matchValues(cells []int, values []uint8, domain []uint64) []int {
	owner, given := make([]int, len(values)), make([]int, len(cells)) // cell of a value, value of a cell; -1 for none
	for i := range given {
		owner[i], given[i] = -1, -1
	}
	var tried uint64 // set of indices of values
	var find func(i int) bool
	find = func(i int) bool {
		for k, x := range values {
			if domain[cells[i]]>>x&1 == 0 || tried>>k&1 != 0 {
				continue
			}
			tried |= 1 << k
			if owner[k] < 0 || find(owner[k]) {
				owner[k], given[i] = i, k
				return true
			}
		}
		return false
	}
	for i := range cells {
		tried = 0
		find(i)
	}
	k := 0
	for i := range given {
		if given[i] >= 0 {
			continue
		}
		for owner[k] >= 0 {
			k++
		}
		owner[k], given[i] = i, k
	}
	return given
}
