package human

import (
	"fmt"
	"slices"

	"nonet/model"
)

// A Rating says how hard a puzzle is for a person who climbs a ladder: how hard the steps of that climb are. A person with another
// ladder, or with the same rules in another order, finds other steps; a rating is always one by a ladder.
type Rating struct {
	Steps   int // guesses included
	Guesses int // steps that no rule of the ladder justifies
	Blank   int // cells that were left blank: 0 if the path leads to the solution

	// On the scale of Sudoku Explainer, the rating of the hardest step: of all (ER), up to the first that places a value (EP), and up to
	// the first that strikes a candidate (ED), which is the first, since to place is to strike, too. A guess has no place on that scale:
	// after one, ER is a lower bound, the rating of the hardest step that has a reason; EP and ED are 0 if no such step comes so early.
	ER, EP, ED float64

	// On the scale of HoDoKu: the sum of the scores of all steps, and the level of the hardest, or the one that the score calls for if
	// that is higher: above 800 points for 81 cells, medium; 1000, hard; 1600, unfair; 1800, extreme. A guess counts as HoDoKu's brute
	// force does: 10000 points, extreme.
	Score int
	Level Level

	// Hardest is the rule of the first step with the rating ER, or Guess if there was a guess; nil if there was no step.
	Hardest *Rule
	// Uses counts the steps by rule, in the order of the ladder; rules that were not used are left out.
	Uses []Use
}

// A Use says how many steps a rule made.
type Use struct {
	Rule  *Rule
	Steps int
}

// Solved reports whether the path leads to the solution.
func (r *Rating) Solved() bool { return r.Blank == 0 }

// A ContradictionError says that a step contradicts the solution that Rate was given.
type ContradictionError struct{ Step *Step }

func (e *ContradictionError) Error() string {
	return fmt.Sprintf("human: %s: the solution is another, or not the only one", e.Step)
}

// Rate climbs the ladder from p, which is left where the climb ends, and rates the steps. Visit sees each step before it is applied and
// may end the climb by returning false; it may be nil.
//
// If solution is not nil, it must be the only solution of the puzzle. Then rules that assume as much are used, and where the ladder is
// stuck, a cell with fewest candidates takes its value in the solution: a guess ([Guess]). Every step is compared with the solution; one
// that contradicts it is not applied, and the error is a *ContradictionError.
//
// If solution is nil, only rules that are sound for puzzles with several solutions are used, and the climb ends where the ladder is
// stuck. The rating is then one of the steps up to there, which hold in all solutions.
func (l *Ladder) Rate(p *Position, solution model.Assignment, visit func(*Step) bool) (Rating, error) {
	r := rater{ladder: l, uses: make([]int, len(l.rules))}
	for p.blank > 0 && !p.broken {
		s, i := l.nextStep(p, solution != nil)
		switch {
		case s == nil && solution == nil:
			return r.finish(p), nil
		case s == nil:
			s = p.guess(solution)
		case solution != nil && s.contradicts(solution):
			return r.finish(p), &ContradictionError{s.Clone()}
		}
		r.add(s)
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

// A rater is a rating under way.
type rater struct {
	Rating
	ladder *Ladder
	uses   []int // by rule of the ladder
	placed bool  // some step placed a value
}

// add rates one more step.
func (r *rater) add(s *Step) {
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
	r.Level = max(r.Level, s.Rule.Level)
}

// finish returns the rating when the climb has ended at p.
func (r *rater) finish(p *Position) Rating {
	r.Blank = p.blank
	if r.Steps > 0 {
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

// contradicts reports whether the step places another value than the solution has, or strikes one that it has.
func (s *Step) contradicts(solution model.Assignment) bool {
	holds := func(k Candidate) bool { return solution[k.Cell] == k.Value }
	return slices.ContainsFunc(s.Eliminations, holds) || slices.ContainsFunc(s.Placements, func(k Candidate) bool { return !holds(k) })
}

// levelOf returns the level that a score calls for on a board of so many cells. HoDoKu knows boards of 81 cells only; on others, which need
// more or fewer steps of each kind, the bounds are in proportion.
// Source: B. Hobiger, HoDoKu 2.2, the default difficulty levels of its options.
func levelOf(score, cells int) Level {
	for i, most := range []int{800, 1000, 1600, 1800} {
		if 81*score <= most*cells {
			return Easy + Level(i)
		}
	}
	return Extreme
}

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
	v := p.FewestCandidates()
	s := p.newStep()
	s.Rule = Guess
	s.addPart("cell").addCells(int(v)).addValues(p.Board, p.cand[v])
	s.Placements = append(s.Placements, Candidate{v, solution[v]})
	return s
}

// A Class is a degree of difficulty on the scale of qqwing: by the rules that are needed, of the few that it knows.
type Class int

const (
	ClassSimple       Class = iota + 1 // naked singles
	ClassEasy                          // hidden singles, too
	ClassIntermediate                  // locked candidates, naked and hidden pairs, too
	ClassExpert                        // more than that: qqwing guesses
)

var classes = []string{"simple", "easy", "intermediate", "expert"}

func (c Class) String() string {
	if c < ClassSimple || c > ClassExpert {
		return "unrated"
	}
	return classes[c-1]
}

// Classify returns the class of a position that has a solution. p is left where qqwing begins to guess.
//
// What a set of rules deduces does not depend on the order in which they are tried, so the ladder may climb as qqwing does: a rule is
// used only when the ones before are at an end, and the hardest one used is needed.
// Source: S. Ostermiller, QQwing, getDifficulty.
func Classify(p *Position) Class {
	hardest := ClassSimple
	qqwing.Run(p, func(s *Step) bool {
		switch s.Rule.Name {
		case "full-house", "naked-single":
		case "hidden-single", "hidden-single-in-line":
			hardest = max(hardest, ClassEasy)
		default:
			hardest = ClassIntermediate
		}
		return true
	})
	if !p.Solved() {
		return ClassExpert
	}
	return hardest
}
