package figure

import (
	"math"
	"strconv"
	"strings"
)

// linearTicks returns ticks at round numbers between lo and hi: as many as fit, and at most about ten.
func linearTicks(lo, hi float64, integers bool, fits func(labels []string) bool) []tick {
	var ticks []tick
	for n := 10.0; n >= 1; n-- {
		step := roundUp((hi - lo) / n)
		if integers {
			step = max(1, math.Round(step))
		}
		decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
		ticks = ticks[:0]
		var labels []string
		for i := math.Ceil(lo/step - 1e-9); i*step <= hi+1e-9*step && len(ticks) < 30; i++ {
			v := i * step
			labels = append(labels, tickLabel(v, decimals))
			ticks = append(ticks, tick{value: v, label: labels[len(labels)-1]})
		}
		if fits(labels) {
			break
		}
	}
	return ticks
}

// roundUp returns the least number ≥ x that is 1, 2 or 5 times a power of ten.
func roundUp(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// logTicks returns ticks at powers of ten, with minor ticks at their multiples below 12 decades. With few decades,
// multiples by 2 and 5 have labels too; below one decade the ticks are linear.
func logTicks(lo, hi float64, integers bool, fits func(labels []string) bool) []tick {
	if math.Log10(hi/lo) < 1 {
		return linearTicks(lo, hi, integers, fits)
	}
	first, last := int(math.Ceil(math.Log10(lo)-1e-9)), int(math.Floor(math.Log10(hi)+1e-9))
	var ticks []tick
	// decades between labels; 0: several labels in a decade
	for _, every := range []int{0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500} {
		if every == 0 && last-first >= 2 {
			continue
		}
		var labels []string
		ticks = ticks[:0]
		for e := first - 1; e <= last; e++ {
			for m := 1; m < 10; m++ {
				v, label := float64(m)*math.Pow(10, float64(e)), ""
				if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
					continue
				}
				switch {
				case every == 0 && (m == 1 || m == 2 || m == 5):
					label = tickLabel(v, max(0, -e))
				case every > 0 && m == 1 && e%every == 0:
					label = powerLabel(e)
				}
				if label != "" {
					labels = append(labels, label)
				}
				if label != "" || m > 1 && last-first < 12 {
					ticks = append(ticks, tick{value: v, label: label})
				}
			}
		}
		if fits(labels) {
			break
		}
	}
	return ticks
}

// tickLabel formats v: 0.25, 1,000,000; as 2×10⁷ from ten million on, and below 0.00001.
func tickLabel(v float64, decimals int) string {
	switch {
	case v < 0:
		return "−" + tickLabel(-v, decimals)
	case v == 0:
		return "0"
	case v >= 1e7 || decimals > 5:
		e := int(math.Floor(math.Log10(v) + 1e-9))
		m := strconv.FormatFloat(v/math.Pow(10, float64(e)), 'g', 3, 64) + "×"
		return strings.TrimPrefix(m, "1×") + "10" + Superscript(e)
	}
	whole, rest, _ := strings.Cut(strconv.FormatFloat(v, 'f', decimals, 64), ".")
	if v >= 1e4 {
		whole = Grouped(whole)
	}
	if rest != "" {
		whole += "." + rest
	}
	return whole
}

// powerLabel formats 10ᵉ.
func powerLabel(e int) string {
	if e < -4 || e > 5 {
		return "10" + Superscript(e)
	}
	return tickLabel(math.Pow(10, float64(e)), max(0, -e))
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶",
	"7", "⁷", "8", "⁸", "9", "⁹")

// Superscript formats an exponent with superscript digits.
func Superscript(e int) string { return superscripts.Replace(strconv.Itoa(e)) }

// Grouped inserts a comma between groups of three digits.
func Grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
