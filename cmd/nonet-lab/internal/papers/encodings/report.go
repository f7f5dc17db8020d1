package encodings

import (
	"fmt"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/internal/slice"
)

// Default is the encoding of cnf.Encoder{}.
const Default = "extended/pairwise"

var (
	solvers = []string{"gini", "gophersat", "cadical", "minisat", "cryptominisat5", "clasp"}
	reduced = []string{"gini", "cadical"} // also run after singles
	sets    = papers.List(
		"seventeen", "17 clues", "clues-17", "17 clues (stand-in)", "hardest", "hardest",
		"order4-125", "order 4, 125 clues", "order4-102", "order 4, 102 clues", "order5-287", "order 5, 287 clues",
	)
)

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	var everything []Method
	var panels []papers.Panel
	best := w.Table("encodings-best", "|solver", "encodings", "puzzles", "|best", "|not significantly worse",
		"default, times the best", "slowest, times the best")
	measured := 0
	for _, solver := range solvers {
		r := w.Grid(solver)
		all := Methods(w.TimeLimit(solver), r)
		everything = append(everything, all...)
		panels = append(panels, papers.Panel{Heading: solver, Chart: heat(all)})
		solverTable(w, solver, all, r.Ran())
		if len(all) == 0 {
			why := "not run at this scale"
			if len(r) > 0 {
				why = "not installed"
			}
			best.Row(solver, papers.VerdictCell(report.NotRun, why))
			continue
		}
		measured++
		words := "none"
		if close := slice.Filter(all, func(m Method) bool { return m.P >= 0.05 }); len(close) > 0 {
			words = papers.Listed(papers.Each(close, func(m Method) string { return m.Encoding }), 4)
		}
		best.Row(solver, len(all), all[0].Run, all[0].Encoding, words, RatioOf(all, Default), Slowest(all).Ratio)
	}
	w.Panels("encodings-heat", panels...)
	w.Number("solvers", measured)
	for what, name := range map[string]func(Method) string{
		"preset": func(m Method) string { return m.Preset }, "form": func(m Method) string { return m.Form }} {
		some := crossed(everything)
		if what == "preset" {
			some = slice.Filter(everything, func(m Method) bool { return m.Form == "pairwise" })
		}
		for i, a := range averages(name, some) {
			w.Number(fmt.Sprintf("%s %d", what, i+1), papers.Code(a.name))
			w.Number(fmt.Sprintf("%s %d, relative", what, i+1), a.relative)
			w.Number("slowest "+what, papers.Code(a.name))
			w.Number("slowest "+what+", relative", a.relative)
		}
	}
	rankings(w)
	sizeTables(w)
}

// solverTable makes the table of the encodings for one solver.
func solverTable(w *papers.Writer, solver string, all []Method, ran papers.Records) {
	some := papers.Present(ran, sets)
	var counted []string
	if len(papers.Above(0, ran.Values(papers.Conflicts))) > 0 {
		counted = []string{"conflicts"}
	}
	t := w.Table("encodings-"+solver, "|encoding", "instances solved", "of", "times the best", "p (Wilcoxon, Holm)",
		papers.Names(some), "encode", "load and search", counted)
	for _, m := range all {
		var p any
		if m.P >= 0 {
			p = papers.P(m.P)
		}
		won := m.Records.Succeeded()
		t.Row(m.Encoding, m.Solved, m.Run, m.Ratio, p, papers.Each(some, func(s papers.Named) any {
			return papers.MedianCell(papers.Time, m.Records.Set(s.Key))
		}), report.Seconds(won.Median(papers.Encode)), report.Seconds(won.Median(papers.Solve)),
			papers.Each(counted, func(string) any { return won.Median(papers.Conflicts) }))
	}
}

// rankings makes the table that compares the ranking without preprocessing with that after singles.
func rankings(w *papers.Writer) {
	t := w.Table("ranking-change", "|solver", "encodings", "|best without", "times the best, with singles first",
		"|best with singles first", "times the best, without", "Spearman's ρ of the rankings", "p",
		"slowest without, times the best", "slowest with singles first")
	for _, solver := range reduced {
		without := Methods(w.TimeLimit(solver), w.Grid(solver))
		with := Methods(w.TimeLimit(solver+"-singles"), w.Grid(solver+"-singles"))
		if len(with) == 0 || len(without) == 0 {
			continue
		}
		n, rho, p := Rankings(without, with)
		t.Row(solver, n, without[0].Encoding, RatioOf(with, without[0].Encoding), with[0].Encoding,
			RatioOf(without, with[0].Encoding), rho, papers.P(p), Slowest(without).Ratio, Slowest(with).Ratio)
	}
}

// sizeTables makes the tables of the sizes of formulas.
func sizeTables(w *papers.Writer) {
	made := w.Grid("sizes")
	w.GrowthTable("encodings-entries", "", papers.Growths(made, papers.Entries))
	w.GrowthTable("encodings-encode", "s", papers.Growths(made, papers.Encode))
	t := w.Table("encodings-sizes", "|formula", "order", "|measure", "|from", "published", "ours", "|verdict")
	for _, c := range w.Claims("size of ") {
		formula, measure, _ := strings.Cut(c.ID, ": ")
		method, once := strings.CutSuffix(formula, ", no clause twice")
		if once {
			method += "-dedup"
		}
		method = strings.TrimSuffix("gini:"+method, ":extended")
		for i := range c.List {
			order, one := i+2, c.At(i)
			if order != 3 || strings.Contains(formula, "/") { // the papers print sizes of grids of order 3 only
				one.Against = report.OwnReference
			}
			t.Row(formula, order, measure, c.Source, one.Compare(SizeOf(made, method, order, measure)))
		}
	}
}

// SizeOf returns a size of the formula of the empty grid of an order, or the reason why there is none.
func SizeOf(made papers.Records, method string, order int, measure string) any {
	r := made.Method(method).Succeeded().Where(func(r *campaign.Record) bool { return r.Order == order })
	if len(r) == 0 {
		return "not run at this scale"
	}
	return papers.Most(r.Values(papers.Sizes[measure]))
}
