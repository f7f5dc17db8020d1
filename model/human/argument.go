package human

import (
	"fmt"
	"math/bits"
	"strings"
)

// trim finds out what inferences the contradiction depends on, and returns the length of the argument: its inferences, and the candidates
// that they exclude where it matters.
func (n *net) trim() int {
	n.needed, n.excluded = resize(n.needed, len(n.trail)), resize(n.excluded, len(n.p.cand))
	clear(n.needed)
	clear(n.excluded)
	n.premises = n.premises[:0]
	if n.end.cell >= 0 && n.end.value >= 0 {
		n.needed[len(n.trail)-1] = true
	} else {
		n.depend(n.end)
	}
	length := 0
	for i := len(n.trail) - 1; i >= 0; i-- { // what an inference depends on comes before it
		if !n.needed[i] {
			continue
		}
		length++
		switch l := &n.trail[i]; {
		case l.refuted != nil:
			length += l.refuted.length
			for _, k := range l.refuted.premises {
				n.exclude(k.cell, k.value)
			}
		case l.why == onlyValue:
			n.depend(conflict{-1, l.cell, l.value})
		case l.why >= 0:
			n.depend(conflict{l.why, l.cell, l.value})
		}
	}
	for _, d := range n.excluded {
		length += bits.OnesCount64(d)
	}
	return length
}

// depend says that the end depends on there being nothing else for a cell, or for a value in a house, than what k says, if anything.
func (n *net) depend(k conflict) {
	switch {
	case k.house >= 0:
		for _, c := range n.p.houses[k.house].cells {
			if c != k.cell {
				n.exclude(c, k.value)
			}
		}
	case k.cell >= 0:
		for x := range n.p.values {
			if x != k.value {
				n.exclude(k.cell, x)
			}
		}
	}
}

// exclude says that the end depends on a candidate being excluded, which the first inference that can has done.
func (n *net) exclude(c, x int) {
	if !n.p.has(c, x) {
		n.premises = append(n.premises, spot{c, x})
		return
	}
	if n.excluded[c]>>x&1 == 1 {
		return
	}
	n.excluded[c] |= 1 << x
	for i := range n.trail {
		if n.trail[i].excludes(n.p, c, x) {
			n.needed[i] = true
			return
		}
	}
}

// excludes reports whether the inference leaves no x for c.
func (l *inference) excludes(p *Position, c, x int) bool {
	if l.refuted != nil {
		return l.spot == spot{c, x}
	}
	if l.cell == c {
		return l.value != x
	}
	if l.value == x && p.sees[l.cell].has(c) {
		return true
	}
	for _, s := range p.network.Shifted[l.cell] {
		if int(s.Var) == c && p.values[l.value]+s.By == p.values[x] {
			return true
		}
	}
	return false
}

// The roles of the parts of an argument, besides on and off: the candidate it starts from, the one that an argument within it starts
// from, and the contradiction it ends with.
const (
	assumed = "assumed"
	tried   = "tried"
	nothing = "nothing"
)

// write adds the inferences that the end depends on to a step, and the contradiction if there is one.
func (n *net) write(s *Step) {
	for i := range n.trail {
		l := &n.trail[i]
		if !n.needed[i] {
			continue
		}
		role := on
		switch {
		case l.why == assumption:
			role = assumed
		case l.refuted != nil:
			role = off
			for _, t := range l.refuted.parts {
				u := s.part(t.Role)
				u.House, u.Cells, u.Values = t.House, append(u.Cells, t.Cells...), append(u.Values, t.Values...)
			}
		}
		s.node(role, l.cell, l.value)
		if l.why >= 0 {
			s.Parts[len(s.Parts)-1].in(n.p.Board, l.why)
		}
	}
	t := s.part(nothing)
	if n.end.cell >= 0 {
		t.cell(n.end.cell)
	}
	if n.end.value >= 0 {
		t.value(n.p.Board, n.end.value)
	}
	if n.end.house >= 0 {
		t.in(n.p.Board, n.end.house)
	}
}

// argument returns the parts of an argument in words: "r1c1=5 -> r2c3=5 in box 1 -> r2c7=8 -> nothing for r4c7". A value that is the only
// one left for a cell has no house, one that has its only place there has. Arguments within an argument are in brackets; several, for the
// candidates of a choice, are separated by semicolons.
func (s *Step) argument(parts []Part) string {
	var b strings.Builder
	for i, t := range parts {
		switch {
		case i == 0:
		case t.Role == almostRole:
			b.WriteString(" by " + s.withValues(t))
		case t.Role == assumed:
			b.WriteString("; ")
		case t.Role == off && parts[i-1].Role == nothing:
			b.WriteString("] ")
		default:
			b.WriteString(" -> ")
		}
		switch t.Role {
		case assumed, tried:
			if t.Role == tried {
				b.WriteString("[")
			}
			t.Role = on
			b.WriteString(s.path([]Part{t}))
		case on, off:
			b.WriteString(s.path([]Part{t}))
			if t.House != "" {
				b.WriteString(" in " + t.House)
			}
		case nothing:
			switch {
			case t.House != "":
				fmt.Fprintf(&b, "no place for %s in %s", numbers(t), t.House)
			case len(t.Values) == 0:
				fmt.Fprintf(&b, "nothing for %s", s.names(t))
			default:
				b.WriteString("which a constraint excludes")
			}
		}
	}
	return b.String()
}
