package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/model/notation"
)

// queueOfPieces returns who executes the pieces: see queue. A method that is missing where the pieces stay here is an error and no record.
func (e *env) queueOfPieces(ctx context.Context, plan *campaign.Plan) (campaign.Queue, func(), error) {
	queue, done, err := e.queue(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := queue.Check(plan); err != nil {
		done()
		return nil, nil, fail(badInput, err)
	}
	if !e.remote() {
		_, missing := campaign.Here(ctx, plan.Spec.Grids[0].Methods)
		for name, err := range missing {
			done()
			return nil, nil, noMethod(name, err)
		}
	}
	return queue, done, nil
}

// storeOfPieces returns the database of the plan, and what closes it: a new one, or with --db one that is there already and asks the same. Without
// --db it is temporary.
func (e *env) storeOfPieces(ctx context.Context, plan *campaign.Plan, o *cubeOptions) (*campaign.Store, func(), error) {
	path, remove := o.database, func() {}
	if path == "" {
		dir, err := os.MkdirTemp("", "nonet-cubes-")
		if err != nil {
			return nil, nil, fail(badInput, fmt.Errorf("no folder for the pieces: %w", err))
		}
		path, remove = filepath.Join(dir, "pieces.sqlite"), func() { os.RemoveAll(dir) }
	}
	open := func() (*campaign.Store, error) { return campaign.Create(ctx, path, plan) }
	_, err := os.Stat(path)
	there := err == nil
	if there {
		open = func() (*campaign.Store, error) { return campaign.Open(ctx, path) }
	}
	store, err := open()
	if err != nil {
		remove()
		return nil, nil, e.campaignError(ctx, err)
	}
	done := func() {
		store.Close()
		remove()
	}
	if there {
		if err := e.sameQuestion(ctx, store, plan); err != nil {
			done()
			return nil, nil, err
		}
	}
	return store, done, nil
}

// sameQuestion returns an error unless the store is that of the plan.
func (e *env) sameQuestion(ctx context.Context, store *campaign.Store, plan *campaign.Plan) error {
	other := fail(badInput, fmt.Errorf("%s: holds another question: the puzzle, the command, --method, --cubes, --seed or --moves was not the same; "+
		"give this one a database of its own", store.Path()))
	kept, err := store.Plan(ctx)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	p, q := kept.Sets[setOfOne], plan.Sets[setOfOne]
	if len(p) != 1 || p[0].Puzzle == nil || p[0].Puzzle.Shape != q[0].Puzzle.Shape || !slices.Equal(p[0].Puzzle.Clues, q[0].Puzzle.Clues) {
		return other
	}
	runs := func(p *campaign.Plan) map[string]campaign.Run {
		all := map[string]campaign.Run{}
		for _, s := range p.Stages {
			for _, r := range s.Runs {
				all[r.Key] = campaign.Run{Task: r.Task, Seed: r.Seed, Limits: r.Limits} // the key says the rest
			}
		}
		return all
	}
	if !reflect.DeepEqual(runs(kept), runs(plan)) {
		return other
	}
	return nil
}

// runPieces executes the pieces until the question is decided, and puts them together. why says what ended it before: errTimeLimit,
// errInterrupted, or nil.
func (e *env) runPieces(ctx context.Context, queue campaign.Queue, plan *campaign.Plan, store *campaign.Store) (whole *campaign.Whole, why, err error) {
	calm := context.WithoutCancel(ctx)
	combine := func(ctx context.Context) (*campaign.Whole, error) {
		all, err := plan.Combine(ctx, store.Records(ctx))
		if err != nil {
			return nil, e.campaignError(ctx, err)
		}
		return all[0], nil
	}
	if whole, err = combine(ctx); err != nil || whole.Decided() {
		return whole, nil, err
	}
	limited := ctx
	if limit := e.flags.timeout; limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	until := campaign.Until{Queue: queue, Enough: enough(whole)}
	var watch *progress
	if e.showsProgress() {
		watch = startBar(e.Err, int64(plan.Runs()), "pieces", false)
		e.bar.Store(watch)
	}
	running := campaign.Runner{Queue: until, Progress: watch.pieces()}.Run(limited, plan, store)
	watch.stop()
	switch {
	case ctx.Err() != nil:
		why = errInterrupted
	case limited.Err() != nil:
		why = fmt.Errorf("%w (%v)", errTimeLimit, e.flags.timeout)
	case running != nil:
		return nil, nil, e.campaignError(ctx, running)
	}
	if whole, err = combine(calm); err == nil && whole.Decided() {
		until.Forget(calm, plan)
	}
	return whole, why, err
}

// enough returns a function that says when there are as many solutions as the task asks for, together with those that are known already.
func enough(w *campaign.Whole) func(campaign.Record) bool {
	most, found := map[string]int{"solve": 1, "unique": 2}[w.Task], map[string]bool{}
	for _, g := range w.Solutions {
		found[notation.Line(g)] = true
	}
	return func(r campaign.Record) bool {
		for _, line := range []string{r.Solution, r.Other} {
			if line != "" {
				found[line] = true
			}
		}
		return most > 0 && len(found) >= most
	}
}

// pieces returns what a runner reports its progress to.
func (p *progress) pieces() func(campaign.Progress) {
	if p == nil {
		return nil
	}
	return func(now campaign.Progress) {
		text := fmt.Sprintf("%s of %s pieces", thousands(int64(now.Done)), thousands(int64(now.Total)))
		if now.Left >= 0 {
			text += ", perhaps " + duration(now.Left.Round(time.Second)) + " left"
		}
		p.note.Store(&text)
		p.read.Store(int64(now.Done))
	}
}
