package lab

import (
	"fmt"

	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
)

// combinedShown is the maximum number of split instances in a table; piecesShown, of missing pieces per reason.
const combinedShown, piecesShown = 50, 4

// combinedTable lists the split instances.
func combinedTable(all []*campaign.Combined) *term.Table {
	t := &term.Table{Head: []string{"grid", "instance", "method", "replicate", "pieces", "answer", "time", "longest"},
		Right: []bool{false, false, false, true, true, true, true, true}}
	for i, w := range all {
		if i == combinedShown {
			t.Add(fmt.Sprintf("and %s: --output json lists all",
				term.Plural(len(all)-i, "instance more", "instances more")))
			break
		}
		replicate := ""
		if w.Replicate > 0 {
			replicate = fmt.Sprint(w.Replicate)
		}
		pieces := term.Thousands(w.Pieces)
		if len(w.Missing) > 0 {
			pieces = term.Thousands(w.Answered()) + " of " + pieces
		}
		spent, longest := "", ""
		if len(w.Records) > 0 {
			spent, longest = term.Duration(w.Wall), term.Duration(w.Longest)
		}
		t.Add(w.Grid, fmt.Sprintf("%s/%d", w.Set, w.Index), w.Method, replicate, pieces, papers.CombinedResult(w),
			spent, longest)
		if len(w.Missing) > 0 {
			t.Add("  missing: " + papers.MissingPieces(w, piecesShown))
		}
	}
	return t
}

// A combinedObject is the JSON form of a split instance.
type combinedObject struct {
	Grid      string                  `json:"grid"`
	Set       string                  `json:"set"`
	Index     int                     `json:"index"`
	Instance  string                  `json:"instance,omitempty"`
	Method    string                  `json:"method"`
	Task      string                  `json:"task"`
	Replicate int                     `json:"replicate"`
	Pieces    int                     `json:"pieces"`
	Answered  int                     `json:"answered"`
	Outcome   campaign.Outcome        `json:"outcome"`
	Count     string                  `json:"count,omitempty"`
	Exact     *bool                   `json:"exact,omitempty"`
	Seconds   print.Seconds           `json:"seconds"`
	Missing   []campaign.MissingPiece `json:"missing,omitempty"`
}

func combinedObjects(all []*campaign.Combined) []combinedObject {
	var objects []combinedObject
	for _, w := range all {
		s := combinedObject{Grid: w.Grid, Set: w.Set, Index: w.Index, Instance: w.Instance, Method: w.Method,
			Task: w.Task, Replicate: w.Replicate, Pieces: w.Pieces, Answered: w.Answered(), Outcome: w.Outcome,
			Seconds: print.Seconds{Total: w.Wall.Seconds(), Longest: w.Longest.Seconds()}, Missing: w.Missing}
		if w.Count != nil {
			exact := w.Outcome == campaign.Counted
			s.Count, s.Exact = w.Count.String(), &exact
		}
		objects = append(objects, s)
	}
	return objects
}
