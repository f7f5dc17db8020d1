package report

import (
	"fmt"
	"math"
)

// A Verdict says whether a number reproduces a published one.
type Verdict string

const (
	None          Verdict = ""
	Matched       Verdict = "matched"
	Missed        Verdict = "missed"
	NotComparable Verdict = "not comparable" // depends on the machine: printed beside ours, never required to match
	NotRun        Verdict = "not run"        // at this scale, or because something is missing
)

// verdicts in the order of summaries.
var verdicts = []Verdict{Matched, Missed, NotComparable, NotRun}

// A Published number, and the rule by which ours is held to it.
type Published struct {
	Value float64 // NaN: none was published
	Rule  Rule    // nil: nothing is compared
	Known string  // why a miss was to be expected, if it was: shown with the verdict, which stays Missed
}

// A Rule decides whether a measured number reproduces a published one, and says by how much it does or does not.
type Rule interface {
	judge(published float64, o Ours) (Verdict, string)
}

// Ours is a measured number, with what rules and readers need to know about it.
type Ours struct {
	Value   float64 // NaN: nothing was measured
	Lo, Hi  float64 // interval of 95 %; both 0: none
	Runs    int     // behind a rate
	Missing string  // why nothing was measured, if that is known: the verdict is NotRun
}

// Rules. The tolerance of Rate is max(0.05, 2·sqrt(p̄(1-p̄)(1/m₀+1/m))), p̄ being the pooled rate.
type (
	Rate    struct{ Runs int }          // a success rate of so many runs; 0: not known, as if it were exact
	Ratio   struct{ Lo, Hi float64 }    // ours divided by the published number lies between Lo and Hi; means of iterations: 0.67 and 1.5
	Within  struct{ Tolerance float64 } // absolute difference
	Between struct{ Lo, Hi float64 }    // ours lies between Lo and Hi, whatever the published number
	Machine struct{}                    // depends on the machine
)

// Iterations is the rule for means of iterations.
var Iterations = Ratio{0.67, 1.5}

// Judge says whether ours reproduces the published number, and gives the reason in words.
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

// Judged is the cell of [Judge]: a verdict, its reason, and the known cause of a miss.
func Judged(p Published, o Ours) Cell {
	v, reason := Judge(p, o)
	c := Cell{Verdict: v, Title: reason}
	if v == Missed {
		c.Cause = p.Known
	}
	return c
}

// Ordered is the cell for "one is better than the other", which has to hold, and significantly so: p is that of a paired test, or NaN if none
// could be made.
func Ordered(holds bool, p float64) Cell {
	c := Cell{Verdict: Missed}
	switch {
	case math.IsNaN(p):
		c.Verdict, c.Text, c.Title = NotRun, "–", "nothing to test"
		return c
	case !holds:
		c.Text, c.Title = "does not hold", "the relation does not hold"
	case p < 0.05:
		c.Verdict, c.Text, c.Title = Matched, "holds", "the relation holds"
	default:
		c.Text, c.Title = "not significant", "the relation holds, but may be chance"
	}
	c.Text += ", " + Probability(p)
	c.Title += ": " + Probability(p)
	return c
}

func (r Rate) judge(published float64, o Ours) (Verdict, string) {
	if o.Runs <= 0 {
		return NotRun, "no runs"
	}
	m := float64(o.Runs)
	pooled, share := o.Value, 1/m
	if r.Runs > 0 {
		m0 := float64(r.Runs)
		pooled, share = (o.Value*m+published*m0)/(m+m0), 1/m+1/m0
	}
	tolerance := max(0.05, 2*math.Sqrt(max(0, pooled*(1-pooled))*share))
	return distance(published, o.Value, tolerance)
}

func (r Within) judge(published float64, o Ours) (Verdict, string) {
	return distance(published, o.Value, r.Tolerance)
}

func (r Ratio) judge(published float64, o Ours) (Verdict, string) {
	if published == 0 {
		return verdict(o.Value == 0), Short(o.Value) + " where 0 was published"
	}
	ratio := o.Value / published
	return verdict(inside(ratio, r.Lo, r.Hi)), fmt.Sprintf("%s times the published number; allowed are %s to %s", Short(ratio), Short(r.Lo), Short(r.Hi))
}

func (r Between) judge(_ float64, o Ours) (Verdict, string) {
	return verdict(inside(o.Value, r.Lo, r.Hi)), fmt.Sprintf("%s; allowed are %s to %s", Short(o.Value), Short(r.Lo), Short(r.Hi))
}

func (Machine) judge(float64, Ours) (Verdict, string) {
	return NotComparable, "depends on the machine"
}

func distance(published, ours, tolerance float64) (Verdict, string) {
	return verdict(inside(ours-published, -tolerance, tolerance)), fmt.Sprintf("difference %s; allowed is %s", Short(ours-published), Short(tolerance))
}

// inside says whether x lies between lo and hi, but for the rounding of decimal fractions.
func inside(x, lo, hi float64) bool {
	const slack = 1e-12
	return x >= lo-slack*max(1, math.Abs(lo)) && x <= hi+slack*max(1, math.Abs(hi))
}

func verdict(holds bool) Verdict {
	if holds {
		return Matched
	}
	return Missed
}
