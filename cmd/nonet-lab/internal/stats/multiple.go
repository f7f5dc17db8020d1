package stats

import "math"

// Holm adjusts the p-values of a family of tests: adjusted[i] ≤ 5 % rejects hypothesis i with at most 5 % probability
// of any false rejection. For m tests with p₍₁₎ ≤ p₍₂₎ ≤ ..., the k-th adjusted value is the maximum over j ≤ k of
// min(1, (m-j+1)·p₍ⱼ₎). A NaN stays NaN and does not count as a test.
//
// Source: S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6
// (1979), pp. 65-70.
func Holm(p []float64) (adjusted []float64) {
	adjusted = make([]float64, len(p))
	var tests []int
	var values []float64
	for i, v := range p {
		if math.IsNaN(v) {
			adjusted[i] = v
			continue
		}
		tests = append(tests, i)
		values = append(values, v)
	}
	least := 0.0
	for k, at := range sortedOrder(values) {
		least = max(least, min(1, float64(len(values)-k)*values[at]))
		adjusted[tests[at]] = least
	}
	return adjusted
}
