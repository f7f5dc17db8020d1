package methods

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"time"

	"nonet/model"
	"nonet/model/parallel"
)

// A race is a solver that runs several solvers on one model and takes the answer of the first that decides. It stops
// the others and waits for them. Which solver is first depends on the machine and its load: the status, the optimum and
// the number of solutions do not, but which of several solutions are found, their order and the effort may.
//
// The others wait until the first has run for the head start, by which time most models are solved.
type race struct {
	solvers   []model.Solver
	headStart time.Duration
}

// maxShared is the number of solutions up to which a race remembers each solution, so that those of several solvers are
// passed on once. The solver that finds the last of them goes on alone.
const maxShared = 1000

var _ model.Counter = race{}

// Solve implements model.Solver. Calls of yield may come from several goroutines, one at a time. It returns a
// *model.WrongAnswerError if one solver claims to have all solutions, or the best one, and another has found more.
func (r race) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	s := shared{model: m, yield: yield, sole: -1, found: make([]int, len(r.solvers)), last: make([]int, len(r.solvers)),
		seen: map[string]bool{}}
	result, err := r.run(ctx, func(ctx context.Context, i int) (result model.Result, decided bool, err error) {
		result, err = r.solvers[i].Solve(ctx, m, func(a model.Assignment) bool { return s.pass(i, a) })
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case s.stopped:
			return result, true, nil
		case err == nil && result.Complete:
			return result, true, s.contradiction(i)
		}
		return result, false, err
	})
	result.Solutions, result.Complete = s.passed, err == nil && result.Complete && !s.stopped
	return result, err
}

// CountSolutions implements model.Counter.
func (r race) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result, error) {
	counts := make([]*big.Int, len(r.solvers))
	most := new(big.Int)
	result, err := r.run(ctx, func(ctx context.Context, i int) (result model.Result, decided bool, err error) {
		counts[i], result, err = model.Count(ctx, r.solvers[i], m, limit)
		enough := limit > 0 && counts[i] != nil && counts[i].Cmp(big.NewInt(limit)) >= 0
		return result, err == nil && (result.Complete || enough), err
	})
	for _, n := range counts { // each is a lower bound, and the bound of a complete search is the highest
		if n != nil && n.Cmp(most) > 0 {
			most = n
		}
	}
	return most, result, err
}

// run calls work for each solver and returns the result of the first that has decided the question. If none has, it
// returns the result of the first solver, with the first error that says more than that a solver cannot take the model.
func (r race) run(
	ctx context.Context, work func(ctx context.Context, i int) (result model.Result, decided bool, err error),
) (model.Result, error) {
	results, errs := make([]model.Result, len(r.solvers)), make([]error, len(r.solvers))
	var once sync.Once
	winner := -1
	left := make(chan struct{}) // the first has ended
	parallel.Do(ctx, len(r.solvers), func(ctx context.Context, i int) (stop bool) {
		if i == 0 {
			defer close(left)
		} else {
			wait(ctx, left, r.headStart)
		}
		results[i], stop, errs[i] = work(ctx, i)
		var wrong *model.WrongAnswerError
		if stop = stop || errors.As(errs[i], &wrong); stop {
			once.Do(func() { winner = i })
		}
		return stop
	})
	switch {
	case winner >= 0:
		return results[winner], errs[winner]
	case ctx.Err() != nil:
		return results[0], ctx.Err()
	}
	for _, err := range errs {
		if err != nil && !cannotTake(err) {
			return results[0], err
		}
	}
	return results[0], errs[0]
}

// wait returns after the head start, or as soon as the first solver or the context ends.
func wait(ctx context.Context, left <-chan struct{}, headStart time.Duration) {
	t := time.NewTimer(headStart)
	defer t.Stop()
	select {
	case <-t.C:
	case <-left:
	case <-ctx.Done():
	}
}

// shared passes on the solutions of all solvers of a race.
type shared struct {
	model *model.Model
	yield func(model.Assignment) bool

	mu      sync.Mutex
	passed  int
	found   []int           // by solver: how many solutions it found
	best    int             // with an objective: the value of the last solution passed on
	last    []int           // with an objective, by solver: the value of its last solution
	seen    map[string]bool // without one: the solutions passed on, up to maxShared
	sole    int             // the solver that goes on alone, or -1
	stopped bool            // the caller has enough
}

// pass passes on a solution of solver i unless it is known or, with an objective, not better than the last. It reports
// whether the solver should continue.
func (s *shared) pass(i int, a model.Assignment) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped || s.sole >= 0 && s.sole != i {
		return false
	}
	s.found[i]++
	if o := s.model.Objective; o != nil {
		s.last[i] = o.Value(a)
		if s.passed > 0 && !o.Better(s.last[i], s.best) {
			return true
		}
		s.best = s.last[i]
	} else {
		key := string(key(a))
		if s.seen[key] {
			return true
		}
		if s.sole < 0 {
			s.seen[key] = true
			if len(s.seen) == maxShared {
				s.sole = i
			}
		}
	}
	s.passed++
	s.stopped = !s.yield(a)
	return !s.stopped
}

// contradiction returns an error if solver i, whose search was complete, has not found all that the others have.
func (s *shared) contradiction(i int) error {
	switch o := s.model.Objective; {
	case o == nil && s.found[i] < s.passed:
		return &model.WrongAnswerError{Reason: fmt.Errorf("%d solutions of %d that are known", s.found[i], s.passed)}
	case o != nil && s.passed > 0 && (s.found[i] == 0 || s.last[i] != s.best):
		return &model.WrongAnswerError{Reason: fmt.Errorf("a better solution has the value %d", s.best)}
	}
	return nil
}

// key returns an assignment as bytes.
func key(a model.Assignment) (b []byte) {
	for _, x := range a {
		b = binary.AppendVarint(b, int64(x))
	}
	return b
}
