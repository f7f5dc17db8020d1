package experiment

import (
	"fmt"
	"math"
	"strings"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/figure"
	"nonet/cmd/nonet/internal/report"
)

// textf is a cell of words.
func textf(format string, args ...any) report.Cell { return report.Words(fmt.Sprintf(format, args...)) }

func verdictCell(v report.Verdict, reason string) report.Cell {
	return report.Cell{Verdict: v, Title: reason}
}

func pCell(p float64) report.Cell {
	return report.Cell{Text: report.Probability(p), Number: p, IsNumber: true}
}

// formulationsMedian is the median time of runs; those that failed took forever.
func formulationsMedian(r Records) report.Cell {
	if len(r) == 0 {
		return report.Words("–")
	}
	won := len(r.Succeeded())
	m := medianOrEndless(r.Values(func(x *campaign.Record) float64 {
		if !x.Outcome.Success() {
			return math.Inf(1)
		}
		return Wall(x)
	}))
	c := report.Seconds(m)
	if math.IsInf(m, 0) {
		c = report.Cell{Text: "time-out"}
	}
	if won < len(r) {
		c.Text += fmt.Sprintf(" (%d of %d)", won, len(r))
	}
	return c
}

// beside are the three cells of a published number, ours, and the verdict.
func beside(value float64, rule report.Rule, known string, o report.Ours) []report.Cell {
	return report.Compared(report.Published{Value: value, Rule: rule, Known: known}, o)
}

// besideSeconds is beside for times, which depend on the machine.
func besideSeconds(value float64, o report.Ours) []report.Cell {
	return report.ComparedSeconds(report.Published{Value: value, Rule: report.Machine{}}, o)
}

// wouldMatch says whether ours would match a published number. For numbers that are shown, but are not the reproduction itself, so that they do not
// count as matches or misses.
func wouldMatch(value float64, rule report.Rule, o report.Ours) report.Cell {
	switch v, reason := report.Judge(report.Published{Value: value, Rule: rule}, o); v {
	case report.Matched:
		return report.Cell{Text: "yes", Title: reason}
	case report.Missed:
		return report.Cell{Text: "no", Title: reason}
	}
	return verdictCell(report.NotRun, "")
}

// missing is a number that was not measured.
var missing = report.Ours{Value: math.NaN(), Missing: "not run"}

// headed returns columns from titles; a title that begins with "|" is that of a column of text.
func headed(titles ...string) []report.Column {
	columns := make([]report.Column, len(titles))
	for i, t := range titles {
		columns[i].Title, columns[i].Text = strings.CutPrefix(t, "|")
	}
	return columns
}

func pictureOf(name, title, caption string, c figure.Chart) *report.Picture {
	return &report.Picture{Figure: figure.Figure{Name: name, Title: title, Caption: caption, Chart: c}}
}

// compact returns those of the paragraphs that say something.
func compact(paragraphs ...string) (some []string) {
	for _, p := range paragraphs {
		if p != "" {
			some = append(some, p)
		}
	}
	return some
}

// joined writes a list: a, b and c.
func joined(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// listed writes names as a list: "a, b and c", at most n of them.
func listed(names []string, n int) string {
	rest := ""
	if len(names) > n {
		rest = fmt.Sprintf(" and %d others", len(names)-n)
		names = names[:n]
	}
	quoted := make([]string, len(names))
	for i, s := range names {
		quoted[i] = "`" + s + "`"
	}
	if last := len(quoted) - 1; last > 0 && rest == "" {
		return strings.Join(quoted[:last], ", ") + " and " + quoted[last]
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
