package clp

import "math"

// refutes reports whether y proves that no point within the bounds of the columns satisfies the rows of lp and, if
// improve is true, has a cost of at most cutoff. Otherwise it calls fix, unless that is nil, for each free column k of
// which it proves the same if the column has the other value (reduced cost fixing). The proof is exact for any y,
// whatever its source.
//
// With integers Y near y times some K > 0, every feasible x satisfies
//
//	0 = Y·(Ax) - (YA)·x >= sum_i min(Y_i lower_i, Y_i upper_i taken by sign)
//	                     + sum_j min over the bounds of x_j of -(YA)_j x_j
//
// and if the right-hand side, an integer, is positive, there is no feasible x (Farkas). The cutoff is one more row,
// cost·x <= cutoff, with the multiplier -K. The multipliers of a linear program solved in floating point thus prove
// that nodes of a search are infeasible, at the cost of one pass over the nonzeros.
//
// Source: A. Neumaier, O. Shcherbina, Safe bounds in linear and mixed-integer linear programming, Mathematical
// Programming 99 (2004), pp. 283-296; the paper uses directed rounding, the integer data here allow integers, which are
// simpler.
func (lp *linear) refutes(
	y, lower, upper []float64, improve bool, cutoff int64, fix func(k int, value int8),
) bool {
	if y == nil {
		return false
	}
	cutoff -= lp.offset
	scale, ok := lp.scale(y, improve, cutoff)
	if !ok {
		return false
	}
	total := int64(0)
	multiplier := make([]int64, lp.rows)
	for i := range multiplier {
		m := int64(math.Round(y[i] * scale))
		bound := lp.lower[i]
		if m < 0 {
			bound = lp.upper[i]
		}
		if m == 0 || math.IsInf(bound, 0) {
			continue // y has the wrong sign, by rounding: omit this row
		}
		multiplier[i] = m
		total += m * int64(bound)
	}
	k := int64(scale)
	if improve {
		total -= k * cutoff
	}
	reduced := make([]int64, len(lp.column))
	for j := range reduced {
		r := int64(0)
		if improve && lp.cost != nil {
			r = k * int64(lp.cost[j])
		}
		for e := lp.start[j]; e < lp.start[j+1]; e++ {
			r -= multiplier[lp.index[e]] * int64(lp.value[e])
		}
		if r > 0 {
			total += r * int64(lower[j])
		} else {
			total += r * int64(upper[j])
		}
		reduced[j] = r
	}
	if total > 0 || fix == nil {
		return total > 0
	}
	for j, r := range reduced {
		switch {
		case lower[j] == upper[j]:
		case total+r > 0:
			fix(j, 0)
		case total-r > 0:
			fix(j, 1)
		}
	}
	return false
}

// scale returns the largest power of two K for which no sum in refutes exceeds 2^62. It returns false if there is none.
func (lp *linear) scale(y []float64, improve bool, cutoff int64) (float64, bool) {
	norm := make([]float64, lp.rows) // by row: bound on the sum of terms per unit of its multiplier
	for i := range norm {
		for _, bound := range [...]float64{lp.lower[i], lp.upper[i]} {
			if !math.IsInf(bound, 0) {
				norm[i] = max(norm[i], math.Abs(bound))
			}
		}
	}
	for e, i := range lp.index {
		norm[i] += math.Abs(lp.value[e])
	}
	exact, rounding := 0.0, 0.0
	for i, n := range norm {
		exact += n * math.Abs(y[i])
		rounding += n / 2
	}
	smallest := -60.0
	if improve {
		smallest = 0 // K itself is a multiplier
		exact += math.Abs(float64(cutoff))
		for _, c := range lp.cost {
			exact += math.Abs(c)
		}
	}
	const room = 1 << 61
	exponent := math.Floor(math.Log2(room / exact))
	if rounding > room || !(exponent >= smallest) { // the negation also catches NaN
		return 0, false
	}
	return math.Exp2(min(exponent, 52)), true
}
