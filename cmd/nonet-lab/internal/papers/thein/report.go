package thein

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"

	"gonum.org/v1/gonum/floats"
)

// The methods that are named more than once.
const (
	cp      = "backtrack:cp-thesis" // the constraint program of the thesis
	clean   = "backtrack:cp-clean"
	printed = "h-printed+backtrack:cp-thesis"
	own     = "clp:plain" // ours, as near to the program of the thesis
)

var (
	levels     = []string{"easy", "medium", "hard", "evil"}
	statistics = []string{"mean", "median", "standard deviation", "minimum", "maximum"}
	// sets of puzzles, in the order of tables.
	sets = papers.List(
		"thein-easy-50", "easy", "thein-medium-50", "medium", "thein-hard-50", "hard", "thein-evil-50", "evil",
		"clues-17", "17 clues", "thein-17", "17 clues", "jones-hardest", "hardest (generated)",
		"hardest", "hardest (named)",
	)
	// phases of the program of appendix A. It never loads only the entries that are not zero; we measured that, too.
	phases = papers.List("build", "listing the entries, rows and columns", "load dense", "loading the matrix",
		"simplex", "simplex", "integer", "branch and cut")
	// readings of the heuristic (ambiguity T4).
	readings = papers.List("h-naked", "naked singles only (h-naked)",
		"h-rowcol", "rows and columns (h-rowcol)", "h-full", "as meant (h-full)")
	total, dense = papers.Value("total"), papers.Value("load dense")
)

func setOf(level string) string { return "thein-" + level + "-50" }

// lean is all phases of the program ip, if it loaded only the entries that are not zero.
func lean(r *campaign.Record) float64 {
	return r.Values["total"] - r.Values["load dense"] + r.Values["load sparse"]
}

// ms returns the cell of a time in milliseconds.
func ms(seconds float64) report.Cell { return cell(1e3 * seconds) }

// statistic returns a statistic of values.
func statistic(name string, x []float64) float64 {
	s := stats.Summarize(x)
	return map[string]float64{"mean": s.Mean, "median": s.Median, "standard deviation": s.SD, "minimum": s.Min,
		"maximum": s.Max}[name]
}

// A writer makes the tables and figures of the report.
type writer struct {
	*papers.Writer
	programs, tables papers.Records // of his programs in Python, and of methods of ours on the same puzzles
	seed             uint64
}

func write(p *papers.Writer) {
	w := writer{Writer: p, programs: p.Grid("programs").Ran(), tables: p.Grid("tables"), seed: p.Spec.Seed}
	w.phases()
	w.comparisons()
	w.tables41and42()
	w.heuristic()
	w.libraries()
	w.ratios()
	w.relations()
	w.statements(w.revealed())
	w.appendix()
}

// boot returns the mean with its bootstrap interval.
func (w writer) boot(x []float64) report.Ours {
	return papers.WithInterval(stats.Mean(x), stats.BootstrapMean(x, w.seed))
}

// phases makes the tables and the figure of the time of the integer program.
func (w writer) phases() {
	t := w.Table("phases", "|puzzles", "number", papers.Names(phases), "together", "loading, % of it",
		"simplex and branching", "loading only the entries that are not zero")
	roots := w.Table("roots", "|puzzles", "number", "integral without branching",
		"fractional columns, mean of the others", "nodes, median", "nodes, most", "simplex, median ms",
		"branch and cut, median ms", "branch and cut, longest ms")
	all := w.Grid("programs", "programs-harder").Ran().Succeeded().Method("ip")
	var shares []float64
	for _, s := range sets {
		r := all.Set(s.Key)
		if len(r) == 0 {
			continue
		}
		mean := func(q papers.Quantity) float64 { return stats.Mean(papers.Puzzles(r, q)) }
		medians := func(name string) []float64 { return papers.Medians(r, papers.Value(name)) }
		loading := mean(dense) / mean(total)
		t.Row(s.Name, cell(float64(len(papers.GroupBy(r.Reached(), papers.Index)))),
			papers.Each(phases, func(p papers.Named) any { return ms(mean(papers.Value(p.Key))) }),
			ms(mean(total)), cell(100*loading), ms(mean(papers.Solve)), ms(mean(papers.Value("load sparse"))))
		if len(w.programs.Set(s.Key).Method("ip")) > 0 {
			shares = append(shares, loading)
		}
		fractional, nodes := medians("fractional"), papers.Medians(r, papers.Nodes)
		others := papers.Above(0, fractional)
		integral := len(fractional) - len(others)
		left := any("–")
		if len(others) > 0 {
			left = cell(stats.Mean(others))
		}
		roots.Row(s.Name, cell(float64(len(fractional))), cell(float64(integral)), left, cell(stats.Median(nodes)),
			cell(papers.Most(nodes)), ms(stats.Median(medians("simplex"))), ms(stats.Median(medians("integer"))),
			ms(papers.Most(medians("integer"))))
		w.Number("integral "+s.Name, fmt.Sprintf("%d of %d", integral, len(fractional)))
	}
	w.Number("least loading", fmt.Sprintf("%.0f", 100*papers.Least(shares)))
	w.Number("most loading", fmt.Sprintf("%.0f", 100*papers.Most(shares)))
	ip := w.programs.Succeeded().Method("ip")
	w.Number("loading differs by", factor(flatness(dense, ip, w.seed).Value))
	w.Number("all differs by", factor(flatness(total, ip, w.seed).Value))
	solve := flatness(papers.Solve, ip, w.seed)
	w.Number("solving differs by", fmt.Sprintf("%s (95 %%: %s to %s)", factor(solve.Value), factor(solve.Lo),
		factor(solve.Hi)))
	var marks []papers.Series
	if len(ip) > 0 {
		marks = papers.Each(phases, func(p papers.Named) papers.Series {
			return papers.Over(p.Name, levels, func(level string) any {
				return w.boot(papers.Puzzles(ip.Set(setOf(level)), papers.Value(p.Key)))
			})
		})
	}
	w.Figure("phases-of-ip", papers.Dots(figure.Axis{Label: "processor time (s)"}, levels, marks...))
	flat := w.Table("flat", "|part", levels, "largest / smallest", "|flat")
	for _, p := range []struct {
		part, method string
		of           papers.Quantity
	}{{"integer program, all phases", "ip", total}, {"listing and loading", "ip", papers.Encode},
		{"simplex and branching", "ip", papers.Solve}, {"constraint program, all phases", "cp", total},
		{"heuristic and constraint program, all phases", "heuristic+cp", total}} {
		r := w.programs.Succeeded().Method(p.method)
		means := papers.Each(levels, func(level string) any {
			return ms(stats.Mean(papers.Puzzles(r.Set(setOf(level)), p.of)))
		})
		f, words, differ := flatness(p.of, r, w.seed), "", any(cell(math.NaN()))
		if len(r) > 0 {
			differ, words = f, "not decided"
			if f.Hi <= 1.25 {
				words = "yes"
			} else if f.Lo > 1.25 {
				words = "no"
			}
		}
		flat.Row(p.part, means, differ, words)
	}
}

// comparisons makes the table of how the comparison comes out, by what is counted.
func (w writer) comparisons() {
	t := w.Table("comparisons", "|what is counted", "|level", "integer program, mean ms",
		"constraint program, mean ms", "ratio of the means", "integer program faster on")
	for _, c := range []struct {
		words, other string
		ip, cp       papers.Quantity
	}{
		{"as in the thesis: all phases of both", "cp", total, total},
		{"the same, with only the entries loaded that are not zero", "cp", lean, total},
		{"simplex and branching against the search in Python", "cp", papers.Solve, papers.Solve},
		{"simplex and branching against the same search, compiled", cp, papers.Solve, papers.Solve},
	} {
		for _, level := range levels {
			x := pair("ip", c.ip, c.other, c.cp, w.Grid("programs", "tables").Set(setOf(level)))
			if len(x.X) > 0 {
				t.Row(c.words, level, ms(stats.Mean(x.X)), ms(stats.Mean(x.Y)), meanRatio(x, w.seed),
					papers.OutOf(stats.Sign(x.X, x.Y).Negative, len(x.X)))
			}
		}
	}
}

// tables41and42 makes Tables 4.1 and 4.2 with their figure, and the tables that belong to them.
func (w writer) tables41and42() {
	one := w.Table("table-4-1", "|level", "|statistic", "published", "ours, in Python", "|verdict", "puzzle means",
		"search alone", "compiled", "compiled, domains 1 to 9")
	two := w.Table("table-4-2", "|level", "|statistic", "published", "ours, in Python", "|verdict", "puzzle means",
		"simplex and branching", "GLPK as a program", "CBC as a program", "our branch and bound", "after singles")
	for _, level := range levels {
		r, g := w.programs.Set(setOf(level)).Succeeded(), w.tables.Set(setOf(level)).Succeeded()
		for _, name := range statistics {
			of := func(x []float64) report.Cell { return ms(statistic(name, x)) }
			cpu := func(method string) report.Cell { return of(g.Method(method).Values(papers.CPU)) }
			x := r.Method("cp")
			c, ours := w.Claim("constraint program, "+level+", "+name), statistic(name, x.Values(total))
			one.Row(level, name, ms(c.Value), ms(ours), c.Verdict(ours), of(papers.Puzzles(x, total)),
				of(x.Values(papers.Solve)), cpu(cp), cpu(clean))
			x = r.Method("ip")
			ours = statistic(name, x.Values(total))
			published, verdict := any("illegible"), any(nil)
			if level == "evil" {
				c := w.Claim("integer program, evil, " + name)
				published, verdict = ms(c.Value), c.Verdict(ours)
			}
			two.Row(level, name, published, ms(ours), verdict, of(papers.Puzzles(x, total)),
				of(x.Values(papers.Solve)), cpu("glpsol"), cpu("cbc"), cpu(own), cpu("singles+clp"))
		}
	}
	w.bars()
}

// bars draws Figure 4.2, which is Figure 4.1 with the heuristic.
func (w writer) bars() {
	var marks []papers.Series
	for _, p := range []struct{ claim, words, method string }{
		{"constraint program", "constraint program", "cp"},
		{"heuristic", "heuristic, then constraint program", "heuristic+cp"}, {"integer program", "integer program",
			"ip"}} {
		published := papers.Over("thesis: "+p.words, levels, func(level string) any {
			if p.method == "ip" && level != "evil" {
				return math.NaN()
			}
			return w.Claim(p.claim + ", " + level + ", mean").Value
		})
		published.Reference = true
		marks = append(marks, published)
		if len(w.programs.Method(p.method)) > 0 {
			marks = append(marks, papers.Over("ours: "+p.words, levels, func(level string) any {
				return w.boot(papers.Puzzles(w.programs.Set(setOf(level)).Succeeded().Method(p.method), total))
			}))
		}
	}
	w.Figure("figure-4-2", papers.Dots(papers.TimeAxis, levels, marks...))
}

// heuristic makes Tables 4.3 to 4.6, and the table of what the heuristic finishes.
func (w writer) heuristic() {
	finished := w.Table("finished", "|level", "|published", "as printed (h-printed)", "|verdict",
		papers.Names(readings))
	for i, level := range levels {
		t := w.Table(fmt.Sprintf("table-4-%d", i+3), "|statistic", "without, published", "without, ours",
			"with, published", "with, ours", "|verdict", "% less, published", "% less, ours", "% faster, published",
			"% faster, ours", "|verdict", "compiled, without", "compiled, with")
		r, g := w.programs.Set(setOf(level)).Succeeded(), w.tables.Set(setOf(level)).Succeeded()
		for k, name := range statistics {
			before := statistic(name, r.Method("cp").Values(total))
			after := statistic(name, r.Method("heuristic+cp").Values(total))
			c := w.Claim("heuristic, " + level + ", " + name)
			gained := make([]report.Cell, 5)
			if k < 2 {
				gained = gain(w.Claim("less, "+level).At(k).Value, w.Claim("faster, "+level).At(k), before/after,
					w.seed, pair("cp", total, "heuristic+cp", total, r),
					[]func(x, y []float64) float64{quotientOfMeans, quotientOfMedians}[k])
			}
			t.Row(name, ms(w.Claim("constraint program, "+level+", "+name).Value), ms(before), ms(c.Value), ms(after),
				c.Verdict(after), gained, ms(statistic(name, g.Method(cp).Values(papers.CPU))),
				ms(statistic(name, g.Method(printed).Values(papers.CPU))))
		}
		closed := func(method string) []float64 {
			return w.Grid("reduce").Method(method).Set(setOf(level)).Ran().Values(papers.Value("closed"))
		}
		share := func(x []float64) any {
			if len(x) == 0 {
				return "not run"
			}
			return papers.OutOf(int(floats.Sum(x)), len(x))
		}
		first := closed("h-printed")
		words := map[string]string{"easy": "all", "medium": "all", "hard": "most", "evil": "none or few"}[level]
		finished.Row(level, words, share(first), w.Claim("finished, "+level).Verdict(stats.Mean(first)),
			papers.Each(readings, func(x papers.Named) any { return share(closed(x.Key)) }))
	}
}

// libraries makes the table of the programs with the libraries of the thesis, beside our own programs.
func (w writer) libraries() {
	t := w.Table("libraries", "|level", "|program", "published mean", "our own, mean", "with the library, mean",
		"published median", "our own, median", "with the library, median", "library / our own, means")
	all := w.Grid("libraries").Ran().Succeeded()
	for _, level := range levels {
		r := all.Set(setOf(level))
		for _, p := range []struct{ method, claim string }{{"ip", "integer program"}, {"cp", "constraint program"},
			{"heuristic+cp", "heuristic"}} {
			x := pair("library:"+p.method, total, p.method, total, r)
			var cells []any
			for _, name := range statistics[:2] {
				published := any("illegible")
				if p.method != "ip" || level == "evil" {
					published = ms(w.Claim(p.claim + ", " + level + ", " + name).Value)
				}
				cells = append(cells, published, ms(statistic(name, x.Y)), ms(statistic(name, x.X)))
			}
			t.Row(level, p.method, cells, meanRatio(x, w.seed))
		}
		for k, name := range statistics[:2] {
			of := func(prefix string) float64 {
				x := pair(prefix+"cp", total, prefix+"heuristic+cp", total, r)
				return []func(x, y []float64) float64{quotientOfMeans, quotientOfMedians}[k](x.X, x.Y)
			}
			w.Number("times as fast, "+level+", "+name, of("library:"))
			w.Number("times as fast, "+level+", "+name+", published", 1+w.Claim("faster, "+level).At(k).Value/100)
			w.Number("times as fast, "+level+", "+name+", our own", of(""))
		}
	}
}

// ratios makes the table of the ratios of the thesis.
func (w writer) ratios() {
	type side struct{ level, method, compiled string } // compiled is the method of ours
	python := func(s side) papers.Records { return w.programs.Set(setOf(s.level)).Succeeded().Method(s.method) }
	compiled := func(s side) []float64 {
		return w.tables.Set(setOf(s.level)).Succeeded().Method(s.compiled).Values(papers.CPU)
	}
	t := w.Table("ratios", "|ratio", "published", "ours, in Python", "|verdict", "|rule", "|known cause of a miss",
		"compiled")
	row := func(c papers.Claim, ours, compiled any) {
		verdict, rule, known := c.Verdict(ours), "draws of ten of ours", ""
		if c.Against == report.PublishedStatement {
			rule = "at most 1.25"
		}
		if verdict.Verdict == report.Missed {
			known = c.Cause
		}
		t.Row(c.ID, cell(c.Value), ours, verdict, rule, known, compiled)
	}
	easy, evil := side{"easy", "cp", cp}, side{"evil", "cp", cp}
	heuristic, ip := side{"evil", "heuristic+cp", printed}, side{"evil", "ip", own}
	for _, x := range []struct {
		id        string
		statistic func(x, y []float64) float64
		paired    bool
		x, y      side
	}{
		{"constraint program, evil / easy, means", quotientOfMeans, false, evil, easy},
		{"constraint program, evil / easy, medians", quotientOfMedians, false, evil, easy},
		{"constraint program / integer program, evil, means", quotientOfMeans, true, evil, ip},
		{"heuristic and constraint program / integer program, evil, means", quotientOfMeans, true, heuristic, ip},
		{"integer program, evil, standard deviation / mean", func(x, _ []float64) float64 { return stats.CV(x) }, true,
			ip, ip},
	} {
		first, second := python(x.x), python(x.y)
		row(w.Claim(x.id).Drawn(w.seed, x.paired, x.statistic, papers.Puzzles(first, total),
			papers.Puzzles(second, total)), x.statistic(first.Values(total), second.Values(total)),
			x.statistic(compiled(x.x), compiled(x.y)))
	}
	row(w.Claim("integer program, largest mean of a level / smallest"),
		flatness(total, w.programs.Method("ip"), w.seed), flatness(papers.CPU, w.tables.Method(own), w.seed))
}

// relations makes the table of which of two is slower, on the levels on which the thesis states it.
func (w writer) relations() {
	t := w.Table("relations", "|level", "|the thesis states", "slower / faster, means", "slower on", "|verdict")
	for _, s := range []struct {
		words, slow, fast string
		on                []string
	}{
		{"integer program slower than constraint program", "ip", "cp", levels[:2]},
		{"constraint program slower than integer program", "cp", "ip", levels[2:]},
		{"constraint program slower without the heuristic", "cp", "heuristic+cp", levels},
		{"integer program slower than heuristic and constraint program", "ip", "heuristic+cp", levels[:3]},
	} {
		for _, level := range s.on {
			t.Row(level, s.words, slower(pair(s.slow, total, s.fast, total, w.programs.Set(setOf(level))), w.seed))
		}
	}
}

// statements makes the table of statements that are not about times. decays are the R² of the fits of Figure 4.3.
func (w writer) statements(decays []float64) {
	t := w.Table("statements", "|the thesis states", "|ours", "|verdict")
	row := func(statement, ours string, measured, holds bool) {
		if !measured {
			t.Row(statement, "–", papers.VerdictCell(report.NotRun, "not run"))
			return
		}
		t.Row(statement, ours, papers.Holds(holds, "it does not hold"))
	}
	near, err := neighbors()
	row("an assignment of a value to a cell touches at most 29 of the 729 variables (2.3)", fmt.Sprint(near),
		err == nil, near == 29)
	values := papers.Medians(w.Grid("programs", "programs-harder").Ran().Succeeded().Method("ip"),
		papers.Value("clue values"))
	row("the clues of a puzzle with one solution have at least n²-1, 8, different values (2.5)",
		fmt.Sprintf("%.0f or more in %d puzzles", papers.Least(values), len(values)), len(values) > 0,
		papers.Least(values) >= 8)
	chromatic, failed := true, error(nil)
	for order := 2; order <= 4; order++ {
		enough, err := colors(order, order*order)
		fewer, err2 := colors(order, order*order-1)
		chromatic, failed = chromatic && enough && !fewer, cmp.Or(failed, err, err2)
	}
	row("the graph of a grid has the chromatic number n² (2.5)", "n² colors suffice and n²-1 do not, for n of 2 to 4",
		failed == nil, chromatic)
	r2 := stats.Median(decays)
	row("the time decays exponentially as cells are revealed (Fig. 4.3)",
		fmt.Sprintf("R² of an exponential with a floor: %.2f, median over puzzles", r2), len(decays) > 0, r2 >= 0.9)
	nodes := papers.Medians(w.tables.Succeeded().Method(clean), papers.Nodes)
	row("a constraint program should not require any form of search (conclusion)",
		fmt.Sprintf("more than 81 nodes in %d of %d puzzles, with domains of 1 to 9", len(papers.Above(81, nodes)),
			len(nodes)), len(nodes) > 0, papers.Most(nodes) <= 81)
	wrong := w.Grid("deception").Ran()
	s := stats.Sign(wrong.Values(knownPattern), wrong.Values(unknownPattern))
	row("a wrong value is more likely to deceive where the pattern of solving can be predicted (5.3)",
		fmt.Sprintf("it deceives longer on %d of %d puzzles, %s", s.Positive, len(wrong), papers.P(s.P).Text),
		len(wrong) >= 10, s.Positive > s.Negative && s.P < 0.05)
}

// appendix makes the table of the puzzle of appendix C.
func (w writer) appendix() {
	r := w.Grid("appendix").Succeeded()
	t := w.Table("appendix-c", "|heuristic", "expected", "ours", "|verdict", "passes expected", "passes", "|verdict")
	for _, name := range append(slices.Clone(reductions), "solution") {
		c := w.Claim(name + " filled")
		if name == "solution" {
			value, words := papers.Least(r.Values(papers.Value("solution"))), ""
			if value >= 1 {
				words = "the same, and the only one"
			} else if len(r) > 0 {
				words = "another, or several"
			}
			t.Row(name, "as printed", words, c.Verdict(value), "", "")
			continue
		}
		filled, taken := papers.Least(r.Values(papers.Value(name+" filled"))),
			papers.Least(r.Values(papers.Value(name+" passes")))
		row := []any{name, cell(c.Value), cell(filled), c.Verdict(filled)}
		if name == "h-naked" { // its number of passes is not known
			t.Row(append(row, "", cell(taken))...)
			continue
		}
		passes := w.Claim(name + " passes")
		t.Row(append(row, cell(passes.Value), cell(taken), passes.Verdict(taken))...)
	}
}
