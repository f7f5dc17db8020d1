package generate

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/query"
	"nonet/model/sudoku"
)

// A VariantSpec states which rules puzzles have beyond rows, columns and boxes. Every puzzle has exactly one solution,
// and a person finds it by simple rules: singles, locked candidates, pairs, and what single rules of the variant
// exclude. No clue can be left out, nor any drawn rule, or simple rules would not do; one rule of each kind stays
// anyway.
type VariantSpec struct {
	Shape   sudoku.Shape
	Kinds   []string      // kinds of rules to draw: at least one of each
	Rules   []sudoku.Rule // rules that every puzzle has
	Minimal bool          // leave out more, as long as the solution is unique: harder, and takes longer
}

// A VariantMaker makes puzzles with the rules of a VariantSpec. It may be used by several goroutines.
//
// The solution comes first: a random grid that satisfies the given rules and those about the whole grid. Then rules are
// drawn that hold in it. From all its values as clues, clues and then rules are removed in random order while simple
// rules solve the puzzle. Proofs by search are too slow here: with few clues and few cages they take minutes.
type VariantMaker struct {
	spec    VariantSpec
	solvers Solvers
	lines   []sudoku.RuleKind // kinds of rules about some cells
}

// rulesPerRow is the number of rules that are drawn for each row of the grid.
const rulesPerRow = 3

// NewVariantMaker returns a VariantMaker, or an *ImpossibleError if the shape excludes a rule or there is no such kind.
func NewVariantMaker(spec VariantSpec, solvers Solvers) (*VariantMaker, error) {
	m := &VariantMaker{spec: spec, solvers: solvers}
	m.spec.Rules = slices.Clone(spec.Rules)
	for _, name := range spec.Kinds {
		k := sudoku.RuleKindByName(name)
		switch {
		case k == nil:
			return nil, &ImpossibleError{"rules of kind " + name, "there is no such kind"}
		case name == "regions":
			return nil, &ImpossibleError{"random regions",
				"no regions are drawn, expected them among the given rules (--rules-of)"}
		case !k.IsWhole():
			if spec.Shape.N() == 1 {
				return nil, &ImpossibleError{"a rule of kind " + name, "a grid of one cell has no place for it"}
			}
			m.lines = append(m.lines, *k)
		default:
			m.spec.Rules = append(m.spec.Rules, sudoku.Rule{Kind: name, Values: k.Example.Values})
		}
	}
	empty := sudoku.Puzzle{Shape: spec.Shape, Clues: make(sudoku.Grid, spec.Shape.Cells()), Rules: m.spec.Rules}
	if err := empty.Validate(); err != nil {
		return nil, &ImpossibleError{"these rules", err.Error()}
	}
	return m, nil
}

// Make makes the puzzle with a seed and an index: the same pair always gives the same puzzle. It returns an
// *ImpossibleError if no grid satisfies the given rules, an *AttemptsError if no drawn rule of a kind holds, a
// *DisagreementError if the solvers disagree, ctx.Err(), or the error of a solver.
func (m *VariantMaker) Make(ctx context.Context, seed, index uint64) (*Puzzle, error) {
	d := &variantDraw{VariantMaker: m, random: rand.New(rand.NewPCG(seed, index))}
	d.puzzle = sudoku.Puzzle{Shape: m.spec.Shape, Clues: make(sudoku.Grid, m.spec.Shape.Cells()),
		Rules: slices.Clone(m.spec.Rules)}
	if err := d.fill(ctx); err != nil {
		return nil, err
	}
	if err := d.draw(ctx); err != nil {
		return nil, err
	}
	if _, err := d.reduce(ctx, d.isSimple); err != nil {
		return nil, err
	}
	// Without a mark, rules about what is not marked say more, so that further clues may go.
	for again := m.spec.Minimal; again; {
		unique := func(ctx context.Context) (func() (bool, error), error) {
			return func() (bool, error) {
				all, err := d.solutions(ctx, 2)
				return len(all) == 1, err
			}, nil
		}
		var err error
		if again, err = d.reduce(ctx, unique); err != nil {
			return nil, err
		}
	}
	p := &Puzzle{Puzzle: d.puzzle, Solution: d.solution, Attempts: 1}
	return p, d.certify(ctx, p)
}

// A variantDraw is a puzzle while it is made.
type variantDraw struct {
	*VariantMaker
	random   *rand.Rand
	puzzle   sudoku.Puzzle
	solution sudoku.Grid
}

// solutions returns up to limit solutions of the puzzle.
func (d *variantDraw) solutions(ctx context.Context, limit int) (all []sudoku.Grid, err error) {
	r, err := d.solvers.Search.Solve(ctx, d.puzzle.Model(), func(a model.Assignment) bool {
		all = append(all, slices.Clone(d.puzzle.Solution(a)))
		return len(all) < limit
	})
	if err == nil && len(all) < limit && !r.Complete {
		err = query.ErrIncomplete
	}
	return all, err
}

// fill draws the solution: random clues, of which each leaves a solution, and the first solution under them.
func (d *variantDraw) fill(ctx context.Context) error {
	if len(d.puzzle.Rules) == 0 {
		var err error
		d.solution, err = sudoku.RandomGrid(ctx, d.puzzle.Shape, d.random)
		return err
	}
	all, err := d.solutions(ctx, 1)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return &ImpossibleError{"these rules", "no grid satisfies them"}
	}
	n := d.puzzle.Shape.N()
	for _, c := range d.random.Perm(len(d.puzzle.Clues))[:min(3*n, len(d.puzzle.Clues))] {
		was := all[0][c]
		d.puzzle.Clues[c] = 1 + d.random.IntN(n)
		next, err := d.solutions(ctx, 1)
		if err != nil {
			return err
		}
		if len(next) == 0 {
			d.puzzle.Clues[c] = was // keeps the last solution
			continue
		}
		all = next
	}
	d.solution = all[0]
	clear(d.puzzle.Clues)
	return nil
}

// draw draws rules that hold in the solution, at least one of each kind. The clues are the whole solution.
func (d *variantDraw) draw(ctx context.Context) error {
	for _, k := range d.lines {
		if drawn, err := d.addRule(ctx, k); err != nil {
			return err
		} else if !drawn {
			return &AttemptsError{1, []Reason{{"for which no rule of kind " + k.Name + " was drawn", 1}}}
		}
	}
	for range rulesPerRow * d.puzzle.Shape.N() {
		if len(d.lines) == 0 {
			break
		}
		if _, err := d.addRule(ctx, d.lines[d.random.IntN(len(d.lines))]); err != nil {
			return err
		}
	}
	copy(d.puzzle.Clues, d.solution)
	return nil
}

// simpleRules are the rules of a person that must solve a puzzle: sound, and rated no higher than pairs.
var simpleRules = sync.OnceValue(func() *human.Ladder {
	return human.NewLadder("simple", "", "", slices.DeleteFunc(human.Rules(),
		func(r *human.Rule) bool { return r.Unique || r.Explainer > 3 }))
})

// isSimple returns a function that reports whether simple rules solve the puzzle with its current clues.
func (d *variantDraw) isSimple(ctx context.Context) (func() (bool, error), error) {
	board, err := human.NewPuzzleBoard(d.puzzle, nil)
	if err != nil {
		return nil, err
	}
	p := board.NewPosition(nil)
	return func() (bool, error) {
		p.Reset(d.puzzle.Given(nil))
		p.Under(ctx)
		simpleRules().Run(p, nil)
		return p.Solved(), nil
	}, nil
}

// addRule adds a rule of the kind that holds in the solution, and reports whether it drew one.
func (d *variantDraw) addRule(ctx context.Context, k sudoku.RuleKind) (bool, error) {
	s := d.puzzle.Shape
	for range 300 {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		r := DrawRule(d.random, s, k, d.solution)
		if r.Validate(s) != nil || d.overlaps(r) {
			continue
		}
		with := d.puzzle
		with.Rules = append(slices.Clip(with.Rules), r)
		if with.Validate() != nil || d.breaks(with, d.solution) {
			continue
		}
		d.puzzle = with
		return true, nil
	}
	return false, nil
}

// breaks reports whether a grid breaks a rule of p.
func (d *variantDraw) breaks(p sudoku.Puzzle, g sudoku.Grid) bool {
	return slices.ContainsFunc(p.Rules, func(r sudoku.Rule) bool { return !r.Holds(p, g) })
}

// overlaps reports whether r shares a cell with a rule of its kind, as two cages would that overlap. Rules about whole
// rows and columns may cross.
func (d *variantDraw) overlaps(r sudoku.Rule) bool {
	cells := slices.Concat(r.Lists()...)
	return slices.ContainsFunc(d.puzzle.Rules, func(q sudoku.Rule) bool {
		if q.Kind != r.Kind {
			return false
		}
		others := slices.Concat(q.Lists()...)
		if len(cells) >= d.puzzle.Shape.N() {
			return slices.Equal(cells, others)
		}
		return slices.ContainsFunc(cells, func(c sudoku.Cell) bool { return slices.Contains(others, c) })
	})
}

// reduce removes clues and drawn rules in random order while the puzzle is accepted. test makes the function that
// accepts, new for each list of rules. It reports whether it removed a rule.
func (d *variantDraw) reduce(ctx context.Context, test func(context.Context) (func() (bool, error), error)) (
	fewer bool, err error,
) {
	accepts, err := test(ctx)
	if err != nil {
		return fewer, err
	}
	for _, c := range d.random.Perm(len(d.puzzle.Clues)) {
		if d.puzzle.Clues[c] == 0 {
			continue
		}
		d.puzzle.Clues[c] = 0
		ok, err := accepts()
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return fewer, err
		}
		if !ok {
			d.puzzle.Clues[c] = d.solution[c]
		}
	}
	drawn := slices.Clone(d.puzzle.Rules[len(d.spec.Rules):])
	left := map[string]int{} // number of rules by kind
	for _, r := range drawn {
		left[r.Kind]++
	}
	removed := make([]bool, len(drawn))
	for _, i := range d.random.Perm(len(drawn)) {
		if left[drawn[i].Kind] == 1 {
			continue
		}
		removed[i] = true
		all := d.puzzle.Rules
		d.puzzle.Rules = slices.Clone(d.spec.Rules)
		for j, r := range drawn {
			if !removed[j] {
				d.puzzle.Rules = append(d.puzzle.Rules, r)
			}
		}
		accepts, err := test(ctx)
		if err != nil {
			return fewer, err
		}
		ok, err := accepts()
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return fewer, err
		}
		if !ok || d.breaks(d.puzzle, d.solution) {
			d.puzzle.Rules, removed[i] = all, false
			continue
		}
		left[drawn[i].Kind]--
		fewer = true
	}
	return fewer, nil
}

// certify checks that each solver finds the solution and no other.
func (d *variantDraw) certify(ctx context.Context, p *Puzzle) error {
	if err := p.Check(p.Solution); err != nil {
		return fmt.Errorf("the solution of a puzzle is wrong: %w", err)
	}
	search, err := model.Prepare(ctx, d.solvers.Search, p.Model())
	if err != nil {
		return err
	}
	confirm, err := model.Prepare(ctx, d.solvers.Confirm, p.Model())
	if err != nil {
		return err
	}
	return p.certify(ctx, nil, search, confirm)
}
