package formulations

import (
	"math"

	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/papers/sizes"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/model"
)

// programSizes are those of the formulations but CNF, and of the CNF that the others are compared with.
var programSizes = []sizes.Known{
	sizes.New("native", "model", sizes.Simonis, "variables", sizes.Variables, []int{16, 81, 256, 625, 1296}),
	sizes.New("native", "model", sizes.Simonis, "all-different constraints", sizes.Constraints, []int{12, 27, 48, 75, 108}),
	sizes.New("none+gini", "CNF, extended", sizes.Lynce, "variables", sizes.Variables, []int{64, 729, 4096, 15625, 46656}),
	sizes.New("none+gini", "CNF, extended", sizes.Lynce, "clauses", sizes.Clauses, []int{448, 11988, 123904, 752500, 3271104}),
	sizes.New("none+gini:triad", "CNF, triad", sizes.Dillon, "variables", sizes.Variables, []int{128, 1215, 6144, 21875, 62208}),
	sizes.New("none+gini:triad", "CNF, triad", sizes.Dillon, "clauses", sizes.Clauses, []int{496, 7695, 60672, 315625, 1242864}),
	sizes.New("none+gini:triad", "CNF, triad", sizes.ClosedForm, "literals", sizes.Literals, []int{1088, 17253, 133120, 678125, 2628288}),
	sizes.New("none+glpsol", "0-1 program", sizes.Bartlett, "columns", sizes.Variables, []int{64, 729, 4096, 15625, 46656}),
	sizes.New("none+glpsol", "0-1 program", sizes.Bartlett, "rows", sizes.Rows, []int{64, 324, 1024, 2500, 5184}),
	sizes.New("none+glpsol", "0-1 program", sizes.Bartlett, "nonzeros", sizes.Nonzeros, []int{256, 2916, 16384, 62500, 186624}),
	sizes.New("none+clasp-pb", "pseudo-Boolean", sizes.ClosedForm, "variables", sizes.Variables, []int{64, 729, 4096, 15625, 46656}),
	sizes.New("none+clasp-pb", "pseudo-Boolean", sizes.ClosedForm, "equations", sizes.Rows, []int{64, 324, 1024, 2500, 5184}),
}

// eliminated are the sizes of known puzzles after given-elimination, as G. Kwon and H. Jain define it: values of givens are struck from peers, once.
var eliminated = []struct {
	set, puzzle, method, what, measure string
	of                                 func(model.Size) int
	size                               int
}{
	{"first-17", "first with 17 clues", "givens+gini", "CNF, extended", "variables", sizes.Variables, 303},
	{"first-17", "first with 17 clues", "givens+gini", "CNF, extended", "clauses", sizes.Clauses, 2843},
	{"first-17", "first with 17 clues", "givens+gini:extended-dedup", "CNF, extended, no clause twice", "clauses", sizes.Clauses, 2462},
	{"first-17", "first with 17 clues", "givens+glpsol", "0-1 program", "rows", sizes.Rows, 256},
	{"first-17", "first with 17 clues", "givens+glpsol", "0-1 program", "nonzeros", sizes.Nonzeros, 1212},
	{"escargot", "AI Escargot", "givens+gini", "CNF, extended", "variables", sizes.Variables, 223},
	{"escargot", "AI Escargot", "givens+gini", "CNF, extended", "clauses", sizes.Clauses, 1680},
	{"escargot", "AI Escargot", "givens+gini:extended-dedup", "CNF, extended, no clause twice", "clauses", sizes.Clauses, 1472},
	{"escargot", "AI Escargot", "givens+glpsol", "0-1 program", "rows", sizes.Rows, 232},
	{"escargot", "AI Escargot", "givens+glpsol", "0-1 program", "nonzeros", sizes.Nonzeros, 892},
}

// eliminatedTable holds the sizes after given-elimination to those known.
func eliminatedTable(r papers.Records) *report.Table {
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

func (f *data) sizeSection() report.Section {
	s := report.Section{Title: "Sizes of the formulations"}
	grid := f.Records.Grid("sizes")
	s.Blocks = append(s.Blocks, sizes.Growth("sizes", grid)...)
	s.Blocks = append(s.Blocks, sizes.Table("sizes", "Sizes of the formulations, ours and published", grid, programSizes), eliminatedTable(f.Records.Grid("eliminated")))
	return s
}
