package lewis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// A dipPoint has the runs of one order and p: a and aRate of annealing, h and hRate of the hybrid.
type dipPoint struct {
	p            float64
	a, h         papers.Records
	aRate, hRate papers.Rate
}

// hard reports whether the point is in the dip: some run of either method failed.
func (p *dipPoint) hard() bool {
	return p.aRate.Successes < p.aRate.Runs || p.hRate.Successes < p.hRate.Runs
}

// lowest returns the point where annealing succeeds least often.
func lowest(all []dipPoint) dipPoint {
	return slices.MinFunc(all, func(p, q dipPoint) int { return cmp.Compare(p.aRate.Value(), q.aRate.Value()) })
}

// The sides of a dip: the paper says that the methods are equal up to p = 0.2, and the propagation nearly completes
// instances with three quarters of the cells given.
const (
	leftSide  = 0.2
	rightSide = 0.7
)

// A trough is the lowest rate of annealing between the sides, and the rates on the sides.
type trough struct {
	left, least, right papers.Rate
	at                 float64 // p of the lowest rate; NaN if there are no points between the sides
	p                  float64 // of the test of a dip; NaN if a side has no points
}

// troughOf finds the lowest rate of annealing between the sides. The test asks whether annealing fails on more
// instances there than on either side: p is the greater one of two Fisher's tests, times the number of values of p in
// between, of which the lowest was chosen. Runs of one instance are not independent, so the test counts instances:
// annealing fails on an instance if any of its runs fails. All instances of a side count together.
func troughOf(points []dipPoint) (t trough) {
	t.at, t.p = math.NaN(), math.NaN()
	var between []dipPoint
	var left, right papers.Records
	for _, p := range points {
		switch {
		case p.p <= leftSide+1e-9:
			left = append(left, p.a...)
		case p.p >= rightSide-1e-9:
			right = append(right, p.a...)
		default:
			between = append(between, p)
		}
	}
	t.left, t.right = papers.RateOf(left), papers.RateOf(right)
	if len(between) == 0 {
		return t
	}
	least := lowest(between)
	t.least, t.at = least.aRate, least.p
	if t.left.Runs > 0 && t.right.Runs > 0 {
		t.p = min(1, float64(len(between))*max(fewerFailures(left, least.a), fewerFailures(right, least.a)))
	}
	return t
}

// dips reports whether the lowest rate is significantly lower than those on the sides.
func (t trough) dips() bool { return t.p < papers.RelationLevel }

// fewerFailures returns p of Fisher's test, one-sided, of whether more instances have a failed run in many than in few.
func fewerFailures(few, many papers.Records) float64 {
	count := func(r papers.Records) (failed, solved int) {
		worst := papers.PerInstance(r, papers.Success, slices.Min[[]float64])
		solved = len(papers.Above(0, worst))
		return len(worst) - solved, solved
	}
	a, b := count(many)
	c, d := count(few)
	return stats.Table{A: a, B: b, C: c, D: d}.FisherUpper()
}

// A ranked has the numbers of pairs of rates that differ and of those in which the hybrid's is higher, and p of the
// signed-rank test.
type ranked struct {
	differ, higher int
	p              float64
}

func rankedOf(x, y []float64) ranked {
	sign := stats.Sign(x, y)
	return ranked{sign.Positive + sign.Negative, sign.Positive, stats.Wilcoxon(x, y).P}
}

// unequalInstances compares the rates of the methods over instances; Lewis compares them over values of p.
func unequalInstances(points []dipPoint) ranked {
	var x, y []float64
	for _, p := range points {
		if len(p.a) == 0 || len(p.h) == 0 {
			continue
		}
		h, a := papers.PairInstances(slices.Concat(p.a, p.h), p.h[0].Method, p.a[0].Method, papers.Success, stats.Mean)
		x, y = append(x, h...), append(y, a...)
	}
	return rankedOf(x, y)
}

// ratesOf returns the rates of the hybrid, x, and of annealing, y.
func ratesOf(points []dipPoint) (x, y []float64) {
	for _, p := range points {
		x, y = append(x, p.hRate.Value()), append(y, p.aRate.Value())
	}
	return x, y
}

// statements makes the table of what the paper says about Figure 3. The functions below return two cells: our result,
// and the verdict. They are about the runs of the full scale.
func statements(w *papers.Writer, all []curve) {
	t := w.Table("figure-3-claims", "|statement", "|ours", "|verdict")
	points := map[string][]dipPoint{}
	for _, c := range all {
		points[c.title] = c.points
	}
	cause := ""
	if troughOf(points["order 4, shorter chains"]).dips() {
		cause = "With shorter chains there is a dip: their length decides"
	}
	for _, order := range []string{"order 3", "order 4", "order 5"} {
		some := points[order]
		row := func(statement string, cells []report.Cell) { t.Row(order+": "+statement, cells) }
		if len(some) == 0 || w.Reduced() {
			row("all statements", open("–", ""))
			continue
		}
		known := cause
		if order != "order 4" {
			known = ""
		}
		if order == "order 3" {
			row("annealing solves 100 % at every p", always(some, func(p dipPoint) papers.Rate { return p.aRate }))
			row("the hybrid solves 100 % at every p", always(some, func(p dipPoint) papers.Rate { return p.hRate }))
		} else {
			row("a dip in the middle", because(known, middle(some)))
			row("the hybrid is at least as good everywhere in the dip", noWorse(inDip(some), "values of p"))
			row("propagation makes no instance harder", noWorse(byInstance(some), "instances"))
			row("the hybrid's rates of success are significantly better, by signed ranks over p",
				because(known, significant(some)))
		}
		row("both are equal for p up to 0.2", equal(some, points[order+", shorter chains"]))
		row("the hybrid takes less time for p from 0.25 to 0.7", quicker(some))
		if four := points["order 4"]; order == "order 5" && len(four) > 0 {
			row("the dip is deeper than at order 4", deeper(some, four))
		}
	}
}

// claim returns the cells of a statement that holds or not.
func claim(holds bool, why, format string, args ...any) []report.Cell {
	if holds {
		why = ""
	}
	return []report.Cell{report.Words(fmt.Sprintf(format, args...)), papers.Holds(holds, why)}
}

func open(found, why string) []report.Cell {
	return []report.Cell{report.Words(found), papers.VerdictCell(report.NotRun, why)}
}

// because adds the known cause of a miss to the cells of a claim.
func because(cause string, cells []report.Cell) []report.Cell {
	if v := &cells[1]; v.Verdict == report.Missed && v.Cause == "" {
		v.Cause = cause
	}
	return cells
}

// better judges the claim that the first of two methods is better, by the signed-rank test.
func better(t stats.WilcoxonTest, found string) []report.Cell {
	return claim(t.P < papers.RelationLevel && t.RankBiserial > 0, "", "%s", found)
}

// always judges the claim that a method solves all runs, and lists the p where it did not.
func always(points []dipPoint, of func(dipPoint) papers.Rate) []report.Cell {
	var failed []string
	miss, few := false, true // few: runs fail only where few cells are given
	for _, p := range points {
		r := of(p)
		if r.Successes == r.Runs {
			continue
		}
		failed = append(failed, fmt.Sprintf("p = %.2f: %s", p.p, r))
		few = few && p.p <= leftSide+1e-9
		// The paper has 400 runs for each p.
		v, _ := report.Judge(report.Published{Value: 1, Rule: report.Rate{Runs: 400}}, r.Ours())
		miss = miss || v == report.Missed
	}
	if len(failed) == 0 {
		return claim(true, "", "all runs")
	}
	cells := claim(!miss, "a rate below 1", "%s", strings.Join(failed, "; "))
	if miss && few {
		cells[1].Cause = shortLimit
	}
	return cells
}

// shortLimit is the known cause of failures with few givens.
const shortLimit = "With few givens annealing is hardly cold when the limit on moves is reached"

// middle judges the claim that the success rate is lower for some p in between than on both sides.
func middle(points []dipPoint) []report.Cell {
	t := troughOf(points)
	found := fmt.Sprintf("annealing solves %s runs up to p = %.2f, %s at p = %.3g, %s from p = %.2f; %s", t.left,
		leftSide, t.least, t.at, t.right, rightSide, report.Probability(t.p))
	if math.IsNaN(t.p) {
		return open("–", "no small or no great p")
	}
	return claim(t.dips(), "no rate is significantly lower", "%s", found)
}

// A contest is the runs of annealing and of the hybrid on the same instances.
type contest struct {
	name string
	a, h papers.Records
}

// inDip returns a contest for each value of p in the dip.
func inDip(points []dipPoint) (list []contest) {
	for _, p := range points {
		if p.hard() {
			list = append(list, contest{fmt.Sprintf("p = %.2f", p.p), p.a, p.h})
		}
	}
	return list
}

// byInstance returns a contest for each instance on which a run of either method failed.
func byInstance(points []dipPoint) (list []contest) {
	for _, p := range points {
		for _, g := range papers.GroupBy(p.a, papers.Index) {
			h := p.h.Where(func(r *campaign.Record) bool { return papers.Index(r) == g.Key })
			if papers.RateOf(g.Records).Value() < 1 || papers.RateOf(h).Value() < 1 {
				list = append(list, contest{fmt.Sprintf("p = %.2f, instance %v", p.p, g.Key), g.Records, h})
			}
		}
	}
	return list
}

// noWorse judges the claim that the hybrid is worse than annealing in no contest. what names the contests.
func noWorse(contests []contest, what string) []report.Cell {
	var higher, lower, same int
	var pvalues []float64
	for _, c := range contests {
		switch h, a := papers.RateOf(c.h).Value(), papers.RateOf(c.a).Value(); {
		case h > a:
			higher++
		case h < a:
			lower++
		default:
			same++
		}
		q := 1.0
		if r := papers.MoreSuccess(slices.Concat(c.a, c.h), "anneal", "lewis+anneal"); r.Holds {
			q = r.P
		}
		pvalues = append(pvalues, q)
	}
	var against []string
	for i, q := range stats.Holm(pvalues) {
		if q < papers.RelationLevel {
			against = append(against, contests[i].name)
		}
	}
	found := fmt.Sprintf("higher at %d %s, lower at %d, equal at %d", higher, what, lower, same)
	if len(against) > 0 {
		return claim(false, "", "%s; significantly lower at %s", found, strings.Join(against, ", "))
	}
	found += "; significantly lower at none"
	switch {
	case higher+lower+same == 0:
		return []report.Cell{report.Words("no run failed"),
			papers.VerdictCell(report.NotComparable, "there is no dip to compare in")}
	case higher+lower == 0:
		return open(found, "no difference between the methods in these runs")
	}
	return claim(higher >= lower, "", "%s", found)
}

// significant judges the claim that the hybrid succeeds significantly more often, by the signed-rank test over the
// paper's values of p, the multiples of 0.05; ours that lie between them would add power that the paper did not have.
// If there is a dip, but fewer than six values of p differ, the test has none.
func significant(points []dipPoint) []report.Cell {
	x, y := ratesOf(slice.Filter(points, func(p dipPoint) bool {
		return math.Abs(20*p.p-math.Round(20*p.p)) <= 1e-9
	}))
	sign, ranks := stats.Sign(x, y), stats.Wilcoxon(x, y)
	differ := sign.Positive + sign.Negative
	found := fmt.Sprintf("%s; better at %d of %d values of p that differ", report.Probability(ranks.P), sign.Positive,
		differ)
	if differ < 6 && troughOf(points).dips() {
		return []report.Cell{report.Words(found),
			papers.VerdictCell(report.TooFew, "fewer than six values of p differ")}
	}
	return better(ranks, found)
}

// equal judges the claim that the methods do not differ for p up to 0.2. The cause of a miss is the limit on moves, if
// with shorter chains all runs up to 0.2 succeed.
func equal(points, shorter []dipPoint) []report.Cell {
	most, at, n := 0.0, math.NaN(), 0
	holds := true
	for _, p := range points {
		if p.p > leftSide+1e-9 {
			continue
		}
		n++
		if diff := math.Abs(p.aRate.Value() - p.hRate.Value()); diff > most || math.IsNaN(at) {
			most, at = diff, p.p
		}
		v, _ := report.Judge(report.Published{Value: p.aRate.Value(), Rule: report.Rate{Runs: p.aRate.Runs}},
			p.hRate.Ours())
		holds = holds && v != report.Missed
	}
	if n == 0 {
		return open("–", "no such p")
	}
	cells := claim(holds, "", "greatest difference of the rates %.3f, at p = %.2f", most, at)
	if allSolved(shorter) {
		because(shortLimit+": with shorter chains all runs succeed", cells)
	}
	return cells
}

// allSolved reports whether there are runs with p up to 0.2, and all of them succeed.
func allSolved(points []dipPoint) bool {
	var sum papers.Rate
	for _, p := range points {
		if p.p <= leftSide+1e-9 {
			sum = sum.Plus(p.aRate).Plus(p.hRate)
		}
	}
	return sum.Runs > 0 && sum.Successes == sum.Runs
}

// quicker judges the claim that successful runs of the hybrid take less time. It compares their moves, since times
// depend on the load of the machine; the propagation takes milliseconds.
func quicker(points []dipPoint) []report.Cell {
	var x, y []float64
	var slower []string
	mean := func(r papers.Records) float64 { return stats.Mean(r.Succeeded().Values(papers.Moves)) }
	for _, p := range points {
		h, a := mean(p.h), mean(p.a)
		if p.p < 0.25-1e-9 || p.p > 0.7+1e-9 || math.IsNaN(h) || math.IsNaN(a) {
			continue
		}
		x, y = append(x, -h), append(y, -a)
		if h >= a {
			slower = append(slower, fmt.Sprintf("%.2f", p.p))
		}
	}
	sign, ranks := stats.Sign(x, y), stats.Wilcoxon(x, y)
	found := fmt.Sprintf("fewer moves at %d of %d values of p where both succeeded; signed ranks: %s", sign.Positive,
		len(x), report.Probability(ranks.P))
	if len(slower) > 0 {
		found += "; not at p = " + strings.Join(slower, ", ")
	}
	return better(ranks, found)
}

// deeper judges the claim that the lowest success rate of annealing is lower at order 5 than at order 4.
func deeper(five, four []dipPoint) []report.Cell {
	y, x := lowest(five).aRate.Value(), lowest(four).aRate.Value()
	return claim(y < x, "", "annealing's lowest rate is %.2f, %.2f at order 4", y, x)
}
