package papers

import (
	"fmt"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
)

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

// pieceRows returns a row for each instance of a grid that is split: what its pieces say together is the field whole.
func (d *Data) pieceRows(grid string) (rows []row) {
	for _, w := range d.Wholes {
		if w.Grid == grid {
			rows = append(rows, row{"whole": w})
		}
	}
	return rows
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

// MissingPieces names the pieces that are missing by the reasons, so many reasons and pieces of each at most: "r1c1=1, r1c1=2 and 3 more (timeout);
// r1c2=4 (not run)".
func MissingPieces(w *campaign.Combined, most int) string {
	var reasons []string
	cubes := map[string][]string{}
	for _, p := range w.Missing {
		if cubes[p.Reason] == nil {
			reasons = append(reasons, p.Reason)
		}
		cubes[p.Reason] = append(cubes[p.Reason], p.Cube)
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
