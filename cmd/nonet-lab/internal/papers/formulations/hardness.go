package formulations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat/combin"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/relaxation"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// An effort is the work of a formulation to prove a puzzle unique, in a unit that does not depend on the machine.
type effort struct {
	name   string // of the value
	label  string // short, for a figure
	infers bool   // the solver removes more values than those of the neighbours of assigned cells
	method string // in the process, without preprocessing
	of     func(model.Effort) int64
}

var efforts = []effort{
	{"CP", "CP", true, "native", func(e model.Effort) int64 { return e.Nodes }},
	{"backtracking", "backtr.", false, "backtrack", func(e model.Effort) int64 { return e.Nodes }},
	{"SAT", "SAT", true, "cdcl", func(e model.Effort) int64 { return e.Conflicts }},
	{"0-1 program", "0-1", true, "clp:plain-zero", func(e model.Effort) int64 { return e.Nodes }},
	{"pseudo-Boolean", "PB", true, "gophersat-pb", func(e model.Effort) int64 { return e.Conflicts }},
	{"exact cover", "cover", true, "dlx", func(e model.Effort) int64 { return e.Nodes }},
	{"colouring", "colour", true, "dsatur", func(e model.Effort) int64 { return e.Nodes }},
}

// effortLimit is the time limit of each formulation on one puzzle; what takes longer has no value.
const effortLimit = 5 * time.Second

// hardnessTask measures how hard a puzzle with one solution is for each formulation, and what might predict it. Values:
//
//   - the name of each formulation: its effort to prove the puzzle unique
//   - blank: the cells without a value after all singles
//   - backdoor: the least number of cells whose values let singles fill the rest
//   - gap, fractional: of the linear relaxation, see rootTask
//   - rating: of the hardest step on the human ladder, as Sudoku Explainer rates it, or guessRating
//   - moves: of parallel tempering, one run; maxMoves if it found no solution
//
// A value is absent if its solver is not installed or reached effortLimit.
var hardnessTask = papers.TaskOf("hardness", hardness)

func hardness(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	p := *run.Instance.Puzzle
	var solution model.Assignment
	for _, f := range efforts {
		m, err := methods.Parse(f.method)
		if err != nil {
			return err
		}
		a := ask.New(m, effortLimit).Ask(ctx, ask.Question{Kind: ask.Unique}, problem.Of(p))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(a.Err, backends.ErrUnavailable), ask.Undecided(a.Err):
			continue
		case a.Err != nil:
			return fmt.Errorf("%s: %w", f.method, a.Err)
		case a.Verdict != model.One:
			return fmt.Errorf("%s: the puzzle is %v: expected one solution", f.method, a.Verdict)
		}
		record.Values[f.name] = float64(f.of(a.Result.Stats.Effort))
		if solution == nil {
			solution = model.Assignment(slices.Clone(a.Solution))
		}
	}
	if err := relax(ctx, p, solution, record.Values); err != nil && !errors.Is(err, backends.ErrUnavailable) {
		return err
	}
	cells, blank, err := backdoor(ctx, p, solution)
	if err != nil {
		return err
	}
	record.Values["backdoor"], record.Values["blank"] = float64(cells), float64(blank)
	if record.Values["rating"], err = rating(ctx, p, solution); err != nil {
		return err
	}
	m, err := methods.Parse("tempering")
	if err != nil {
		return err
	}
	m.RunOptions = methods.RunOptions{Seed: run.Seed, Jobs: 1, Moves: maxMoves}
	a := ask.New(m, 0).Ask(ctx, ask.Question{Kind: ask.Solve}, problem.Of(p))
	if a.Err != nil && !ask.Undecided(a.Err) {
		return a.Err
	}
	record.Values["moves"] = float64(a.Result.Stats.Effort.Iterations)
	return ctx.Err()
}

// maxMoves is the limit of parallel tempering: many times what it needs for the hardest puzzles known.
const maxMoves = 20_000_000

// guessRating stands for puzzles that the human ladder does not solve. No step of the ladder has so high a rating.
const guessRating = 12

// rating returns the rating of the hardest step on the human ladder, or guessRating.
func rating(ctx context.Context, p sudoku.Puzzle, solution model.Assignment) (float64, error) {
	board, err := human.NewBoard(p.Shape.Model())
	if err != nil {
		return 0, err
	}
	r, err := human.Standard().Rate(board.NewPosition(p.Given(nil)), solution,
		func(s *human.Step) bool { return s.Rule != human.Guess && ctx.Err() == nil })
	if err != nil {
		return 0, err
	}
	if r.Guesses > 0 {
		return guessRating, ctx.Err()
	}
	return r.ER, ctx.Err()
}

// backdoor returns the smallest number of cells whose values in the solution let singles fill the rest, and the number
// of cells that singles leave blank without them. It tries all sets of one cell, of two, and so on.
func backdoor(ctx context.Context, p sudoku.Puzzle, solution model.Assignment) (size, blank int, err error) {
	reduce := deduce.Singles.Prepare(p.Shape.Model())
	givens := p.Given(nil)
	open := openCells(reduce(ctx, givens))
	for ; size <= len(open); size++ {
		for sets := combin.NewCombinationGenerator(len(open), size); sets.Next(); {
			more := slices.Clip(givens)
			for _, i := range sets.Combination(nil) {
				more = append(more, model.Given{Var: open[i], Value: solution[open[i]]})
			}
			if len(openCells(reduce(ctx, more))) == 0 || ctx.Err() != nil {
				return size, len(open), ctx.Err()
			}
		}
	}
	return 0, 0, errors.New("singles and the whole solution leave cells blank")
}

// openCells returns the variables with more than one value left.
func openCells(m *model.Model) []model.Var {
	return slice.Positions[model.Var](m.Vars, func(v model.Variable) bool { return v.Domain.Size() > 1 })
}

// rootTask measures the linear relaxation of the 0-1 program of a puzzle with one solution. The values are "gap" and
// "fractional" as in [relaxation.Measure].
var rootTask = papers.TaskOf("root", root)

func root(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	p := *run.Instance.Puzzle
	solution, err := papers.SolutionOf(ctx, p)
	if err != nil {
		return err
	}
	return relax(ctx, p, solution, record.Values)
}

// relax sets the values of rootTask. The error wraps backends.ErrUnavailable if this build is without CLP.
func relax(ctx context.Context, p sudoku.Puzzle, solution model.Assignment, values map[string]float64) error {
	fractional, gap, err := relaxation.Measure(ctx, p.Model(), solution)
	if err == nil {
		values["fractional"], values["gap"] = fractional, gap
	}
	return err
}
