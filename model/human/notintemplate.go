package human

import (
	"math/bits"
	"slices"
)

// notInAnyTemplate finds the candidates of a value that are in none of its templates: a template is a choice of candidates, one in each
// full house that still needs the value, no two of which see each other. Rules that look at one value only, like all fish, can strike only
// these candidates, so a search need not look for others. HoDoKu guards its search for fish in the same way.
type notInAnyTemplate struct {
	seen   []cellSet // by value: its candidates when last asked for
	found  []cellSet // by value: those of them in no template
	levels []level
	chosen []int
	nodes  int
}

// A level is what remains after a number of choices.
type level struct {
	live cellSet // the candidates that see none of those chosen
	need []int   // the full houses that have none of those chosen
}

// maxTries bounds the search for the templates of a value, a safeguard for large grids: what is undecided then counts as in no template.
const maxTries = 100_000

func (b *Board) newNotInAnyTemplate() notInAnyTemplate {
	o := notInAnyTemplate{seen: make([]cellSet, len(b.values)), found: make([]cellSet, len(b.values)), levels: []level{{live: b.newSet()}}}
	for x := range o.seen {
		o.seen[x], o.found[x] = b.newSet(), b.newSet()
	}
	return o
}

// candidates returns the candidates of value x in p that are in no template. The set is valid until the next call for x.
func (o *notInAnyTemplate) candidates(p *Position, x int) cellSet {
	with, rest := p.with(x), o.found[x]
	if slices.Equal(with, o.seen[x]) {
		return rest
	}
	copy(o.seen[x], with)
	copy(rest, with)
	top := &o.levels[0]
	copy(top.live, with)
	top.need = top.need[:0]
	for h := range p.houses {
		if p.houses[h].full && p.at(h, x) != 0 {
			top.need = append(top.need, h)
		}
	}
	o.nodes = 0
	for c := rest.next(0); c >= 0; c = rest.next(c + 1) {
		o.chosen = o.chosen[:0]
		if o.choose(p, 0, c) {
			for _, u := range o.chosen {
				rest.remove(u)
			}
		}
	}
	return rest
}

// choose adds c, which is live, and whatever completes a template to the chosen candidates, and reports whether something does.
func (o *notInAnyTemplate) choose(p *Position, depth, c int) bool {
	if o.nodes++; o.nodes > maxTries {
		return false
	}
	if depth+1 == len(o.levels) {
		o.levels = append(o.levels, level{live: p.newSet()})
	}
	was, now := &o.levels[depth], &o.levels[depth+1]
	copy(now.live, was.live)
	now.live.minus(p.sees[c])
	now.live.remove(c)
	now.need = now.need[:0]
	best, fewest := -1, 0
	for _, h := range was.need {
		set := p.houses[h].set
		if set.has(c) {
			continue
		}
		n := 0
		for w, d := range set {
			n += bits.OnesCount64(d & now.live[w])
		}
		if n == 0 {
			return false
		}
		if best < 0 || n < fewest {
			best, fewest = h, n
		}
		now.need = append(now.need, h)
	}
	o.chosen = append(o.chosen, c)
	if best < 0 {
		return true
	}
	for _, u := range p.houses[best].cells {
		if o.levels[depth+1].live.has(u) && o.choose(p, depth+1, u) { // levels may have moved
			return true
		}
	}
	o.chosen = o.chosen[:len(o.chosen)-1]
	return false
}
