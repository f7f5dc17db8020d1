package cnf

import (
	"context"

	"nonet/encode"
	"nonet/internal/parse"
	"nonet/model"
)

// A guarded is a formula under construction.
type guarded struct {
	Formula
	guard *guard // nil if nothing can end the construction

	// flush, unless nil, is called with a long Body, which is then emptied. flushed is the total length so far.
	flush   func(body []Lit)
	flushed int
}

// Add adds a clause, as Formula.Add does.
func (f *guarded) Add(lits ...Lit) {
	f.Formula.Add(lits...)
	f.poll()
}

// flushLength is the length of a Body that is flushed: 1 MB.
const flushLength = 1 << 18

// poll flushes a long Body, and checks the guard if guardInterval clauses were added since the last check. Code that
// adds clauses to the embedded formula calls it afterwards.
func (f *guarded) poll() {
	if f.flush != nil && len(f.Body) >= flushLength {
		f.flush(f.Body)
		f.flushed += len(f.Body)
		f.Body = f.Body[:0]
	}
	if g := f.guard; g != nil && f.Clauses >= g.next {
		g.next = f.Clauses + guardInterval
		g.check(f.flushed + len(f.Body))
	}
}

// A guard ends the construction of a formula when its context ends, or when the formula exceeds its limit.
type guard struct {
	ctx      context.Context
	limit    encode.Limit
	literals int64 // the limit in literals; 0 means none
	next     int   // the number of clauses at which to check next
}

// guardInterval clauses take less than a millisecond.
const guardInterval = 4096

// newGuard returns a guard, or nil if ctx never ends and has no limit.
func newGuard(ctx context.Context) *guard {
	limit := encode.LimitOf(ctx)
	if ctx.Done() == nil && limit.Literals() == 0 {
		return nil
	}
	return &guard{ctx: ctx, limit: limit, literals: limit.Literals()}
}

// check ends the construction by parse.Raise if f, or an estimated size in literals, is too large, or if the context
// has ended: the encodings add clauses at many places and depths, and none has anything to undo.
func (g *guard) check(literals int) {
	parse.Raise(g.ctx.Err())
	if g.literals > 0 && int64(literals) > g.literals {
		parse.Raise(g.limit.Exceeded("cnf", int64(literals)))
	}
}

// encodeContext is encode under the guard of ctx. After an error the builder must not be used for another model, since
// its buffers may be in any state.
func (b *builder) encodeContext(ctx context.Context, m *model.Model) (err error) {
	b.f.guard = newGuard(ctx)
	defer func() { b.f.guard = nil }()
	defer parse.Catch(&err)
	return b.encode(m)
}
