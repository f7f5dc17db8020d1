package cli

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

// thousands writes n with a comma between groups of three digits.
func thousands(n int64) string { return groups(strconv.FormatInt(n, 10)) }

// groups puts a comma between groups of three digits.
func groups(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// duration writes d with three significant digits and a unit from µs to h.
func duration(d time.Duration) string {
	switch s := d.Seconds(); {
	case d == 0:
		return "0"
	case s < 0.9995e-3:
		return significant(s*1e6) + " µs"
	case s < 0.9995:
		return significant(s*1e3) + " ms"
	case s < 99.95:
		return significant(s) + " s"
	case s < 2*3600:
		return fmt.Sprintf("%d min %d s", int(s)/60, int(s)%60)
	default:
		return fmt.Sprintf("%d h %d min", int(s)/3600, int(s)/60%60)
	}
}

// significant writes x with three significant digits.
func significant(x float64) string {
	switch {
	case x >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	default:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
}

// rate writes how many of something were done in a second.
func rate(n int64, d time.Duration) string {
	if d <= 0 {
		return ""
	}
	r := float64(n) / d.Seconds()
	if r < 99.95 {
		return significant(r) + "/s"
	}
	// Three digits are all that a measurement can tell.
	digits := []byte(strconv.FormatInt(int64(r), 10))
	for i := 3; i < len(digits); i++ {
		digits[i] = '0'
	}
	return groups(string(digits)) + "/s"
}

// perSecond writes a rate that is known already.
func perSecond(r float64) string {
	if r == 0 {
		return "0/s"
	}
	return significant(r) + "/s"
}

// plural writes a number of things.
func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

// solutionsInWords returns a number of solutions, which there are at least if it is not exact.
func solutionsInWords(n *big.Int, exact bool) string {
	words := groups(n.String()) + " solutions"
	if n.IsInt64() && n.Int64() == 1 {
		words = "1 solution"
	}
	if !exact {
		words = "at least " + words
	}
	return words
}

// median returns the median of ds, which it sorts. It panics if there are none.
func median(ds []time.Duration) time.Duration {
	slices.Sort(ds)
	n := len(ds)
	return (ds[(n-1)/2] + ds[n/2]) / 2
}

// middle returns the (lower) median of xs, which it sorts. It panics if there are none.
func middle[T cmp.Ordered](xs []T) T {
	slices.Sort(xs)
	return xs[(len(xs)-1)/2]
}
