package report

import (
	"fmt"
	"math"

	"nonet/cmd/nonet-lab/internal/stats"
)

// Rate is the rule for a rate of success. With p₀ the published rate, m₀ the number of published runs, m the number of
// ours and p̄ the pooled rate, it allows a difference of
//
//	max(0.05, 2·sqrt(p̄(1-p̄)(1/m₀ + 1/m)))
//
// If p₀ is below 0.1 or above 0.9, where 0.05 is a large part of it, an exact test must also have p ≥ 0.05: Fisher's
// for the two numbers of successes, or the binomial test if m₀ is not known.
//
// Nothing matches on runs so few that a difference of 0.15 would often remain unnoticed. The binomial test of p₀ at 5 %
// has to reject a rate q = p₀ ± 0.15, the one nearer to 1/2, with a probability of at least 0.8:
//
//	Σₖ C(m,k) qᵏ (1-q)ᵐ⁻ᵏ over all k with p(k; m, p₀) < 0.05
//
// That takes 10 runs for p₀ = 0 or 1 and about 90 for p₀ = 1/2; the number of published runs does not count. With fewer
// runs a rate misses if the exact test has p < 0.05, too, and otherwise has no verdict.
type Rate struct{ Runs int } // the number of published runs; 0: unknown, the published rate is taken as exact

const (
	floor        = 0.05 // a difference that always matches, except for rates near 0 or 1
	nearEnd      = 0.1  // rates within this distance of 0 or 1 are tested exactly
	significance = 0.05
	noticeable   = 0.15 // the difference that the runs must be able to show
	enoughPower  = 0.8
	surelyEnough = 200 // runs with which the power is above enoughPower, whatever the rate
)

func (r Rate) judge(published float64, o Ours) (Verdict, string) {
	if o.Runs <= 0 {
		return NotRun, "no runs"
	}
	verdict, reason := judgeDifference(published, o.Value, r.tolerance(published, o))
	few := !enough(published, o.Runs)
	if !few && published >= nearEnd && published <= 1-nearEnd {
		return verdict, reason
	}
	p := r.exact(published, o)
	reason += "; exact test: " + Probability(p)
	switch {
	case few && (verdict == Matched || p >= significance):
		return TooFew, fmt.Sprintf("%d runs would often not show a difference of %s; %s", o.Runs, Short(noticeable),
			reason)
	case p < significance:
		verdict = Missed
	}
	return verdict, reason
}

func (r Rate) tolerance(published float64, o Ours) float64 {
	m := float64(o.Runs)
	pooled, share := o.Value, 1/m
	if r.Runs > 0 {
		m0 := float64(r.Runs)
		pooled, share = (o.Value*m+published*m0)/(m+m0), 1/m+1/m0
	}
	return max(floor, 2*math.Sqrt(max(0, pooled*(1-pooled))*share))
}

// exact returns p of Fisher's test of the two rates, or of the binomial test of ours against the published rate.
func (r Rate) exact(published float64, o Ours) float64 {
	ours := int(math.Round(o.Value * float64(o.Runs)))
	if r.Runs == 0 {
		return stats.Binomial(ours, o.Runs, published)
	}
	theirs := int(math.Round(published * float64(r.Runs)))
	return stats.Table{A: ours, B: o.Runs - ours, C: theirs, D: r.Runs - theirs}.Fisher()
}

// enough reports whether runs are enough to notice a difference from a published rate.
func enough(published float64, runs int) bool {
	if runs >= surelyEnough {
		return true
	}
	other := published + noticeable
	if published > 0.5 {
		other = published - noticeable
	}
	return stats.BinomialPower(runs, published, other, significance) >= enoughPower
}
