package models

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/encodings"
	"nonet/internal/slice"
)

var (
	// all models, and what their sizes count.
	all = []struct{ name, unit string }{
		{"queens", "queens"}, {"magic", "order of the square"}, {"golomb", "marks"},
		{"quasigroup", "order of the Latin square"}, {"jobshop", "jobs"}, {"nonogram", "side of the picture"},
		{"zebra", "houses"}, {"langford", "largest number"}, {"knapsack", "things"}, {"mycielski", "vertices"},
		{"pigeons", "pigeons"},
	}
	formalisms = []string{"CP", "SAT", "0-1 program", "pseudo-Boolean", "ASP", "SMT", "exact cover", "graph colouring"}
	// The models of the encodings; Sudoku is what they are compared with.
	subjects = []string{"queens", "magic", "golomb", "quasigroup", "jobshop", "langford", "mycielski", "zebra", sudoku}
)

const sudoku = "Sudoku"

// A contest is all methods on one model.
type contest struct {
	name, unit string
	all, best  []papers.Standing // best: the best method of each formalism
	last       papers.Records    // of the largest instance
	sizes      []papers.Group[float64]
}

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	made := w.Grid("formulations")
	limit := w.TimeLimit("formulations")
	ranking := papers.Standings(limit, made)
	var contests []contest
	for _, m := range all {
		r := made.Set(m.name).Ran()
		c := contest{name: m.name, unit: m.unit, all: papers.Standings(limit, r), sizes: papers.GroupBy(r, sizeOf)}
		times(w, c)
		if len(c.all) == 0 {
			continue
		}
		c.best = leaders(c.all)
		hardest := slices.MaxFunc(r, func(a, b *record) int { return cmp.Compare(a.Index, b.Index) }).Index
		c.last = r.Where(func(x *record) bool { return x.Index == hardest })
		contests = append(contests, c)
	}
	w.Figure("win-map", winMap(ranking, contests))
	winners(w, contests)
	distances(w, ranking, contests)
	answers(w, "optima", "methods that prove it", "optimum of ", made, "", objectiveOf)
	answers(w, "counts", "methods that count", "solutions of ", w.Grid("counts"), "-count", papers.Value("solutions"))
	holes(w)
	t := w.Table("rankings", "|solver", "|model", "|best", "default, times the best", "order, times the best",
		"slowest, times the best", "|slowest", "Spearman's ρ with Sudoku", "p")
	for _, solver := range []string{"gini", "cdcl"} {
		rank(w, t, solver)
	}
}

// times makes the table of the times of one model by size.
func times(w *papers.Writer, c contest) {
	sizes := papers.Keys(c.sizes)
	t := w.Table("times-"+c.name, "|method", "|formalism",
		papers.Each(sizes, func(n float64) string { return fmt.Sprintf("%.0f %s", n, c.unit) }))
	for _, s := range c.all {
		t.Row(s.Method, papers.Formalism(s.Method), papers.Each(sizes, func(n float64) any {
			return papers.MedianCell(papers.Time, s.Records.Between(sizeOf, n, n))
		}))
	}
}

// winners makes the table of the best method of each model.
func winners(w *papers.Writer, contests []contest) {
	t := w.Table("winners", "|model", "|sizes", "|best method", "|formalism", "its time, largest size",
		"|best of another formalism", "its time, largest size", "methods with all sizes")
	time := func(c contest, method string) any { return papers.MedianCell(papers.Time, c.last.Method(method)) }
	for _, c := range contests {
		sizes := papers.Each(c.sizes, func(size papers.Group[float64]) string { return fmt.Sprint(size.Key) })
		complete := slice.Count(c.all, func(s papers.Standing) bool { return s.Solved == len(c.sizes) })
		best := c.best[0].Method
		var runner, runnerTime any = "", nil
		if len(c.best) > 1 {
			runner, runnerTime = c.best[1].Method, time(c, c.best[1].Method)
		}
		t.Row(c.name, slice.JoinAnd(sizes)+" "+c.unit, best, papers.Formalism(best), time(c, best), runner, runnerTime,
			papers.OutOf(complete, len(c.all)))
		w.Number(c.name+" answered by", fmt.Sprintf("%d of %d", len(c.last.Succeeded()), len(c.all)))
		w.Number(c.name+" largest", c.sizes[len(c.sizes)-1].Key)
	}
	w.Number("models", len(contests))
}

// distances makes the table of the formalisms, and the numbers of how far each is behind the fastest method.
func distances(w *papers.Writer, ranking []papers.Standing, contests []contest) {
	t := w.Table("formalisms", "|formalism", "|methods", "|most instances by", "instances answered", "first on models",
		"|these are")
	for _, formalism := range formalisms {
		var methods []papers.Standing
		var names, wins, stated []string
		for _, s := range ranking {
			if papers.Formalism(s.Method) == formalism {
				methods, names = append(methods, s), append(names, s.Method)
			}
		}
		if len(methods) == 0 {
			continue
		}
		least, most := math.Inf(1), 0.0
		for _, c := range contests {
			if papers.Formalism(c.best[0].Method) == formalism {
				wins = append(wins, c.name)
			}
			for _, s := range c.best {
				if papers.Formalism(s.Method) != formalism {
					continue
				}
				stated = append(stated, c.name)
				behind := s.Ratio / papers.Fastest(c.all)
				if behind < least {
					least = behind
					w.Number(formalism+" closest", behind)
					w.Number(formalism+" closest on", papers.Code(c.name))
				}
				if behind > most {
					most = behind
					w.Number(formalism+" furthest", behind)
					w.Number(formalism+" furthest on", papers.Code(c.name))
				}
			}
		}
		best := slices.MaxFunc(methods, func(a, b papers.Standing) int { return cmp.Compare(a.Solved, b.Solved) })
		t.Row(formalism, slice.JoinAnd(names), best.Method, papers.OutOf(best.Solved, best.Run), len(wins),
			slice.JoinAnd(wins))
		w.Number(formalism+" first on", papers.Listed(wins, 11))
		w.Number(formalism+" states", papers.Listed(stated, 11))
		w.Number(formalism+" solved", best.Solved)
	}
	var less, more []string
	var lessBy, moreBy []float64
	for _, c := range contests {
		direct, order := ratioOf(c.all, "gini"), ratioOf(c.all, "gini:order")
		switch q := direct / order; {
		case q > 1.0000001:
			less, lessBy = append(less, c.name), append(lessBy, q)
		case q <= 1:
			more, moreBy = append(more, c.name), append(moreBy, 1/q)
		}
	}
	w.Number("order encoding faster on", papers.Listed(less, 11))
	w.Number("order encoding faster by", papers.Most(lessBy))
	w.Number("order encoding slower on", papers.Listed(more, 11))
	w.Number("order encoding slower by", papers.Most(moreBy))
	for _, s := range ranking {
		w.Number("instances", s.Run)
		w.Number("solved by "+s.Method, s.Solved)
	}
}

// answers makes a table of known answers. The sets of the models have a suffix in their names.
func answers(w *papers.Writer, name, title, prefix string, r papers.Records, suffix string, of papers.Quantity) {
	t := w.Table(name, "|model", "size", "|from", title, "published", "ours", "|verdict")
	for _, c := range w.Claims(prefix) {
		model, size, _ := strings.Cut(c.ID, " ")
		made := r.Set(model + suffix).Succeeded().Where(func(x *record) bool { return x.Tags["size"] == size })
		var ours any = "not answered at this scale"
		if len(made) > 0 {
			ours = papers.Most(made.Values(of))
		}
		n, _ := strconv.Atoi(size)
		t.Row(model, n, c.Source, len(made), c.Compare(ours))
	}
}

// holes makes the tables and the figure of Latin squares by their empty cells: where is the median effort of a method
// largest? A run that ended at the limit counts as infinite effort.
func holes(w *papers.Writer) {
	ran := w.Grid("holes").Ran()
	percents := papers.GroupBy(ran, sizeOf)
	searches := []struct {
		method, name, effort string
		of                   papers.Quantity
	}{{"native", "CP", "failures", func(r *record) float64 { return float64(r.Stats.Effort.Failures) }},
		{"cdcl", "SAT", "conflicts", papers.Conflicts}, {"clp", "0-1 program", "simplex iterations", papers.Moves}}
	claim := w.Claim("% of cells empty in hard squares of order 30")
	peaks := w.Table("holes-peaks", "|method", "|formalism", "published", "ours", "|verdict")
	var titles []string
	var curves []papers.Series
	medians := make([][]float64, len(searches))
	for k, s := range searches {
		titles = append(titles, s.name+": "+s.effort, s.method+" answered", "time")
		curve, most, at := papers.Series{Name: s.name + ": " + s.effort}, 0.0, math.NaN()
		for _, g := range percents {
			median := papers.MedianWithInf(g.Records.Method(s.method).Values(papers.OrNever(s.of)))
			if median > most {
				most, at = median, g.Key
			}
			medians[k] = append(medians[k], median)
			curve.Values = append(curve.Values, 1+median) // the logarithm has no zero
		}
		curves = append(curves, curve)
		var ours any = "too few squares at this scale"
		if len(ran.Method(s.method)) >= 5*len(percents) {
			ours = at
		}
		peaks.Row(papers.Code(s.method), s.name, claim.Compare(ours))
		w.Number("hardest for "+s.name, at)
	}
	t := w.Table("holes", "% of cells empty", "instances", titles)
	for i, g := range percents {
		var cells []any
		for k, s := range searches {
			r := g.Records.Method(s.method)
			cells = append(cells, medians[k][i], papers.OutOf(len(r.Succeeded()), len(r)),
				papers.MedianCell(papers.Time, r))
		}
		t.Row(g.Key, len(papers.GroupBy(g.Records, papers.Index)), cells)
	}
	w.Figure("holes-effort", papers.Lines(figure.Axis{Label: "cells empty (%)"},
		figure.Axis{Label: "1 + median effort", Log: true}, papers.Keys(percents), curves...))
}

// rank compares the encodings for a solver, model by model.
func rank(w *papers.Writer, t *papers.Table, solver string) {
	contests := map[string][]encodings.Method{}
	var names []string
	for _, subject := range subjects {
		methods := encodings.Methods(w.TimeLimit(solver), w.Grid(solver).Set(strings.ToLower(subject)+"-clauses"))
		if len(methods) > 0 {
			contests[subject], names = methods, append(names, subject)
		}
	}
	known := len(contests[sudoku]) > 0
	var rhos, losses []float64
	var compared []string
	for _, subject := range names {
		methods := contests[subject]
		order := math.NaN()
		for _, m := range methods {
			if m.Preset == "order" {
				order = papers.Most([]float64{order, m.Ratio})
			}
		}
		slowest := encodings.Slowest(methods)
		if known {
			losses = append(losses, encodings.RatioOf(methods, contests[sudoku][0].Encoding))
		}
		var ranking []any
		if known && subject != sudoku {
			_, rho, p := encodings.Rankings(methods, contests[sudoku])
			ranking = []any{rho, papers.P(p)}
			rhos, compared = append(rhos, rho), append(compared, subject)
		}
		t.Row(solver, subject, methods[0].Encoding, encodings.RatioOf(methods, encodings.Default), order, slowest.Ratio,
			slowest.Encoding, ranking)
	}
	w.Figure("encodings-"+solver, encodingMap(names, contests))
	if len(rhos) > 0 {
		low, high := slices.Index(rhos, slices.Min(rhos)), slices.Index(rhos, slices.Max(rhos))
		loss := slices.Index(losses, papers.Most(losses))
		w.Numbers(solver+" ", map[string]any{"encodings": len(contests[sudoku]), "lowest ρ": rhos[low],
			"lowest": compared[low], "highest ρ": rhos[high], "highest": compared[high],
			"best": papers.Code(contests[sudoku][0].Encoding), "loss": losses[loss], "loss on": names[loss]})
	}
}
