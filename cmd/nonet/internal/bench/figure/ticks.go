package figure

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// linearTicks marks round numbers between lo and hi: the most of them that fits, ten at most.
func linearTicks(lo, hi float64, integers bool, fits func(labels []string) bool) []plot.Tick {
	var ticks []plot.Tick
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
			ticks = append(ticks, plot.Tick{Value: v, Label: labels[len(labels)-1]})
		}
		if fits(labels) {
			break
		}
	}
	return ticks
}

// roundUp is the least of 1, 2, 5 times a power of ten that is not less than x.
func roundUp(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// logTicks marks powers of ten, with small marks at their multiples where there is room; between few of these also 2 and 5 times these, and
// round numbers where there is not even a decade.
func logTicks(lo, hi float64, integers bool, fits func(labels []string) bool) []plot.Tick {
	first, last := math.Ceil(math.Log10(lo)-1e-9), math.Floor(math.Log10(hi)+1e-9)
	if math.Log10(hi/lo) < 1 {
		return linearTicks(lo, hi, integers, fits)
	}
	var small []plot.Tick
	if last-first < 12 {
		for e := first - 1; e <= last; e++ {
			for m := 2.0; m < 10; m++ {
				if v := m * math.Pow(10, e); v >= lo && v <= hi {
					small = append(small, plot.Tick{Value: v})
				}
			}
		}
	}
	var ticks []plot.Tick
	if last-first < 2 {
		var labels []string
		for e := first - 1; e <= last; e++ {
			for _, m := range []float64{1, 2, 5} {
				if v := m * math.Pow(10, e); v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
					labels = append(labels, tickLabel(v, max(0, -int(e))))
					ticks = append(ticks, plot.Tick{Value: v, Label: labels[len(labels)-1]})
				}
			}
		}
		if fits(labels) {
			return append(small, ticks...)
		}
	}
	for _, every := range []float64{1, 2, 3, 5, 10, 20, 50, 100, 200, 500} {
		ticks = ticks[:0]
		var labels []string
		for e := math.Ceil(first/every) * every; e <= last; e += every {
			labels = append(labels, powerLabel(int(e)))
			ticks = append(ticks, plot.Tick{Value: math.Pow(10, e), Label: labels[len(labels)-1]})
		}
		if fits(labels) {
			break
		}
	}
	return append(small, ticks...)
}

// tickLabel writes v: 0.25, 1,000,000; 2×10⁷ from ten million on and below a hundred-thousandth.
func tickLabel(v float64, decimals int) string {
	size := math.Abs(v)
	if size >= 1e7 || size > 0 && decimals > 5 {
		e := int(math.Floor(math.Log10(size) + 1e-9))
		m := strconv.FormatFloat(v/math.Pow(10, float64(e)), 'g', 3, 64)
		switch m {
		case "1":
			return "10" + superscript(e)
		case "-1":
			return "−10" + superscript(e)
		}
		return strings.Replace(m, "-", "−", 1) + "×10" + superscript(e)
	}
	if size == 0 {
		return "0"
	}
	s := strconv.FormatFloat(size, 'f', decimals, 64)
	if size >= 1e4 {
		whole, rest, _ := strings.Cut(s, ".")
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
		s = whole
		if rest != "" {
			s += "." + rest
		}
	}
	if v < 0 {
		s = "−" + s
	}
	return s
}

// powerLabel writes 10ᵉ.
func powerLabel(e int) string {
	if e < -4 || e > 5 {
		return "10" + superscript(e)
	}
	return tickLabel(math.Pow(10, float64(e)), max(0, -e))
}

func superscript(e int) string {
	digits := [...]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}
	var b strings.Builder
	for _, r := range strconv.Itoa(e) {
		if r == '-' {
			b.WriteString("⁻")
		} else {
			b.WriteString(digits[r-'0'])
		}
	}
	return b.String()
}
