package build

import (
	"math"
	"strconv"

	"nonet/model"
	"nonet/model/bounds"
)

// Bounds of a variable without bounds. Their magnitude leaves room for sums.
const (
	noMin = math.MinInt / 4
	noMax = math.MaxInt / 4
)

// Unbounded is the domain of a variable without bounds. The Builder reduces it by the constraints.
func Unbounded() model.Domain { return model.Interval(noMin, noMax) }

// isBounded reports whether a domain has finite bounds.
func isBounded(d model.Domain) bool { return d.Size() == 0 || d.Min() > noMin && d.Max() < noMax }

// fixed returns the value of a domain of one value.
func fixed(d model.Domain) (int, bool) {
	if d.Size() == 1 {
		return d.Min(), true
	}
	return 0, false
}

// without returns the domain without the value v, whose magnitude is at most maxNumber if the domain has it.
func without(d model.Domain, v int) model.Domain {
	if !d.Contains(v) {
		return d
	}
	return d.Intersect(model.Union(model.Range{Lo: math.MinInt, Hi: v - 1}, model.Range{Lo: v + 1, Hi: math.MaxInt}))
}

// solve returns the numbers n for which coef*n + c is in the domain. The magnitude of c is at most maxNumber.
func solve(d model.Domain, coef, c int) model.Domain {
	if coef == 1 && c == 0 {
		return d
	}
	var all []model.Range
	for lo, hi := range d.Ranges {
		lo, hi = max(lo, -maxNumber)-c, min(hi, maxNumber)-c
		if coef < 0 {
			lo, hi = -hi, -lo
		}
		size := max(coef, -coef)
		all = append(all, model.Range{Lo: -bounds.FloorDiv(-lo, size), Hi: bounds.FloorDiv(hi, size)})
	}
	return model.Union(all...)
}

// AppendSet writes a domain as MiniZinc reads a set: a range or a list.
func AppendSet(dst []byte, d model.Domain) []byte {
	if d.IsInterval() {
		dst = strconv.AppendInt(dst, int64(d.Min()), 10)
		dst = append(dst, ".."...)
		return strconv.AppendInt(dst, int64(d.Max()), 10)
	}
	dst = append(dst, '{')
	for i, v := range d.Indexed {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(v), 10)
	}
	return append(dst, '}')
}
