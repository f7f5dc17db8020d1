package human

import "context"

// An interrupt ends the search of a rule when its context ends. Hard rules may take minutes on a large board.
type interrupt struct {
	ctx   context.Context
	polls int   // until the next look at ctx
	err   error // of ctx, once a search was interrupted
}

// pollInterval is the number of polls between two looks at the context. A poll stands for about a microsecond of work
// or more.
const pollInterval = 256

// An interrupted is what poll panics with. Searches are nested and recursive, and none has anything to undo: findUnder
// recovers it and drops the memory of all searches.
type interrupted struct{}

// poll panics with interrupted if the context has ended. Every search that may take long calls it in its inner loop.
func (p *Position) poll() {
	i := p.interrupt
	if i == nil {
		return
	}
	if i.polls--; i.polls < 0 {
		i.polls = pollInterval
		if i.err = i.ctx.Err(); i.err != nil {
			panic(interrupted{})
		}
	}
}

// Under makes the rules that search p stop when ctx ends: they then find nothing, and the caller, which checks ctx,
// must not take that for an answer. The position itself remains valid. A context that never ends, such as
// context.Background(), takes this back.
func (p *Position) Under(ctx context.Context) {
	if ctx.Done() == nil {
		p.interrupt = nil
		return
	}
	p.own = interrupt{ctx: ctx}
	p.interrupt = &p.own
}

// ended returns the error of the context of p if that has interrupted a search, and otherwise nil.
func (p *Position) ended() error {
	if p.interrupt == nil {
		return nil
	}
	return p.interrupt.err
}

// findUnder is Rule.Find while p has a context. It finds nothing more once that context has ended.
func (p *Position) findUnder(r *Rule, yield func(*Step) bool) (stopped bool) {
	defer func() {
		if cause := recover(); cause != nil {
			if _, ours := cause.(interrupted); !ours {
				panic(cause)
			}
			p.forgetSearches()
			stopped = false
		}
	}()
	if p.interrupt.err != nil {
		return false
	}
	p.poll()
	return r.find(p, yield)
}

// forgetSearches drops the memory of all searches, which an interruption leaves in any state.
func (p *Position) forgetSearches() {
	p.subsets, p.scratch, p.sectors = subsetSearch{}, scratch{}, sectors{}
	p.linkCache, p.net, p.fishSearch, p.trial, p.alsCache = nil, nil, nil, nil, nil
	clear(p.exhausted)
	for i := range p.settled {
		p.settled[i] = nil
	}
}
