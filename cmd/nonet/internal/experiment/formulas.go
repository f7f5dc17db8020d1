package experiment

import (
	"math"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/figure"
	"nonet/cmd/nonet/internal/report"
	"nonet/model"
)

// A formulaSizes are sizes of formulas as the literature states or implies them, of the empty grids of orders 2, 3, 4 and so on.
type formulaSizes struct {
	method, what, source string
	measure              string // "variables", "clauses" ...
	of                   func(model.Size) int
	sizes                []int // from order 2
}

func sizeVariables(s model.Size) int   { return s.Variables }
func sizeConstraints(s model.Size) int { return s.Constraints }
func sizeClauses(s model.Size) int     { return s.Clauses }
func sizeLiterals(s model.Size) int    { return s.Literals }
func sizeRows(s model.Size) int        { return s.Rows }
func sizeNonzeros(s model.Size) int    { return s.Nonzeros }

const (
	sourceLynce  = "Lynce and Ouaknine 2006"
	sourceBart   = "Bartlett et al. 2008"
	sourceSimon  = "Simonis 2005"
	sourceDillon = "tdoku 2019"
	sourceWeber  = "Weber 2005"
	sourceForm   = "closed form"
)

// programSizes are those of the formulations but CNF, and of the CNF that the others are compared with.
var programSizes = []formulaSizes{
	{"native", "model", sourceSimon, "variables", sizeVariables, []int{16, 81, 256, 625, 1296}},
	{"native", "model", sourceSimon, "all-different constraints", sizeConstraints, []int{12, 27, 48, 75, 108}},
	{"none+gini", "CNF, extended", sourceLynce, "variables", sizeVariables, []int{64, 729, 4096, 15625, 46656}},
	{"none+gini", "CNF, extended", sourceLynce, "clauses", sizeClauses, []int{448, 11988, 123904, 752500, 3271104}},
	{"none+gini:triad", "CNF, triad", sourceDillon, "variables", sizeVariables, []int{128, 1215, 6144, 21875, 62208}},
	{"none+gini:triad", "CNF, triad", sourceDillon, "clauses", sizeClauses, []int{496, 7695, 60672, 315625, 1242864}},
	{"none+gini:triad", "CNF, triad", sourceForm, "literals", sizeLiterals, []int{1088, 17253, 133120, 678125, 2628288}},
	{"none+glpsol", "0-1 program", sourceBart, "columns", sizeVariables, []int{64, 729, 4096, 15625, 46656}},
	{"none+glpsol", "0-1 program", sourceBart, "rows", sizeRows, []int{64, 324, 1024, 2500, 5184}},
	{"none+glpsol", "0-1 program", sourceBart, "nonzeros", sizeNonzeros, []int{256, 2916, 16384, 62500, 186624}},
	{"none+clasp-pb", "pseudo-Boolean", sourceForm, "variables", sizeVariables, []int{64, 729, 4096, 15625, 46656}},
	{"none+clasp-pb", "pseudo-Boolean", sourceForm, "equations", sizeRows, []int{64, 324, 1024, 2500, 5184}},
}

// sizeTable compares the sizes of formulas of empty grids with those of the literature, exactly.
func sizeTable(name, title string, r Records, all []formulaSizes) *report.Table {
	t := &report.Table{
		Name: name, Title: title,
		Columns: append([]report.Column{{Title: "formula", Text: true}, {Title: "order"}, {Title: "measure", Text: true}, {Title: "from", Text: true}}, report.ComparedColumns("")...),
		Notes: []string{"Of the empty grid, nothing preprocessed. Sizes are counted on the formula that was made, and have to agree exactly with the published ones, or with what " +
			"their closed forms say where a paper has one order only."},
	}
	for _, s := range all {
		for i, want := range s.sizes {
			order := i + 2
			ours := report.Ours{Value: math.NaN(), Missing: "not run at this scale"}
			for _, x := range r.Method(s.method).Succeeded() {
				if x.Order == order {
					ours = report.Ours{Value: float64(s.of(x.Stats.Size))}
				}
			}
			t.Rows = append(t.Rows, append([]report.Cell{report.Words(s.what), report.Count(order), report.Words(s.measure), report.Words(s.source)},
				report.Compared(report.Published{Value: float64(want), Rule: report.Within{}}, ours)...))
		}
	}
	return t
}

// eliminated are the sizes of known puzzles after given-elimination, as G. Kwon and H. Jain define it: values of givens are struck from peers, once.
var eliminated = []struct {
	set, puzzle, method, what, measure string
	of                                 func(model.Size) int
	size                               int
}{
	{"first-17", "first with 17 clues", "givens+gini", "CNF, extended", "variables", sizeVariables, 303},
	{"first-17", "first with 17 clues", "givens+gini", "CNF, extended", "clauses", sizeClauses, 2843},
	{"first-17", "first with 17 clues", "givens+gini:extended-dedup", "CNF, extended, no clause twice", "clauses", sizeClauses, 2462},
	{"first-17", "first with 17 clues", "givens+glpsol", "0-1 program", "rows", sizeRows, 256},
	{"first-17", "first with 17 clues", "givens+glpsol", "0-1 program", "nonzeros", sizeNonzeros, 1212},
	{"escargot", "AI Escargot", "givens+gini", "CNF, extended", "variables", sizeVariables, 223},
	{"escargot", "AI Escargot", "givens+gini", "CNF, extended", "clauses", sizeClauses, 1680},
	{"escargot", "AI Escargot", "givens+gini:extended-dedup", "CNF, extended, no clause twice", "clauses", sizeClauses, 1472},
	{"escargot", "AI Escargot", "givens+glpsol", "0-1 program", "rows", sizeRows, 232},
	{"escargot", "AI Escargot", "givens+glpsol", "0-1 program", "nonzeros", sizeNonzeros, 892},
}

// eliminatedTable holds the sizes after given-elimination to those known.
func eliminatedTable(r Records) *report.Table {
	t := &report.Table{
		Name: "sizes-eliminated", Title: "Sizes after given-elimination",
		Columns: append([]report.Column{{Title: "puzzle", Text: true}, {Title: "formula", Text: true}, {Title: "measure", Text: true}}, report.ComparedColumns("")...),
		Notes: []string{"A variable is kept if its cell has no clue and its value is no clue of a peer; constraints that a clue meets are dropped. G. Kwon, H. Jain, Optimized CNF " +
			"Encoding for Sudoku Puzzles, LPAR 2006, have the idea; the sizes are those of this definition, found by a program that shares nothing with this one."},
	}
	for _, e := range eliminated {
		ours := report.Ours{Value: math.NaN(), Missing: "not run"}
		for _, x := range r.Method(e.method).Set(e.set).Succeeded() {
			ours = report.Ours{Value: float64(e.of(x.Stats.Size))}
		}
		if e.set == "first-17" && r.StandsIn() {
			ours.Missing = "the list of puzzles with 17 clues is not there"
		}
		t.Rows = append(t.Rows, append([]report.Cell{report.Words(e.puzzle), report.Words(e.what), report.Words(e.measure)},
			report.Compared(report.Published{Value: float64(e.size), Rule: report.Within{}}, ours)...))
	}
	return t
}

// encodeGrowth shows how long it takes to make formulas, and how their sizes grow.
func encodeGrowth(name string, r Records) []report.Block {
	encode := func(x *campaign.Record) float64 { return x.Stats.Encode.Seconds() }
	times := growths(r.Where(func(x *campaign.Record) bool { return x.Stats.Size.Clauses+x.Stats.Size.Rows > 0 }), encode)
	t := growthTable(name+"-encode", "Time to make the formula of the empty grid", times, report.Seconds)
	if t == nil {
		return nil
	}
	entries := growths(r.Where(func(x *campaign.Record) bool { return x.Stats.Size.Literals+x.Stats.Size.Nonzeros > 0 }),
		func(x *campaign.Record) float64 { return float64(x.Stats.Size.Literals + x.Stats.Size.Nonzeros) })
	u := growthTable(name+"-entries", "Literals or nonzeros of the formula of the empty grid", entries, report.Number)
	u.Notes = []string{"The exponent e is that of N^e, N being the side of the grid, over these orders."}
	blocks := []report.Block{u, t}
	if len(times) <= most {
		blocks = append(blocks, &report.Picture{Figure: figure.Figure{
			Name: name + "-growth", Title: "Size of formulas, and the time to make them", Caption: "Of empty grids, on logarithmic axes, where a power is a straight line.",
			Chart: &figure.Panels{Titles: []string{"literals or nonzeros", "time to encode"},
				Charts: []figure.Chart{growthLines(entries, figure.Axis{Label: "literals or nonzeros"}), growthLines(times, figure.Axis{Label: "time (s)"})}},
		}})
	}
	return blocks
}

func (f *formulationsData) sizeSection() report.Section {
	s := report.Section{Title: "Sizes of the formulations"}
	sizes := f.Records.Grid("sizes")
	s.Blocks = append(s.Blocks, encodeGrowth("sizes", sizes)...)
	s.Blocks = append(s.Blocks, sizeTable("sizes", "Sizes of the formulations, ours and published", sizes, programSizes), eliminatedTable(f.Records.Grid("eliminated")))
	return s
}
