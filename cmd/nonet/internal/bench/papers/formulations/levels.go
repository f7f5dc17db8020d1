package formulations

import (
	"cmp"
	"slices"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
)

func (f *data) levelSection() report.Section {
	s := report.Section{Title: "Order 3: levels of difficulty"}
	if len(f.levels) == 0 {
		return s
	}
	limit := f.TimeLimit("levels")
	ran := f.levels.Ran()
	s.Blocks = append(s.Blocks, papers.MethodTable("levels", f.levels), setTable(ran))
	if t := papers.ScoreTable("levels", ran, limit); t != nil {
		s.Blocks = append(s.Blocks, t)
	}
	if p := papers.CactusOf("levels", f.shown(ran)); p != nil {
		p.Caption += " The best of each backend of a formalism; the table has the others."
		s.Blocks = append(s.Blocks, p)
	}
	if p := papers.ProfileOf("levels", ran, limit); p != nil {
		s.Blocks = append(s.Blocks, p)
	}
	best := f.best()
	if t := papers.DifferenceTable("levels", ran.Method(best...), papers.Wall); t != nil {
		t.Title = "Differences between the best of each formalism, puzzle by puzzle"
		t.Notes = append(t.Notes, "The best of each formalism was chosen by the same records, so what it has ahead of the others is a little too much.")
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

// shown leaves the methods that a figure has room for: of each formalism those that rank first, up to two.
func (f *data) shown(r papers.Records) papers.Records {
	perKind := map[string]int{}
	var names []string
	for _, m := range f.contest.Ranking() {
		if k := kindOf(f.contest.Methods[m]); perKind[k] < 2 && len(names) < papers.MostCurves {
			perKind[k]++
			names = append(names, f.contest.Methods[m])
		}
	}
	return r.Method(names...)
}

// setTable has the median time of each method on each set, easiest set first, the methods by formalism.
func setTable(r papers.Records) *report.Table {
	t := &report.Table{
		Name: "levels-sets", Title: "Median time to prove a puzzle unique, by level",
		Columns: []report.Column{{Title: "formalism", Text: true}, {Title: "method", Text: true}},
		Notes:   []string{"Medians over puzzles and replicates, runs that reached the limit included; in brackets how many runs succeeded, where not all did."},
	}
	var sets []string
	for _, s := range puzzleSets {
		if len(r.Set(s.set)) > 0 {
			sets = append(sets, s.set)
			t.Columns = append(t.Columns, report.Column{Title: s.name})
		}
	}
	groups := papers.GroupBy(r, papers.Method)
	slices.SortStableFunc(groups, func(a, b papers.Group[string]) int { return cmp.Compare(kindOf(a.Key), kindOf(b.Key)) })
	for _, m := range groups {
		row := []report.Cell{report.Words(kindOf(m.Key)), report.Words(m.Key)}
		for _, set := range sets {
			row = append(row, papers.MedianCell(m.Records.Set(set)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// phases of a run, in seconds.
var phases = []struct {
	name  string
	value func(*campaign.Record) float64
}{
	{"preprocess", func(r *campaign.Record) float64 { return r.Stats.Preprocess.Seconds() }},
	{"encode", func(r *campaign.Record) float64 { return r.Stats.Encode.Seconds() }},
	{"load and search", papers.Solve},
}
