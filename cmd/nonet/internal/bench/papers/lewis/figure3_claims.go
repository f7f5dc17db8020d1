package lewis

import (
	"fmt"
	"math"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// claims holds us to what the paper says about Figure 3 in words.
func (f *dip) claims() *report.Table {
	t := &report.Table{Name: "figure-3-claims", Title: "What the paper says about Figure 3", Columns: papers.Columns("|statement", "|ours", "|verdict"),
		Notes: []string{"The dip is where a run of either method failed. That the hybrid is at least as good there is matched if it is better at no fewer values of p " +
			"than it is worse, and significantly worse at none (McNemar over pairs of runs, Holm). Signed-rank tests are at 5 %; with fewer than six values of p that " +
			"differ they cannot tell anything, and at a scale below the full one that counts as not run."}}
	add := func(order int, statement string, cells []report.Cell) {
		t.Rows = append(t.Rows, append([]report.Cell{papers.Textf("order %d: %s", order, statement)}, cells...))
	}
	for i := range f.orders {
		c, order := &f.orders[i], i+3
		if len(c.points) == 0 {
			add(order, "all statements", []report.Cell{report.Words("–"), notRun("")})
			continue
		}
		if order == 3 {
			for _, m := range []struct{ method, name string }{{annealing, "annealing"}, {hybrid, "the hybrid"}} {
				add(order, m.name+" solves 100 % at every p", c.always(m.method, c.points, "the limit on moves", f.scale))
				if len(c.clock) > 0 {
					add(order, m.name+" solves 100 % at every p, in 2 s of this machine", c.always(m.method, c.clock, "", f.scale))
				}
			}
		} else {
			add(order, "a dip in the middle", f.middle(c))
			add(order, "the hybrid is at least as good everywhere in the dip", c.noWorse())
			add(order, "the hybrid's rates of success are significantly better, by signed ranks over p", f.significant(order))
		}
		add(order, "both are equal for p up to 0.2", c.equal())
		add(order, "the hybrid takes less time for p from 0.25 to 0.7", f.faster(c))
	}
	if a, b := &f.orders[1], &f.orders[2]; len(a.points) > 0 && len(b.points) > 0 {
		x, _ := a.lowest(annealing)
		y, _ := b.lowest(annealing)
		cells := claim(y < x, "", "annealing's lowest rate is %.2f, %.2f at order 4", y, x)
		if reduced(f.scale) {
			cells[1] = notRun("order 5 has a tenth of its moves at this scale")
		}
		add(5, "the dip is deeper than at order 4", cells)
	}
	return t
}

// always tells where a method did not solve all runs.
func (c *curve) always(method string, points []dipPoint, limit string, scale campaign.Scale) []report.Cell {
	var failed []string
	miss := false
	for i := range points {
		r := points[i].rate[method]
		if r.Successes == r.Runs {
			continue
		}
		failed = append(failed, fmt.Sprintf("p = %.2f: %s", points[i].p, r))
		// The paper has 400 runs for each p.
		v, _ := report.Judge(report.Published{Value: 1, Rule: report.Rate{Runs: 400}}, r.Ours())
		miss = miss || v == report.Missed
	}
	if len(failed) == 0 {
		return claim(true, "", "all runs")
	}
	why := ""
	if miss && limit != "" {
		why = "with few givens annealing is hardly cold when " + limit + " is reached"
	}
	return claim(!miss, why, "%s", strings.Join(failed, "; "))
}

// middle tells whether success is worse between small and great p than at both.
func (f *dip) middle(c *curve) []report.Cell {
	first, last := &c.points[0], &c.points[len(c.points)-1]
	least, at := c.lowest(annealing)
	found := fmt.Sprintf("annealing: %.2f at p = %.2f, %.2f at p = %.2f, %.2f at p = %.2f",
		first.rate[annealing].Value(), first.p, least, at, last.rate[annealing].Value(), last.p)
	if reduced(f.scale) {
		if first.p > 0.2+1e-9 {
			return []report.Cell{report.Words(found), notRun("no small p at this scale")}
		}
		if least == 1 {
			return []report.Cell{report.Words(found), notRun("too few runs at this scale to see one fail")}
		}
	}
	return claim(least < first.rate[annealing].Value() && least < last.rate[annealing].Value(), "", "%s", found)
}

// few is the reason for a miss that a larger scale might not have.
func (f *dip) few() string {
	if !reduced(f.scale) {
		return ""
	}
	return "runs are few at this scale"
}

// noWorse tells whether the hybrid is at least as good in the dip.
func (c *curve) noWorse() []report.Cell {
	var higher, lower, same int
	var ps, pvalues []float64
	for i := range c.points {
		p := &c.points[i]
		if !p.hard() {
			continue
		}
		switch h, a := p.rate[hybrid].Value(), p.rate[annealing].Value(); {
		case h > a:
			higher++
		case h < a:
			lower++
		default:
			same++
		}
		x, y := p.against()
		q := 1.0
		if y > x {
			q = stats.McNemar(x, y)
		}
		ps, pvalues = append(ps, p.p), append(pvalues, q)
	}
	var against []string
	for i, q := range stats.Holm(pvalues) {
		if q < 0.05 {
			against = append(against, fmt.Sprintf("p = %.2f", ps[i]))
		}
	}
	found := fmt.Sprintf("higher at %d values of p, lower at %d, equal at %d", higher, lower, same)
	if len(against) > 0 {
		return claim(false, "", "%s; significantly lower at %s", found, strings.Join(against, ", "))
	}
	found += "; significantly lower at none"
	switch {
	case higher+lower+same == 0:
		return []report.Cell{report.Words("no run failed"), notRun("there is no dip to compare in")}
	case higher+lower == 0:
		return []report.Cell{report.Words(found), notRun("no difference in the runs that there are")}
	}
	return claim(higher >= lower, "", "%s", found)
}

// significant tells whether the hybrid succeeds more often by the signed-rank test over p.
func (f *dip) significant(order int) []report.Cell {
	t := f.tested(order, "success", "values of p")
	found := fmt.Sprintf("%s; better at %d of %d values of p that differ", report.Probability(t.signed), t.better, t.n)
	if t.n < 6 && reduced(f.scale) {
		return []report.Cell{report.Words(found), notRun("too few values of p differ at this scale")}
	}
	return claim(t.signed < 0.05 && t.correlation > 0, f.few(), "%s", found)
}

// equal tells whether the methods differ for p up to 0.2.
func (c *curve) equal() []report.Cell {
	most, at, n := 0.0, math.NaN(), 0
	holds := true
	for i := range c.points {
		p := &c.points[i]
		if p.p > 0.2+1e-9 {
			continue
		}
		n++
		a, h := p.rate[annealing], p.rate[hybrid]
		if diff := math.Abs(a.Value() - h.Value()); diff > most || math.IsNaN(at) {
			most, at = diff, p.p
		}
		v, _ := report.Judge(report.Published{Value: a.Value(), Rule: report.Rate{Runs: a.Runs}}, h.Ours())
		holds = holds && v != report.Missed
	}
	if n == 0 {
		return []report.Cell{report.Words("–"), notRun("no such p at this scale")}
	}
	return claim(holds, "", "greatest difference of the rates %.3f, at p = %.2f", most, at)
}

// faster tells whether the hybrid's successful runs take less time.
func (f *dip) faster(c *curve) []report.Cell {
	var x, y []float64
	var slower []string
	for i := range c.points {
		p := &c.points[i]
		if p.p < 0.25-1e-9 || p.p > 0.7+1e-9 {
			continue
		}
		h, a := meanOf(p.runs[hybrid], papers.Busy), meanOf(p.runs[annealing], papers.Busy)
		if math.IsNaN(h) || math.IsNaN(a) {
			continue
		}
		x, y = append(x, -h), append(y, -a)
		if h >= a {
			slower = append(slower, fmt.Sprintf("%.2f", p.p))
		}
	}
	t := newDipTest(0, "", "", x, y)
	found := fmt.Sprintf("faster at %d of %d values of p where both succeeded; signed ranks: %s", t.better, len(x), report.Probability(t.signed))
	if len(slower) > 0 {
		found += "; not at p = " + strings.Join(slower, ", ")
	}
	if t.n < 6 && reduced(f.scale) {
		return []report.Cell{report.Words(found), notRun("too few values of p at this scale")}
	}
	return claim(t.signed < 0.05 && t.correlation > 0, f.few(), "%s", found)
}
