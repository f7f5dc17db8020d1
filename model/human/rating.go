package human

import (
	"fmt"
	"slices"

	"nonet/model"
)

// A Rating is the difficulty of a puzzle for a person with a ladder, computed from the steps. It depends on the
// ladder: other rules, or the same rules in another order, find other steps.
type Rating struct {
	Steps   int // including guesses
	Guesses int // placements from the solution, where no rule applied
	Blank   int // blank cells at the end; 0 if the steps reach the solution

	// Sudoku Explainer ratings. ER is the rating of the hardest step, EP of the hardest step up to and including the
	// first placement, and ED the rating of the first step: the hardest step up to the first elimination, which is the
	// first step because a placement eliminates, too. Guesses have no Sudoku Explainer rating. After a guess, ER is a
	// lower bound, the rating of the hardest step by a rule. EP and ED are 0 if only guesses come so early.
	ER, EP, ED float64

	// HoDoKu ratings. Score is the sum of the scores of all steps. Level is the level of the hardest step or the level
	// of the score, whichever is higher. For 81 cells, the score is medium above 800 points, hard above 1000, unfair
	// above 1600, extreme above 1800. A guess counts as HoDoKu's brute force: 10000 points, extreme.
	//
	// A variant has many steps that only state what its rules exclude, often of more blank cells. So if there are steps
	// by rules for conditions, the level is the level of the hardest step, and the score does not raise it.
	Score int
	Level Level

	// Hardest is the rule of the first step with rating ER, or Guess if there was a guess, or nil if there was no step.
	Hardest *Rule
	// Class is QQwing's class of the puzzle if steps of the ladder human imply it, and otherwise 0: [Classify]
	// computes it for every puzzle.
	Class Class
	// Uses counts the steps by rule, in ladder order, without unused rules; guesses come last.
	Uses []Use
}

// A Use is the number of steps by one rule.
type Use struct {
	Rule  *Rule
	Steps int
}

// Solved reports whether the steps reach the solution.
func (r *Rating) Solved() bool { return r.Blank == 0 }

// A ContradictionError reports a step that contradicts the solution passed to Rate.
type ContradictionError struct{ Step *Step }

func (e *ContradictionError) Error() string {
	return fmt.Sprintf("%s: the solution is another, or not the only one", e.Step)
}

// Rate applies the ladder to p and rates the steps. It changes p. It calls visit before it applies a step and stops if
// visit returns false; visit may be nil.
//
// If solution is not nil, it must be the only solution of the puzzle. Rate then also uses the rules that assume
// uniqueness. When no rule applies, it guesses ([Guess]): the first cell with the fewest candidates takes its value in
// the solution. Rate compares every step with the solution; if one contradicts it, Rate does not apply it and returns a
// *ContradictionError.
//
// If solution is nil, Rate uses only rules that are sound for puzzles with several solutions, and stops when none
// applies. The rating then covers the steps up to there, which hold in all solutions. If the context of Position.Under
// ends, Rate returns the rating so far and the error of the context.
func (l *Ladder) Rate(p *Position, solution model.Assignment, visit func(*Step) bool) (Rating, error) {
	r := rater{ladder: l, uses: make([]int, len(l.rules))}
	if p.blank == 0 || p.hasNakedSingle() {
		r.hardness = hardnessBetween
	}
	for p.blank > 0 && !p.broken {
		s, i := l.nextStep(p, solution != nil)
		err := p.ended()
		switch {
		case s == nil && err != nil:
			return r.finish(p), err
		case s == nil && solution == nil:
			return r.finish(p), nil
		case s == nil:
			s = p.guess(solution)
		case solution != nil && s.contradicts(solution):
			return r.finish(p), &ContradictionError{s.Clone()}
		}
		r.add(s, p)
		if i >= 0 {
			r.uses[i]++
		}
		if visit != nil && !visit(s) {
			break
		}
		p.Apply(s)
	}
	return r.finish(p), nil
}

// A rater accumulates a Rating.
type rater struct {
	Rating
	ladder *Ladder
	uses   []int // by index of the rule in the ladder
	placed bool  // a step has placed a value
	bounds bool  // there was a step by a rule for conditions
	hardness
}

// add counts one more step, which applies to p.
func (r *rater) add(s *Step, p *Position) {
	r.Steps++
	if s.Rule == Guess {
		r.Guesses++
		r.Hardest = Guess
	} else if rating := s.Rating(); rating > r.ER {
		r.ER = rating
		if r.Guesses == 0 {
			r.Hardest = s.Rule
		}
	}
	if r.Steps == 1 {
		r.ED = r.ER
	}
	if !r.placed && len(s.Placements) > 0 {
		r.placed = true
		r.EP = r.ER
	}
	r.Score += s.Rule.Score
	r.bounds = r.bounds || s.Rule.Variant
	r.Level = max(r.Level, s.Rule.Level)
	if r.hardness < hardnessOther {
		r.hardness = max(r.hardness, p.hardnessOf(s.Rule))
	}
}

// finish returns the rating of the steps, which end at p.
func (r *rater) finish(p *Position) Rating {
	if r.Blank = p.blank; p.Solved() && r.ladder == Standard() {
		classes := [...]Class{hardnessSingles: ClassEasy, hardnessPairs: ClassIntermediate, hardnessGuess: ClassExpert}
		r.Class = classes[r.hardness] // 0 if it does not follow from the steps
	}
	if r.Steps > 0 && !r.bounds {
		r.Level = max(r.Level, levelOf(r.Score, len(p.filled)))
	}
	for i, n := range r.uses {
		if n > 0 {
			r.Uses = append(r.Uses, Use{r.ladder.rules[i], n})
		}
	}
	if r.Guesses > 0 {
		r.Uses = append(r.Uses, Use{Guess, r.Guesses})
	}
	return r.Rating
}

// contradicts reports whether the step places a value that the solution does not have, or eliminates one that it has.
func (s *Step) contradicts(solution model.Assignment) bool {
	holds := func(k Candidate) bool { return solution[k.Cell] == k.Value }
	return slices.ContainsFunc(s.Eliminations, holds) ||
		slices.ContainsFunc(s.Placements, func(k Candidate) bool { return !holds(k) })
}

// levelOf returns the level of a score on a board with this number of cells. HoDoKu has only boards of 81 cells; on
// other boards the number of steps differs, so the bounds are scaled by the number of cells. Source: B. Hobiger, HoDoKu
// 2.2, the default difficulty levels of its options.
func levelOf(score, cells int) Level {
	for i, most := range []int{800, 1000, 1600, 1800} {
		if 81*score <= most*cells {
			return Easy + Level(i)
		}
	}
	return Extreme
}

// Guess fills a cell with its value in the solution when no rule of a ladder applies. It is a Rule only so that a Step
// can refer to it: no ladder contains it, its search finds nothing, and it has no Sudoku Explainer rating.
// [Ladder.Rate] creates its steps.
var Guess = &Rule{
	Name:  "guess",
	Title: "guess",
	Definition: "no rule applies: a cell with fewest candidates takes its value in the solution, which a person " +
		"finds by trying the candidates",
	Source: "score and level are those of brute force in HoDoKu, B. Hobiger",
	Score:  10000, Level: Extreme,
	reason: "no rule applies; the candidates of {cells 0} are {values 0}",
	find:   func(*Position, func(*Step) bool) bool { return false },
}

// guess returns a step that fills the first cell with the fewest candidates with its value in the solution.
func (p *Position) guess(solution model.Assignment) *Step {
	v := p.FewestCandidates()
	s := p.newStep()
	s.Rule = Guess
	s.addPart("cell").addCells(int(v)).addValues(p.Board, p.cand[v])
	s.Placements = append(s.Placements, Candidate{v, solution[v]})
	return s
}
