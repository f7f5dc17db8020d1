package stats

import (
	"math"
	"slices"
)

// ECDF is the empirical distribution function of x: p[i] is the proportion of values ≤ values[i], the values being distinct and rising.
func ECDF(x []float64) (values, p []float64) {
	sorted := slices.Sorted(slices.Values(x))
	for i, v := range sorted {
		if i+1 == len(sorted) || sorted[i+1] != v {
			values = append(values, v)
			p = append(p, float64(i+1)/float64(len(sorted)))
		}
	}
	return values, p
}

// Bins are the counts of a histogram: Counts[i] values from Edges[i] to below Edges[i+1], the last bin with its upper edge.
type Bins struct {
	Edges  []float64 // one more than bins
	Counts []int
	Left   int // values that no bin can hold: NaN and infinite ones; with a logarithmic axis also those ≤ 0
}

// maxBins bounds what Freedman and Diaconis ask for: with a long tail it is thousands of bins, most of them empty.
const maxBins = 400

// EqualBins counts x in bins of equal width. With bins = 0 the rule of Freedman and Diaconis decides, up to 400 bins: the width is
// 2·IQR/n^⅓.
//
// Source: D. Freedman, P. Diaconis, On the histogram as a density estimator: L₂ theory, Zeitschrift für Wahrscheinlichkeitstheorie 57
// (1981), pp. 453-476.
func EqualBins(x []float64, bins int) Bins {
	var values []float64
	for _, v := range x {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			values = append(values, v)
		}
	}
	return count(values, bins, len(x)-len(values))
}

// LogBins counts x in bins of equal width in the logarithm, for a logarithmic axis; the edges are in the unit of x. With bins = 0 the rule
// of Freedman and Diaconis decides, applied to the logarithms.
func LogBins(x []float64, bins int) Bins {
	var values []float64
	for _, v := range x {
		if v > 0 && !math.IsInf(v, 0) {
			values = append(values, math.Log(v))
		}
	}
	b := count(values, bins, len(x)-len(values))
	for i, e := range b.Edges {
		b.Edges[i] = math.Exp(e)
	}
	return b
}

func count(x []float64, bins, left int) Bins {
	if len(x) == 0 {
		return Bins{Left: left}
	}
	slices.Sort(x)
	lo, hi := x[0], x[len(x)-1]
	if lo == hi { // one value: a bin around it
		room := max(math.Abs(lo)/2, 0.5)
		return Bins{Edges: []float64{lo - room, hi + room}, Counts: []int{len(x)}, Left: left}
	}
	if bins <= 0 {
		bins = freedmanDiaconis(x)
	}
	b := Bins{Edges: make([]float64, bins+1), Counts: make([]int, bins), Left: left}
	for i := range b.Edges {
		part := float64(i) / float64(bins)
		b.Edges[i] = lo*(1-part) + hi*part
	}
	b.Edges[0], b.Edges[bins] = lo, hi
	i := 0
	for _, v := range x {
		for i+1 < bins && v >= b.Edges[i+1] {
			i++
		}
		b.Counts[i]++
	}
	return b
}

// freedmanDiaconis is the number of bins for sorted values that are not all the same. Where half of them are the same the rule has no
// width, and Sturges's log₂n + 1 takes its place.
func freedmanDiaconis(x []float64) int {
	width := 2 * (sortedQuantile(x, 0.75) - sortedQuantile(x, 0.25)) / math.Cbrt(float64(len(x)))
	if !(width > 0) {
		return int(math.Ceil(math.Log2(float64(len(x))))) + 1
	}
	return int(min(max(math.Ceil(x[len(x)-1]/width-x[0]/width), 1), maxBins))
}
