package backtrack

import (
	"context"

	"nonet/model"
)

// A driver is the common part of the searches of this package: it counts, enforces limits, and passes solutions on.
type driver struct {
	m         *model.Model
	nodeLimit int64 // 0 means no limit
	ctx       context.Context
	givens    []model.Given
	yield     func(model.Assignment) bool
	r         model.Result
	err       error
	filtered  int              // values inspected since the last check of ctx
	stopped   bool             // by ctx, the node limit, yield, or an error
	yielded   model.Assignment // buffer of the solution passed to yield
	found     bool
	best      int // objective value of the last solution
}

// begin resets the driver for a new search.
func (w *driver) begin(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) {
	w.ctx, w.givens, w.yield = ctx, givens, yield
	w.r, w.err, w.stopped, w.found = model.Result{}, nil, false, false
}

// result returns the result of a search that was stopped or has nothing left to explore.
func (w *driver) result() (model.Result, error) {
	w.r.Complete = !w.stopped
	return w.r, w.err
}

// checkInterval is the number of nodes between two checks of the context. Models of more than 128 variables have fewer,
// since a node takes time in proportion to the variables, and so do searches that look at checkValues values before.
const (
	checkInterval = 1024
	checkValues   = 1 << 20
)

// countNode counts a node and reports whether to continue. If not, the node is not counted.
func (w *driver) countNode() bool {
	nodes := &w.r.Stats.Effort.Nodes
	if *nodes == w.nodeLimit && w.nodeLimit > 0 {
		w.stopped = true
		return false
	}
	interval := int64(min(checkInterval, 1+checkInterval*128/(len(w.m.Vars)+1)))
	if (*nodes+1)%interval == 0 || w.filtered >= checkValues {
		if w.filtered = 0; w.ended() {
			return false
		}
	}
	*nodes++
	return true
}

// ended stops the search if the context has ended, and reports whether it did.
func (w *driver) ended() bool {
	if w.err = w.ctx.Err(); w.err != nil {
		w.stopped = true
	}
	return w.stopped
}

// report passes a solution on and reports whether to continue. With an objective it drops a solution that does not
// improve on the last. It checks the solution as Model.Check does.
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
