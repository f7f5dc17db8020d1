package solo

import (
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// Write writes p as a game id. It is a [place.Write]. In a killer of this program every cell belongs to a cage, so a
// cell outside of all cages needs a clue, which becomes a cage of one cell.
func Write(p sudoku.Puzzle) (text string, lost place.Loss) {
	kinds := p.Kinds()
	jigsaw, killer := slices.Contains(kinds, "regions"), slices.Contains(kinds, "cage")
	labels, sums, overlap := areas.CagesOf(p)
	lost.Rules = append(place.Others(p, "diagonals", "regions", "cage"), overlap...)
	noSum := func(r sudoku.Rule) bool { return r.Kind == "cage" && r.Number == 0 }
	lost.Rules = append(lost.Rules, slice.Positions[int](p.Rules, noSum)...)
	slices.Sort(lost.Rules)
	if outside := slices.Index(labels, areas.None); killer && outside >= 0 {
		lost.Whole = fmt.Sprintf("%s belongs to no cage", p.Shape.Name(sudoku.Cell(outside)))
	}
	s, regions := p.Shape, areas.RegionsOf(p)
	if s.N() > 3 && regions == nil {
		lost.Whole = "there are neither boxes nor regions"
	}
	if lost.Rules != nil || lost.Whole != "" {
		return "", lost
	}
	var b strings.Builder
	if jigsaw {
		fmt.Fprintf(&b, "%dj", s.N())
	} else {
		fmt.Fprintf(&b, "%dx%d", s.Height, s.Width)
	}
	if slices.Contains(kinds, "diagonals") {
		b.WriteByte('x')
	}
	if killer {
		b.WriteByte('k')
	}
	b.WriteByte(':')
	writeGrid(&b, p.Clues)
	if jigsaw {
		b.WriteByte(',')
		writeWalls(&b, regions, s.N())
	}
	if killer {
		b.WriteByte(',')
		writeWalls(&b, labels, s.N())
		b.WriteByte(',')
		totals := make(sudoku.Grid, len(labels))
		for i, cells := range areas.Split(labels) {
			totals[cells[0]] = sums[i]
		}
		writeGrid(&b, totals)
	}
	return b.String(), lost
}

func writeGrid(b *strings.Builder, g sudoku.Grid) {
	for c := 0; c < len(g); {
		if g[c] > 0 {
			if c > 0 && g[c-1] > 0 {
				b.WriteByte('_')
			}
			fmt.Fprint(b, g[c])
			c++
			continue
		}
		run := 0
		for c < len(g) && g[c] == 0 && run < 26 {
			c, run = c+1, run+1
		}
		b.WriteByte(byte('a' + run - 1))
	}
}

// writeWalls writes the walls between areas. It writes z for 26 open edges, as the program reads it.
func writeWalls(b *strings.Builder, labels []int, n int) {
	run := 0
	for edge := range 2*n*(n-1) + 1 {
		if edge < 2*n*(n-1) {
			if x, y := sides(edge, n); labels[x] == labels[y] {
				run++
				continue
			}
		}
		for ; run >= 26; run -= 26 {
			b.WriteByte('z')
		}
		if run == 0 {
			b.WriteByte('_')
		} else {
			b.WriteByte(byte('a' + run - 1))
		}
		run = 0
	}
}
