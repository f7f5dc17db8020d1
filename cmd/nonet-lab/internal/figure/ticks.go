package figure

import (
	"math"
	"strconv"
	"strings"

	"nonet/cmd/internal/printable"
	"nonet/internal/slice"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// ticks returns the ticks of an axis with a length: the names of the groups, or numbers at gonum's places. Labels that
// have no room are left out.
func (s *scale) ticks(length vg.Length) []plot.Tick {
	if s.names != nil {
		return slice.Make(len(s.names), func(i int) plot.Tick {
			return plot.Tick{Value: float64(i), Label: s.names[i]}
		})
	}
	lo, hi := s.limits()
	if s.Log && hi/lo >= 10 {
		return logTicks(lo, hi, int(length/40))
	}
	return linearTicks(lo, hi, s.integers)
}

// linearTicks returns ticks at round numbers between lo and hi.
func linearTicks(lo, hi float64, integers bool) []plot.Tick {
	var ticks []plot.Tick
	for _, t := range (plot.DefaultTicks{}).Ticks(lo, hi) {
		if integers && t.Value != math.Round(t.Value) {
			continue
		}
		if !t.IsMinor() {
			t.Label = tickLabel(t.Value, (hi-lo)/1000)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// logTicks returns ticks at powers of ten and their multiples, with at most most labels. Below two decades multiples by
// 2 and 5 have labels, too; from 12 on there are powers only.
func logTicks(lo, hi float64, most int) []plot.Tick {
	decades := math.Log10(hi / lo)
	every := max(1, int(math.Ceil(decades/float64(max(1, most)))))
	var ticks []plot.Tick
	for _, t := range (plot.LogTicks{}).Ticks(lo, hi) {
		e := int(math.Floor(math.Log10(t.Value) + 1e-9))
		multiple := math.Round(t.Value / math.Pow10(e))
		power := !t.IsMinor()
		t.Label = ""
		switch {
		case multiple == 1 && !power || t.Value < lo*(1-1e-9) || t.Value > hi*(1+1e-9) || !power && decades >= 12:
			continue
		case power && e%every == 0 && (e < -4 || e > 5):
			t.Label = "10" + Superscript(e)
		case power && e%every == 0, decades < 2 && (multiple == 2 || multiple == 5):
			t.Label = tickLabel(t.Value, t.Value/1000)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// tickLabel formats v, rounded to a unit: 0.25, 1,000,000; as 2×10⁷ from ten million on, and below 0.00001.
func tickLabel(v, unit float64) string {
	if v < 0 {
		return "−" + tickLabel(-v, unit)
	}
	if v < unit {
		return "0"
	}
	if e := int(math.Floor(math.Log10(v) + 1e-9)); v >= 1e7 || v < 1e-5 {
		m := strconv.FormatFloat(v/math.Pow10(e), 'g', 3, 64) + "×"
		return strings.TrimPrefix(m, "1×") + "10" + Superscript(e)
	}
	whole, rest, _ := strings.Cut(strconv.FormatFloat(math.Round(v*1e9)/1e9, 'f', -1, 64), ".")
	if v >= 1e4 {
		whole = printable.GroupDigits(whole)
	}
	if rest != "" {
		whole += "." + rest
	}
	return whole
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶",
	"7", "⁷", "8", "⁸", "9", "⁹")

// Superscript formats an exponent with superscript digits.
func Superscript(e int) string { return superscripts.Replace(strconv.Itoa(e)) }
