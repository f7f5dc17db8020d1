package proof

import (
	"context"
	"errors"
	"slices"
)

// A Core is what a refutation uses of a claim.
type Core struct {
	Clues []int // cells of the puzzle, increasing
	Rules []int // indices of Claim.Rules, or of the constraints of a model, increasing
}

// ErrNotTrimmed is the error of Trim for a proof with a RAT lemma, which depends on all clauses.
var ErrNotTrimmed = errors.New("the proof has a lemma that does not follow by unit propagation, and cannot be trimmed")

// Trim is Check, and goes backwards from the empty clause to find the lemmas and the clauses of the formula that derive
// it. It returns the steps with these lemmas, and what they use of the claim: this part of the puzzle suffices for the
// claim. A lemma loses the literals that its derivation does not need, and in the first 20,000 attempts also each
// literal without which it still follows.
func (k *Checker) Trim(ctx context.Context, c *Claim, steps Steps) (trimmed []Step, core Core, sum Summary, err error) {
	t := &trace{byClause: map[uint64]int{}}
	if sum, err = k.check(ctx, c, steps, t); err != nil {
		return nil, core, sum, err
	}
	if t.rat {
		return nil, core, sum, ErrNotTrimmed
	}
	trimmed, used := t.mark()
	return trimmed, coreOf(c, used), sum, nil
}

// A trace records what each lemma was derived from. It names a clause by its number, and a literal that unit
// propagation derives at the root by its variable, negated.
type trace struct {
	formula  int       // clauses of the formula
	roots    [][]int32 // by variable: what its literal at the root follows from; nil for others
	recorded int       // of the trail, in roots
	lemmas   []tracedLemma
	events   []int          // in the order of the proof: i+1 adds lemma i, -i-1 deletes it
	byClause map[uint64]int // by hash of a clause of the proof: the lemma that stands for it
	last     []int32        // what the empty clause follows from
	rat      bool           // there is a RAT lemma
	seen     []int          // by variable: the derivation that used it last
	now      int            // the derivation
	stack    []literal      // scratch of derive
	attempts int            // to leave out a literal of a lemma
}

// maxAttempts bounds the time for leaving out literals. Each attempt is about as long as the check of a lemma.
const maxAttempts = 20_000

type tracedLemma struct {
	clause []int
	from   []int32
}

// recordRoots records the causes of the literals at the root that are new, and of a conflict there.
func (t *trace) recordRoots(c *checker) {
	if n := len(c.value) - len(t.roots); n > 0 {
		t.roots, t.seen = append(t.roots, make([][]int32, n)...), append(t.seen, make([]int, n)...)
	}
	for ; t.recorded < len(c.trail); t.recorded++ {
		l := c.trail[t.recorded]
		by := c.cause[max(l, -l)]
		from := []int32{by}
		for _, other := range c.clauses[by] {
			if other != l {
				from = append(from, -int32(max(other, -other)))
			}
		}
		t.roots[max(l, -l)] = from
	}
	if c.refuted && t.last == nil {
		t.last = []int32{c.conflict}
		for _, l := range c.clauses[c.conflict] {
			t.last = append(t.last, -int32(max(l, -l)))
		}
	}
}

// derive returns what the last conflict follows from, and the literals of the lemma that it needs.
func (t *trace) derive(c *checker, lemma []int) (from []int32, shorter []int) {
	t.now++
	from = append(from, c.conflict)
	t.stack = append(t.stack[:0], c.clauses[c.conflict]...)
	for len(t.stack) > 0 {
		l := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		v := int(max(l, -l))
		if t.seen[v] == t.now {
			continue
		}
		t.seen[v] = t.now
		if by := c.cause[v]; t.roots[v] != nil {
			from = append(from, -int32(v))
		} else if by != 0 {
			from = append(from, by)
			t.stack = append(t.stack, c.clauses[by]...)
		}
	}
	return from, slices.DeleteFunc(slices.Clone(lemma), func(l int) bool {
		v := max(l, -l)
		return t.seen[v] != t.now || t.roots[v] != nil
	})
}

// step checks a step of a proof that is to be trimmed. It adds a lemma without the literals that are not needed, and
// leaves out a lemma that a literal at the root satisfies.
func (t *trace) step(c *check, s Step) (follows bool) {
	clause := c.take(s.Clause)
	t.recordRoots(c.checker)
	key := hash(clause)
	if s.Delete {
		if i, found := t.byClause[key]; found {
			clause = c.take(t.lemmas[i].clause)
		}
		// Of equal clauses any may go, so that it is not always the lemma i. A clause of the formula may stay.
		if id := c.deleteClause(clause); id > t.formula {
			t.events = append(t.events, t.formula-id)
		}
		return true
	}
	if slices.ContainsFunc(clause, func(l literal) bool { return c.valueOf(l) > 0 }) {
		return true
	}
	root := len(c.trail)
	if !c.isRUP(clause) {
		c.backtrack(root)
		t.rat = true
		if follows = c.isRUPorRAT(clause); follows {
			c.addClause(clause)
		}
		return follows
	}
	if slices.ContainsFunc(clause, func(l literal) bool { return slices.Contains(clause, -l) }) {
		c.backtrack(root)
		return true
	}
	from, shorter := t.derive(c.checker, s.Clause)
	c.backtrack(root)
	for i := len(shorter) - 1; i >= 0 && t.attempts < maxAttempts; i-- {
		t.attempts++
		without := slices.Delete(slices.Clone(shorter), i, i+1)
		if c.isRUP(c.take(without)) {
			from, shorter = t.derive(c.checker, without)
			i = len(shorter)
		}
		c.backtrack(root)
	}
	c.count(len(from) / 8)
	t.byClause[key] = len(t.lemmas)
	t.lemmas = append(t.lemmas, tracedLemma{shorter, from})
	t.events = append(t.events, len(t.lemmas))
	c.addClause(c.take(shorter))
	t.recordRoots(c.checker)
	return true
}

// mark goes backwards from the empty clause. It returns the lemmas and whether each clause of the formula is used.
func (t *trace) mark() (trimmed []Step, used []bool) {
	used = make([]bool, t.formula+len(t.lemmas)+1)
	roots := map[int32]bool{}
	open := slices.Clone(t.last)
	for len(open) > 0 {
		x := open[len(open)-1]
		open = open[:len(open)-1]
		switch {
		case x < 0 && !roots[x]:
			roots[x] = true
			open = append(open, t.roots[int(-x)]...)
		case x > 0 && !used[x]:
			used[x] = true
			if i := int(x) - t.formula - 1; i >= 0 {
				open = append(open, t.lemmas[i].from...)
			}
		}
	}
	for _, e := range t.events {
		if i := max(e, -e) - 1; used[t.formula+i+1] {
			trimmed = append(trimmed, Step{Delete: e < 0, Clause: t.lemmas[i].clause})
		}
	}
	return append(trimmed, Step{}), used[1 : t.formula+1]
}

// coreOf finds the clues and rules of a claim whose clauses are used.
func coreOf(c *Claim, used []bool) (core Core) {
	add := func(list *[]int, i int) {
		if n := len(*list); n == 0 || (*list)[n-1] != i {
			*list = append(*list, i)
		}
	}
	n := -1
	f := new(formula)
	f.pass = func([]int) {
		switch n++; {
		case n >= len(used) || !used[n]:
		case f.about > 0:
			add(&core.Clues, f.about-1)
		case f.about < 0:
			add(&core.Rules, -f.about-1)
		}
	}
	c.state(f)
	return core
}
