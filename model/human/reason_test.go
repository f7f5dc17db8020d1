package human

import (
	"testing"

	"nonet/model/sudoku"
)

func TestChainInWords(t *testing.T) {
	b, err := NewBoard(sudoku.Order(3).Model())
	if err != nil {
		t.Fatal(err)
	}
	s := b.NewPosition(nil).newStep()
	s.addNode(roleOff, 0, 4)
	s.addNode(roleOn, 6, 4)
	s.addPart("end").addCells(80)
	group := s.addPart(roleOff)
	group.addCells(25)
	group.addCells(26)
	group.addValue(b, 4)
	if got, want := s.path(s.Parts), "r1c1≠5 → r1c7=5 → r3c8,r3c9≠5"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := s.path(nil); got != "" {
		t.Errorf("empty chain: got %q", got)
	}
}

// TestChainRating has the lengths listed in the source.
func TestChainRating(t *testing.T) {
	for nodes, want := range map[int]float64{
		2: 6.6, 4: 6.6, 5: 6.7, 6: 6.7, 7: 6.8, 8: 6.8, 9: 6.9, 12: 6.9, 13: 7.0, 16: 7.0, 17: 7.1, 24: 7.1, 25: 7.2,
		32: 7.2, 33: 7.3,
		48: 7.3, 49: 7.4, 64: 7.4, 65: 7.5, 96: 7.5, 97: 7.6, 128: 7.6} {
		s := Step{Rule: &Rule{Explainer: 6.6}}
		if s.rateChain(nodes); s.Explainer != want {
			t.Errorf("%d nodes: got %v, want %v", nodes, s.Explainer, want)
		}
	}
}
