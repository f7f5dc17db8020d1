package gini

import (
	"context"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"nonet/model/parallel"
)

// stopWith makes the end of ctx stop the searches of g, which then return 0. g must not have clauses yet. Call done
// after the last search; it releases everything, and g cannot be used after it.
//
// gini is stopped through the handle that GoSolve returns. GoSolve runs the search in another goroutine, and its result
// must be polled. Polling would delay the many searches that take less than a tenth of a millisecond, and time slices
// (Try) would make the order of solutions depend on the clock. So the handle comes from a search that ends at once,
// before there are clauses. It stops later searches, which run in the goroutine of the caller.
//
// The handle's Stop returns when some GoSolve search delivers a result. If Stop was called, done runs one more such
// search for it, on clauses made contradictory so that it ends at once.
func stopWith(ctx context.Context, g *gini.Gini) (done func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	handle := g.GoSolve()
	handle.Try(time.Hour) // waits for the result
	stopped := make(chan struct{})
	if parallel.Pauses(ctx) {
		// The goroutine of the search has the only thread: at each tick of gini, this one lets the others in. It takes
		// one result, as Stop does.
		go func() {
			defer close(stopped)
			for err := error(nil); err == nil; handle.Unpause() {
				if _, paused := handle.Pause(); !paused {
					return
				}
				err = ctx.Err()
			}
			handle.Stop()
		}()
		return func() {
			g.Add(z.LitNull)
			g.GoSolve()
			<-stopped
		}
	}
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
