package jones

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/metaheur"
	"nonet/model"
)

// Keys of Record.Values of the tasks of jones.
const (
	lastStart     = "last-start" // iterations of the last start
	initialF1     = "initial-f1" // f₁ of the first state, made with the seed of the climb
	initialClash  = "initial-clashes"
	initialTime   = "initial-seconds" // time to make the first state from the model: mean over timedInitials seeds
	timedInitials = 20
)

// climbTask climbs and measures the first state and the last start, firstStartTask climbs without a restart.
var (
	climbTask      = papers.TaskOf("climb", climb)
	firstStartTask = papers.TaskOf(firstStart, climb)
)

const firstStart = "first-start"

// climb runs a method of the backend hillclimb. As firstStart, it stops at the first restart, and Iterations are those
// of the first start.
func climb(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	once := run.Task == firstStart
	m, err := methods.Parse(run.Method)
	if err != nil {
		return err
	}
	h, ok := m.Solver().(metaheur.HillClimbing)
	if !ok {
		return fmt.Errorf("jones: task %s: method %s is not hill climbing", run.Task, run.Method)
	}
	h.Seed, h.Moves = run.Seed, run.Limits.Moves
	puzzle := run.Instance.Puzzle.Model()
	if !once {
		if err := measureInitial(h, puzzle, record.Values); err != nil {
			return err
		}
	}
	one, stop := context.WithCancel(ctx)
	defer stop()
	began, last := int64(0), metaheur.Event{}
	h.Trace = func(e metaheur.Event) {
		if e.Restarts > last.Restarts {
			if began = last.Moves; once {
				stop()
			}
		}
		last = e
	}
	r, err := h.Solve(one, puzzle, func(model.Assignment) bool { return false })
	record.Stats = r.Stats
	effort := &record.Stats.Effort
	solved := r.Solutions > 0
	if solved && effort.Restarts > last.Restarts { // the last start began with a solution, so there was no event for it
		began = last.Moves
	}
	if once && effort.Restarts > 0 {
		solved, effort.Iterations, effort.Restarts = false, began, 0
	} else {
		record.Values[lastStart] = float64(effort.Iterations - began)
	}
	switch {
	case solved:
		record.Outcome = campaign.Solved
	case ctx.Err() != nil:
		record.Outcome = campaign.Timeout
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	case once:
		record.Outcome = campaign.Unsolved
	default:
		record.Outcome = campaign.MoveLimit
	}
	return nil
}

// measureInitial measures the initial state of the climb.
func measureInitial(h metaheur.HillClimbing, m *model.Model, values map[string]float64) error {
	s, err := h.InitialState(m)
	if err != nil {
		return err
	}
	values[initialF1], values[initialClash] = float64(s.Different), float64(s.Clashes)
	begin := time.Now()
	for range timedInitials {
		h.Seed++
		if _, err := h.InitialState(m); err != nil {
			return err
		}
	}
	values[initialTime] = time.Since(begin).Seconds() / timedInitials
	return nil
}
