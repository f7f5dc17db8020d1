package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/report"
	"nonet/internal/parse"
	"nonet/internal/slice"
)

// VerdictCell returns the cell of the verdict on a published statement. The page shows the reason as a tooltip.
func VerdictCell(v report.Verdict, reason string) report.Cell {
	return report.Cell{Verdict: v, Title: reason, Kind: report.PublishedStatement}
}

// Holds returns matched if a statement holds, and otherwise missed with the reason why.
func Holds(holds bool, why string) report.Cell {
	if holds {
		return VerdictCell(report.Matched, "")
	}
	return VerdictCell(report.Missed, why)
}

// Stated is Holds for a statement about runs, which is not run if there are none.
func Stated(r Records, holds bool, why string) report.Cell {
	if len(r) == 0 {
		return VerdictCell(report.NotRun, "")
	}
	return Holds(holds, why)
}

// P returns the cell of the p value of a test.
func P(p float64) report.Cell {
	return report.Cell{Text: report.Probability(p), Number: p, IsNumber: true}
}

// MedianCell returns the cell of the median of a time of the runs that reached the solver, in seconds. A failed run
// counts as infinite.
func MedianCell(time Quantity, r Records) report.Cell {
	if len(r) == 0 {
		return report.Words("–")
	}
	m := MedianWithInf(r.Reached().Values(OrNever(time)))
	c := report.Seconds(m)
	if math.IsInf(m, 0) {
		c = report.Cell{Text: "timeout"}
	}
	return CountedRuns(r, c)
}

// CountedRuns appends to a cell about runs that reached the solver how many of these succeeded, unless all did, and how
// many runs the preprocessor decided, if any.
func CountedRuns(r Records, c report.Cell) report.Cell {
	reached := r.Reached()
	return Counted(c, len(reached.Succeeded()), len(reached), len(r))
}

// Counted appends to a cell about runs or instances that reached the solver how many of these succeeded, unless all
// did, and how many of all the preprocessor decided, if any.
func Counted(c report.Cell, succeeded, reached, all int) report.Cell {
	if succeeded < reached {
		c.Text += fmt.Sprintf(" (%d of %d)", succeeded, reached)
	}
	c.Text += before(all-reached, all)
	return c
}

// before returns " (48 of 100 decided before)", for runs or instances that the preprocessor decided before the solver;
// "" if there are none.
func before(decided, all int) string {
	if decided == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of %d decided before)", decided, all)
}

// OutOf returns the cell of a number out of another.
func OutOf(k, n int) report.Cell {
	return report.Cell{Text: fmt.Sprintf("%d of %d", k, n), Number: float64(k) / float64(n), IsNumber: true}
}

// PlainRate returns the cell of a rate with its interval, without the numbers of successes and runs.
func PlainRate(t Rate) report.Cell { return report.Measured(t.Ours()) }

// NotRun stands for a number that was not measured.
var NotRun = report.Ours{Value: math.NaN(), Missing: "not run"}

// A Named is a key, such as a set or a method, and its name in tables and figures.
type Named struct{ Key, Name string }

// List returns keys with their names: key, name, key, name ...
func List(pairs ...string) (all []Named) {
	for pair := range slices.Chunk(pairs, 2) {
		all = append(all, Named{pair[0], pair[1]})
	}
	return all
}

// Present returns the sets that have records.
func Present(r Records, sets []Named) []Named {
	return slice.Filter(sets, func(s Named) bool { return len(r.Set(s.Key)) > 0 })
}

// Names returns the names.
func Names(all []Named) []string { return Each(all, func(n Named) string { return n.Name }) }

// Each returns a value of each item: titles of columns, cells of a row, values of a series.
func Each[T, V any](all []T, value func(T) V) []V { return slice.Map(all, value) }

// Code returns a name in backquotes.
func Code(name string) string { return "`" + name + "`" }

// Listed returns at most n names of methods or encodings as a list in words, each in backquotes.
func Listed(names []string, n int) string {
	quoted := Each(names, Code)
	if len(names) <= n {
		return slice.JoinAnd(quoted)
	}
	return fmt.Sprintf("%s and %d others", strings.Join(quoted[:n], ", "), len(names)-n)
}

var notInSlug = parse.Pattern("[^a-z0-9]")

// slug returns a file name for a title: lower-case letters and digits, with - for all else.
func slug(s string) string {
	return strings.Trim(notInSlug().ReplaceAllString(strings.ToLower(s), "-"), "-")
}
