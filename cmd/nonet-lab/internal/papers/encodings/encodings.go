package encodings

import (
	"cmp"
	"math"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/sizes"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/encode/cnf"
	"nonet/internal/slice"
)

// Experiment compares all CNF encodings, for each SAT solver.
func Experiment() papers.Experiment { return papers.New("encodings", write, sizes.Task) }

// A Method is a method of a contest of encodings.
type Method struct {
	papers.Standing
	Encoding, Preset, Form string // the form of "at most one of these"
}

// Methods returns the methods of a contest, the best first.
func Methods(limit float64, r papers.Records) (all []Method) {
	for _, s := range papers.Standings(limit, r) {
		preset, form := encodingOf(s.Method)
		all = append(all, Method{s, preset + "/" + form, preset, form})
	}
	return all
}

// Slowest returns the method with the greatest ratio.
func Slowest(all []Method) Method {
	return slices.MaxFunc(all, func(a, b Method) int { return cmp.Compare(a.Ratio, b.Ratio) })
}

// RatioOf returns the ratio of an encoding, NaN if it was not run.
func RatioOf(all []Method, encoding string) float64 {
	if i := slices.IndexFunc(all, func(m Method) bool { return m.Encoding == encoding }); i >= 0 {
		return all[i].Ratio
	}
	return math.NaN()
}

// encodingOf returns the preset and the at-most-one form of the encoding of a method.
func encodingOf(method string) (preset, form string) {
	m, err := methods.Parse(method)
	if err != nil {
		return method, ""
	}
	e, err := cnf.Parse(m.Encoding)
	if err != nil {
		return m.Encoding, ""
	}
	form = cnf.Pairwise{}.String()
	if e.AtMostOne != nil {
		form = e.AtMostOne.String()
	}
	e.AtMostOne = nil
	return e.Name(), form
}

// crossed returns the methods whose preset was run with several at-most-one forms.
func crossed(methods []Method) []Method {
	forms := map[string]map[string]bool{}
	for _, m := range methods {
		if forms[m.Preset] == nil {
			forms[m.Preset] = map[string]bool{}
		}
		forms[m.Preset][m.Form] = true
	}
	return slice.Filter(methods, func(m Method) bool { return len(forms[m.Preset]) >= 2 })
}

// An average is the geometric mean of the ratios of methods, relative to the least one.
type average struct {
	name     string
	relative float64
}

// averages returns the average of the methods with each name, the least first.
func averages(name func(Method) string, methods []Method) (all []average) {
	logs := map[string][]float64{}
	for _, m := range methods {
		if l := math.Log(m.Ratio); !math.IsNaN(l) {
			logs[name(m)] = append(logs[name(m)], l)
		}
	}
	for n, l := range logs {
		all = append(all, average{n, math.Exp(stats.Mean(l))})
	}
	slices.SortFunc(all, func(a, b average) int {
		return cmp.Or(cmp.Compare(a.relative, b.relative), cmp.Compare(a.name, b.name))
	})
	for i := len(all) - 1; i >= 0; i-- {
		all[i].relative /= all[0].relative
	}
	return all
}

// Rankings compares two rankings of encodings by Spearman's test over the encodings that both have.
func Rankings(a, b []Method) (encodings int, rho, p float64) {
	var x, y []float64
	for _, r := range a {
		if v := RatioOf(b, r.Encoding); !math.IsNaN(r.Ratio) && !math.IsNaN(v) {
			x, y = append(x, r.Ratio), append(y, v)
		}
	}
	c := stats.Spearman(x, y)
	return len(x), c.R, c.P
}

// heat draws the ratios of the methods of a solver, by preset and at-most-one form.
func heat(methods []Method) figure.Chart {
	forms := slices.DeleteFunc(papers.Each(cnf.AtMostOnes(), cnf.AtMostOne.String), func(f string) bool {
		return !slices.ContainsFunc(methods, func(m Method) bool { return m.Form == f })
	})
	presets := slices.DeleteFunc(papers.Each(cnf.Presets(), cnf.Preset.String), func(p string) bool {
		return !slices.ContainsFunc(methods, func(m Method) bool { return m.Preset == p })
	})
	scale := figure.Axis{Label: "ratio to the best; one colour from 10 on", Log: true, Min: 1, Max: 10}
	return papers.Heat(scale, forms, presets, func(form, preset int) (float64, string) {
		for _, m := range methods {
			if m.Form == forms[form] && m.Preset == presets[preset] {
				return m.Ratio, report.Short(m.Ratio)
			}
		}
		return math.NaN(), ""
	})
}
