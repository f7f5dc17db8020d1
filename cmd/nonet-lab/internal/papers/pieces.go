package papers

import (
	"fmt"
	"strings"

	"nonet/cmd/internal/printable"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/internal/slice"
)

func isPiece(r *campaign.Record) bool { return r.Cube != "" }

// Instances returns the records with one record for each split instance: the combined result of its pieces replaces
// their records. If pieces are missing, the instance is left out.
func (d *Data) Instances() Records {
	all := d.Records.Where(func(r *campaign.Record) bool { return !isPiece(r) })
	for _, w := range d.Wholes {
		if w.Ended() {
			all = append(all, &w.Record)
		}
	}
	return all
}

// wholesOf returns the combined results of the split instances of a grid.
func (d *Data) wholesOf(grid string) []*campaign.Combined {
	return slice.Filter(d.Wholes, func(w *campaign.Combined) bool { return w.Grid == grid })
}

// CombinedResult describes the combined result of the pieces of an instance, such as a count.
func CombinedResult(w *campaign.Combined) string {
	switch {
	case w.Count != nil && w.Outcome == campaign.Counted:
		return printable.GroupDigits(w.Count.String())
	case w.Count != nil:
		return "at least " + printable.GroupDigits(w.Count.String())
	}
	return string(w.Outcome)
}

// MissingPieces lists the missing pieces of an instance, grouped by the reason why they are missing. It names at most
// the given number of reasons, and at most as many pieces for each reason: "r1c1=1, r1c1=2 and 3 more (timeout); r1c2=4
// (not run)".
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
