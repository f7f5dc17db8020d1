package thein

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/stats"
)

// flatness says where the integer program is flat, and where it stops being so: that of the thesis with its solver and with ours, and the
// program that singles leave.
func (t *today) flatness() string {
	var parts []string
	for _, m := range []string{ipMethod, ownIPMethod, "clp"} {
		base := t.typical(m, "thein-easy")
		if !(base > 0) || math.IsInf(base, 0) {
			continue
		}
		if b := programOf(m); b != "" && base <= t.start[b].resolution {
			parts = append(parts, fmt.Sprintf("what `%s` takes on easy puzzles cannot be told from the start of its program, which is "+
				"known to %s", m, duration(t.start[b].resolution)))
			continue
		}
		var flatOn []string
		var notOn []remark
		for _, set := range t.sets {
			x := t.typical(m, set)
			switch ratio := x / base; {
			case set == "thein-easy" || math.IsNaN(x):
			case ratio <= flat && ratio >= 1/flat:
				flatOn = append(flatOn, setName(set))
			case math.IsInf(x, 0):
				notOn = append(notOn, remark{setName(set), "no end in time", x})
			default:
				notOn = append(notOn, remark{setName(set), factor(ratio) + " times", ratio})
			}
		}
		s := fmt.Sprintf("`%s` takes %s on easy puzzles", m, duration(base))
		switch {
		case len(flatOn) > 0 && len(notOn) > 0:
			s += fmt.Sprintf(", as much (within a factor of %.2f) on %s, but not on %s", flat, papers.Joined(flatOn), remarks(notOn, "times", "no end in time"))
		case len(flatOn) > 0:
			s += fmt.Sprintf(" and as much (within a factor of %.2f) on %s", flat, papers.Joined(flatOn))
		case len(notOn) > 0:
			s += fmt.Sprintf(", and it is flat nowhere: %s", remarks(notOn, "times", "no end in time"))
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Is the integer program flat today? Medians over puzzles, without the start of programs: " + strings.Join(parts, "; ") + "."
}

// never stands for the time of a puzzle that was not solved, in seconds, and neverRatio bounds what can be a ratio of times.
const (
	never      = 1e9
	neverRatio = 1e6
)

// A duel is a comparison of two methods on the puzzles of a set.
type duel struct {
	set, first, second string
	ratio, p           float64 // median of first / second; p of Wilcoxon, corrected after Holm
	puzzles            int
}

// duels compares pairs of methods and corrects for their number.
func (t *today) duels(pairs [][3]string) []duel {
	var all []duel
	var ps []float64
	for _, pair := range pairs {
		set, first, second := pair[0], pair[1], pair[2]
		x, y := papers.PairInstances(t.records.Set(set).Ran(), first, second, t.orNever, stats.Median)
		d := duel{set: set, first: first, second: second, puzzles: len(x), ratio: math.NaN(), p: 1}
		if len(x) > 0 {
			for i := range x { // a puzzle that was not solved takes longer than any that was
				x[i], y[i] = min(x[i], never), min(y[i], never)
			}
			d.ratio, d.p = stats.Median(quotients(x, y)), stats.Wilcoxon(logsOf(x), logsOf(y)).P
		}
		all, ps = append(all, d), append(ps, d.p)
	}
	for i, p := range stats.Holm(ps) {
		all[i].p = p
	}
	return all
}

// shown reports whether a difference is more than chance.
func (d duel) shown() bool { return d.p < 0.05 && !math.IsNaN(d.ratio) }

// pairsOf lists, for each set, the fastest of some families against the fastest of others.
func (t *today) pairsOf(first, second []family) [][3]string {
	var pairs [][3]string
	for _, set := range t.sets {
		a, b := t.of(set, first...), t.of(set, second...)
		if len(a) > 0 && len(b) > 0 {
			pairs = append(pairs, [3]string{set, a[0], b[0]})
		}
	}
	return pairs
}

// A remark is what is said of a set of puzzles: a factor, in words of its own; infinite if one of two did not solve half of it.
type remark struct {
	set, words string
	factor     float64
}

// remarks writes what is said of sets. Of more than three it says the range of the factors, for the tables have each, and in the words of never on how
// many sets they are infinite.
func remarks(all []remark, unit, never string) string {
	var sets, words []string
	var factors []float64
	endless := 0
	for _, r := range all {
		sets, words = append(sets, r.set), append(words, r.set+" ("+r.words+")")
		if math.IsInf(r.factor, 0) {
			endless++
		} else {
			factors = append(factors, r.factor)
		}
	}
	if len(all) <= 3 {
		return papers.Joined(words)
	}
	var said []string
	if len(factors) > 0 {
		lo, hi := factor(slices.Min(factors)), factor(slices.Max(factors))
		if lo != hi {
			lo += " to " + hi
		}
		said = append(said, lo+" "+unit)
	}
	if endless > 0 {
		said = append(said, fmt.Sprintf("%s on %d of them", never, endless))
	}
	return papers.Joined(sets) + " (" + strings.Join(said, "; ") + ")"
}

// verdicts sorts duels into sets where the first is faster, where the second is, and where no difference is shown.
func verdicts(duels []duel) (first, second []remark, open []string) {
	for _, d := range duels {
		on := func(fast, slow string, ratio float64) remark {
			if ratio > neverRatio {
				return remark{setName(d.set), fmt.Sprintf("`%s` solves what `%s` does not", fast, slow), math.Inf(1)}
			}
			return remark{setName(d.set), fmt.Sprintf("`%s` %s times as fast as `%s`", fast, factor(ratio), slow), ratio}
		}
		switch {
		case math.IsNaN(d.ratio):
		case !d.shown():
			open = append(open, setName(d.set))
		case d.ratio < 1:
			first = append(first, on(d.first, d.second, 1/d.ratio))
		default:
			second = append(second, on(d.second, d.first, d.ratio))
		}
	}
	return first, second, open
}

// sentence puts the three lists into words.
func sentence(question, a, b string, duels []duel) string {
	first, second, open := verdicts(duels)
	var parts []string
	if len(first) > 0 {
		parts = append(parts, a+" is faster on "+remarks(first, "times as fast", "the other leaves half the puzzles or more"))
	}
	if len(second) > 0 {
		parts = append(parts, b+" is faster on "+remarks(second, "times as fast", "the other leaves half the puzzles or more"))
	}
	if len(open) > 0 {
		parts = append(parts, "no difference is shown on "+papers.Joined(open))
	}
	if len(parts) == 0 {
		return ""
	}
	answer := strings.Join(parts, "; ") + "."
	if strings.HasSuffix(question, "?") {
		answer = strings.ToUpper(answer[:1]) + answer[1:]
	}
	return question + " " + answer
}

// versus is the question of the thesis: the integer program, as it states it, against its constraint program.
func (t *today) versus() string {
	ip := t.ip()
	var pairs [][3]string
	for _, set := range t.sets {
		if ip != "" {
			pairs = append(pairs, [3]string{set, ip, cpMethod})
		}
	}
	stated := sentence("The question as he put it, his integer program against his constraint program:", "the integer program",
		"the constraint program", t.duels(pairs))
	best := sentence("With the fastest of each kind today, nonet's own search among them:", "integer programming", "constraint "+
		"programming",
		t.duels(t.pairsOf([]family{familyIP}, []family{familyCP})))
	return strings.TrimSpace(stated + " " + best)
}

// heuristic says where the heuristic and the search win.
func (t *today) heuristic() string {
	var bare [][3]string
	for _, set := range t.sets {
		bare = append(bare, [3]string{set, heuristicMethod, cpMethod})
	}
	own := sentence("Is the heuristic worth while before his search?", "with it the search", "without it the search", t.duels(bare))
	against := sentence("The fastest heuristic and forward checking against the fastest integer program:", "heuristic and search",
		"the integer program",
		t.duels(t.pairsOf([]family{familyHeuristic}, []family{familyIP})))
	return strings.TrimSpace(own + " " + against)
}

// fastest says which method is fastest on each set.
func (t *today) fastest() string {
	sets, times := map[string][]string{}, map[string][]float64{}
	var winners, parts []string
	for _, set := range t.sets {
		names := t.of(set, familyIP, familyCP, familySAT, familyHeuristic)
		if len(names) == 0 {
			continue
		}
		w := names[0]
		if sets[w] == nil {
			winners = append(winners, w)
		}
		sets[w], times[w] = append(sets[w], setName(set)), append(times[w], t.typical(w, set))
	}
	for _, w := range winners {
		took := duration(times[w][0])
		if len(times[w]) > 1 {
			took = duration(slices.Min(times[w])) + " to " + duration(slices.Max(times[w]))
		}
		parts = append(parts, fmt.Sprintf("`%s` on %s (%s)", w, papers.Joined(sets[w]), took))
	}
	if len(parts) == 0 {
		return ""
	}
	return "The fastest of all by the median: " + strings.Join(parts, "; ") + "."
}
