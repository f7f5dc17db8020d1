package human

import (
	"fmt"
	"math/bits"
)

// The direct rules are the cases of others that reveal a hidden single at once, so that a person sees them without pencilling in
// candidates: the step fills that cell, too.
var (
	directPointing     = direct(pointing, 1.7)
	directClaiming     = direct(claiming, 1.9)
	directHiddenPair   = direct(hiddenPair, 2.0)
	directHiddenTriple = direct(hiddenTriple, 2.5)
)

// direct returns the rule of the steps of r after which some value that is struck has one place left in a full house. Its score is that
// of r and of the hidden single together, which HoDoKu takes in turn.
func direct(r *Rule, rating float64) *Rule {
	return &Rule{
		Name:       "direct-" + r.Name,
		Title:      "direct " + r.Title,
		Definition: r.Definition + "; then one of the values struck has one place left in a house: it goes there",
		Source:     "N. Juillerat, Sudoku Explainer",
		Explainer:  rating, Score: r.Score + hiddenSingle.Score, Level: r.Level,
		find: func(p *Position, yield func(*Step) bool) bool {
			return r.find(p, func(s *Step) bool { return p.revealed(s, yield) })
		},
		explain: func(s *Step) string {
			last := s.Parts[len(s.Parts)-1]
			return fmt.Sprintf("%s; then %s is the only place for %s in %s", r.explain(s), s.names(last), numbers(last), last.House)
		},
	}
}

// revealed passes s, once for each hidden single that its eliminations reveal and completed by that, to yield, until it returns false,
// and reports whether it never did.
func (p *Position) revealed(s *Step, yield func(*Step) bool) bool {
	parts := len(s.Parts)
	for _, k := range s.Eliminations {
		x, _ := p.index(k.Value)
		for _, at := range p.seats[k.Cell] {
			gone := p.struckIn(s, at.house, k.Value)
			left := p.at(at.house, x) &^ gone
			if !p.houses[at.house].full || bits.OnesCount64(left) != 1 || gone&(1<<at.at-1) != 0 { // seen already, at an earlier place
				continue
			}
			t := s.part("single")
			t.places(p.Board, at.house, left)
			t.value(p.Board, x)
			t.in(p.Board, at.house)
			s.place(int(t.Cells[0]), x)
			if !yield(s) {
				return false
			}
			s.Parts, s.Placements = s.Parts[:parts], s.Placements[:0]
		}
	}
	return true
}

// struckIn returns the places of house h from which s strikes the value.
func (b *Board) struckIn(s *Step, h, value int) uint64 {
	var gone uint64
	for _, k := range s.Eliminations {
		if k.Value != value {
			continue
		}
		for _, at := range b.seats[k.Cell] {
			if at.house == h {
				gone |= 1 << at.at
			}
		}
	}
	return gone
}
