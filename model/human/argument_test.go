package human

import (
	"math/bits"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestLinksHold checks that every node of a chain follows from the previous one and that loops close.
func TestLinksHold(t *testing.T) {
	rules := slices.Concat(chainRules, rulesNamed("cell-forcing-chain region-forcing-chain"))
	checked := map[*Rule]int{}
	b := mustBoard(t, sudoku.Order(3).Model())
	for _, line := range backendtest.Spread(backendtest.Lines(t, "top95.txt"), 20) {
		p := b.NewPosition(backendtest.Puzzle(sudoku.Order(3), line).Given(nil))
		NewLadder("", "", "", singleRules).Run(p, nil)
		for _, r := range rules {
			count := 0
			r.Find(p, func(s *Step) bool {
				var from Part
				for i, to := range s.Parts {
					var set *Part
					if i+1 < len(s.Parts) && s.Parts[i+1].Role == roleALS {
						set = &s.Parts[i+1]
					}
					if i > 0 && (to.Role == roleOn || to.Role == roleOff) && !follows(p, from, to, set) {
						t.Fatalf("%s: link %d does not hold: %s", line, i, s)
					}
					if to.Role != roleALS {
						from = to
					}
				}
				checked[r]++
				count++
				return count < 100
			})
		}
	}
	for _, r := range rules {
		if checked[r] < 20 {
			t.Errorf("checked only %d instances of %s", checked[r], r.Name)
		}
	}
}

// follows reports whether node to follows from the previous node, by an almost locked set if set is not nil.
func follows(p *Position, from, to Part, set *Part) bool {
	x, _ := p.valueIndex(from.Values[0])
	y, _ := p.valueIndex(to.Values[0])
	if set != nil {
		var values uint64
		var withX, withY []model.Var
		for i, c := range set.Cells {
			values |= p.cand[c]
			if p.hasCandidate(int(c), x) {
				withX = append(withX, c)
			}
			if p.hasCandidate(int(c), y) {
				withY = append(withY, c)
			}
			for _, d := range set.Cells[:i] {
				if !p.peers[c].Has(int(d)) {
					return false
				}
			}
		}
		return to.Role == roleOn && from.Role == roleOff && x != y && bits.OnesCount64(values) == len(set.Cells)+1 &&
			slices.Equal(withX, from.Cells) && slices.Equal(withY, to.Cells)
	}
	if len(from.Cells) == 1 && slices.Equal(from.Cells, to.Cells) && x != y {
		return to.Role == roleOff || slices.Equal(p.Candidates(to.Cells[0]), sortedPair(p.values[x], p.values[y]))
	}
	if x != y {
		return false
	}
	if to.Role == roleOff {
		for _, c := range from.Cells {
			for _, d := range to.Cells {
				if !p.peers[c].Has(int(d)) {
					return false
				}
			}
		}
		return true
	}
	both := p.newSet()
	for _, c := range slices.Concat(from.Cells, to.Cells) {
		both.Add(int(c))
	}
	for h := range p.houses {
		places := p.newSet()
		places.SetIntersection(p.houses[h].set, p.cellsWith(x))
		if p.houses[h].full && !places.IsEmpty() && places.SubsetOf(both) {
			return true
		}
	}
	return false
}

func sortedPair(a, b int) []int { return []int{min(a, b), max(a, b)} }

// TestArgumentsHold replays arguments: when the earlier placements are made, each value is the only candidate of its
// cell or has its only place in the named house, and at the end a cell has no candidate or a value no place.
func TestArgumentsHold(t *testing.T) {
	b := mustBoard(t, sudoku.Order(3).Model())
	checked := map[*Rule]int{}
	for _, line := range append(backendtest.HardestLines()[:2],
		backendtest.Spread(backendtest.Lines(t, "top95.txt"), 10)...) {
		p := b.NewPosition(backendtest.Puzzle(sudoku.Order(3), line).Given(nil))
		NewLadder("", "", "", slices.Concat(singleRules, subsetRules)).Run(p, nil)
		for _, r := range rulesNamed("nishio contradiction-net nested-net") {
			if r == ruleNamed("nested-net") {
				NewLadder("", "", "", rulesNamed(
					`aic contradiction-net hidden-single hidden-single-in-line naked-single`)).Run(p, nil)
			}
			count := 0
			r.Find(p, func(s *Step) bool {
				q := b.NewPosition(nil)
				q.CopyFrom(p)
				if !holds(q, s.Parts) {
					t.Fatalf("%s: the argument does not hold: %s", line, s)
				}
				checked[r]++
				count++
				return count < 20
			})
		}
	}
	for _, r := range rulesNamed("nishio contradiction-net nested-net") {
		if checked[r] < 5 {
			t.Errorf("checked only %d instances of %s", checked[r], r.Name)
		}
	}
}

// holds replays an argument in p and reports whether it holds.
func holds(p *Position, parts []Part) bool {
	for i := 0; i < len(parts); i++ {
		s := parts[i]
		switch s.Role {
		case roleAssumed:
			p.Place(Candidate{s.Cells[0], s.Values[0]})
		case roleOn:
			if s.House == "" && !slices.Equal(p.Candidates(s.Cells[0]), s.Values) {
				return false
			}
			if s.House != "" && !slices.Equal(p.placesNamed(s.House, s.Values[0]), []int{int(s.Cells[0])}) {
				return false
			}
			p.Place(Candidate{s.Cells[0], s.Values[0]})
		case roleTried:
			end := i + slices.IndexFunc(parts[i:], func(t Part) bool { return t.Role == roleContradiction })
			q := p.NewPosition(nil)
			q.CopyFrom(p)
			inner := slices.Clone(parts[i : end+1])
			inner[0].Role = roleAssumed
			if end < i || !holds(q, inner) {
				return false
			}
			i = end + 1
			if refuted := parts[i]; refuted.Role != roleOff || !slices.Equal(refuted.Cells, s.Cells) ||
				!slices.Equal(refuted.Values, s.Values) {
				return false
			}
			p.Eliminate(Candidate{s.Cells[0], s.Values[0]})
		case roleContradiction:
			if s.House == "" {
				_, filled := p.Value(s.Cells[0])
				return i == len(parts)-1 && !filled && len(p.Candidates(s.Cells[0])) == 0
			}
			return i == len(parts)-1 && len(p.placesNamed(s.House, s.Values[0])) == 0
		default:
			return false
		}
	}
	return false
}

// placesNamed returns the cells of the house with this name that have the value or may take it.
func (p *Position) placesNamed(name string, value int) []int {
	h := slices.IndexFunc(p.houses, func(u house) bool { return u.name == name })
	var places []int
	for _, c := range p.houses[h].cells {
		x, _ := p.valueIndex(value)
		if p.hasCandidate(c, x) || int(p.filled[c]) == x {
			places = append(places, c)
		}
	}
	return places
}
