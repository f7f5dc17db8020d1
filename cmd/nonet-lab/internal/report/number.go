package report

import (
	"math"
	"strconv"
	"strings"

	"nonet/cmd/internal/printable"
	"nonet/cmd/nonet-lab/internal/figure"
)

// Short formats x with three significant digits: 0.84, 12.3, 1.2×10⁻⁵. From 100 up to ten million it rounds to an
// integer and groups the digits: 49,151. NaN is a dash.
func Short(x float64) string {
	size := math.Abs(x)
	sign := ""
	if x < 0 {
		sign = "−"
	}
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 0):
		return sign + "∞"
	case size == 0:
		return "0"
	case size < 0.9995e-3 || size >= 1e7:
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(size, 'e', 2, 64), "e")
		e, _ := strconv.Atoi(exponent)
		return sign + trimZeros(mantissa) + "×10" + figure.Superscript(e)
	case size >= 99.95:
		return sign + printable.GroupDigits(strconv.FormatFloat(size, 'f', 0, 64))
	}
	decimals := 2 - int(math.Floor(math.Log10(size)))
	return sign + trimZeros(strconv.FormatFloat(size, 'f', decimals, 64))
}

// Duration formats seconds with three significant digits and a unit from µs to h.
func Duration(seconds float64) string {
	const space = "\u202f" // narrow no-break space
	switch s := math.Abs(seconds); {
	case math.IsNaN(s) || math.IsInf(s, 0) || s == 0:
		return Short(seconds)
	case s < 0.9995e-3:
		return Short(seconds*1e6) + space + "µs"
	case s < 0.9995:
		return Short(seconds*1e3) + space + "ms"
	case s < 119.5:
		return Short(seconds) + space + "s"
	case s < 2*3600:
		return Short(seconds/60) + space + "min"
	default:
		return Short(seconds/3600) + space + "h"
	}
}

// Probability formats p: "p = 0.012", "p < 0.0001".
func Probability(p float64) string {
	if p < 1e-4 {
		return "p < 0.0001"
	}
	return "p = " +
		trimZeros(strconv.FormatFloat(p, 'f', max(2, min(4, 1-int(math.Floor(math.Log10(max(p, 1e-9)))))), 64))
}

// trimZeros removes zeros at the end of a fraction.
func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Words returns a cell with a text.
func Words(s string) Cell { return Cell{Text: s} }

// Number returns a cell with a number.
func Number(x float64) Cell { return Cell{Number: x, IsNumber: true} }

// Count returns a cell with an integer.
func Count(n int) Cell { return Number(float64(n)) }

// Seconds returns a cell with a time in seconds.
func Seconds(x float64) Cell { return Cell{Text: Duration(x), Number: x, IsNumber: true} }

// Measured returns a cell with a measured number, and its interval if it has one: "0.84 [0.81, 0.86]".
func Measured(o Ours) Cell { return measured(o, Short) }

// MeasuredSeconds is [Measured] for a time.
func MeasuredSeconds(o Ours) Cell { return measured(o, Duration) }

func measured(o Ours, short func(float64) string) Cell {
	if o.Missing != "" || math.IsNaN(o.Value) {
		return Cell{Text: "–", Title: o.Missing}
	}
	c := Cell{Text: short(o.Value), Number: o.Value, IsNumber: true}
	if o.Lo != 0 || o.Hi != 0 {
		c.Lo, c.Hi = o.Lo, o.Hi
		if !math.IsNaN(o.Lo) && !math.IsNaN(o.Hi) {
			c.Text += " [" + short(o.Lo) + ", " + short(o.Hi) + "]"
		}
	}
	if o.Runs > 0 {
		c.Title = printable.GroupDigits(strconv.Itoa(o.Runs)) + " runs"
	}
	return c
}

// Compared returns three cells: the published number, the measured number, and the verdict.
func Compared(p Published, o Ours) []Cell { return compared(p, o, Number(p.Value), Measured(o)) }

// ComparedSeconds is [Compared] for times.
func ComparedSeconds(p Published, o Ours) []Cell {
	return compared(p, o, Seconds(p.Value), MeasuredSeconds(o))
}

func compared(p Published, o Ours, published, ours Cell) []Cell {
	v := Judged(p, o)
	if v.Verdict != NotRun && !math.IsNaN(p.Value) {
		v.Title = published.Display() + " published, " + ours.Display() + " ours: " + v.Title
	}
	return []Cell{published, ours, v}
}
