package gini

import (
	"context"
	"time"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/parallel"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// Engine solves CNF formulas with gini.
type Engine struct {
	// Cover enumerates solutions only while each sets a shown variable that no earlier solution set. Where shown
	// variables mean "variable = value", the solutions together contain every value that occurs in any solution. One
	// incremental search finds them all: each clause added requires one of the variables that have not been true yet.
	// Clauses learned for one solution help to find the next, and the final unsatisfiable answer proves that no value
	// is missing.
	Cover bool
}

var _ backends.Engine[*cnf.Formula, cnf.Valuation] = Engine{}

// Answers of gini's Solve.
const (
	sat   = 1
	unsat = -1
)

// Solve implements backends.Engine.
func (e Engine) Solve(ctx context.Context, f *cnf.Formula, yield func(cnf.Valuation) bool) (model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return r, err
	}
	g := gini.NewVc(f.Vars, f.Clauses)
	defer stopWith(ctx, g)()
	for i, l := range f.Body {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return r, ctx.Err()
		}
		g.Add(literal(l)) // 0 terminates a clause in gini, too
	}
	valuation := make(cnf.Valuation, f.Vars+1)
	var next []cnf.Lit // the clauses for the next solution, each ended by 0
	covered := make([]bool, f.Shown+1)
	for ctx.Err() == nil {
		switch g.Solve() {
		case unsat:
			r.Complete = true
			return r, nil
		case sat:
			for x := range valuation[1:] {
				valuation[x+1] = g.Value(z.Var(x + 1).Pos())
			}
			r.Solutions++
			if !yield(valuation) {
				return r, nil
			}
			if next = next[:0]; e.Cover {
				next = append(uncovered(next, covered, valuation), 0)
			} else {
				next = f.CutOff(next, valuation)
			}
			if e.Cover && len(next) == 1 {
				r.Complete = true
				return r, nil
			}
			for _, l := range next {
				g.Add(literal(l))
			}
		}
	}
	return r, ctx.Err()
}

// uncovered marks the variables that are true in v as covered, and appends the others to dst.
func uncovered(dst []cnf.Lit, covered []bool, v cnf.Valuation) []cnf.Lit {
	for x := 1; x < len(covered); x++ {
		if covered[x] = covered[x] || v[x]; !covered[x] {
			dst = append(dst, cnf.Lit(x))
		}
	}
	return dst
}

// literal returns l in gini's notation. 0 stays 0.
func literal(l cnf.Lit) z.Lit {
	if l < 0 {
		return z.Lit(-l<<1 | 1)
	}
	return z.Lit(l << 1)
}

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
