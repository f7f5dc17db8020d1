package report

import (
	"fmt"
	"math"
)

// A Verdict is the result of comparing a measured number with a published number or a claim.
type Verdict string

const (
	None          Verdict = ""
	Matched       Verdict = "matched"
	Missed        Verdict = "missed"
	TooFew        Verdict = "too few runs"   // so few that a great difference would not be noticed
	NotComparable Verdict = "not comparable" // shown without a judgement, such as times
	NotRun        Verdict = "not run"        // not part of this scale, or a program is missing
)

// verdicts is the order of verdicts in summaries.
var verdicts = []Verdict{Matched, Missed, TooFew, NotComparable, NotRun}

// A Published is a published number and the rule that a measured number must meet to reproduce it.
type Published struct {
	Value float64 // NaN: no number was published
	Rule  Rule    // nil: the verdict is NotComparable
	Known string  // the known cause of a miss, if any: printed with the verdict, which is still Missed
}

// A Rule judges whether a measured number reproduces a published number. The second result of judge is the reason: the
// difference or ratio, and the range allowed.
type Rule interface {
	judge(published float64, o Ours) (Verdict, string)
}

// Ours is a number that we measured, with the data that rules and tables need.
type Ours struct {
	Value   float64 // NaN: nothing was measured
	Lo, Hi  float64 // interval of 95 %; both 0: no interval
	Runs    int     // if Value is a success rate: the number of runs
	Missing string  // if not "": the reason why nothing was measured; the verdict is NotRun
}

// The rules. Ratio is a range for our number divided by the published number. Within is a bound on the absolute
// difference. Between is a range for our number, whatever was published. Sampled is a range for the published number,
// which was taken over a few puzzles: what 95 % of draws of as many of our puzzles give. [Rate] and [Machine] are
// explained below.
type (
	Ratio   struct{ Lo, Hi float64 }
	Within  struct{ Tolerance float64 }
	Between struct{ Lo, Hi float64 }
	Sampled struct {
		Puzzles int
		Lo, Hi  float64 // both 0: we have fewer than twice as many puzzles
	}
)

// Iterations is the rule for means of iterations.
var Iterations = Ratio{0.67, 1.5}

// Judge returns the verdict on whether o reproduces the published number, and the reason in words.
func Judge(p Published, o Ours) (Verdict, string) {
	switch {
	case o.Missing != "":
		return NotRun, o.Missing
	case math.IsNaN(o.Value):
		return NotRun, "nothing was measured"
	case p.Rule == nil:
		return NotComparable, "there is no rule for it"
	}
	if _, ok := p.Rule.(Between); !ok && math.IsNaN(p.Value) {
		return NotComparable, "nothing was published"
	}
	return p.Rule.judge(p.Value, o)
}

// Judged returns the result of [Judge] as a cell: the verdict, its reason, and the known cause of a miss.
func Judged(p Published, o Ours) Cell {
	v, reason := Judge(p, o)
	c := Cell{Verdict: v, Title: reason, Compared: comparison(p, o, v)}
	if v == Missed {
		c.Cause = p.Known
	}
	if m, ok := p.Rule.(Machine); ok {
		c.Machine = m.Group
		if m.Fit != nil {
			c.Kind = UpToFactor
		}
	}
	return c
}

func (r Within) judge(published float64, o Ours) (Verdict, string) {
	return judgeDifference(published, o.Value, r.Tolerance)
}

func (r Ratio) judge(published float64, o Ours) (Verdict, string) {
	if published == 0 {
		return verdictOf(o.Value == 0), Short(o.Value) + " where 0 was published"
	}
	ratio := o.Value / published
	return verdictOf(inRange(ratio, r.Lo, r.Hi)), fmt.Sprintf("%s times the published number; allowed are %s to %s",
		Short(ratio), Short(r.Lo), Short(r.Hi))
}

func (r Between) judge(_ float64, o Ours) (Verdict, string) {
	return verdictOf(inRange(o.Value, r.Lo, r.Hi)),
		fmt.Sprintf("%s; allowed are %s to %s", Short(o.Value), Short(r.Lo), Short(r.Hi))
}

func (r Sampled) judge(published float64, o Ours) (Verdict, string) {
	if r.Lo == 0 && r.Hi == 0 {
		return TooFew, fmt.Sprintf("fewer than %d puzzles", 2*r.Puzzles)
	}
	return verdictOf(inRange(published, r.Lo, r.Hi)),
		fmt.Sprintf("%s over all of our puzzles; %d of them give %s to %s", Short(o.Value), r.Puzzles, Short(r.Lo),
			Short(r.Hi))
}

func judgeDifference(published, ours, tolerance float64) (Verdict, string) {
	return verdictOf(inRange(ours-published, -tolerance, tolerance)),
		fmt.Sprintf("difference %s; allowed is %s", Short(ours-published), Short(tolerance))
}

// inRange reports whether x lies between lo and hi, within a tolerance for the rounding of decimal fractions.
func inRange(x, lo, hi float64) bool {
	const slack = 1e-12
	return x >= lo-slack*max(1, math.Abs(lo)) && x <= hi+slack*max(1, math.Abs(hi))
}

func verdictOf(holds bool) Verdict {
	if holds {
		return Matched
	}
	return Missed
}
