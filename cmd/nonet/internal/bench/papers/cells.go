package papers

import (
	"fmt"
	"math"
	"strings"

	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/report"
)

// Textf is a cell of words.
func Textf(format string, args ...any) report.Cell { return report.Words(fmt.Sprintf(format, args...)) }

// VerdictCell is a verdict with its reason, which shows when it is pointed at.
func VerdictCell(v report.Verdict, reason string) report.Cell {
	return report.Cell{Verdict: v, Title: reason}
}

// Holds is the verdict on a claim; why is the reason if it does not hold.
func Holds(holds bool, why string) report.Cell {
	if holds {
		return VerdictCell(report.Matched, "")
	}
	return VerdictCell(report.Missed, why)
}

// P is the p of a test.
func P(p float64) report.Cell {
	return report.Cell{Text: report.Probability(p), Number: p, IsNumber: true}
}

// MedianCell is the median time of runs; those that failed took forever.
func MedianCell(r Records) report.Cell {
	if len(r) == 0 {
		return report.Words("–")
	}
	m := MedianOrEndless(r.Values(orEndless(Wall)))
	c := report.Seconds(m)
	if math.IsInf(m, 0) {
		c = report.Cell{Text: "timeout"}
	}
	return partly(c, len(r.Succeeded()), len(r))
}

// partly returns a cell with how many of some runs succeeded, if not all did.
func partly(c report.Cell, won, ran int) report.Cell {
	if won < ran {
		c.Text += fmt.Sprintf(" (%d of %d)", won, ran)
	}
	return c
}

// NotRun is a number that was not measured.
var NotRun = report.Ours{Value: math.NaN(), Missing: "not run"}

// Columns returns columns from titles; a title that begins with "|" is that of a column of text.
func Columns(titles ...string) []report.Column {
	columns := make([]report.Column, len(titles))
	for i, t := range titles {
		columns[i].Title, columns[i].Text = strings.CutPrefix(t, "|")
	}
	return columns
}

// Picture is a figure in a report.
func Picture(name, title, caption string, c figure.Chart) *report.Picture {
	return &report.Picture{Figure: figure.Figure{Name: name, Title: title, Caption: caption, Chart: c}}
}

// Joined writes a list: a, b and c.
func Joined(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Listed writes names of methods or encodings as a list, in the type of code, at most n of them.
func Listed(names []string, n int) string {
	rest := ""
	if len(names) > n {
		rest = fmt.Sprintf(" and %d others", len(names)-n)
		names = names[:n]
	}
	quoted := make([]string, len(names))
	for i, s := range names {
		quoted[i] = "`" + s + "`"
	}
	if rest == "" {
		return Joined(quoted)
	}
	return strings.Join(quoted, ", ") + rest
}

// slug makes a file name of a title.
func slug(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, s), "-")
}
