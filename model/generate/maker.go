package generate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/minimal"
	"nonet/model/notation"
	"nonet/model/query"
	"nonet/model/sudoku"
)

// Solvers are what a Maker works with. Search and Confirm must be complete, and different, since a puzzle counts as one with exactly one
// solution only if both say so.
type Solvers struct {
	Search  model.Solver // asked thousands of times for each puzzle
	Confirm model.Solver // asked once for each puzzle
}

// A Maker makes puzzles. It is used by one goroutine; several with the same Spec make the same puzzles.
type Maker struct {
	spec         Spec
	targets      []int // numbers of clues; empty if any will do
	search       model.Prepared
	confirm      model.Prepared
	prober       *minimal.Prober
	neighborhood *neighborhood
	grader       *grader
	givens       []model.Given
}

// A Puzzle is a puzzle that was made, with what is known of it.
type Puzzle struct {
	sudoku.Puzzle
	Solution sudoku.Grid
	Attempts int           // puzzles that were tried, this one included
	Rating   *human.Rating // on the ladder human; nil if the Spec asks for no level and no technique
}

// NewMaker returns a Maker. The errors are those of Spec.Validate, of the solvers, which may not be able to work on the shape, and a
// *human.LimitError if the shape is too large for the rules that the Spec asks for.
func NewMaker(spec Spec, solvers Solvers) (*Maker, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	m := &Maker{spec: spec}
	base := spec.Shape.Model()
	if spec.Clues != (Range{}) {
		m.targets = spec.targets()
	}
	var err error
	if m.search, err = model.Prepare(solvers.Search, base); err != nil {
		return nil, err
	}
	oracle := query.New(base, m.search)
	oracle.Check = sudoku.NewChecker(sudoku.Puzzle{Shape: spec.Shape}).CheckGivens
	m.prober = minimal.NewProber(oracle)
	if m.confirm, err = model.Prepare(solvers.Confirm, base); err != nil {
		return nil, err
	}
	if m.grader, err = newGrader(&m.spec, base); err != nil {
		return nil, err
	}
	m.neighborhood = newNeighborhood(spec.Shape, m.search)
	return m, nil
}

// Make makes the puzzle with a seed and an index: the same seed and index always give the same puzzle. It returns an *AttemptsError if it
// does not find one, a *DisagreementError if the solvers disagree, or the error of ctx or of a solver.
func (m *Maker) Make(ctx context.Context, seed, index uint64) (*Puzzle, error) {
	r := rand.New(rand.NewPCG(seed, index))
	reasons := map[string]int{}
	for attempt := 1; attempt <= m.spec.attempts(); attempt++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clues, solution, err := m.drawPuzzle(ctx, r)
		if err != nil {
			return nil, err
		}
		p := &Puzzle{Puzzle: sudoku.Puzzle{Shape: m.spec.Shape, Clues: clues}, Solution: solution, Attempts: attempt}
		reason, err := m.rejectReason(ctx, p)
		if err != nil {
			return nil, err
		}
		if reason != "" {
			reasons[reason]++
			continue
		}
		if err := m.certify(ctx, p); err != nil {
			return nil, err
		}
		return p, nil
	}
	e := &AttemptsError{Attempts: m.spec.attempts()}
	for _, what := range slices.Sorted(maps.Keys(reasons)) {
		e.Reasons = append(e.Reasons, Reason{what, reasons[what]})
	}
	slices.SortStableFunc(e.Reasons, func(a, b Reason) int { return cmp.Compare(b.Count, a.Count) })
	return nil, e
}

// drawPuzzle returns a puzzle with one solution that has the pattern and is likely to be as wanted in other respects.
func (m *Maker) drawPuzzle(ctx context.Context, r *rand.Rand) (clues, solution sudoku.Grid, err error) {
	target := 0
	if len(m.targets) > 0 {
		target = m.targets[r.IntN(len(m.targets))]
	}
	if m.needsDescent(target) {
		clues, solution, err = m.descend(ctx, r, target)
		if err == nil {
			m.addClues(clues, solution, target, r)
		}
		return clues, solution, err
	}
	if solution, err = sudoku.RandomGrid(ctx, m.spec.Shape, r); err != nil {
		return nil, nil, err
	}
	clues = slices.Clone(solution)
	if m.spec.Minimal {
		target = 0 // all the way: what is left when the target is reached is hardly ever minimal
	}
	_, err = dig(clues, m.spec.Pattern.shuffledOrbits(m.spec.Shape, r), target, func(left int, removed []model.Given) (bool, error) {
		if verdict, known := m.grader.judge(ctx, clues, left, target); known {
			return verdict, ctx.Err()
		}
		return m.staysUnique(ctx, clues, removed)
	})
	return clues, solution, err
}

// needsDescent reports whether so few clues are wanted that digging hardly ever leads there. Of 1000 puzzles of order 3 that were dug until they
// were minimal, one had 21 clues, 31 had 22 and 169 had 23.
func (m *Maker) needsDescent(target int) bool {
	return target > 0 && target <= 22 && m.spec.Shape == sudoku.Order(3) && m.spec.Pattern == Any && m.grader.digLadder == nil
}

// addClues puts clues in until there are as many as wanted, unless the puzzle must be minimal.
func (m *Maker) addClues(clues, solution sudoku.Grid, target int, r *rand.Rand) {
	if m.spec.Minimal {
		return
	}
	n := sudoku.Puzzle{Clues: clues}.Givens()
	for _, c := range r.Perm(len(clues)) {
		if n < target && clues[c] == 0 {
			clues[c] = solution[c]
			n++
		}
	}
}

// solve returns the solution of clues, which must have exactly one.
func (m *Maker) solve(ctx context.Context, clues sudoku.Grid) (solution sudoku.Grid, err error) {
	m.givens = sudoku.Puzzle{Shape: m.spec.Shape, Clues: clues}.Given(m.givens[:0])
	_, err = m.search.SolveGiven(ctx, m.givens, func(a model.Assignment) bool {
		solution = slices.Clone(sudoku.Grid(a))
		return false
	})
	if err == nil && solution == nil {
		err = query.ErrIncomplete
	}
	return solution, err
}

// rejectReason returns in what respect p is not as wanted, or "".
func (m *Maker) rejectReason(ctx context.Context, p *Puzzle) (string, error) {
	n := p.Givens()
	switch {
	case len(m.targets) == 0:
	case n > m.spec.Clues.Max:
		return "with too many clues", nil
	case n < m.spec.Clues.Min:
		return "with too few clues", nil
	}
	if m.spec.Minimal {
		if needed, err := m.prober.Minimal(ctx, p.Given(nil)); !needed || err != nil {
			return "that are not minimal", err
		}
	}
	reason, err := m.grader.rejectReason(ctx, p)
	return reason, cmp.Or(err, ctx.Err())
}

// certify has two solvers find all solutions of p, and returns a *DisagreementError if one does not find exactly the one that p has.
func (m *Maker) certify(ctx context.Context, p *Puzzle) error {
	m.givens = p.Given(m.givens[:0])
	for i, s := range []model.Prepared{m.search, m.confirm} {
		name := [...]string{"the first solver", "the second solver"}[i]
		other := false
		r, err := s.SolveGiven(ctx, m.givens, func(a model.Assignment) bool {
			other = !slices.Equal(sudoku.Grid(a), p.Solution)
			return !other
		})
		switch {
		case other:
			return &DisagreementError{notation.Line(p.Clues), name + " finds another solution"}
		case err != nil:
			return err
		case !r.Complete:
			return query.ErrIncomplete
		case r.Solutions != 1:
			return &DisagreementError{notation.Line(p.Clues), fmt.Sprintf("%s finds %d solutions", name, r.Solutions)}
		}
	}
	return nil
}
