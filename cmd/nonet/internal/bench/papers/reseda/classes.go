package reseda

import (
	"fmt"
	"math"

	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// classes is the section of Table 4.
func classes(r papers.Records) report.Section {
	t := &report.Table{
		Name: "table-4", Title: "Table 4: puzzles of five classes", Columns: zonesColumns("class"),
		Notes: []string{
			"The paper has 1000 puzzles of each class, made by C. Kennett's `sudoku`; ours are others from a later version of the same program, which has classes " +
				"as an option. A rate matches if the difference is at most 0.05 or two standard errors; with 1000 puzzles on both sides that is 0.05.", zonesNote,
		},
	}
	ours, published := &figure.Bars{Y: figure.Axis{Label: "success rate", Max: 1}}, &figure.Bars{Y: figure.Axis{Label: "success rate", Max: 1}}
	var own, theirs [3]figure.BarSeries
	var claims []papers.Relation
	name := func(zones int) string { return methodName(0.7, zones, "both", "") }
	for _, c := range publishedTable4 {
		class := r.Set("kennett-" + c.name)
		ours.Groups, published.Groups = append(ours.Groups, c.title), append(published.Groups, c.title)
		for i, z := range c.cells {
			t.Rows = append(t.Rows, zonesRow(c.title, z, report.Rate{Runs: 1000}, class.Method(name(z.zones))))
			o := papers.RateOf(class.Method(name(z.zones))).Ours()
			own[i].Name, theirs[i].Name = zonesTitle(z.zones), zonesTitle(z.zones)
			if o.Runs == 0 {
				o = report.Ours{Value: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}
			}
			own[i].Y, own[i].Lo, own[i].Hi = append(own[i].Y, o.Value), append(own[i].Lo, o.Lo), append(own[i].Hi, o.Hi)
			theirs[i].Y = append(theirs[i].Y, z.success)
			if i == 0 {
				continue
			}
			more, fewer := c.cells[i-1], z
			claim := fmt.Sprintf("%s: more success with %d zones than with %d", c.title, more.zones, fewer.zones)
			equal := more.success == fewer.success
			if equal {
				claim = fmt.Sprintf("%s: as much success with %d zones as with %d", c.title, more.zones, fewer.zones)
			}
			one := papers.MoreSuccess(claim, class, name(more.zones), name(fewer.zones))
			one.Equal = equal
			claims = append(claims, one)
			if c.cells[0].seconds > c.cells[1].seconds && c.cells[1].seconds > c.cells[2].seconds {
				claims = append(claims, papers.MoreOf(fmt.Sprintf("%s: more grids with %d zones than with %d", c.title, more.zones, fewer.zones), class,
					name(more.zones), name(fewer.zones), papers.Moves))
			}
		}
	}
	ours.Series, published.Series = own[:], theirs[:]
	return report.Section{Title: t.Title, Blocks: []report.Block{
		t,
		papers.RelationTable("table-4-relations", "Order of the numbers of zones, class by class", "McNemar's test of successes, sign test of grids, both over puzzles", claims),
		ratioTable("table-4-ratio", r.Set("kennett-fiendish"), ratioFiendish, "fiendish puzzles"),
		papers.Picture("figure-table-4", "Success of an attempt by class and zones", "Left ours with Wilson's intervals, right the published rates.",
			&figure.Panels{Titles: []string{"ours", "published"}, Charts: []figure.Chart{ours, published}}),
	}}
}

// escargot is the section of Table 5.
func escargot(all papers.Records) report.Section {
	r := all.Grid("res-5")
	t := &report.Table{
		Name: "table-5", Title: "Table 5: AI Escargot", Columns: zonesColumns("puzzle"),
		Notes: []string{
			"A published rate of 1000 runs matches if the difference is at most 0.05 or two standard errors. The paper's ETS of 27 zones is \"about 778 s\", but " +
				"its 7.045 s and 9 successes give 782.8.", zonesNote,
		},
	}
	for _, z := range publishedTable5 {
		t.Rows = append(t.Rows, zonesRow("AI Escargot", z, report.Rate{Runs: 1000}, r.Method(methodName(0.7, z.zones, "both", ""))))
	}
	block := all.Grid("res-5-block")
	t.Rows = append(t.Rows, zonesRow("with the right block", restarts{zones: 27, success: blockSuccess, seconds: blockSeconds},
		report.Rate{Runs: 1000}, block))

	u := &report.Table{
		Name: "table-5-block", Title: "AI Escargot by trying all permutations of its first block",
		Columns: append([]report.Column{{Title: "quantity", Text: true}}, report.ComparedColumns("")...),
		Notes: []string{
			"The first block is given; an attempt with 27 zones is made for each permutation that no given forbids. With a wrong block there is no solution, so the " +
				"success of those attempts is 0 by definition: the few runs made are a check.",
			"The expected time is 24 times the mean time with the right block, divided by its rate, as the paper has it; measured as well are the wrong blocks, " +
				"whose attempts take as long as they take.",
		},
	}
	wrong := all.Grid("res-5-wrong")
	blocks := report.Ours{Value: math.NaN()}
	if ran := block.Ran(); len(ran) > 0 {
		blocks = report.Ours{Value: ran[0].Values[admissibleBlocks], Runs: len(ran)}
	}
	row := func(title string, value float64, rule report.Rule, o report.Ours) {
		u.Rows = append(u.Rows, append([]report.Cell{{Text: title}}, papers.Beside(value, rule, "", o)...))
	}
	row("admissible permutations", blockCount, report.Within{}, blocks)
	row("success with a wrong block", 0, report.Within{}, papers.RateOf(wrong).Ours())
	ets := papers.CostOfSuccess(block, papers.Wall)
	u.Rows = append(u.Rows, append([]report.Cell{report.Words("expected time, 24 attempts as long as those with the right block")},
		papers.BesideSeconds(blockCount*blockSeconds/blockSuccess,
			report.Ours{Value: blockCount * ets.Value, Lo: blockCount * ets.Lo, Hi: blockCount * ets.Hi, Runs: ets.Runs})...))
	if right, bad := block.Ran(), wrong.Ran(); len(right) > 0 && len(bad) > 0 {
		// A pass over all permutations costs an attempt with the right block and 23 with wrong ones, and succeeds as often as the right one.
		sum := stats.Mean(right.Values(papers.Wall)) + (blockCount-1)*stats.Mean(bad.Values(papers.Wall))
		u.Rows = append(u.Rows, []report.Cell{
			report.Words("expected time, with the wrong blocks measured"), {}, report.Seconds(sum / papers.RateOf(block).Value()), {},
		})
	}
	return report.Section{Title: t.Title, Blocks: []report.Block{t, u}}
}

// readings shows what the choices do that the paper leaves open.
func readings(all papers.Records) report.Section {
	columns := []report.Column{
		{Title: "puzzle", Text: true}, {Title: "reading", Text: true}, {Title: "runs"}, {Title: "published"}, {Title: "ours"}, {Title: "would match", Text: true},
		{Title: "rounds of a success"}, {Title: "p against the first"},
	}
	t := &report.Table{
		Name: "readings", Title: "Readings of what the paper leaves open", Columns: columns,
		Notes: []string{
			"Single shots with α = 0.7. The first of each puzzle is the reading used above. p: Fisher's exact test, corrected after Holm within the puzzle. " +
				"Published: 0.61 of 100 runs (Table 2) and 0.089 of 1000 (Table 3); of the latter the text says 3 of 100.",
		},
	}
	readings := []struct{ title, method string }{
		{"as above: cells in order of their highest probability, before renormalising", methodName(0.7, 0, "both", "")},
		{"R11: in order of their highest renormalised probability", methodName(0.7, 0, "both", ":order=highest-renormalised")},
		{"R4: a cell without a value left takes one that the block lacks", methodName(0.7, 0, "both", ":stuck=untaken")},
		{"selection: the best of each of ten groups", methodName(0.7, 0, "both", ":selection=cheapest-of-group")},
		{"β = 0.8", "reseda:beta=0.8:attempts=1:zones=0"},
		{"β = 0.95", "reseda:beta=0.95:attempts=1:zones=0"},
	}
	for _, p := range []struct {
		set, title string
		success    float64
		runs       int
	}{{"reseda-medium", "medium", 0.61, 100}, {"reseda-hard", "hard", 0.089, 1000}} {
		r := all.Grid("res-readings").Set(p.set)
		base := r.Method(readings[0].method)
		var ps []float64
		for _, reading := range readings[1:] {
			ps = append(ps, fisherP(base, r.Method(reading.method)))
		}
		ps = stats.Holm(ps)
		for i, reading := range readings {
			own := r.Method(reading.method)
			row := []report.Cell{{Text: p.title}, {Text: reading.title}, report.Number(float64(len(own.Ran())))}
			o := papers.RateOf(own).Ours()
			row = append(row, report.Number(p.success), report.Measured(o), papers.WouldMatch(p.success, report.Rate{Runs: p.runs}, o),
				report.Number(stats.Mean(own.Succeeded().Values(roundsOf))))
			if i == 0 {
				row = append(row, report.Cell{Text: "-"})
			} else {
				row = append(row, papers.P(ps[i-1]))
			}
			t.Rows = append(t.Rows, row)
		}
	}

	beta := &report.Table{
		Name: "readings-beta", Title: "β and pre-computation alone, on the easy puzzle",
		Columns: []report.Column{
			{Title: "α"}, {Title: "β"}, {Title: "runs"}, {Title: "success, published"}, {Title: "success, ours"},
			{Title: "would match", Text: true}, {Title: "rounds, published"}, {Title: "rounds, ours"}, {Title: "would match", Text: true},
		},
		Notes: []string{"The paper has β = 0.6. The rates of pre-computation alone are the ones we miss most clearly: this shows how far β explains them."},
	}
	for _, p := range publishedTable1 {
		if p.sampling != "pre-computation" || p.alpha == 0.99 {
			continue
		}
		for _, b := range []float64{0.6, 0.8, 0.95} {
			name := fmt.Sprintf("reseda:beta=%v:attempts=1:zones=0:sampling=pre-computation", b)
			if p.alpha != 0.7 {
				name = fmt.Sprintf("reseda:alpha=%v:beta=%v:attempts=1:zones=0:sampling=pre-computation", p.alpha, b)
			}
			own := all.Grid("res-readings-beta").Method(name)
			if b == 0.6 {
				own = all.Grid("res-1").Method(methodName(p.alpha, 0, p.sampling, ""))
			}
			row := []report.Cell{report.Number(p.alpha), report.Number(b), report.Number(float64(len(own.Ran())))}
			rate, mean := papers.RateOf(own).Ours(), papers.Mean(own.Succeeded().Values(roundsOf))
			beta.Rows = append(beta.Rows, append(row, report.Number(p.success), report.Measured(rate), papers.WouldMatch(p.success, report.Rate{Runs: 100}, rate),
				report.Number(p.rounds), report.Measured(mean), papers.WouldMatch(p.rounds, report.Ratio{Lo: 0.67, Hi: 1.33}, mean)))
		}
	}

	zones := &report.Table{
		Name: "readings-zones", Title: "Readings of partial restarts, on the hard puzzle",
		Columns: []report.Column{
			{Title: "reading", Text: true}, {Title: "restarts", Text: true}, {Title: "runs"}, {Title: "published"}, {Title: "ours"}, {Title: "would match", Text: true},
		},
	}
	for _, reading := range []struct{ title, more string }{
		{"as above: the grid of a failed shot has each cell's most probable value", ""},
		{"R3: it is the cheapest sample of the last round", ":obtained=cheapest-sample"},
		{"R11: cells in order of their highest renormalised probability", ":order=highest-renormalised"},
	} {
		for _, z := range publishedTable3[1:] {
			own := all.Grid("res-readings-zones").Method(methodName(0.7, z.zones, "both", reading.more))
			if reading.more == "" {
				own = all.Grid("res-3").Method(methodName(0.7, z.zones, "both", ""))
			}
			row := []report.Cell{{Text: reading.title}, {Text: zonesTitle(z.zones)}, report.Number(float64(len(own.Ran())))}
			o := papers.RateOf(own).Ours()
			zones.Rows = append(zones.Rows, append(row, report.Number(z.success), report.Measured(o), papers.WouldMatch(z.success, report.Rate{Runs: 1000}, o)))
		}
	}
	return report.Section{Title: "What the paper leaves open", Blocks: []report.Block{t, beta, zones}}
}

// fisherP compares two success rates.
func fisherP(a, b papers.Records) float64 {
	a, b = a.Ran(), b.Ran()
	x, y := len(a.Succeeded()), len(b.Succeeded())
	return stats.Table{A: x, B: len(a) - x, C: y, D: len(b) - y}.Fisher()
}

// beaten compares the method with stronger ones.
func beaten(all papers.Records) report.Section {
	t := &report.Table{
		Name: "beaten", Title: "Propagation inside the sampling",
		Columns: []report.Column{
			{Title: "puzzles", Text: true}, {Title: "method", Text: true}, {Title: "runs"}, {Title: "success"}, {Title: "moves, mean"}, {Title: "moves, most"},
			{Title: "time, mean"}, {Title: "time, most"}, {Title: "time per success"}, {Title: "published ETS divided by ours"},
		},
		Notes: []string{
			"A move is a grid for `reseda`, a sample for `eda` and a node for `guided`. `reseda` makes single attempts; the others go on until they have a solution. " +
				"The published times are of a 2.66 GHz Core 2 Duo.",
		},
	}
	name := methodName(0.7, 27, "both", "")
	fiendish := publishedTable4[len(publishedTable4)-1].cells[0]
	for _, p := range []struct {
		title string
		runs  papers.Records
		ets   float64
	}{
		{"fiendish", append(all.Grid("res-4").Set("kennett-fiendish").Method(name), all.Grid("res-beaten-fiendish")...), fiendish.seconds / fiendish.success},
		{"AI Escargot", append(all.Grid("res-5").Method(name), all.Grid("res-beaten-escargot")...), publishedTable5[2].ets},
	} {
		for _, m := range []string{name, "eda", "guided"} {
			r := p.runs.Method(m).Ran()
			row := []report.Cell{{Text: p.title}, {Text: "`" + m + "`"}, report.Number(float64(len(r)))}
			if len(r) == 0 {
				row = append(row, papers.VerdictCell(report.NotRun, ""))
				for len(row) < len(t.Columns) {
					row = append(row, report.Cell{})
				}
				t.Rows = append(t.Rows, row)
				continue
			}
			moves, times, ets := stats.Summarize(r.Values(papers.Moves)), stats.Summarize(r.Values(papers.Wall)), papers.CostOfSuccess(r, papers.Wall)
			t.Rows = append(t.Rows, append(row, report.Measured(papers.RateOf(r).Ours()), report.Number(moves.Mean), report.Number(moves.Max), report.Seconds(times.Mean),
				report.Seconds(times.Max), report.MeasuredSeconds(ets), report.Number(p.ets/ets.Value)))
		}
	}
	singles := &report.Table{
		Name: "singles", Title: "Cells that singles fill",
		Columns: []report.Column{{Title: "puzzle", Text: true}, {Title: "clues"}, {Title: "filled by naked singles"}, {Title: "by naked and hidden singles"}},
		Notes:   []string{"Of 81, clues included."},
	}
	for _, set := range []string{"reseda-easy", "reseda-medium", "reseda-hard", "escargot"} {
		r := all.Grid("res-singles").Set(set).Ran()
		row := []report.Cell{{Text: set}, {}, {}, {}}
		for i, m := range []string{"lewis-naked", "singles"} {
			if own := r.Method(m); len(own) > 0 {
				row[1], row[2+i] = report.Number(float64(own[0].Clues)), report.Number(own[0].Values["fixed"])
			} else {
				row[2+i] = papers.VerdictCell(report.NotRun, "")
			}
		}
		singles.Rows = append(singles.Rows, row)
	}
	return report.Section{Title: "What the method is worth today", Blocks: []report.Block{t, singles}}
}

// notes are the errors and ambiguities of the paper, and what was made of them.
func notes() report.Section {
	s := report.Section{Title: "Errors and ambiguities of the paper"}
	for _, note := range []string{
		"R1. \"P = 0 if k ∉ V, 1/(9 − card V) if not\" has its two cases exchanged.",
		"R2. A shot stops \"when ρ = 0.6\": here when ρ exceeds β = 0.6.",
		"R3. Which grid a failed shot has \"obtained\" is not said: here each cell's most probable value; the cheapest sample of the last round is a reading above.",
		"R4. A cell all of whose values are taken \"picks the remaining symbols uniformly at random\": here one of the values that it began with, so that the " +
			"block becomes no permutation, as the paper says it may; a value that the block lacks is a reading above.",
		"R5. The text calls Table 1 \"table 2\" and Table 3 \"table 4\"; the captions count.",
		"R6. Of a shot at the hard puzzle the text says \"3 times out of an hundred\", Table 3 says 89 of 1000.",
		"R7. AI Escargot's expected time is given as about 778 s; its own numbers give 782.8. The 63 s with brute force over the first block are right.",
		"R8. The figure of AI Escargot has lost its columns: it is the puzzle with 23 clues, whose first block has 24 permutations.",
		"R9. The version of Kennett's program that the paper names had no classes yet; ours are from version 1.0.5.",
		"R10. The order of zones is random; a shot ends after 5,000 rounds in any case, which α = 0.99 is far from.",
		"R11. \"The cell having the highest probability\" is decided before renormalising. The rates of the medium puzzle tell: see the readings.",
		"R12. Misses that were to be expected, and for which nothing was tuned: pre-computation alone and both at α = 0.5 (Table 1), which succeed less often than " +
			"published; of the hard puzzle (Table 3) a single shot, which succeeds less often, and partial restarts, which succeed more often.",
	} {
		s.Blocks = append(s.Blocks, report.Text(note))
	}
	return s
}
