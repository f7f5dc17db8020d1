package gini

import (
	"context"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// stopWith arranges that the end of ctx stops the searches of g, which has no clauses yet; they then return 0. The function it returns
// must be called when the last search is over, and undoes that; g cannot be used after it.
//
// gini can be stopped through the handle that GoSolve returns, which runs the search in another goroutine and has to be polled for
// the result. Polling would delay the many searches that take less than a tenth of a millisecond, and running them in time slices
// (Try) would make the order of solutions depend on the clock. So the handle is taken from a search that is over at once, before
// there are clauses, and serves to stop later ones, which run in the goroutine of the caller.
//
// The handle's Stop returns when some GoSolve search delivers a result. If it was called, one more such search is run for it, on
// clauses made contradictory so that it ends at once.
func stopWith(ctx context.Context, g *gini.Gini) (done func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	handle := g.GoSolve()
	handle.Try(time.Hour) // waits for the result
	stopped := make(chan struct{})
	cancelStop := context.AfterFunc(ctx, func() {
		handle.Stop()
		close(stopped)
	})
	return func() {
		if cancelStop() {
			return // Stop was not and will not be called
		}
		g.Add(z.LitNull)
		g.GoSolve()
		<-stopped
	}
}
