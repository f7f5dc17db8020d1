package probsat

import "nonet/encode/cnf"

// A lit is a literal: 2v for the variable v, 2v+1 for its negation.
type lit uint32

func litOf(l cnf.Lit) lit {
	if l < 0 {
		return lit(-l)<<1 | 1
	}
	return lit(l) << 1
}

func (l lit) not() lit { return l ^ 1 }

// distinct returns the clauses of f without tautologies and repeated literals.
func distinct(f *cnf.Formula) lists[lit] {
	c := lists[lit]{start: make([]int32, 1, f.Clauses+1), items: make([]lit, 0, len(f.Body)-f.Clauses)}
	last := make([]int32, 2*(f.Vars+1)) // by literal: the last clause it was seen in, from 1
	i := int32(0)
	for clause := range f.All() {
		i++
		tautology := false
		for _, x := range clause {
			l := litOf(x)
			tautology = tautology || last[l.not()] == i
			if last[l] != i {
				last[l] = i
				c.items = append(c.items, l)
			}
		}
		if tautology {
			c.items = c.items[:c.start[c.len()]]
			continue
		}
		c.close()
	}
	return c
}

// propagate returns which literals unit propagation makes true (1 for those that are), or false if it makes all literals of a clause false.
func propagate(c *lists[lit], vars int) (holds []uint8, ok bool) {
	holds = make([]uint8, 2*(vars+1))
	open := make([]int32, c.len()) // literals of each clause but for the false ones that have been dealt with
	var queue []lit
	assume := func(l lit) bool {
		if holds[l.not()] == 1 {
			return false
		}
		if holds[l] == 0 {
			holds[l] = 1
			queue = append(queue, l)
		}
		return true
	}
	for i := range open {
		clause := c.at(int32(i))
		open[i] = int32(len(clause))
		if len(clause) == 0 || len(clause) == 1 && !assume(clause[0]) {
			return nil, false
		}
	}
	if len(queue) == 0 {
		return holds, true
	}
	where := group(len(holds), func(add func(lit, int32)) {
		for i := range open {
			for _, l := range c.at(int32(i)) {
				add(l, int32(i))
			}
		}
	})
	for done := 0; done < len(queue); done++ {
		for _, i := range where.at(int32(queue[done].not())) {
			if open[i]--; open[i] == 1 && !assume(lastOpen(c.at(i), holds)) {
				return nil, false
			}
		}
	}
	return holds, true
}

// lastOpen returns the one literal of a clause that is not false, or any if all are.
func lastOpen(clause []lit, holds []uint8) lit {
	for _, l := range clause {
		if holds[l.not()] == 0 {
			return l
		}
	}
	return clause[0]
}
