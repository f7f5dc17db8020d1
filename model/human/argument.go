package human

import (
	"fmt"
	"strings"

	"nonet/internal/slice"
)

// analyzeConflict marks the inferences that the contradiction depends on, as conflict analysis does in a SAT solver. It
// returns the length of the argument: the number of these inferences, plus the number of excluded candidates on which
// they depend, plus the lengths of the arguments inside. It ends early where the length reaches limit.
func (n *net) analyzeConflict(limit int) int {
	n.needed, n.excluded = slice.Zeros(n.needed, len(n.trail)), slice.Zeros(n.excluded, len(n.start.cand))
	n.premises, n.length = n.premises[:0], 0
	if n.conflict.cell >= 0 && n.conflict.value >= 0 {
		n.require(len(n.trail) - 1)
	} else {
		n.requireReason(n.conflict)
	}
	for i := len(n.trail) - 1; i >= 0 && n.length < limit; i-- { // dependencies come earlier in the trail
		if !n.needed[i] {
			continue
		}
		switch l := &n.trail[i]; {
		case l.reason == refutedInside:
			n.argueInside(l, limit)
		case l.reason == onlyValue:
			n.requireReason(conflict{-1, l.cell, l.value})
		case l.reason >= 0:
			n.requireReason(conflict{l.reason, l.cell, l.value})
		}
	}
	return n.length
}

// require marks inference i.
func (n *net) require(i int) {
	if !n.needed[i] {
		n.needed[i] = true
		n.length++
	}
}

// A refutation is the elimination of a candidate by a net within the net.
type refutation struct {
	position *Position // in which the inner net finds the contradiction
	parts    []Part    // the argument, if parts are wanted
}

// argueInside analyses the refutation that eliminates l, and marks what it depends on. Most refutations are never
// argued, because the limit is reached before.
func (n *net) argueInside(l *inference, limit int) {
	r := &n.refutations[l.inside]
	n.inner.start = r.position
	n.inner.assume(l.cell, l.value)
	n.length += n.inner.analyzeConflict(limit - n.length)
	for _, k := range n.inner.premises {
		n.requireExclusion(k.cell, k.value)
	}
	if n.explains {
		s := &Step{board: n.start.Board}
		n.inner.addArgument(s)
		r.parts = s.Parts
		r.parts[0].Role = roleTried
	}
}

// requireReason marks the inferences that leave only k. If k has a house, these exclude the value from the other cells
// of the house. Otherwise they exclude the other values from the cell.
func (n *net) requireReason(k conflict) {
	switch {
	case k.house >= 0:
		for _, c := range n.start.houses[k.house].cells {
			if c != k.cell {
				n.requireExclusion(c, k.value)
			}
		}
	case k.cell >= 0:
		for x := range n.start.values {
			if x != k.value {
				n.requireExclusion(k.cell, x)
			}
		}
	}
}

// requireExclusion marks the first inference that excludes a candidate. A candidate that the position n.start does not
// have becomes a premise.
func (n *net) requireExclusion(c, x int) {
	if !n.start.hasCandidate(c, x) {
		n.premises = append(n.premises, cellValue{c, x})
		return
	}
	if n.excluded[c]>>x&1 == 1 {
		return
	}
	n.excluded[c] |= 1 << x
	n.length++
	for i := range n.trail {
		if n.trail[i].excludes(n.start, c, x) {
			n.require(i)
			return
		}
	}
}

// excludes reports whether the inference excludes x from c.
func (l *inference) excludes(p *Position, c, x int) bool {
	if l.reason == refutedInside {
		return l.cellValue == cellValue{c, x}
	}
	if l.cell == c {
		return l.value != x
	}
	if l.value == x && p.peers[l.cell].Has(c) {
		return true
	}
	for _, s := range p.network.Shifted[l.cell] {
		if int(s.Var) == c && p.values[l.value]+s.Offset == p.values[x] {
			return true
		}
	}
	return false
}

// The roles of the parts of an argument, besides on and off: the assumed candidate, the assumed candidate of an inner
// argument, and the contradiction, in which nothing is left for a cell or a value.
const (
	roleAssumed       = "assumed"
	roleTried         = "tried"
	roleContradiction = "nothing"
)

// addArgument adds the inferences that the contradiction depends on to a step, and the contradiction.
func (n *net) addArgument(s *Step) {
	for i := range n.trail {
		l := &n.trail[i]
		if !n.needed[i] {
			continue
		}
		role := roleOn
		switch {
		case l.reason == assumption:
			role = roleAssumed
		case l.reason == refutedInside:
			role = roleOff
			for _, t := range n.refutations[l.inside].parts {
				u := s.addPart(t.Role)
				u.House, u.Cells, u.Values = t.House, append(u.Cells, t.Cells...), append(u.Values, t.Values...)
			}
		}
		s.addNode(role, l.cell, l.value)
		if l.reason >= 0 {
			s.Parts[len(s.Parts)-1].setHouse(n.start.Board, l.reason)
		}
	}
	t := s.addPart(roleContradiction)
	if n.conflict.cell >= 0 {
		t.addCells(n.conflict.cell)
	}
	if n.conflict.value >= 0 {
		t.addValue(n.start.Board, n.conflict.value)
	}
	if n.conflict.house >= 0 {
		t.setHouse(n.start.Board, n.conflict.house)
	}
}

// argument returns the parts of an argument as "r1c1=5 -> r2c3=5 in box 1 -> r2c7=8 -> nothing for r4c7". A placement
// with a house is the only place of the value in it; without a house, it is the only candidate of the cell. Inner
// arguments are in brackets; the branches of a choice are separated by semicolons.
func (s *Step) argument(parts []Part) string {
	var b strings.Builder
	for i, t := range parts {
		switch {
		case i == 0:
		case t.Role == roleALS:
			b.WriteString(" by " + s.withValues(t))
		case t.Role == roleAssumed:
			b.WriteString("; ")
		case t.Role == roleOff && parts[i-1].Role == roleContradiction:
			b.WriteString("] ")
		default:
			b.WriteString(" → ")
		}
		switch t.Role {
		case roleAssumed, roleTried:
			if t.Role == roleTried {
				b.WriteString("[")
			}
			t.Role = roleOn
			b.WriteString(s.path([]Part{t}))
		case roleOn, roleOff:
			b.WriteString(s.path([]Part{t}))
			if t.House != "" {
				b.WriteString(" in " + t.House)
			}
		case roleContradiction:
			switch {
			case t.House != "":
				fmt.Fprintf(&b, "no place for %s in %s", s.valueList(t), t.House)
			case len(t.Values) == 0:
				fmt.Fprintf(&b, "nothing for %s", s.cellList(t))
			default:
				b.WriteString("which a constraint excludes")
			}
		}
	}
	return b.String()
}
