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

// Solvers are the solvers that a Maker uses. Both must be complete. They should be independent of each other, since a
// puzzle is accepted only if both find exactly one solution.
type Solvers struct {
	Search  model.Solver // called thousands of times for each puzzle
	Confirm model.Solver // called once for each puzzle
}

// A Maker makes puzzles. It must not be used by two goroutines at once; several Makers with the same Spec make the same
// puzzles.
type Maker struct {
	spec         Spec
	targets      []int // admissible numbers of clues; empty: any number
	search       model.Prepared
	confirm      model.Prepared
	prober       *minimal.Prober
	neighborhood *neighborhood
	grader       *grader
	givens       []model.Given
}

// A Puzzle is a generated puzzle with its solution.
type Puzzle struct {
	sudoku.Puzzle
	Solution sudoku.Grid
	Attempts int           // number of puzzles tried, including this one
	Rating   *human.Rating // on the ladder "human"; nil unless the Spec asks for a level or a technique
}

// NewMaker returns a Maker. Its errors are those of Spec.Validate, errors of solvers that do not support the shape, and
// a *human.LimitError if the shape is too large for the rules that the Spec asks for.
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
	if m.search, err = model.Prepare(context.Background(), solvers.Search, base); err != nil {
		return nil, err
	}
	oracle := query.New(base, m.search)
	oracle.Check = sudoku.NewChecker(sudoku.Puzzle{Shape: spec.Shape}).CheckGivens
	m.prober = minimal.NewProber(oracle)
	if m.confirm, err = model.Prepare(context.Background(), solvers.Confirm, base); err != nil {
		return nil, err
	}
	if m.grader, err = newGrader(&m.spec, base); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(m.targets, m.needsDescent) {
		if m.neighborhood, err = newNeighborhood(spec.Shape, m.search); err != nil {
			return nil, err
		}
		m.neighborhood.maxCandidates = descentCandidates
	}
	return m, nil
}

// Make makes the puzzle with a seed and an index: the same pair always gives the same puzzle. It returns an
// *AttemptsError if no attempt succeeds, a *DisagreementError if the solvers disagree, ctx.Err(), or the error of a
// solver. If only the number of clues was too large, a *TooManyCluesError wraps the error.
func (m *Maker) Make(ctx context.Context, seed, index uint64) (*Puzzle, error) {
	var fewest *Puzzle
	p, err := m.make(ctx, seed, index, &fewest)
	if err != nil && fewest != nil {
		err = &TooManyCluesError{fewest, err}
	}
	return p, err
}

// make makes a puzzle as Make does. It sets fewest to the puzzle with the fewest clues among the rejected for
// too many clues.
func (m *Maker) make(ctx context.Context, seed, index uint64, fewest **Puzzle) (*Puzzle, error) {
	r := rand.New(rand.NewPCG(seed, index))
	reasons := map[string]int{}
	for attempt := 1; attempt <= m.spec.attempts(); attempt++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clues, solution, err := m.drawPuzzle(ctx, attempt, *fewest, r)
		if err != nil {
			return nil, err
		}
		p := &Puzzle{Puzzle: sudoku.Puzzle{Shape: m.spec.Shape, Clues: clues}, Solution: solution, Attempts: attempt}
		reason, err := m.rejectReason(ctx, p)
		if err != nil {
			return nil, err
		}
		if reason != "" {
			if reasons[reason]++; reason != tooManyClues || *fewest != nil && p.Givens() >= (*fewest).Givens() {
				continue
			}
		}
		m.givens = p.Given(m.givens[:0])
		if err := p.certify(ctx, m.givens, m.search, m.confirm); err != nil {
			return nil, err
		}
		if reason == "" {
			return p, nil
		}
		*fewest = p
	}
	e := &AttemptsError{Attempts: m.spec.attempts()}
	for _, what := range slices.Sorted(maps.Keys(reasons)) {
		e.Reasons = append(e.Reasons, Reason{what, reasons[what]})
	}
	slices.SortStableFunc(e.Reasons, func(a, b Reason) int { return cmp.Compare(b.Count, a.Count) })
	return nil, e
}

// drawPuzzle returns a puzzle with one solution that has the pattern and is likely to meet the other requirements.
// attempt counts the puzzles drawn, from 1; fewest is the one with the fewest clues of all that had too many, or nil.
func (m *Maker) drawPuzzle(ctx context.Context, attempt int, fewest *Puzzle,
	r *rand.Rand) (clues, solution sudoku.Grid, err error) {
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
	least := 0
	if fewest != nil {
		least = fewest.Givens()
	}
	way := m.wayOf(attempt, target, least)
	if way == twoTriangles {
		clues, solution = drawTriangles(m.spec.Shape, target, r)
		return clues, solution, nil
	}
	if m.spec.Shuffled {
		solution = sudoku.Shuffle(m.spec.Shape, r).Grid(m.spec.Shape.Root())
	} else if solution, err = sudoku.RandomGrid(ctx, m.spec.Shape, r); err != nil {
		return nil, nil, err
	}
	clues = slices.Clone(solution)
	orbits := m.spec.Pattern.shuffledOrbits(m.spec.Shape, r)
	if way == valueByValue {
		rank := r.Perm(m.spec.Shape.N()) // of the values, by which the cells are sorted
		slices.SortStableFunc(orbits, func(a, b []sudoku.Cell) int { return rank[clues[a[0]]-1] - rank[clues[b[0]]-1] })
	}
	if m.spec.Minimal {
		target = 0 // dig until minimal: a puzzle that has just reached the target hardly ever is
	}
	_, err = dig(clues, orbits, target,
		func(left int, removed []model.Given) (bool, error) {
			if verdict, known := m.grader.judge(ctx, clues, left, target); known {
				return verdict, ctx.Err()
			}
			return m.staysUnique(ctx, clues, removed)
		})
	return clues, solution, err
}

// needsDescent reports whether target is so low that digging hardly ever reaches it. Of 1000 puzzles of order 3 dug
// until minimal, one had 21 clues, 31 had 22 and 169 had 23. The descent does not keep the solution, so that it is not
// used with shuffles of the root solution.
func (m *Maker) needsDescent(target int) bool {
	return target > 0 && target <= 22 && m.spec.Shape == sudoku.Order(3) && m.spec.Pattern == Any &&
		!m.spec.Shuffled && m.grader.digLadder == nil
}

// addClues adds random clues of the solution until there are target clues, unless the puzzle must be minimal.
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

// tooManyClues is the reason to reject puzzles with more clues than the Spec allows.
const tooManyClues = "with too many clues"

// rejectReason returns the first requirement that p misses, as the end of a phrase "puzzles ...", or "".
func (m *Maker) rejectReason(ctx context.Context, p *Puzzle) (string, error) {
	n := p.Givens()
	switch {
	case len(m.targets) == 0:
	case n > m.spec.Clues.Max:
		return tooManyClues, nil
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

// certify solves p completely with both solvers, which are prepared for the model of p without the givens. It returns a
// *DisagreementError if one does not find exactly p.Solution.
func (p *Puzzle) certify(ctx context.Context, givens []model.Given, solvers ...model.Prepared) error {
	for i, name := range []string{"the first solver", "the second solver"} {
		other := false
		r, err := solvers[i].SolveGiven(ctx, givens, func(a model.Assignment) bool {
			other = !slices.Equal(p.Puzzle.Solution(a), p.Solution)
			return !other
		})
		switch {
		case other:
			return &DisagreementError{notation.Line(nil, p.Clues), name + " finds another solution"}
		case err != nil:
			return err
		case !r.Complete:
			return query.ErrIncomplete
		case r.Solutions != 1:
			return &DisagreementError{notation.Line(nil, p.Clues), fmt.Sprintf("%s finds %d solutions", name,
				r.Solutions)}
		}
	}
	return nil
}
