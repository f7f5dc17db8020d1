package sizes

import (
	"math"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/model"
)

// Known are sizes of formulas as the literature states or implies them, of the empty grids of orders 2, 3, 4 and so on.
type Known struct {
	Method, What, Source string
	Measure              string // "variables", "clauses" ...
	Of                   func(model.Size) int
	Sizes                []int // from order 2
}

// New returns known sizes: of what a method makes, in the words of the report, as the source has it.
func New(method, what, source, measure string, of func(model.Size) int, sizes []int) Known {
	return Known{Method: method, What: what, Source: source, Measure: measure, Of: of, Sizes: sizes}
}

// What is counted.

func Variables(s model.Size) int   { return s.Variables }
func Constraints(s model.Size) int { return s.Constraints }
func Clauses(s model.Size) int     { return s.Clauses }
func Literals(s model.Size) int    { return s.Literals }
func Rows(s model.Size) int        { return s.Rows }
func Nonzeros(s model.Size) int    { return s.Nonzeros }

// Sources of sizes.
const (
	Lynce      = "Lynce and Ouaknine 2006"
	Bartlett   = "Bartlett et al. 2008"
	Simonis    = "Simonis 2005"
	Dillon     = "tdoku 2019"
	Weber      = "Weber 2005"
	ClosedForm = "closed form"
)

// Table compares the sizes of formulas of empty grids with those of the literature, exactly.
func Table(name, title string, r papers.Records, all []Known) *report.Table {
	t := &report.Table{
		Name: name, Title: title,
		Columns: append([]report.Column{{Title: "formula", Text: true}, {Title: "order"}, {Title: "measure", Text: true}, {Title: "from", Text: true}}, report.ComparedColumns("")...),
		Notes: []string{"Of the empty grid, nothing preprocessed. Sizes are counted on the formula that was made, and have to agree exactly with the published ones, or with what " +
			"their closed forms say where a paper has one order only."},
	}
	for _, s := range all {
		for i, want := range s.Sizes {
			order := i + 2
			ours := report.Ours{Value: math.NaN(), Missing: "not run at this scale"}
			for _, x := range r.Method(s.Method).Succeeded() {
				if x.Order == order {
					ours = report.Ours{Value: float64(s.Of(x.Stats.Size))}
				}
			}
			t.Rows = append(t.Rows, append([]report.Cell{report.Words(s.What), report.Count(order), report.Words(s.Measure), report.Words(s.Source)},
				report.Compared(report.Published{Value: float64(want), Rule: report.Within{}}, ours)...))
		}
	}
	return t
}

// Growth shows how long it takes to make formulas, and how their sizes grow.
func Growth(name string, r papers.Records) []report.Block {
	encode := func(x *campaign.Record) float64 { return x.Stats.Encode.Seconds() }
	times := papers.Growths(r.Where(func(x *campaign.Record) bool { return x.Stats.Size.Clauses+x.Stats.Size.Rows > 0 }), encode)
	t := papers.GrowthTable(name+"-encode", "Time to make the formula of the empty grid", times, "s")
	if t == nil {
		return nil
	}
	entries := papers.Growths(r.Where(func(x *campaign.Record) bool { return x.Stats.Size.Literals+x.Stats.Size.Nonzeros > 0 }),
		func(x *campaign.Record) float64 { return float64(x.Stats.Size.Literals + x.Stats.Size.Nonzeros) })
	u := papers.GrowthTable(name+"-entries", "Literals or nonzeros of the formula of the empty grid", entries, "")
	u.Notes = []string{"The exponent e is that of N^e, N being the side of the grid, over these orders."}
	blocks := []report.Block{u, t}
	if len(times) <= papers.MostCurves {
		blocks = append(blocks, &report.Picture{Figure: figure.Figure{
			Name: name + "-growth", Title: "Size of formulas, and the time to make them", Caption: "Of empty grids, on logarithmic axes, where a power is a straight line.",
			Chart: &figure.Panels{Titles: []string{"literals or nonzeros", "time to encode"},
				Charts: []figure.Chart{papers.GrowthLines(entries, figure.Axis{Label: "literals or nonzeros"}), papers.GrowthLines(times, figure.Axis{Label: "time (s)"})}},
		}})
	}
	return blocks
}
