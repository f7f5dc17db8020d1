package encodings

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/papers/sizes"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
	"nonet/encode/cnf"
)

//go:embed spec.toml
var spec string

// Experiment sets all Experiment as clauses side by side, for each SAT solver.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "encodings",
		Summary: "every encoding as clauses, with every at-most-one form, for every SAT solver: sizes, times, conflicts",
		Spec:    spec,
		Tasks:   []campaign.Task{sizes.Task},
		Report:  document,
	}
}

// solvers are the grids of the experiment: one for each solver.
var solvers = []string{"gini", "gophersat", "cadical", "minisat", "cryptominisat5", "clasp"}

// puzzleSets are the sets of puzzles, easiest first.
var puzzleSets = []struct{ set, name string }{
	{"seventeen", "17 clues"}, {"clues-17", "17 clues (stand-in)"}, {"hardest", "hardest"}, {"order4-125", "order 4, 125 clues"},
	{"order4-102", "order 4, 102 clues"}, {"order5-287", "order 5, 287 clues"},
}

func document(d *papers.Data) (*report.Document, error) {
	doc := &report.Document{Name: "encodings", Title: "Encodings of Sudoku as clauses, and SAT solvers", Facts: papers.Facts(d)}
	doc.Lead = []string{"A model becomes clauses in many ways: a preset says which constraints are stated, and a form how \"at most one of these\" is put into clauses. " +
		"Which encoding is best for which solver, and is the difference more than chance? Nothing is preprocessed, so that the encodings differ, and each run " +
		"proves that a puzzle has one solution."}
	var all []*solver
	for _, name := range solvers {
		if s := newSolver(d, name); s != nil {
			all = append(all, s)
		}
	}
	for _, s := range all {
		doc.Lead = append(doc.Lead, s.sentence())
	}
	if overall := overallOf(all); overall != "" {
		doc.Lead = append(doc.Lead, overall)
	}
	doc.Sections = append(doc.Sections, summary(d, all))
	for _, s := range all {
		doc.Sections = append(doc.Sections, s.section())
	}
	last := report.Section{Title: "Sizes"}
	grid := d.Records.Grid("sizes")
	last.Blocks = append(last.Blocks, sizes.Growth("encodings", grid)...)
	last.Blocks = append(last.Blocks, sizes.Table("encodings-sizes", "Sizes of the encodings, ours and published", grid, known()))
	doc.Sections = append(doc.Sections, last, notes(d))
	return doc, nil
}

// An solver is one SAT solver with all encodings.
type solver struct {
	name    string
	records papers.Records
	contest *papers.Contest
	order   []int     // of the contest's methods, the best first
	p       []float64 // by method: Wilcoxon's test against the best, after Holm; NaN of the best itself
	chi, q  float64   // Friedman's test of all
	n       int       // instances that all methods were run on
}

// newSolver returns nil if the solver was not run.
func newSolver(d *papers.Data, name string) *solver {
	s := &solver{name: name, records: d.Records.Grid(name).Ran()}
	s.contest = papers.NewContest(s.records, papers.Wall, d.TimeLimit(name))
	if len(s.contest.Methods) == 0 {
		return nil
	}
	s.order = s.contest.Ranking()
	best := s.contest.Times[s.order[0]]
	for _, times := range s.contest.Times {
		x, y := s.contest.Logs(times, best)
		s.p = append(s.p, stats.Wilcoxon(x, y).P)
	}
	s.p[s.order[0]] = math.NaN()
	s.p = stats.Holm(s.p)
	var blocks [][]float64
	for i := range s.contest.Instances {
		var block []float64
		for _, times := range s.contest.Times {
			block = append(block, s.contest.Penalised(times[i : i+1])[0])
		}
		if !slices.ContainsFunc(block, math.IsNaN) {
			blocks = append(blocks, block)
		}
	}
	s.n = len(blocks)
	s.chi, s.q = stats.Friedman(blocks)
	return s
}

// encodingOf is the encoding of a method, with the preset that it has by default.
func encodingOf(method string) (preset, form string) {
	m, err := methods.Parse(method)
	if err != nil {
		return method, ""
	}
	e, err := cnf.Parse(m.Encoding)
	if err != nil {
		return m.Encoding, ""
	}
	name := e
	name.AtMostOne = nil
	form = cnf.Pairwise{}.String()
	if e.AtMostOne != nil {
		form = e.AtMostOne.String()
	}
	return name.Name(), form
}

// encodingName is the preset and the form.
func encodingName(method string) string {
	preset, form := encodingOf(method)
	return preset + "/" + form
}

// ratio is the geometric mean over instances of the time of a method relative to that of the best.
func (s *solver) ratio(m int) float64 {
	r, _ := s.contest.Ratio(s.contest.Times[m], s.contest.Times[s.order[0]])
	return r
}

// asGood are the encodings that cannot be told from the best, the best first.
func (s *solver) asGood() (names []string) {
	for _, m := range s.order {
		if math.IsNaN(s.p[m]) || s.p[m] >= 0.05 {
			names = append(names, encodingName(s.contest.Methods[m]))
		}
	}
	return names
}

func (s *solver) sentence() string {
	best, last := s.order[0], s.order[len(s.order)-1]
	text := fmt.Sprintf("`%s`: fastest on average with `%s`", s.name, encodingName(s.contest.Methods[best]))
	rest := s.asGood()[1:]
	switch {
	case papers.TooFew(s.n, len(s.order)-1):
		text += fmt.Sprintf(" (with %d puzzles no difference between two encodings can be significant)", s.n)
	case len(rest) == 0:
		text += ", significantly faster than all others"
	default:
		text += fmt.Sprintf("; %d of the other %d cannot be told from it by %d puzzles, the first of them %s", len(rest), len(s.order)-1, s.n, papers.Listed(rest[:min(4, len(rest))], 4))
	}
	text += fmt.Sprintf("; slowest with `%s`, %s times as long", encodingName(s.contest.Methods[last]), report.Short(s.ratio(last)))
	if at := slices.IndexFunc(s.order, func(m int) bool { return encodingName(s.contest.Methods[m]) == recommended }); at > 0 {
		text += fmt.Sprintf("; with the default, `%s`, %s times", recommended, report.Short(s.ratio(s.order[at])))
	}
	return text + "."
}

// recommended is that of cnf.Encoder{}.
const recommended = "extended/pairwise"

// overallOf says which presets and forms come out ahead over all solvers.
func overallOf(all []*solver) string {
	presets, forms := map[string][]float64{}, map[string][]float64{}
	for _, s := range all {
		for m, name := range s.contest.Methods {
			preset, form := encodingOf(name)
			l := math.Log(s.ratio(m))
			if !math.IsNaN(l) {
				presets[preset], forms[form] = append(presets[preset], l), append(forms[form], l)
			}
		}
	}
	describe := func(groups map[string][]float64) (string, bool) {
		names := make([]string, 0, len(groups))
		for name := range groups {
			names = append(names, name)
		}
		if len(names) < 2 {
			return "", false
		}
		slices.SortFunc(names, func(a, b string) int {
			return cmp.Or(cmp.Compare(stats.Mean(groups[a]), stats.Mean(groups[b])), cmp.Compare(a, b))
		})
		base := stats.Mean(groups[names[0]])
		var parts []string
		for _, name := range names {
			parts = append(parts, fmt.Sprintf("`%s` %s", name, report.Short(math.Exp(stats.Mean(groups[name])-base))))
		}
		return strings.Join(parts, ", "), true
	}
	p, okP := describe(presets)
	f, okF := describe(forms)
	if !okP || !okF {
		return ""
	}
	return fmt.Sprintf("Over all solvers, times relative to the best preset, forms averaged: %s. Relative to the best form, presets averaged: %s.", p, f)
}

// section has the encodings of one solver.
func (s *solver) section() report.Section {
	t := &report.Table{
		Name: "encodings-" + s.name, Title: "Encodings for " + s.name + ", the best first",
		Columns: []report.Column{{Title: "encoding", Text: true}, {Title: "instances solved"}, {Title: "of"}, {Title: "times the best"}, {Title: "p (Wilcoxon, Holm)"}},
		Notes: []string{"Times are of whole runs. \"Times the best\" is the geometric mean over puzzles of the time relative to the first row, a run that reached the limit " +
			"counting as twice that (" + report.Duration(s.contest.Limit) + "). The test compares with the first row, puzzle by puzzle, on logarithms."},
	}
	var sets []string
	for _, set := range puzzleSets {
		if len(s.records.Set(set.set)) > 0 {
			sets = append(sets, set.set)
			t.Columns = append(t.Columns, report.Column{Title: set.name})
		}
	}
	conflicts := func(x *campaign.Record) float64 { return float64(x.Stats.Effort.Conflicts) }
	counted := slices.ContainsFunc(s.records.Values(conflicts), func(x float64) bool { return x > 0 })
	t.Columns = append(t.Columns, report.Column{Title: "encode"}, report.Column{Title: "load and search"})
	if counted {
		t.Columns = append(t.Columns, report.Column{Title: "conflicts"})
	} else {
		t.Notes = append(t.Notes, s.name+" does not say how many conflicts it met.")
	}
	t.Notes = append(t.Notes, "The columns of sets, phases and conflicts are medians, those of phases and conflicts of successful runs on all sets.")
	for _, m := range s.order {
		name := s.contest.Methods[m]
		r := s.records.Method(name)
		won := r.Succeeded()
		solved, run := s.contest.Solved(s.contest.Times[m])
		row := []report.Cell{report.Words(encodingName(name)), report.Count(solved), report.Count(run), report.Number(s.ratio(m)), report.Words("")}
		if !math.IsNaN(s.p[m]) {
			row[4] = papers.P(s.p[m])
		}
		for _, set := range sets {
			row = append(row, papers.MedianCell(r.Set(set)))
		}
		row = append(row, report.Seconds(stats.Median(won.Values(func(x *campaign.Record) float64 { return x.Stats.Encode.Seconds() }))), report.Seconds(stats.Median(won.Values(papers.Solve))))
		if counted {
			row = append(row, report.Number(stats.Median(won.Values(conflicts))))
		}
		t.Rows = append(t.Rows, row)
	}
	return report.Section{Title: s.name, Blocks: []report.Block{t}}
}

// summary has what is best for each solver, and heat maps.
func summary(d *papers.Data, all []*solver) report.Section {
	section := report.Section{Title: "Which encoding for which solver"}
	t := &report.Table{
		Name: "encodings-best", Title: "The best encoding for each solver",
		Columns: []report.Column{{Title: "solver", Text: true}, {Title: "encodings"}, {Title: "puzzles"}, {Title: "best", Text: true}, {Title: "cannot be told from it", Text: true},
			{Title: "default, times the best"}, {Title: "slowest, times the best"}, {Title: "Friedman χ²"}, {Title: "p (Friedman)"}},
		Notes: []string{"Friedman's test asks whether the encodings differ at all. An encoding cannot be told from the best if Wilcoxon's test on the same puzzles, corrected " +
			"after Holm for the number of encodings, gives p ≥ 0.05. The best was chosen by the same records: on other puzzles another of those named may be ahead."},
	}
	for _, name := range solvers {
		at := slices.IndexFunc(all, func(s *solver) bool { return s.name == name })
		if at < 0 {
			why := "not run at this scale"
			if len(d.Records.Grid(name)) > 0 {
				why = "not installed"
			}
			row := []report.Cell{report.Words(name), {Verdict: report.NotRun, Title: why}}
			for len(row) < len(t.Columns) {
				row = append(row, report.Cell{})
			}
			t.Rows = append(t.Rows, row)
			continue
		}
		s := all[at]
		good := s.asGood()
		standard := report.Words("–")
		for m, method := range s.contest.Methods {
			if encodingName(method) == recommended {
				standard = report.Number(s.ratio(m))
			}
		}
		others := "none"
		if len(good) > 1 {
			others = strings.Join(good[1:min(len(good), 5)], ", ")
			if len(good) > 5 {
				others += fmt.Sprintf(" and %d others", len(good)-5)
			}
		}
		row := []report.Cell{report.Words(name), report.Count(len(s.order)), report.Count(s.n), report.Words(good[0]), report.Words(others), standard,
			report.Number(s.ratio(s.order[len(s.order)-1]))}
		if math.IsNaN(s.q) {
			row = append(row, report.Words("–"), report.Words("–"))
		} else {
			row = append(row, report.Number(s.chi), papers.P(s.q))
		}
		t.Rows = append(t.Rows, row)
	}
	section.Blocks = append(section.Blocks, t)
	if len(all) == 0 {
		return section
	}
	panels := &figure.Panels{}
	for _, s := range all {
		panels.Titles, panels.Charts = append(panels.Titles, s.name), append(panels.Charts, s.heat())
	}
	section.Blocks = append(section.Blocks, &report.Picture{Figure: figure.Figure{
		Name: "encodings-heat", Title: "Times by preset and at-most-one form, relative to the best", Chart: panels,
		Caption: "The geometric mean over all puzzles of the time relative to the solver's best encoding, which has 1. The darker, the slower.",
	}})
	return section
}

// heat is the preset-by-form map of ratios.
func (s *solver) heat() *figure.HeatMap {
	h := &figure.HeatMap{Scale: figure.Axis{Label: "times the best; 10 and more are alike", Log: true, Min: 1, Max: 10}}
	for _, p := range cnf.Presets() {
		present := slices.ContainsFunc(s.contest.Methods, func(m string) bool { preset, _ := encodingOf(m); return preset == p.String() })
		if present {
			h.Columns = append(h.Columns, p.String())
		}
	}
	for _, f := range cnf.AtMostOnes() {
		values, labels := make([]float64, len(h.Columns)), make([]string, len(h.Columns))
		for i := range values {
			values[i] = math.NaN()
		}
		present := false
		for m, method := range s.contest.Methods {
			preset, form := encodingOf(method)
			if i := slices.Index(h.Columns, preset); i >= 0 && form == f.String() {
				values[i], present = s.ratio(m), true
				labels[i] = report.Short(values[i])
			}
		}
		if present {
			h.Rows, h.Values, h.Labels = append(h.Rows, f.String()), append(h.Values, values), append(h.Labels, labels)
		}
	}
	return h
}

func notes(d *papers.Data) report.Section {
	s := report.Section{Title: "Notes"}
	add := func(text string) { s.Blocks = append(s.Blocks, report.Text(text)) }
	add("A proof of uniqueness starts an external program twice, which at order 3 is most of its time and hides what the encodings do: look at the columns of orders 4 and 5, and " +
		"at the conflicts, which do not depend on the machine. gini and gophersat are linked in.")
	add("Givens take part: what a given is known to be is a constant and takes no variable, and each constraint is stated over what is left. Presets keep the clauses that papers " +
		"state, duplicates included.")
	add("`dual` is correct by counting, but a placed value does not strike its peers: it is there to show that smaller is not better.")
	if d.Records.StandsIn() {
		add("The list of puzzles with 17 clues was not found: the few of the set `clues-17` stand in for it.")
	}
	return s
}

// known are the published sizes of all encodings.
func known() []sizes.Known {
	plain := []int{64, 729, 4096, 15625, 46656}
	all := []sizes.Known{
		sizes.New("none+gini:minimal", "minimal", sizes.Lynce, "clauses", sizes.Clauses, []int{304, 8829, 92416, 563125, 2450736}),
		sizes.New("none+gini:efficient", "efficient", sizes.Weber, "clauses", sizes.Clauses, []int{400, 11745, 123136, 750625, 3267216}),
		sizes.New("none+gini", "extended", sizes.Lynce, "clauses", sizes.Clauses, []int{448, 11988, 123904, 752500, 3271104}),
		sizes.New("none+gini:dual", "dual", sizes.ClosedForm, "clauses", sizes.Clauses, []int{144, 3159, 31488, 189375, 820368}),
		sizes.New("none+gini:triad", "triad", sizes.Dillon, "variables", sizes.Variables, []int{128, 1215, 6144, 21875, 62208}),
		sizes.New("none+gini:triad", "triad", sizes.Dillon, "clauses", sizes.Clauses, []int{496, 7695, 60672, 315625, 1242864}),
		sizes.New("none+gini:triad", "triad", sizes.ClosedForm, "literals", sizes.Literals, []int{1088, 17253, 133120, 678125, 2628288}),
		sizes.New("none+gini:minimal-dedup", "minimal, no clause twice", sizes.ClosedForm, "clauses", sizes.Clauses, []int{240, 7371, 80128, 500625, 2217456}),
		sizes.New("none+gini:efficient-dedup", "efficient, no clause twice", sizes.ClosedForm, "clauses", sizes.Clauses, []int{336, 10287, 110848, 688125, 3033936}),
		sizes.New("none+gini:extended-dedup", "extended, no clause twice", sizes.ClosedForm, "clauses", sizes.Clauses, []int{384, 10530, 111616, 690000, 3037824}),
	}
	for _, preset := range []struct{ method, name string }{{"none+gini:minimal", "minimal"}, {"none+gini:efficient", "efficient"}, {"none+gini", "extended"}, {"none+gini:dual", "dual"}} {
		all = append(all, sizes.New(preset.method, preset.name, sizes.ClosedForm, "variables", sizes.Variables, plain))
	}
	// Of the forms with "exactly one" for every variable and value, orders 2 to 5.
	for _, f := range []struct {
		form, source       string
		variables, clauses []int
	}{
		{"sequential", "Sinz 2005", []int{256, 3321, 19456, 75625}, []int{576, 7776, 46080, 180000}},
		{"bitwise", "Frisch et al. 2005", []int{192, 2025, 8192, 28125}, []int{576, 11988, 66560, 315000}},
		{"product", "Chen 2010", []int{320, 2673, 12288, 40625}, []int{704, 8100, 46080, 177500}},
		{"commander-3", "Klieber and Kwon 2007", []int{192, 1701, 10240, 38125}, []int{576, 7128, 48128, 215000}},
		{"commander-3-full", "Klieber and Kwon 2007", []int{192, 1701, 10240, 38125}, []int{704, 8100, 54272, 237500}},
		{"bimander-sqrt", "Nguyen and Mai 2015", []int{128, 1377, 6144, 23125}, []int{448, 9072, 58368, 315000}},
		{"nested-4", sizes.ClosedForm, []int{64, 1701, 11264, 50625}, []int{448, 7128, 44032, 175000}},
	} {
		method := "none+gini:extended/" + f.form
		all = append(all, sizes.New(method, "extended/"+f.form, f.source, "variables", sizes.Variables, f.variables),
			sizes.New(method, "extended/"+f.form, f.source, "clauses", sizes.Clauses, f.clauses))
	}
	return all
}
