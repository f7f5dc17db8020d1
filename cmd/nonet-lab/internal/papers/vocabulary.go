package papers

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"text/template"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// A Quantity is a function that returns a number of a record.
type Quantity func(*campaign.Record) float64

// A Vocabulary adds functions and quantities for the formulas of one experiment.
type Vocabulary struct {
	Functions  template.FuncMap
	Quantities map[string]Quantity
}

// commonQuantities are the quantities of all experiments. "values.NAME" is a further one: what a task measured as NAME.
var commonQuantities = map[string]Quantity{
	"time": Time, "wall": Wall, "cpu": CPU, "busy": Busy, "solve": Solve, "nodes": Nodes, "moves": Moves,
	"restarts": Restarts,
	"clues":    Clues, "success": Success,
	"timeOrNever":     infiniteIfFailed(Time),
	"order":           func(r *campaign.Record) float64 { return float64(r.Order) },
	"index":           func(r *campaign.Record) float64 { return float64(r.Index) },
	"encode":          func(r *campaign.Record) float64 { return r.Stats.Encode.Seconds() },
	"preprocess":      func(r *campaign.Record) float64 { return r.Stats.Preprocess.Seconds() },
	"conflicts":       func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Conflicts) },
	"decisions":       func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Decisions) },
	"propagations":    func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Propagations) },
	"linear programs": func(r *campaign.Record) float64 { return float64(r.Stats.Effort.LPs) },
	"variables":       func(r *campaign.Record) float64 { return float64(r.Stats.Size.Variables) },
	"constraints":     func(r *campaign.Record) float64 { return float64(r.Stats.Size.Constraints) },
	"clauses":         func(r *campaign.Record) float64 { return float64(r.Stats.Size.Clauses) },
	"literals":        func(r *campaign.Record) float64 { return float64(r.Stats.Size.Literals) },
	"rows":            func(r *campaign.Record) float64 { return float64(r.Stats.Size.Rows) },
	"nonzeros":        func(r *campaign.Record) float64 { return float64(r.Stats.Size.Nonzeros) },
	"conditions": func(r *campaign.Record) float64 {
		z := r.Stats.Size
		return float64(max(z.Constraints, z.Clauses, z.Rows))
	},
	"entries": func(r *campaign.Record) float64 { return float64(max(r.Stats.Size.Literals, r.Stats.Size.Nonzeros)) },
}

func (w *writer) quantity(name string) (Quantity, error) {
	if value, ok := strings.CutPrefix(name, "values."); ok {
		return Value(value), nil
	}
	if q := w.quantities[name]; q != nil {
		return q, nil
	}
	return nil, fmt.Errorf("unknown quantity %q: expected values.NAME or one of %s", name,
		strings.Join(slices.Sorted(maps.Keys(w.quantities)), ", "))
}

// builtins returns the functions of formulas. Their parameters have plain Go types; lift adds the conversion of
// arguments. The package comment lists them.
func (w *writer) builtins() template.FuncMap {
	return template.FuncMap{
		"give": func(v any) string { w.result = v; return "" },

		// Records.
		"all": func() Records { return w.data.Records }, "grid": w.grid,
		"set": selecting(Records.Set), "method": selecting(Records.Method),
		"ran": Records.Ran, "won": Records.Succeeded,
		"reached": Records.Reached, "decidedBefore": Records.DecidedBefore,
		"both": func(a, b Records) Records { return slices.Concat(a, b) }, "by": w.groupRows,
		"from": func(q Quantity, lo, hi float64, r Records) Records {
			return r.Where(func(x *campaign.Record) bool { v := q(x); return lo <= v && v <= hi })
		},

		// Numbers of records.
		"of":        func(q Quantity, r Records) []float64 { return r.Values(q) },
		"puzzles":   func(q Quantity, r Records) []float64 { return PerInstance(r, q, stats.Mean) },
		"medians":   func(q Quantity, r Records) []float64 { return PerInstance(r, q, stats.Median) },
		"successes": func(r Records) int { return len(r.Succeeded()) }, "rate": RateOf, "puzzleRate": PuzzleRate,
		"share": func(q Quantity, r Records) Rate {
			return Rate{len(r.Where(func(x *campaign.Record) bool { return q(x) == 1 })), len(r)}
		},
		"contest": contest, "growths": func(q Quantity, r Records) []row { return growthRows(Growths(r, q)) },
		"cost": func(q Quantity, r Records) report.Ours { return CostOfSuccess(r, q) },
		"perPuzzle": func(q Quantity, r Records) report.Ours {
			o := Mean(PerInstance(r, q, stats.Mean))
			o.Runs = len(r)
			return o
		},
		"perSuccess": func(q Quantity, r Records) float64 { return stats.ETS(r.Ran().Values(q), r.Ran().Successes()) },
		"effort":     effort, "couples": couples, "stochastic": stochastic,
		"lifetimes": lifetimes, "points": func(x, y []float64) Points { return Points{x, y} },
		"paired": func(q Quantity, r Records, a, b string) Points {
			x, y := PairInstances(r, a, b, q, stats.Median)
			return Points{x, y}
		},

		// Statistics.
		"mean": stats.Mean, "median": stats.Median, "deviation": stats.StdDev, "variation": stats.CV,
		"boot": Mean, "quartiles": quartiles, "statistic": statistic,
		"quantile": func(p float64, x []float64) float64 { return stats.Quantile(x, p) },
		"sum":      func(x []float64) float64 { return stats.Mean(x) * float64(len(x)) },
		"least":    extreme(slices.Min[[]float64]), "most": extreme(slices.Max[[]float64]), "numbers": numbers,
		"above": func(least float64, x []float64) []float64 {
			return keep(x, func(v float64) bool { return v > least })
		},
		"finite":      func(x []float64) []float64 { return keep(x, finite) },
		"survival":    func(l Lifetimes) stats.SurvivalCurve { return stats.KaplanMeier(l.Times, l.Failed) },
		"exponential": func(l Lifetimes) stats.ExponentialFit { return stats.FitExponential(l.Times, l.Failed) },
		"quotients": func(p Points) []float64 {
			ratios := slices.Clone(p.X)
			for i := range ratios {
				ratios[i] /= p.Y[i]
			}
			return ratios
		},

		// Tests.
		"kendall": stats.Kendall, "fisher": fisher,
		"signs":       func(p Points) stats.SignTest { return stats.Sign(p.X, p.Y) },
		"signedRanks": func(p Points) stats.WilcoxonTest { return stats.Wilcoxon(logRatios(p.X, p.Y)) },
		"mcnemar":     func(r Records, a, b string) float64 { return MoreSuccess(r, a, b).P },
		"moreSuccess": MoreSuccess,
		"moreOf":      func(q Quantity, r Records, more, less string) Relation { return MoreOf(r, more, less, q) },
		"rises":       func(x, y []float64) Relation { return trend(x, y, 1) },
		"falls":       func(x, y []float64) Relation { return trend(x, y, -1) },
		"asMuch":      func(r Relation) Relation { r.Equal = true; return r },
		"tooFew":      func(pairs, tests float64) bool { return TooFew(int(pairs), int(tests)) },

		// Arithmetic.
		"add": func(x, y float64) float64 { return x + y }, "sub": func(x, y float64) float64 { return x - y },
		"mul": func(x, y float64) float64 { return x * y }, "div": func(x, y float64) float64 { return x / y },
		"lt": func(x, y float64) bool { return x < y }, "le": func(x, y float64) bool { return x <= y },
		"gt": func(x, y float64) bool { return x > y }, "ge": func(x, y float64) bool { return x >= y },
		"abs": math.Abs, "log": math.Log, "number": func(x float64) float64 { return x },
		"ours": func(o report.Ours) report.Ours { return o },
		"choose": func(which, yes, no any) any {
			if truth, _ := template.IsTrue(which); truth {
				return yes
			}
			return no
		},
		"round": func(digits int, o report.Ours) report.Ours {
			unit := math.Pow10(digits)
			o.Value = math.Round(o.Value*unit) / unit
			return o
		},

		// Cells.
		"compare": w.compare(report.Compared), "compareSeconds": w.compare(report.ComparedSeconds),
		"wouldMatch": wouldMatch, "verdict": w.verdict,
		"shown": func(text string, x float64) report.Cell { return report.Cell{Text: text, Number: x, IsNumber: true} },
		"outOf": func(k, n float64) report.Cell {
			return report.Cell{Text: fmt.Sprintf("%.0f of %.0f", k, n), Number: k / n, IsNumber: true}
		},
		"seconds": func(v any) (report.Cell, error) {
			if o, ok := v.(report.Ours); ok {
				return report.MeasuredSeconds(o), nil
			}
			x, err := number(v)
			return report.Seconds(x), err
		},
		"counted": counted, "medianOf": MedianCell, "p": P,
		"holm": func(p float64) Adjusted { return adjustedP("", p) }, "holmIn": adjustedP,
		"relation": func(known string, r Relation) Adjusted { return r.cells(known) },
		"holds":    Holds, "cells": joinCells, "nothing": func() any { return nil },
		"notRun": func(why string) report.Cell { return VerdictCell(report.NotRun, why) },

		// Words.
		"short": report.Short, "duration": report.Duration, "probability": report.Probability, "joined": Joined,
		"code":   func(s string) string { return "`" + s + "`" },
		"listed": func(n int, names []string) string { return Listed(names, n) },
		"cut":    func(prefix, s string) string { return strings.TrimPrefix(s, prefix) },
		"texts": func(key string, rows []row) []string {
			var texts []string
			for _, r := range rows {
				texts = append(texts, fmt.Sprint(r[key]))
			}
			return texts
		},

		// The campaign and the data.
		"campaign": func() *campaign.Spec { return w.data.Spec },
		"grids":    w.gridRows, "together": CombinedResult, "missingPieces": MissingPieces,
		"limit": w.data.TimeLimit, "moveLimit": func(grid string) float64 { return float64(w.data.Limits(grid).Moves) },
		"reduced":  func() bool { return w.data.Scale == campaign.Quick || w.data.Scale == campaign.Smoke },
		"standsIn": Records.StandsIn, "missing": Records.NotInstalled,

		// Rows.
		"list": func(name string) ([]row, error) { return w.evaluate(w.list(name, w.baseFields(nil))) },
		"rows": func(name string) ([]row, error) {
			t, err := w.table(name)
			if err != nil {
				return nil, err
			}
			return w.evaluate(t.rows, nil)
		},
		"pick": func(key string, value any, rows []row) []row {
			return slices.DeleteFunc(slices.Clone(rows),
				func(r row) bool { return fmt.Sprint(r[key]) != fmt.Sprint(value) })
		},
		"matching": func(key string, rows []row) []row {
			return slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
				c, ok := r[key].(report.Cell)
				return !ok || c.Text != wouldMatchWord
			})
		},
		"product": func(lists ...string) ([]row, error) { return w.product(lists, "", w.baseFields(nil)) },
		"concat":  func(rows ...[]row) []row { return slices.Concat(rows...) },
		"top":     func(n int, rows []row) []row { return rows[:min(n, len(rows))] },
		"within":  inside(true), "outside": inside(false), "sorted": sorted,
		"first": func(key string, rows []row) any {
			if len(rows) == 0 {
				return ""
			}
			return rows[0][key]
		},
		"at": func(i int64, list []any) any {
			if i >= int64(len(list)) {
				return nil
			}
			return list[i]
		},
		"dict": func(pairs ...any) row {
			r := row{}
			for i := 0; i+1 < len(pairs); i += 2 {
				r[fmt.Sprint(pairs[i])] = pairs[i+1]
			}
			return r
		},
		"tally": w.tally,
		"comparisons": func(name string, titles ...string) ([]report.Comparison, error) {
			t, err := w.table(name)
			if err != nil {
				return nil, err
			}
			return t.Comparisons(titles...), nil
		},

		// Tables and figures.
		"table": func(name string) (string, error) {
			t, err := w.table(name)
			if err != nil {
				return "", err
			}
			return w.show(t.Table)
		},
		"figure": w.figure, "show": w.show,
		"growthTable": growthTable, "growthLines": growthLines, "cactus": cactus, "profile": profile,
	}
}

// lift turns a Go function into a function of formulas: a parameter of type number, measured number, quantity or rule
// accepts every value that can be converted. A text as a measured number is the reason why there is none.
func (w *writer) lift(function any) any {
	f := reflect.ValueOf(function)
	t := f.Type()
	read := make([]func(any) (any, error), t.NumIn())
	in := make([]reflect.Type, t.NumIn())
	lifted := false
	for i := range in {
		in[i], read[i] = t.In(i), w.reading(t.In(i))
		if read[i] != nil {
			in[i], lifted = reflect.TypeFor[any](), true
		}
	}
	if !lifted {
		return function
	}
	out := []reflect.Type{t.Out(0), reflect.TypeFor[error]()}
	return reflect.MakeFunc(reflect.FuncOf(in, out, t.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		for i := range args {
			if read[i] == nil {
				continue
			}
			v, err := read[i](args[i].Interface())
			if err != nil {
				return []reflect.Value{reflect.Zero(out[0]), reflect.ValueOf(&err).Elem()}
			}
			args[i] = reflect.ValueOf(v)
		}
		results := f.Call(args)
		return append(results, reflect.Zero(out[1]))[:2]
	}).Interface()
}

// reading returns the conversion from values of formulas to a parameter type; nil if the value is passed unchanged.
func (w *writer) reading(parameter reflect.Type) func(any) (any, error) {
	switch parameter {
	case reflect.TypeFor[float64]():
		return func(v any) (any, error) { return number(v) }
	case reflect.TypeFor[report.Ours]():
		return func(v any) (any, error) { return oursOf(v) }
	case reflect.TypeFor[rule]():
		return func(v any) (any, error) { return ruleOf(fmt.Sprint(v)) }
	case reflect.TypeFor[Quantity]():
		return func(v any) (any, error) { return w.quantity(fmt.Sprint(v)) }
	}
	return nil
}

// grid returns the records of grids.
func (w *writer) grid(args ...any) (Records, error) {
	names, err := namesOf(args)
	key := strings.Join(names, "\x00")
	if _, known := w.grids[key]; !known {
		w.grids[key] = w.data.Records.Grid(names...)
	}
	return w.grids[key], err
}

// selecting returns a function whose arguments are names and, last, the records to select from.
func selecting(f func(Records, ...string) Records) func(...any) (Records, error) {
	return func(args ...any) (Records, error) {
		last := len(args) - 1
		names, err := namesOf(args[:last])
		r, ok := args[last].(Records)
		if !ok {
			err = fmt.Errorf("a %T: expected records", args[last])
		}
		return f(r, names...), err
	}
}

// namesOf returns names; an argument may be a name or a list of names.
func namesOf(args []any) (names []string, err error) {
	for _, a := range args {
		switch a := a.(type) {
		case string:
			names = append(names, a)
		case []string:
			names = append(names, a...)
		case []any:
			for _, x := range a {
				names = append(names, fmt.Sprint(x))
			}
		default:
			return nil, fmt.Errorf("%v is a %T: expected a name", a, a)
		}
	}
	return names, nil
}

// groupRows returns one row for each method, set or value of a quantity, with the fields group (the records) and key
// (the value). The value is also in a field with the name of the quantity.
func (w *writer) groupRows(what string, r Records) ([]row, error) {
	switch what {
	case "method":
		return groupRows(what, GroupBy(r, Method)), nil
	case "set":
		return groupRows(what, GroupBy(r, Set)), nil
	}
	q, err := w.quantity(what)
	if err != nil {
		return nil, err
	}
	return groupRows(what, GroupBy(r, q)), nil
}

func groupRows[K any](what string, groups []Group[K]) (rows []row) {
	for _, g := range groups {
		rows = append(rows, row{"key": g.Key, what: g.Key, "group": g.Records})
	}
	return rows
}

// stochastic reports whether a method is stochastic.
func stochastic(method string) bool {
	m, err := methods.Parse(method)
	return err == nil && m.Kind == methods.Stochastic
}

// lifetimes returns the value of a quantity for each run, and which runs failed (are censored).
func lifetimes(q Quantity, r Records) Lifetimes {
	failed := r.Successes()
	for i := range failed {
		failed[i] = !failed[i]
	}
	return Lifetimes{r.Values(q), failed}
}

// trend tests the claim that y rises with x, or falls, by Kendall's τ.
func trend(x, y []float64, sign float64) Relation {
	k := stats.Kendall(x, y)
	return Relation{Measured: "τ = " + report.Short(k.R), P: k.P, Holds: sign*k.R > 0, Missing: math.IsNaN(k.P)}
}

// fisher compares two rates of success.
func fisher(a, b Records) float64 {
	a, b = a.Ran(), b.Ran()
	x, y := len(a.Succeeded()), len(b.Succeeded())
	return stats.Table{A: x, B: len(a) - x, C: y, D: len(b) - y}.Fisher()
}

// keep returns the values that a condition holds for.
func keep(x []float64, f func(float64) bool) []float64 {
	return slices.DeleteFunc(slices.Clone(x), func(v float64) bool { return !f(v) })
}

func finite(x float64) bool { return x-x == 0 }

// extreme returns f of the values that are not NaN; NaN if all are.
func extreme(f func([]float64) float64) func([]float64) float64 {
	return func(x []float64) float64 {
		if x = keep(x, func(v float64) bool { return v == v }); len(x) == 0 {
			return math.NaN()
		}
		return f(x)
	}
}

// statistic returns the statistic of a name.
func statistic(name string, x []float64) (float64, error) {
	s := stats.Summarize(x)
	all := map[string]float64{"mean": s.Mean, "median": s.Median, "standard deviation": s.SD, "minimum": s.Min,
		"maximum": s.Max}
	if value, known := all[name]; known {
		return value, nil
	}
	return 0, fmt.Errorf("unknown statistic %q: expected one of %s", name,
		strings.Join(slices.Sorted(maps.Keys(all)), ", "))
}

func (w *writer) figure(name string) (string, error) {
	draw := w.figures[name]
	if draw == nil {
		return "", fmt.Errorf("there is no figure %q", name)
	}
	p, err := draw()
	if err != nil {
		return "", fmt.Errorf("figure %s: %w", name, err)
	}
	return w.show(p)
}
