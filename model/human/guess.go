package human

import "nonet/model"

// Guess fills a cell with its value in the solution where the rules of a ladder are at an end. It is a rule in name only: no ladder
// contains it, it finds nothing by itself, and it has no place on the scale of Sudoku Explainer. [Ladder.Rate] uses it to continue.
var Guess = &Rule{
	Name:       "guess",
	Title:      "guess",
	Definition: "no rule applies: a cell with fewest candidates takes its value in the solution, which a person finds by trying all of them",
	Source:     "score and level are those of brute force in HoDoKu, B. Hobiger",
	Score:      10000, Level: Extreme,
	reason: "no rule applies; the candidates of {cells 0} are {values 0}",
	find:   func(*Position, func(*Step) bool) bool { return false },
}

// guess returns a step that fills the first cell with fewest candidates with its value in the solution.
func (p *Position) guess(solution model.Assignment) *Step {
	v := p.Fewest()
	s := p.begin()
	s.Rule = Guess
	s.part("cell").cell(int(v)).valuesOf(p.Board, p.cand[v])
	s.Placements = append(s.Placements, Candidate{v, solution[v]})
	return s
}
