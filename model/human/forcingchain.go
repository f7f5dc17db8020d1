package human

import "fmt"

// cellForcingChain follows the links from each candidate of a cell: what all of them lead to is so, whichever the cell takes. The cell
// has three candidates or more; with two, it is a chain. The conclusions whose longest branch is shortest come first.
var cellForcingChain = &Rule{
	Name:       "cell-forcing-chain",
	Title:      "cell forcing chain",
	Definition: "each candidate of a cell leads, by a chain of links, to the same conclusion",
	Source:     "N. Juillerat, Sudoku Explainer",
	Explainer:  8.0, Score: 500, Level: Extreme,
	find: func(p *Position, yield func(*Step) bool) bool {
		return p.eachForced(p.cellChoices(), yield)
	},
	explain: explainCellChoice,
}

// regionForcingChain follows the links from each place of a value in a full house, as cellForcingChain does for a cell.
var regionForcingChain = &Rule{
	Name:       "region-forcing-chain",
	Title:      "region forcing chain",
	Definition: "each place of a value in a house leads, by a chain of links, to the same conclusion",
	Source:     "N. Juillerat, Sudoku Explainer",
	Explainer:  8.0, Score: 500, Level: Extreme,
	find: func(p *Position, yield func(*Step) bool) bool {
		return p.eachForced(p.houseChoices(), yield)
	},
	explain: explainHouseChoice,
}

func explainCellChoice(s *Step) string {
	return fmt.Sprintf("whatever %s is, the same follows: %s", s.names(s.Parts[0]), s.argument(s.Parts[1:]))
}

func explainHouseChoice(s *Step) string {
	t := s.Parts[0]
	return fmt.Sprintf("wherever %s is in %s, the same follows: %s", numbers(t), t.House, s.argument(s.Parts[1:]))
}

// eachForced yields what the links from all candidates of a choice lead to.
func (p *Position) eachForced(choices []choice, yield func(*Step) bool) bool {
	n := p.links(plainLinks)
	if n.singles == 0 {
		return false
	}
	s := n.from(literal.on) // source i is node i
	common, fresh := make(cellSet, n.words), make(cellSet, n.words)
	for s.step() {
		on := s.turnedOn(0)
		for k := range choices {
			clear(fresh)
			for i, d := range choices[k].candidates {
				a := n.single(d.cell, d.value)
				fresh.or(s.last(a))
				if i == 0 {
					copy(common, s.all(a, on))
				} else {
					common.and(common, s.all(a, on))
				}
			}
			common.and(common, fresh) // one branch got there just now
			for a := common.next(0); a >= 0; a = common.next(a + 1) {
				if step := n.force(p, &choices[k], lit(a, on)); !yield(step) {
					return true
				}
			}
		}
	}
	return false
}

// force returns the step that concludes l from a choice.
func (n *links) force(p *Position, k *choice, l literal) *Step {
	step := p.begin()
	if a := n.nodes[l.node()]; l.on() {
		step.place(a.cell, a.value)
	} else {
		step.strike(p, a.cell, a.value)
	}
	k.write(p.Board, step)
	total := 0
	for _, d := range k.candidates {
		from := lit(n.single(d.cell, d.value), true)
		branch := []literal{from}
		if from != l {
			branch = n.path(from, l, false)
		}
		first := len(step.Parts)
		n.write(p, step, branch, plainLinks)
		step.Parts[first].Role = assumed
		total += len(branch)
	}
	step.Explainer = chainRating(8, total-2)
	return step
}
