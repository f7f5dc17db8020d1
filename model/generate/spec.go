package generate

import (
	"cmp"
	"fmt"

	"nonet/model/human"
	"nonet/model/sudoku"
)

// A Spec states the requirements on puzzles. Every puzzle also has exactly one solution.
type Spec struct {
	Shape   sudoku.Shape
	Clues   Range   // number of clues; zero: dig until no orbit of the pattern can be removed
	Minimal bool    // no clue can be removed
	Pattern Pattern // symmetry of the cells with clues

	// Shuffled digs from shuffles of the root solution, as Lewis makes his instances, and not from random grids. Such
	// grids are more regular, and local search solves their puzzles more often.
	Shuffled bool

	Level     human.Level // level on the ladder "human", by steps and score; zero means any
	Technique *human.Rule // used by the ladder "human", so that easier rules do not suffice; nil means any

	// Needed requires that the rules rated no higher than Technique solve the puzzle, and that they do not without
	// Technique.
	Needed bool

	SolvedBy *human.Ladder // the sound rules of this ladder solve the puzzle; nil means any
	Beyond   *human.Ladder // this ladder does not solve the puzzle; nil means any
	Closure  Interval      // share of cells with a value after all singles, including clues; zero means any

	// Ease is for large grids, where it is hard to prove that few clues have one solution. While more than the wanted
	// number plus Ease clues are left, a clue is removed only if singles still solve the puzzle; this leads to puzzles
	// with short proofs. Zero means 2 for grids of 25 rows and more, unless they must be minimal, and no such rule for
	// others; negative means no such rule. Puzzles of order 5 with 281 clues took half a second each with 2 and two
	// seconds with 3; with 5, two took more than 150 seconds. With 20, none with 287 clues was found in four minutes.
	Ease int

	Attempts int // limit on the puzzles tried for each result; zero means 100,000
}

// A Range is a range of numbers, including both ends.
type Range struct{ Min, Max int }

// An Interval is a range of proportions, including both ends.
type Interval struct{ Min, Max float64 }

func (s *Spec) attempts() int { return cmp.Or(s.Attempts, 100_000) }

func (s *Spec) ease() int {
	if s.Ease == 0 && s.Shape.N() >= 25 && !s.Minimal {
		return 2
	}
	return s.Ease
}

// minClues returns a lower bound on the number of clues of a puzzle with one solution, and the reason.
func minClues(s sudoku.Shape) (int, string) {
	switch s {
	case sudoku.Order(3):
		return 17, "McGuire, Tugemann and Civario 2012 searched all grids" +
			" and found no puzzle with 16 clues and one solution"
	case sudoku.Order(2):
		return 4, "enumeration of all 4x4 grids shows that 3 clues leave several solutions"
	}
	return s.N() - 1, "two values without a clue can change places in every solution"
}

// maxMinimalClues is the largest number of clues known for a minimal puzzle of order 3.
const maxMinimalClues = 40

// Validate returns an *ImpossibleError if no puzzle can meet the requirements, or if none is known that does.
func (s *Spec) Validate() error {
	if err := s.Shape.Validate(); err != nil {
		return err
	}
	if s.Pattern < 0 || int(s.Pattern) >= len(patterns) {
		return fmt.Errorf("unknown pattern %d", int(s.Pattern))
	}
	if err := s.validateClues(); err != nil {
		return err
	}
	if i := s.Closure; i.Min < 0 || i.Max > 1 || i.Min > i.Max {
		return &ImpossibleError{fmt.Sprintf("a closure from %v to %v", i.Min, i.Max),
			"it is a proportion of the cells: 0 <= from <= to <= 1"}
	}
	if s.SolvedBy != nil && s.Beyond != nil && s.Beyond.Includes(s.SolvedBy) {
		return &ImpossibleError{fmt.Sprintf("solved by %s and beyond %s",
			s.SolvedBy.Name(), s.Beyond.Name()), "the latter has all rules of the former"}
	}
	switch t := s.Technique; {
	case t == nil && s.Needed:
		return &ImpossibleError{"a technique that is needed", "no technique is given"}
	case t == nil:
	case t.Variant:
		return &ImpossibleError{"the technique " + t.Name, "it is about the rules of variants"}
	case s.Level != 0 && s.Level < t.Level:
		return &ImpossibleError{fmt.Sprintf("the level %v with the technique %s",
			s.Level, t.Name), fmt.Sprintf("that is %v", t.Level)}
	}
	return nil
}

// validateClues checks the number of clues against shape, pattern and minimality.
func (s *Spec) validateClues() error {
	c := s.Clues
	if c == (Range{}) {
		return nil
	}
	cells := s.Shape.Cells()
	what := c.String() + " clues"
	least, why := minClues(s.Shape)
	switch {
	case c.Min < 0 || c.Min > c.Max:
		return &ImpossibleError{what, "the range is empty"}
	case c.Min > cells:
		return &ImpossibleError{what, fmt.Sprintf("the grid has %d cells", cells)}
	case c.Max < least:
		return &ImpossibleError{what + " and one solution", why}
	case s.Minimal && s.Shape == sudoku.Order(3) && c.Min > maxMinimalClues:
		return &ImpossibleError{what + " in a minimal puzzle", fmt.Sprintf("none with more than %d clues is known",
			maxMinimalClues)}
	}
	if len(s.targets()) == 0 {
		return &ImpossibleError{fmt.Sprintf("%s with the symmetry %v",
			what, s.Pattern), "no union of its orbits has that many cells"}
	}
	return nil
}

// targets returns the numbers of clues that are wanted and possible, increasing.
func (s *Spec) targets() []int {
	var all []int
	least, _ := minClues(s.Shape)
	for n := max(s.Clues.Min, least); n <= min(s.Clues.Max, s.Shape.Cells()); n++ {
		if s.Pattern.admits(s.Shape, n) {
			all = append(all, n)
		}
	}
	return all
}

func (r Range) String() string {
	if r.Min == r.Max {
		return fmt.Sprint(r.Min)
	}
	return fmt.Sprintf("%d-%d", r.Min, r.Max)
}
