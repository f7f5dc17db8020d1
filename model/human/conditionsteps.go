package human

import (
	"math/bits"
	"slices"
	"strings"

	"nonet/model"
	"nonet/model/internal/support"
)

// The rules for conditions eliminate the candidates that occur in no solution of one condition, among the candidates
// that are left.

// roleCombination is the role of a part with the values of one combination; see listCombinations.
const roleCombination = "combination"

// conditionSteps yields a step for each condition of a form that eliminates something.
func (p *Position) conditionSteps(f form, yield func(*Step) bool) bool {
	if p.broken {
		return false
	}
	for i := range p.conditions {
		k := &p.conditions[i]
		if k.form != f || p.isSettled(i) {
			continue
		}
		s := p.newStep()
		t := s.addPart("condition").addCells(k.cells...)
		t.House = k.name
		s.condition, s.left = k, s.left[:0]
		for _, c := range k.cells {
			s.left = append(s.left, p.left(c))
		}
		p.eachUnsupported(i, k.nodes, func(c, x int) { s.eliminate(p, c, x) })
		if len(s.Eliminations) == 0 {
			p.settle(i)
			continue
		}
		slices.SortStableFunc(s.Eliminations, func(a, b Candidate) int { return int(a.Cell - b.Cell) })
		if strings.Contains(k.words, " | ") {
			p.listCombinations(k, s)
		}
		if !yield(s) {
			return true
		}
	}
	return false
}

// eachUnsupported calls remove for each value of a cell that occurs in no solution of condition i. The value is a
// candidate of a blank cell, or the value of a filled one. The search has a limit of nodes.
func (p *Position) eachUnsupported(i, nodes int, remove func(c, x int)) {
	p.conditions[i].set.Unsupported(p.mayHave, nodes, func(v support.Value) {
		if int(v.Var) < len(p.cand) {
			x, _ := p.valueIndex(v.Value)
			remove(int(v.Var), x)
		}
	})
}

// mayHave reports whether a variable of a condition may have a value. Variables that are no cells may have any.
func (p *Position) mayHave(v model.Var, value int) bool {
	if int(v) >= len(p.cand) {
		return true
	}
	x, ok := p.valueIndex(value)
	return ok && p.left(int(v))>>(x&63)&1 != 0
}

// left returns the values that cell c may still have, filled or not.
func (p *Position) left(c int) uint64 {
	values, _ := p.Remaining(model.Var(c))
	return values
}

// isSettled reports whether the cells of condition i have the same values left as when it last removed none.
func (p *Position) isSettled(i int) bool {
	if p.settled == nil {
		p.settled = make([][]uint64, len(p.conditions))
	}
	return slices.EqualFunc(p.conditions[i].cells, p.settled[i],
		func(c int, known uint64) bool { return p.left(c) == known })
}

// settle records that condition i removes none of the values that its cells have left.
func (p *Position) settle(i int) {
	known := p.settled[i][:0]
	for _, c := range p.conditions[i].cells {
		known = append(known, p.left(c))
	}
	p.settled[i] = known
}

// ImpossibleCondition returns in words which rule of a variant, or which sum of innies and outies, has no solution with
// the values that are left: "cage 15 r1c1 r1c2 (line 7) has no solution". It returns "" if there is none, or if the
// bounded searches do not find it.
func (p *Position) ImpossibleCondition() string {
	for i := range p.conditions {
		k := &p.conditions[i]
		solved := false
		if k.set.Solutions(p.mayHave, k.nodes, func([]int) bool { solved = true; return false }) && !solved {
			return k.name + " has no solution"
		}
	}
	return ""
}

// trialShare divides the limit of nodes in conditionContradictions, which searches each condition many times.
const trialShare = 20

// conditionContradictions yields the candidates from which singles and conditions lead to a contradiction, those of
// cells with few candidates first.
func (p *Position) conditionContradictions(yield func(*Step) bool) bool {
	if p.broken || len(p.conditions) == 0 {
		return false
	}
	if p.trial == nil {
		p.trial = p.newPosition()
	}
	cells := slices.SortedStableFunc(p.unfilled.All, func(a, b int) int {
		return bits.OnesCount64(p.cand[a]) - bits.OnesCount64(p.cand[b])
	})
	for _, c := range cells {
		for x := range members(p.cand[c]) {
			p.poll()
			p.trial.CopyFrom(p)
			p.trial.place(c, x)
			contradiction := p.trial.follow()
			if contradiction == "" {
				continue
			}
			s := p.newStep()
			s.addPart("assumed").addCells(c).addValue(p.Board, x)
			s.addPart("contradiction").House = contradiction
			s.eliminate(p, c, x)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

// follow places singles and removes what the conditions exclude until nothing changes. It returns the contradiction, if
// there is one, in words.
func (p *Position) follow() string {
	singles := []finder{(*Position).nakedSingles, (*Position).fullHouses, hiddenSingles(Region),
		hiddenSingles(Row, Column)}
	for changed := true; changed; {
		changed = false
		for _, find := range singles {
			for !p.broken && find(p, stopAtFirst) {
				p.Apply(&p.step)
			}
		}
		for i := 0; i < len(p.conditions) && !p.broken; i++ {
			if p.isSettled(i) {
				continue
			}
			removed, impossible := false, false
			p.eachUnsupported(i, p.conditions[i].nodes/trialShare, func(c, x int) {
				if p.filled[c] >= 0 {
					impossible = true
				} else if p.eliminate(c, x) {
					removed = true
				}
			})
			switch {
			case impossible || p.broken:
				return p.conditions[i].name + " has no solution"
			case removed:
				changed = true
			default:
				p.settle(i)
			}
		}
	}
	if p.broken {
		return p.brokenPart()
	}
	return ""
}

// brokenPart says in words where a broken position has no candidate.
func (p *Position) brokenPart() string {
	switch k, ok := p.nothingLeft(); {
	case !ok:
		return "two equal values see each other"
	case k.cell >= 0:
		return p.cellName(k.cell) + " has no candidate"
	default:
		return p.houses[k.house].name + " has no place for " + p.symbol(p.values[k.value])
	}
}
