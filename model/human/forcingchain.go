package human

import (
	"math/bits"
	"slices"
)

// forcingChains follows the links from each candidate of a choice, such as the candidates of a cell. A conclusion that
// all of them imply holds, because one of them is true. A choice has at least three candidates; with two it would be a
// strong link. The search orders conclusions by the length of their longest branch, the shortest first.
func (p *Position) forcingChains(choicesOf func(*Position) []choice, yield func(*Step) bool) bool {
	choices := choicesOf(p)
	n := p.links(plainLinks)
	if n.candidates == 0 {
		return false
	}
	s := n.bfsFrom(literal.isOn) // source i is node i
	common, reached := make(cellSet, n.words), make(cellSet, n.words)
	for s.extend() {
		on := s.frontierIsOn(0)
		for k := range choices {
			clear(reached)
			for i, d := range choices[k].candidates {
				a := n.candidateNode(d.cell, d.value)
				reached.AddAll(s.frontier(a))
				if i == 0 {
					copy(common, s.reachedFrom(a, on))
				} else {
					common.SetIntersection(common, s.reachedFrom(a, on))
				}
			}
			common.SetIntersection(common, reached) // some branch reached it with the last link
			for a := range common.All {
				if step := n.forcedStep(p, &choices[k], lit(a, on)); !yield(step) {
					return true
				}
			}
		}
	}
	return false
}

// forcedStep returns the step that concludes l from a choice.
func (n *links) forcedStep(p *Position, k *choice, l literal) *Step {
	step := p.newStep()
	if a := n.nodes[l.node()]; l.isOn() {
		step.place(a.cell, a.value)
	} else {
		step.eliminate(p, a.cell, a.value)
	}
	k.addTo(p.Board, step)
	total := 0
	for _, d := range k.candidates {
		from := lit(n.candidateNode(d.cell, d.value), true)
		branch := []literal{from}
		if from != l {
			branch = n.shortestChain(from, l, false)
		}
		first := len(step.Parts)
		n.addChain(p, step, branch, plainLinks)
		step.Parts[first].Role = roleAssumed
		total += len(branch)
	}
	step.rateChain(total - 2)
	return step
}

// A choice is a set of candidates of which one is true: the candidates of a cell, or the places of a value in a full
// house.
type choice struct {
	house      int // -1 for the candidates of a cell
	candidates []cellValue
}

// A cellValue is a candidate: a cell and the index of a value.
type cellValue struct{ cell, value int }

// cellChoices returns the choices between the candidates of a cell, sorted by number of candidates. It skips cells with
// two candidates: these are strong links, which chains cover.
func (p *Position) cellChoices() []choice {
	var all []choice
	for c, d := range p.cand {
		if bits.OnesCount64(d) < 3 {
			continue
		}
		k := choice{house: -1}
		for x := range members(d) {
			k.candidates = append(k.candidates, cellValue{c, x})
		}
		all = append(all, k)
	}
	return fewestFirst(all)
}

// houseChoices returns the choices between the places of a value in a full house, sorted by number of places. It skips
// values with two places in the house: these are strong links, too.
func (p *Position) houseChoices() []choice {
	var all []choice
	for h := range p.houses {
		for x := range p.values {
			w := p.places(h, x)
			if bits.OnesCount64(w) < 3 || !p.houses[h].full {
				continue
			}
			k := choice{house: h}
			for c := range p.cellsAt(h, w) {
				k.candidates = append(k.candidates, cellValue{c, x})
			}
			all = append(all, k)
		}
	}
	return fewestFirst(all)
}

func fewestFirst(all []choice) []choice {
	slices.SortStableFunc(all, func(a, b choice) int { return len(a.candidates) - len(b.candidates) })
	return all
}

func (k *choice) addTo(b *Board, s *Step) {
	t := s.addPart("choice")
	for i, d := range k.candidates {
		if k.house >= 0 || i == 0 {
			t.addCells(d.cell)
		}
		if k.house < 0 || i == 0 {
			t.addValue(b, d.value)
		}
	}
	if k.house >= 0 {
		t.setHouse(b, k.house)
	}
}
