package nogood

import "slices"

// locked removes the values that a house has only where it meets another house from the rest of the other one (locked
// candidates): the value that a box has only in one row leaves the other cells of the row.
type locked struct {
	id     int32
	vars   []int32
	values uint64
	meets  []meeting
}

// A meeting is two or more variables that a house shares with another one.
type meeting struct {
	outside []int32 // of the house
	rest    []int32 // of the other house
}

// addLocked makes the propagators of houses that meet others.
func (p *Problem) addLocked() {
	housesOf := make([][]int, len(p.initial)) // by variable, increasing
	for i, h := range p.houses {
		for _, v := range h.vars {
			housesOf[v] = append(housesOf[v], i)
		}
	}
	var others []int // houses of the variables of one house; each as often as they share a variable
	for i, a := range p.houses {
		l := &locked{vars: a.vars, values: a.values}
		others = others[:0]
		for _, v := range a.vars {
			others = append(others, housesOf[v]...)
		}
		slices.Sort(others)
		for k := 0; k < len(others) && a.values != all; {
			j, shared := others[k], 0
			for ; k < len(others) && others[k] == j; k++ {
				shared++
			}
			b := p.houses[j]
			if shared < 2 || shared == len(a.vars) || i == j || a.values&b.values != a.values {
				continue
			}
			l.meets = append(l.meets, meeting{difference(a.vars, b.vars), difference(b.vars, a.vars)})
		}
		if l.meets != nil {
			l.id = p.add(l, nil, 1)
			a.after = append(a.after, l.id)
		}
	}
}

// difference returns the variables of a that are not in b, increasing.
func difference(a, b []int32) []int32 {
	rest := slices.DeleteFunc(slices.Clone(a), func(v int32) bool { return slices.Contains(b, v) })
	slices.Sort(rest)
	return rest
}

func (l *locked) propagate(s *Search, gone uint64) bool {
	gone &= l.values
	for i := range l.meets {
		m := &l.meets[i]
		confined := gone
		for _, v := range m.outside {
			if confined &^= s.domains[v]; confined == 0 {
				break
			}
		}
		if confined == 0 {
			continue
		}
		for _, v := range m.rest {
			if s.domains[v]&confined != 0 && !s.narrow(v, ^confined, byPropagator|reason(l.id)) {
				return false
			}
		}
	}
	return true
}

// explain requires that the variables of the house that may equal v have none of the values. The others must have them.
func (l *locked) explain(s *Search, _, v int32, gone uint64) {
	for _, u := range l.vars {
		if !s.arePeers(u, v) {
			s.require(u, ^gone)
		}
	}
}
