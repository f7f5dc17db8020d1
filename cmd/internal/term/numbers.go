package term

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/cmd/internal/printable"
)

// NonZero formats n; 0 is the empty string.
func NonZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Thousands formats n with a comma between groups of three digits.
func Thousands[N int | int64](n N) string {
	return printable.GroupDigits(strconv.FormatInt(int64(n), 10))
}

// Duration formats d with three significant digits and a unit from µs to h.
func Duration(d time.Duration) string {
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

// significant formats x with three significant digits.
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

// Rate formats n events in d as a rate per second, with three significant digits. It returns "" if d is not positive.
func Rate(n int64, d time.Duration) string {
	if d <= 0 {
		return ""
	}
	r := float64(n) / d.Seconds()
	if r < 99.95 {
		return significant(r) + "/s"
	}
	// A measurement has no more than three significant digits.
	digits := []byte(strconv.FormatInt(int64(r), 10))
	for i := 3; i < len(digits); i++ {
		digits[i] = '0'
	}
	return printable.GroupDigits(string(digits)) + "/s"
}

// PerSecond formats a rate per second.
func PerSecond(r float64) string {
	if r == 0 {
		return "0/s"
	}
	return significant(r) + "/s"
}

// Plural formats a number with the singular or the plural of a noun.
func Plural[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}

// CountOfSolutions returns "N solutions", or "at least N solutions" if the number is not exact.
func CountOfSolutions(n *big.Int, exact bool) string {
	words := printable.GroupDigits(n.String()) + " solutions"
	if n.IsInt64() && n.Int64() == 1 {
		words = "1 solution"
	}
	if !exact {
		words = "at least " + words
	}
	return words
}

// LowerMedian returns the (lower) median of xs, which it sorts. It panics if there are none.
func LowerMedian[T cmp.Ordered](xs []T) T {
	slices.Sort(xs)
	return xs[(len(xs)-1)/2]
}

// ParseBytes parses a size: a number with the unit KB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 500MB or 1.5GiB, or a
// number of bytes.
func ParseBytes(text string) (int64, error) {
	number, factor := text, 1.0
	for _, u := range []struct {
		name   string
		factor float64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
		{"TB", 1e12}} {
		if rest, found := strings.CutSuffix(text, u.name); found {
			number, factor = strings.TrimSpace(rest), u.factor
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if size := n * factor; err == nil && size >= 1 && size < 1<<60 {
		return int64(size), nil
	}
	return 0, errors.New("expected a size such as 500MB or 2GiB")
}
