package human

import (
	"fmt"
	"strings"
)

// alsXZ finds two almost locked sets with one restricted common candidate (singly linked) or two (doubly linked).
//
// Singly linked by x: one of the sets lacks x and has all its other candidates. So if both sets have a candidate z
// other than x, one of them has the value z. Cells that see all holders of z in both sets lose z. Doubly linked by x
// and y: one set lacks x and has y, the other lacks y and has x. Each set also has all its candidates other than x and
// y.
func (p *Position) alsXZ(yield func(*Step) bool) bool {
	a := p.alsIndex()
	for i := range a.sets {
		one := &a.sets[i]
		a.commonsUpTo(i + 1)
		for _, link := range a.common[i] {
			if link.to > i {
				break
			}
			two := &a.sets[link.to]
			s := p.newStep()
			if x := link.values; x&(x-1) == 0 {
				s.eliminateSeenFromBoth(p, one, two, ^x)
			} else { // two commons; with three there is no solution
				s.eliminateSeenFromBoth(p, one, two, x)
				s.eliminateSeenFromBoth(p, one, one, one.values&^x)
				s.eliminateSeenFromBoth(p, two, two, two.values&^x)
			}
			if !s.useful() {
				continue
			}
			s.addALS("set", two)
			s.addALS("set", one)
			s.addPart("restricted").addValues(p.Board, link.values)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

func explainALSPair(s *Step) string {
	one, two, x := s.withValues(s.Parts[0]), s.withValues(s.Parts[1]), s.Parts[2]
	if len(x.Values) == 1 {
		return fmt.Sprintf("%s and %s are almost locked and cannot both have %s, so one of them has %s", one, two,
			s.valueList(x), s.eliminatedValues())
	}
	return fmt.Sprintf("%s and %s are almost locked and cannot both have %s, nor %s: each has one of these and all "+
		"its other candidates",
		one, two, s.board.symbol(x.Values[0]), s.board.symbol(x.Values[1]))
}

// alsXYWings finds three almost locked sets: a pivot and two wings. x is a restricted common candidate of the pivot and
// the first wing; y, another value, is one of the pivot and the second wing. The pivot has x or y, so one of the wings
// lacks its restricted common and has all its other candidates.
//
// The search is quadratic in the number of sets linked to a pivot, and tries every choice of their restricted commons.
func (p *Position) alsXYWings(yield func(*Step) bool) bool {
	a := p.alsIndex()
	for pivot, commons := range a.restrictedCommons() {
		for i, first := range commons {
			for _, second := range commons[:i] {
				if a.sets[first.to].eliminable&a.sets[second.to].eliminable != 0 &&
					a.findWings(p, pivot, first, second, yield) {
					return true
				}
			}
		}
	}
	return false
}

// findWings yields the wings of a pivot and two sets linked to it, one for each choice of restricted commons.
func (a *alsIndex) findWings(p *Position, pivot int, first, second restrictedCommon, yield func(*Step) bool) bool {
	one, two := &a.sets[first.to], &a.sets[second.to]
	for x := range members(first.values) {
		for y := range members(second.values &^ (1 << x)) {
			s := p.newStep()
			if s.eliminateSeenFromBoth(p, one, two, ^(1<<x | 1<<y)); !s.useful() {
				continue
			}
			s.addALS("pivot", &a.sets[pivot])
			s.addALS("wing", one)
			s.addPart("restricted").addValue(p.Board, x)
			s.addALS("wing", two)
			s.addPart("restricted").addValue(p.Board, y)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

// alsXYChains finds chains of four or more almost locked sets, each linked to the next by a restricted common candidate
// that differs from the previous one. If the first set lacks a candidate z, it has all its other candidates, so it has
// the first restricted common. The second set then lacks this candidate and has the next restricted common, and so on.
// The last set lacks the last restricted common and has all its other candidates, including z. So the first or the last
// set has z.
//
// Breadth-first search from each set and each candidate finds the shortest chain to every other end. It passes each
// link at most twice. A chain may leave a set by any candidate but the one by which it entered. So the first chain to
// enter leaves one candidate to try, and the second chain tries this one.
func (p *Position) alsXYChains(yield func(*Step) bool) bool {
	a := p.alsIndex()
	commons := a.restrictedCommons()
	for start := range a.sets {
		var leave uint64
		for _, link := range commons[start] {
			leave |= link.values
		}
		for x := range members(leave) {
			if a.findChains(p, start, x, yield) {
				return true
			}
		}
	}
	return false
}

func explainALSChain(s *Step) string {
	z := s.eliminatedValues()
	text := fmt.Sprintf("if %s lacks %s", s.withValues(s.Parts[0]), strings.Replace(z, " and ", " or ", 1))
	for i := 1; i < len(s.Parts); i += 2 {
		x := s.valueList(s.Parts[i])
		text += fmt.Sprintf(", it has %s; then %s lacks %s", x, s.withValues(s.Parts[i+1]), x)
	}
	return text + " and has " + z
}

// shortestALSChain is the minimum number of sets in a chain; shorter chains are ALS-XZ and XY-wing.
const shortestALSChain = 4

// alsChainSearch is the memory of the search for chains.
type alsChainSearch struct {
	steps  []alsChainStep
	unused []uint64 // by set: the candidates by which no chain has gone on from it
	lacks  []uint64 // by set: the candidates by which a chain has entered it
}

// An alsChainStep is a set in a chain. The set lacks the candidate by which the chain enters it.
type alsChainStep struct {
	set, lacks   int // lacks is not used for the first set
	from, length int // index of the previous step, or -1; number of sets so far
}

// findChains yields the chains that leave the set start by x, except those already found from their other end.
func (a *alsIndex) findChains(p *Position, start, x int, yield func(*Step) bool) bool {
	first := &a.sets[start]
	if first.eliminable&^(1<<x) == 0 {
		return false
	}
	q := &a.search
	q.unused, q.lacks = q.unused[:0], q.lacks[:0]
	for i := range a.sets {
		q.unused, q.lacks = append(q.unused, a.sets[i].values), append(q.lacks, 0)
	}
	q.steps = append(q.steps[:0], alsChainStep{set: start, from: -1, length: 1})
	for i := 0; i < len(q.steps); i++ {
		at := q.steps[i]
		if at.length >= shortestALSChain && at.set >= start {
			s := p.newStep()
			if s.eliminateSeenFromBoth(p, first, &a.sets[at.set], ^(1<<x | 1<<at.lacks)); s.useful() {
				a.addChain(s, i)
				if !yield(s) {
					return true
				}
			}
		}
		out := q.unused[at.set] &^ (1 << at.lacks)
		q.unused[at.set] &^= out
		if i == 0 {
			out, q.unused[start] = 1<<x, 0
		}
		if out == 0 {
			continue
		}
		for _, link := range a.common[at.set] {
			for x := range members(link.values & out &^ q.lacks[link.to]) {
				q.lacks[link.to] |= 1 << x
				q.steps = append(q.steps, alsChainStep{link.to, x, i, at.length + 1})
			}
		}
	}
	return false
}

// addChain adds the chain that ends in the step with index last: its sets, and between two neighbours their restricted
// common.
func (a *alsIndex) addChain(s *Step, last int) {
	at := a.search.steps[last]
	if at.from >= 0 {
		a.addChain(s, at.from)
		s.addPart("restricted").addValue(s.board, at.lacks)
	}
	s.addALS("set", &a.sets[at.set])
}
