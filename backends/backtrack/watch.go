package backtrack

import (
	"context"

	"nonet/model"
)

// A watch is what the searches of this package have in common: it counts, says when to stop, and passes solutions on.
type watch struct {
	m      *model.Model
	limit  int64 // of nodes; 0 means none
	ctx    context.Context
	givens []model.Given
	yield  func(model.Assignment) bool
	r      model.Result
	err    error
	ended  bool             // by ctx, the limit, the receiver, or an error
	passed model.Assignment // the solution as it is passed on
	found  bool
	best   int // the objective's value in the last solution
}

// begin starts a new search.
func (w *watch) begin(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) {
	w.ctx, w.givens, w.yield = ctx, givens, yield
	w.r, w.err, w.ended, w.found = model.Result{}, nil, false, false
}

// end returns the result of a search that has ended or has nothing left to explore.
func (w *watch) end() (model.Result, error) {
	w.r.Complete = !w.ended
	return w.r, w.err
}

// lookUp is the number of nodes after which the context is looked at.
const lookUp = 1024

// node counts a node and reports whether to go on. Otherwise the node does not count.
func (w *watch) node() bool {
	nodes := &w.r.Stats.Effort.Nodes
	if *nodes == w.limit && w.limit > 0 {
		w.ended = true
		return false
	}
	if (*nodes+1)%lookUp == 0 {
		if w.err = w.ctx.Err(); w.err != nil {
			w.ended = true
			return false
		}
	}
	*nodes++
	return true
}

// solution passes a solution on, unless it does not improve on the last where there is an objective, and reports whether to go on. It
// checks the solution as Model.Check does.
func (w *watch) solution(a model.Assignment) bool {
	if o := w.m.Objective; o != nil {
		value := o.Value(a)
		if w.found && !o.Better(value, w.best) {
			return true
		}
		w.found, w.best = true, value
	}
	if err := w.m.CheckGivens(a, w.givens); err != nil {
		w.err, w.ended = &model.WrongAnswerError{Reason: err}, true
		return false
	}
	w.r.Solutions++
	w.passed = append(w.passed[:0], a...)
	if !w.yield(w.passed) {
		w.ended = true
	}
	return !w.ended
}
