package papers

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// A Quantity is a number that a record has.
type Quantity func(*campaign.Record) float64

// A Vocabulary is what formulas of one experiment may use besides the words of all.
type Vocabulary struct {
	Functions  template.FuncMap
	Quantities map[string]Quantity
}

// commonQuantities are those of all experiments. Besides, "values.NAME" is what a task measured under that name.
var commonQuantities = map[string]Quantity{
	"wall": Wall, "busy": Busy, "solve": Solve, "nodes": Nodes, "moves": Moves, "restarts": Restarts, "clues": Clues, "success": Success,
	"order":        func(r *campaign.Record) float64 { return float64(r.Order) },
	"index":        func(r *campaign.Record) float64 { return float64(r.Index) },
	"encode":       func(r *campaign.Record) float64 { return r.Stats.Encode.Seconds() },
	"preprocess":   func(r *campaign.Record) float64 { return r.Stats.Preprocess.Seconds() },
	"conflicts":    func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Conflicts) },
	"decisions":    func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Decisions) },
	"propagations": func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Propagations) },
	"wallIfSolved": orEndless(Wall),
	"variables":    func(r *campaign.Record) float64 { return float64(r.Stats.Size.Variables) },
	"constraints":  func(r *campaign.Record) float64 { return float64(r.Stats.Size.Constraints) },
	"clauses":      func(r *campaign.Record) float64 { return float64(r.Stats.Size.Clauses) },
	"literals":     func(r *campaign.Record) float64 { return float64(r.Stats.Size.Literals) },
	"rows":         func(r *campaign.Record) float64 { return float64(r.Stats.Size.Rows) },
	"nonzeros":     func(r *campaign.Record) float64 { return float64(r.Stats.Size.Nonzeros) },
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
	return nil, fmt.Errorf("unknown quantity %q: expected values.NAME or one of %s", name, strings.Join(slices.Sorted(maps.Keys(w.quantities)), ", "))
}

// of returns a quantity of each of the records.
func (w *writer) of(name string, r Records) ([]float64, error) {
	q, err := w.quantity(name)
	if err != nil {
		return nil, err
	}
	return r.Values(q), nil
}

// puzzles returns for each puzzle the mean or median of a quantity over its runs.
func (w *writer) puzzles(combine func([]float64) float64) func(string, Records) ([]float64, error) {
	return func(name string, r Records) ([]float64, error) {
		q, err := w.quantity(name)
		if err != nil {
			return nil, err
		}
		return PerInstance(r, q, combine), nil
	}
}

// words are the functions of formulas. The comment of the package lists them.
func (w *writer) words() template.FuncMap {
	return template.FuncMap{
		"give": func(v any) string { w.given = v; return "" },

		// Records.
		"all":    func() Records { return w.data.Records },
		"grid":   w.grid,
		"set":    selecting(Records.Set),
		"method": selecting(Records.Method),
		"tag":    func(key, value string, r Records) Records { return r.Tag(key, value) },
		"ran":    Records.Ran, "won": Records.Succeeded,
		"both": func(a, b Records) Records { return slices.Concat(a, b) },
		"from": w.between,
		"by":   w.by,

		// Numbers of records.
		"of": w.of, "puzzles": w.puzzles(stats.Mean), "medians": w.puzzles(stats.Median),
		"successes": func(r Records) int { return len(r.Succeeded()) },
		"rate":      RateOf,
		"share": func(name string, r Records) (Rate, error) {
			x, err := w.of(name, r)
			return Rate{len(slices.DeleteFunc(x, func(v float64) bool { return v != 1 })), len(x)}, err
		},
		"contest": contest,
		"growths": func(name string, r Records) ([]row, error) {
			q, err := w.quantity(name)
			if err != nil {
				return nil, err
			}
			return growthRows(Growths(r, q)), nil
		},
		"cost": func(name string, r Records) (report.Ours, error) {
			q, err := w.quantity(name)
			if err != nil {
				return report.Ours{}, err
			}
			return CostOfSuccess(r, q), nil
		},
		"perPuzzle": func(name string, r Records) (report.Ours, error) {
			means, err := w.puzzles(stats.Mean)(name, r)
			o := Mean(means)
			o.Runs = len(r)
			return o, err
		},
		"lifetimes": w.lifetimes,
		"points":    func(x, y []float64) Points { return Points{x, y} },
		"paired": func(name string, r Records, a, b string) (p Points, err error) {
			q, err := w.quantity(name)
			if err == nil {
				p.X, p.Y = PairInstances(r, a, b, q, stats.Median)
			}
			return p, err
		},

		// Statistics.
		"mean": stats.Mean, "median": stats.Median, "deviation": stats.StdDev, "boot": Mean, "quantile": func(p float64, x []float64) float64 { return stats.Quantile(x, p) },
		"sum":   func(x []float64) float64 { return stats.Mean(x) * float64(len(x)) },
		"least": extreme(slices.Min[[]float64]), "most": extreme(slices.Max[[]float64]), "variation": stats.CV,
		"numbers": numbers, "above": above,
		"finite": func(x []float64) []float64 {
			return slices.DeleteFunc(slices.Clone(x), func(v float64) bool { return v-v != 0 })
		},
		"statistic": statistic,

		// Tests.
		"wilcoxon":    func(x, y []float64) float64 { return stats.Wilcoxon(x, y).P },
		"kendall":     stats.Kendall,
		"fisher":      fisher,
		"mcnemar":     func(r Records, a, b string) float64 { return MoreSuccess("", r, a, b).P },
		"moreSuccess": func(r Records, more, fewer string) Relation { return MoreSuccess("", r, more, fewer) },
		"moreOf":      w.moreOf,
		"rises":       func(x, y []float64) Relation { return trend(x, y, 1) },
		"falls":       func(x, y []float64) Relation { return trend(x, y, -1) },
		"asMuch":      func(r Relation) Relation { r.Equal = true; return r },
		"tooFew": func(pairs, tests any) (bool, error) {
			n, err1 := Number(pairs)
			k, err2 := Number(tests)
			return TooFew(int(n), int(k)), errors.Join(err1, err2)
		},

		// Arithmetic.
		"add": arithmetic(func(x, y float64) float64 { return x + y }), "sub": arithmetic(func(x, y float64) float64 { return x - y }),
		"mul": arithmetic(func(x, y float64) float64 { return x * y }), "div": arithmetic(func(x, y float64) float64 { return x / y }),
		"abs": oneNumber(math.Abs), "log": oneNumber(math.Log),
		"lt": comparison(func(x, y float64) bool { return x < y }), "le": comparison(func(x, y float64) bool { return x <= y }),
		"gt": comparison(func(x, y float64) bool { return x > y }), "ge": comparison(func(x, y float64) bool { return x >= y }),
		"choose": func(which, yes, no any) any {
			if truth, _ := template.IsTrue(which); truth {
				return yes
			}
			return no
		},
		"number": Number, "ours": oursOf,
		"round": func(digits int, v any) (report.Ours, error) {
			o, err := oursOf(v)
			unit := math.Pow10(digits)
			o.Value = math.Round(o.Value*unit) / unit
			return o, err
		},

		// Cells.
		"compare": compare(report.Compared), "compareSeconds": compare(report.ComparedSeconds), "wouldMatch": wouldMatch,
		"verdict": func(published any, rule, known string, ours any) (report.Cell, error) {
			x, err1 := Number(published)
			r, _, err2 := ruleOf(rule)
			o, err3 := oursOf(ours)
			return report.Judged(report.Published{Value: x, Rule: r, Known: known}, o), errors.Join(err1, err2, err3)
		},
		"shown": func(text string, v any) (report.Cell, error) {
			x, err := Number(v)
			return report.Cell{Text: text, Number: x, IsNumber: true}, err
		},
		"outOf": func(k, n any) (report.Cell, error) {
			x, err1 := Number(k)
			y, err2 := Number(n)
			return report.Cell{Text: fmt.Sprintf("%.0f of %.0f", x, y), Number: x / y, IsNumber: true}, errors.Join(err1, err2)
		},
		"seconds": func(v any) (report.Cell, error) {
			if o, ok := v.(report.Ours); ok {
				return report.MeasuredSeconds(o), nil
			}
			x, err := Number(v)
			return report.Seconds(x), err
		},
		"medianTime": MedianCell,
		"p":          P,
		"holm":       func(p float64) Adjusted { return adjustedP("", p) },
		"holmIn":     adjustedP,
		"relation":   func(known string, r Relation) Adjusted { return r.cells(known) },
		"holds":      Holds,
		"nothing":    func() any { return nil },
		"notRun":     func(why string) report.Cell { return VerdictCell(report.NotRun, why) },
		"cells":      func(v ...any) ([]report.Cell, error) { return joinCells(v) },

		// Words.
		"short":       func(v any) (string, error) { x, err := Number(v); return report.Short(x), err },
		"duration":    func(v any) (string, error) { x, err := Number(v); return report.Duration(x), err },
		"probability": report.Probability,
		"code":        func(s string) string { return "`" + s + "`" },
		"joined":      Joined, "listed": func(n int, names []string) string { return Listed(names, n) },
		"texts": func(key string, rows []row) []string {
			var texts []string
			for _, r := range rows {
				texts = append(texts, fmt.Sprint(r[key]))
			}
			return texts
		},
		"dict": func(pairs ...any) row {
			r := row{}
			for i := 0; i+1 < len(pairs); i += 2 {
				r[fmt.Sprint(pairs[i])] = pairs[i+1]
			}
			return r
		},
		"cut": func(prefix, s string) string { return strings.TrimPrefix(s, prefix) },

		// The campaign and the data.
		"limit":     func(grid string) float64 { return w.data.TimeLimit(grid) },
		"moveLimit": func(grid string) float64 { return float64(w.data.Limits(grid).Moves) },
		"reduced":   func() bool { return w.data.Scale == campaign.Quick || w.data.Scale == campaign.Smoke },
		"standsIn":  func(r Records) bool { return r.StandsIn() },
		"missing":   func(r Records) []string { return r.NotInstalled() },
		"list":      func(name string) ([]row, error) { return w.solve(w.list(name, w.with(nil))) },

		// Tables and figures.
		"rows": func(name string) ([]row, error) {
			t, err := w.table(name)
			if err != nil {
				return nil, err
			}
			return w.solve(t.rows, nil)
		},
		"pick": func(key string, value any, rows []row) []row {
			return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return fmt.Sprint(r[key]) != fmt.Sprint(value) })
		},
		"product": func(lists ...string) ([]row, error) { return w.product(lists, "", w.with(nil)) },
		"concat":  func(rows ...[]row) []row { return slices.Concat(rows...) },
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
		"tally": w.tally,
		"table": func(name string) (string, error) {
			t, err := w.table(name)
			if err != nil {
				return "", err
			}
			return w.show(t.Table)
		},
		"figure": w.figure,
		"growthTable": func(name, title, unit string, rows []row) *report.Table {
			return GrowthTable(name, title, growthsOf(rows), unit)
		},
		"growthLines": func(label string, rows []row) figure.Chart { return growthChart(label, growthsOf(rows)) },
		"show":        w.show,
	}
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

// selecting makes a function of names and, last, the records to select from.
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

// namesOf returns names, and those of lists.
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

// between selects records of which a quantity lies between two numbers, both included.
func (w *writer) between(name string, lo, hi any, r Records) (Records, error) {
	q, err := w.quantity(name)
	from, err1 := Number(lo)
	to, err2 := Number(hi)
	if err := errors.Join(err, err1, err2); err != nil {
		return nil, err
	}
	return r.Where(func(x *campaign.Record) bool { v := q(x); return from <= v && v <= to }), nil
}

// by returns a row for each method, set or value of a quantity, with the records in the field group and the value in key.
func (w *writer) by(what string, r Records) ([]row, error) {
	var rows []row
	switch what {
	case "method", "set":
		f := Method
		if what == "set" {
			f = Set
		}
		for _, g := range GroupBy(r, f) {
			rows = append(rows, row{"key": g.Key, "group": g.Records})
		}
		return rows, nil
	}
	q, err := w.quantity(what)
	if err != nil {
		return nil, err
	}
	for _, g := range GroupBy(r, q) {
		rows = append(rows, row{"key": g.Key, "group": g.Records})
	}
	return rows, nil
}

// lifetimes returns how long runs lasted by a quantity, and which of them failed.
func (w *writer) lifetimes(name string, r Records) (Lifetimes, error) {
	times, err := w.of(name, r)
	failed := r.Successes()
	for i := range failed {
		failed[i] = !failed[i]
	}
	return Lifetimes{times, failed}, err
}

func (w *writer) moreOf(name string, r Records, more, less string) (Relation, error) {
	q, err := w.quantity(name)
	if err != nil {
		return Relation{}, err
	}
	return MoreOf("", r, more, less, q), nil
}

// trend claims that y rises with x, or that it falls, by Kendall's τ.
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

// extreme is f of the values that are numbers, NaN if none is.
func extreme(f func([]float64) float64) func([]float64) float64 {
	return func(x []float64) float64 {
		if x = slices.DeleteFunc(slices.Clone(x), math.IsNaN); len(x) == 0 {
			return math.NaN()
		}
		return f(x)
	}
}

// statistic is that of a name.
func statistic(name string, x []float64) (float64, error) {
	s := stats.Summarize(x)
	switch name {
	case "mean":
		return s.Mean, nil
	case "median":
		return s.Median, nil
	case "standard deviation":
		return s.SD, nil
	case "minimum":
		return s.Min, nil
	case "maximum":
		return s.Max, nil
	}
	return 0, fmt.Errorf("unknown statistic %q: expected mean, median, standard deviation, minimum or maximum", name)
}

// above returns the values that are greater than a number.
func above(least any, x []float64) ([]float64, error) {
	y, err := Number(least)
	return slices.DeleteFunc(slices.Clone(x), func(v float64) bool { return !(v > y) }), err
}

// numbers returns the numbers of a field of rows.
func numbers(key string, rows []row) ([]float64, error) {
	x := make([]float64, len(rows))
	var err error
	for i, r := range rows {
		if x[i], err = Number(r[key]); err != nil {
			return nil, err
		}
	}
	return x, nil
}

func arithmetic(f func(x, y float64) float64) func(a, b any) (float64, error) {
	return func(a, b any) (float64, error) {
		x, err1 := Number(a)
		y, err2 := Number(b)
		return f(x, y), errors.Join(err1, err2)
	}
}

func oneNumber(f func(float64) float64) func(any) (float64, error) {
	return func(v any) (float64, error) { x, err := Number(v); return f(x), err }
}

func comparison(f func(x, y float64) bool) func(a, b any) (bool, error) {
	return func(a, b any) (bool, error) {
		x, err1 := Number(a)
		y, err2 := Number(b)
		return f(x, y), errors.Join(err1, err2)
	}
}

// ruleOf reads a rule. After "none" comes a reason why nothing is compared.
func ruleOf(s string) (rule report.Rule, reason string, err error) {
	name, rest, _ := strings.Cut(s, " ")
	if name == "none" {
		return nil, rest, nil
	}
	var n []float64
	for _, f := range strings.Fields(rest) {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil, "", fmt.Errorf("rule %q: %q is no number", s, f)
		}
		n = append(n, x)
	}
	switch {
	case name == "machine" && len(n) == 0:
		return report.Machine{}, "", nil
	case name == "exact" && len(n) == 0:
		return report.Within{}, "", nil
	case name == "rate" && len(n) == 1:
		return report.Rate{Runs: int(n[0])}, "", nil
	case name == "within" && len(n) == 1:
		return report.Within{Tolerance: n[0]}, "", nil
	case name == "ratio" && len(n) == 2:
		return report.Ratio{Lo: n[0], Hi: n[1]}, "", nil
	case name == "between" && len(n) == 2:
		return report.Between{Lo: n[0], Hi: n[1]}, "", nil
	}
	return nil, "", fmt.Errorf("rule %q: expected machine, exact, rate RUNS, within TOLERANCE, ratio LOW HIGH, between LOW HIGH or none REASON", s)
}

// compare makes the three cells of a published number, ours, and the verdict.
func compare(cells func(report.Published, report.Ours) []report.Cell) func(published any, rule, known string, ours any) ([]report.Cell, error) {
	return func(published any, rule, known string, ours any) ([]report.Cell, error) {
		p := report.Published{Known: known}
		o := NotRun
		var reason string
		var err1, err2, err3 error
		p.Value, err1 = Number(published)
		p.Rule, reason, err2 = ruleOf(rule)
		switch ours := ours.(type) {
		case nil:
		case string:
			o.Missing = ours
		default:
			o, err3 = oursOf(ours)
		}
		if o.Missing == "" && math.IsNaN(o.Value) {
			o = NotRun
		}
		c := cells(p, o)
		if c[2].Verdict == report.NotComparable && reason != "" {
			c[2].Title = reason
		}
		return c, errors.Join(err1, err2, err3)
	}
}

// wouldMatch says whether ours would match a published number. For numbers that are shown, but are not the reproduction itself, so that they do not
// count as matches or misses.
func wouldMatch(value any, rule string, ours any) (report.Cell, error) {
	c, err := compare(report.Compared)(value, rule, "", ours)
	if err != nil {
		return report.Cell{}, err
	}
	switch c[2].Verdict {
	case report.Matched:
		return report.Cell{Text: "yes", Title: c[2].Title}, nil
	case report.Missed:
		return report.Cell{Text: "no", Title: c[2].Title}, nil
	}
	return VerdictCell(report.NotRun, ""), nil
}

func adjustedP(family string, p float64) Adjusted {
	return Adjusted{family, p, func(p float64) []report.Cell {
		if math.IsNaN(p) {
			return nil
		}
		return []report.Cell{P(p)}
	}}
}

// cells are what was measured, the p, and the verdict.
func (r Relation) cells(known string) Adjusted {
	r.Known = known
	if r.Missing {
		return Adjusted{P: math.NaN(), Cells: func(float64) []report.Cell { return []report.Cell{{}, {}, VerdictCell(report.NotRun, "")} }}
	}
	return Adjusted{P: r.P, Cells: func(p float64) []report.Cell { return []report.Cell{report.Words(r.Measured), P(p), r.judge(p)} }}
}

// joinCells makes one list of cells of values and lists of cells.
func joinCells(values []any) (all []report.Cell, err error) {
	for _, v := range values {
		if list, ok := v.([]report.Cell); ok {
			all = append(all, list...)
			continue
		}
		cell, err := cellsOf(v, 1)
		if err != nil {
			return nil, err
		}
		all = append(all, cell...)
	}
	return all, nil
}

// solve gives all fields of rows their values, but for formulas that refer to fields that are not there.
func (w *writer) solve(rows []row, err error) ([]row, error) {
	for _, r := range rows {
		for _, key := range slices.Sorted(maps.Keys(r)) {
			if err == nil {
				err = w.settle(r, key)
			}
		}
	}
	return rows, err
}

// settle gives a field its value, unless its formula needs fields that are not there.
func (w *writer) settle(r row, key string) error {
	if source, ok := r[key].(string); !ok || !strings.HasPrefix(source, "=") || !w.complete(r, key) {
		return nil
	}
	_, err := w.value("."+key, r)
	return err
}

// complete reports whether a row has all fields that one of its fields needs.
func (w *writer) complete(r row, key string) bool {
	value, there := r[key]
	source, ok := value.(string)
	if !ok || !strings.HasPrefix(source, "=") {
		return there
	}
	f, err := w.formula(source[1:])
	return err != nil || !slices.ContainsFunc(f.fields, func(name string) bool { return !w.complete(r, name) })
}

// inside returns the rows of which a field lies between two numbers, both included, or those of which it does not. Rows without a number are neither.
func inside(want bool) func(key string, lo, hi any, rows []row) ([]row, error) {
	return func(key string, lo, hi any, rows []row) (some []row, err error) {
		for _, r := range rows {
			x, err1 := Number(r[key])
			from, err2 := Number(lo)
			to, err3 := Number(hi)
			if err := errors.Join(err1, err2, err3); err != nil {
				return nil, err
			}
			if !math.IsNaN(x) && want == (from <= x && x <= to) {
				some = append(some, r)
			}
		}
		return some, nil
	}
}

// sorted returns rows in ascending order of a number, descending after "-". Rows without a number come last.
func sorted(key string, rows []row) ([]row, error) {
	key, down := strings.CutPrefix(key, "-")
	x, err := numbers(key, rows)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
		if down {
			x[i] = -x[i]
		}
		if math.IsNaN(x[i]) {
			x[i] = math.Inf(1)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	out := make([]row, len(rows))
	for i, at := range order {
		out[i] = rows[at]
	}
	return out, nil
}

// tally counts the cells of a verdict in a table, in the columns of that title if one is given. Of the verdict "" all that were run are counted.
func (w *writer) tally(verdict, name string, titles ...string) (n int, err error) {
	t, err := w.table(name)
	if err != nil {
		return 0, err
	}
	for _, cells := range t.Rows {
		for i, c := range cells {
			switch {
			case c.Verdict == report.None || len(titles) > 0 && !slices.Contains(titles, t.Columns[i].Title):
			case c.Verdict == report.Verdict(verdict), verdict == "" && c.Verdict != report.NotRun:
				n++
			}
		}
	}
	return n, nil
}

func (w *writer) figure(name string) (string, error) {
	draw := w.figures[name]
	if draw == nil {
		return "", fmt.Errorf("there is no figure %q", name)
	}
	p, err := draw()
	if p == nil || err != nil {
		return "", err
	}
	return w.show(p)
}
