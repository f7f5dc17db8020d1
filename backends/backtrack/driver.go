package backtrack

import (
	"context"

	"nonet/model"
)

// A driver is what the searches of this package have in common: it counts, says when to stop, and passes solutions on.
type driver struct {
	m         *model.Model
	nodeLimit int64 // of nodes; 0 means none
	ctx       context.Context
	givens    []model.Given
	yield     func(model.Assignment) bool
	r         model.Result
	err       error
	stopped   bool             // by ctx, the limit, the receiver, or an error
	yielded   model.Assignment // the solution as it is passed on
	found     bool
	best      int // the objective's value in the last solution
}

// begin starts a new search.
func (w *driver) begin(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) {
	w.ctx, w.givens, w.yield = ctx, givens, yield
	w.r, w.err, w.stopped, w.found = model.Result{}, nil, false, false
}

// result returns the result of a search that has ended or has nothing left to explore.
func (w *driver) result() (model.Result, error) {
	w.r.Complete = !w.stopped
	return w.r, w.err
}

// checkInterval is the number of nodes after which the context is looked at.
const checkInterval = 1024

// countNode counts a node and reports whether to go on. Otherwise the node does not count.
func (w *driver) countNode() bool {
	nodes := &w.r.Stats.Effort.Nodes
	if *nodes == w.nodeLimit && w.nodeLimit > 0 {
		w.stopped = true
		return false
	}
	if (*nodes+1)%checkInterval == 0 {
		if w.err = w.ctx.Err(); w.err != nil {
			w.stopped = true
			return false
		}
	}
	*nodes++
	return true
}

// report passes a solution on, unless it does not improve on the last where there is an objective, and reports whether to go on. It
// checks the solution as Model.Check does.
func (w *driver) report(a model.Assignment) bool {
	if o := w.m.Objective; o != nil {
		value := o.Value(a)
		if w.found && !o.Better(value, w.best) {
			return true
		}
		w.found, w.best = true, value
	}
	if err := w.m.CheckGivens(a, w.givens); err != nil {
		w.err, w.stopped = &model.WrongAnswerError{Reason: err}, true
		return false
	}
	w.r.Solutions++
	w.yielded = append(w.yielded[:0], a...)
	if !w.yield(w.yielded) {
		w.stopped = true
	}
	return !w.stopped
}
