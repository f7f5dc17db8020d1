package gophersat

import (
	"context"

	"github.com/crillab/gophersat/solver"

	"nonet/backends"
	"nonet/model"
)

// searchLock is held during a search: all solvers share one buffer for learned clauses.
var searchLock = make(chan struct{}, 1)

// search runs s.Solve. If ctx ends first, it returns ctx.Err(), and s is unusable.
func search(ctx context.Context, s *solver.Solver) (status solver.Status, err error) {
	if err := ctx.Err(); err != nil {
		return solver.Indet, err
	}
	select {
	case searchLock <- struct{}{}:
		defer func() { <-searchLock }()
	case <-ctx.Done():
		return solver.Indet, ctx.Err()
	}
	defer func() {
		if p := recover(); p != nil {
			if err = ctx.Err(); err == nil {
				err = backends.Recovered(p)
			}
		}
	}()
	if ctx.Done() != nil {
		defer panicWhenDone(ctx, s)()
	}
	return s.Solve(), nil
}

// panicWhenDone makes the next search of s panic when ctx ends. Call done after the search.
func panicWhenDone(ctx context.Context, s *solver.Solver) (done func()) {
	certificate := make(chan string, 64)
	dropped := make(chan struct{})
	go func() {
		for range certificate {
			ctx.Err() // may give others their turn: see parallel.WithPause
		}
		close(dropped)
	}()
	cancelPanic := context.AfterFunc(ctx, func() { close(certificate) })
	s.Certified, s.CertChan = true, certificate
	return func() {
		s.Certified, s.CertChan = false, nil
		if cancelPanic() {
			close(certificate)
		}
		<-dropped
	}
}

// effort returns the statistics of all searches of s so far.
func effort(s *solver.Solver) model.Effort {
	return model.Effort{
		Decisions: int64(s.Stats.NbDecisions),
		Conflicts: int64(s.Stats.NbConflicts),
		Restarts:  int64(s.Stats.NbRestarts),
	}
}
