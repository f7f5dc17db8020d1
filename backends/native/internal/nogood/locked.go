package nogood

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
	sets := make([]varSet, len(p.houses))
	for i, h := range p.houses {
		sets[i] = p.newSet(h.vars)
	}
	for i, a := range p.houses {
		l := &locked{vars: a.vars, values: a.values}
		for j, b := range p.houses {
			if i == j || a.values&b.values != a.values || a.values == all || !intersect(sets[i], sets[j]) {
				continue
			}
			outside := sets[i].minus(sets[j]).vars()
			if shared := len(a.vars) - len(outside); shared < 2 || len(outside) == 0 {
				continue
			}
			l.meets = append(l.meets, meeting{outside, sets[j].minus(sets[i]).vars()})
		}
		if l.meets != nil {
			l.id = p.add(l, nil, 1)
			a.after = append(a.after, l.id)
		}
	}
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
