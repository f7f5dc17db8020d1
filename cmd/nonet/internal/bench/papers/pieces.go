package papers

import (
	"fmt"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/report"
)

// inPieces says what the numbers of instances mean that were split.
const inPieces = "The instances were split into cubes, which were run one by one. Each counts as one instance; its time is that of all its pieces together."

func isPiece(r *campaign.Record) bool { return r.Cube != "" }

// Instances returns the records with each instance that is split as one: the pieces are left out, and what they say together is there instead, as
// soon as it is known.
func (d *Data) Instances() Records {
	all := d.Records.Where(func(r *campaign.Record) bool { return !isPiece(r) })
	for _, w := range d.Wholes {
		if w.Ended() {
			all = append(all, w.Record)
		}
	}
	return all
}

// pieceSections are those of grids of which no whole instance is known yet.
func (d *Data) pieceSections(known Records) []report.Section {
	var sections []report.Section
	for _, w := range d.Wholes {
		if len(known.Grid(w.Grid)) == 0 && (len(sections) == 0 || sections[len(sections)-1].Title != w.Grid) {
			sections = append(sections, report.Section{Title: w.Grid, Blocks: []report.Block{report.Text(inPieces), d.PieceTable(w.Grid)}})
		}
	}
	return sections
}

// PieceTable has a row for each instance of a grid that is split: how many pieces, what they say together, and what is missing. It is nil if
// none is split.
func (d *Data) PieceTable(grid string) *report.Table {
	t := &report.Table{
		Name: slug(grid) + "-pieces", Title: "Instances in pieces",
		Columns: Columns("|instance", "|method", "replicate", "pieces", "answered", "|answer", "time of all", "longest", "longest to mean", "|missing"),
		Notes:   []string{"No number of workers makes an instance shorter than its longest piece. Of the pieces that are missing for one reason three are named."},
	}
	for _, w := range d.Wholes {
		if w.Grid != grid {
			continue
		}
		ratio := report.Cell{}
		if w.Wall > 0 {
			ratio = report.Number(w.Longest.Seconds() * float64(len(w.Records)) / w.Wall.Seconds())
		}
		t.Rows = append(t.Rows, []report.Cell{
			{Text: fmt.Sprintf("%s/%d", w.Set, w.Index)}, {Text: w.Method}, report.Count(w.Replicate), report.Count(w.Pieces), report.Count(w.Answered()),
			{Text: Together(w)}, report.Seconds(w.Wall.Seconds()), report.Seconds(w.Longest.Seconds()), ratio, {Text: MissingPieces(w, 3)},
		})
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// Together says what the pieces of an instance say together.
func Together(w *campaign.Combined) string {
	switch {
	case w.Count != nil && w.Outcome == campaign.Counted:
		return w.Count.String()
	case w.Count != nil:
		return "at least " + w.Count.String()
	}
	return string(w.Outcome)
}

// MissingPieces names the pieces that are missing by the reasons, so many reasons and pieces of each at most: "r1c1=1, r1c1=2 and 3 more (time-out);
// r1c2=4 (not run)".
func MissingPieces(w *campaign.Combined, most int) string {
	var reasons []string
	cubes := map[string][]string{}
	for _, p := range w.Missing {
		if cubes[p.Why] == nil {
			reasons = append(reasons, p.Why)
		}
		cubes[p.Why] = append(cubes[p.Why], p.Cube)
	}
	var parts []string
	named := 0
	for _, why := range reasons[:min(len(reasons), most)] {
		some := cubes[why]
		named += len(some)
		more := ""
		if n := len(some) - most; n > 0 {
			some, more = some[:most], fmt.Sprintf(" and %d more", n)
		}
		parts = append(parts, fmt.Sprintf("%s%s (%s)", strings.Join(some, ", "), more, why))
	}
	if n := len(w.Missing) - named; n > 0 {
		parts = append(parts, fmt.Sprintf("and %d more for other reasons", n))
	}
	return strings.Join(parts, "; ")
}
