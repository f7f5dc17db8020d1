package dlx

import (
	"slices"

	"nonet/encode/cover"
	"nonet/model"
)

// A search walks through the solutions of one problem.
//
// A node is an item in an option; the nodes of option k are nodes[start[k]:start[k+1]]. The set of item i is what is left of
// cells[base[i]:base[i+1]], which holds the nodes with the item: its first part, up to end[i]. The set of an item that is covered is
// empty, so a node can be taken out of its set exactly if the item is not covered and the node is still in it.
type search struct {
	primary int
	nodes   []node
	start   []int32 // by option: its first node
	cells   []int32 // node numbers, item by item
	base    []int32 // by item
	end     []int32 // by item

	active    []int32 // primary items; the first few are those not covered
	position  []int32 // by primary item: its index in active
	uncovered int     // number of primary items not covered
	forced    []int32 // items that had one option left at some time, to be looked at before there is a choice

	chosen    []int32 // options taken
	levels    []level
	savedEnds []int32 // for each level a copy of end
	ends      []int32 // scratch: the ends of the sets that an option covers
	failed    bool    // backtrack before anything else

	solutionBuf cover.Solution // chosen, for the caller
	effort      model.Effort
}

type node struct {
	item, position int32 // place: of the node in cells
	option         int32
	color          int32
}

// A level is a choice: the options of an item are tried one after the other, in the order of its cells, which do not move as long as the
// item is covered.
type level struct {
	next, end int32 // cells still to be tried
	uncovered int   // search.left, and the length of search.chosen, before the choice
	chosen    int
}

// load makes s ready for p.
func (s *search) load(p *cover.Problem) {
	s.primary = p.Primary
	s.start = resize(s.start, len(p.Options)+1)
	s.base = resize(s.base, p.Items+1)
	s.end = resize(s.end, p.Items)
	clear(s.end)
	s.nodes = s.nodes[:0]
	for k, o := range p.Options {
		s.start[k] = int32(len(s.nodes))
		for _, e := range o {
			s.nodes = append(s.nodes, node{item: e.Item, option: int32(k), color: e.Color})
			s.end[e.Item]++
		}
	}
	s.start[len(p.Options)] = int32(len(s.nodes))
	next := int32(0)
	for i, n := range s.end {
		s.base[i], s.end[i] = next, next
		next += n
	}
	s.base[p.Items] = next
	s.cells = resize(s.cells, int(next))
	for q := range s.nodes {
		n := &s.nodes[q]
		n.position = s.end[n.item]
		s.cells[n.position] = int32(q)
		s.end[n.item]++
	}

	s.active, s.position, s.uncovered = resize(s.active, p.Primary), resize(s.position, p.Primary), p.Primary
	s.forced, s.chosen, s.levels, s.failed = s.forced[:0], s.chosen[:0], s.levels[:0], false
	s.effort = model.Effort{Nodes: 1}
	for i := range p.Primary {
		s.active[i], s.position[i] = int32(i), int32(i)
		switch s.end[i] - s.base[i] {
		case 0:
			s.failed = true
		case 1:
			s.forced = append(s.forced, int32(i))
		}
	}
}

type event int

const (
	outOfSteps event = iota // no steps are left; calling again goes on
	found                   // at a solution
	exhausted               // there is no further solution
)

// advance goes on to the next solution, for so many steps at most.
func (s *search) advance(steps int) event {
	for ; steps > 0; steps-- {
		var o int32
		if s.failed {
			if len(s.levels) == 0 {
				return exhausted
			}
			o = s.backtrack()
		} else if o = s.choose(); o < 0 {
			s.failed = true
			return found
		}
		if s.failed = !s.selectOption(o); s.failed {
			s.effort.Failures++
		}
	}
	return outOfSteps
}

// choose returns the option to be taken next, or -1 if all primary items are covered.
func (s *search) choose() int32 {
	for n := len(s.forced); n > 0; n-- {
		i := s.forced[n-1]
		if s.end[i]-s.base[i] == 1 {
			s.forced = s.forced[:n-1]
			return s.nodes[s.cells[s.base[i]]].option
		}
	}
	s.forced = s.forced[:0]
	if s.uncovered == 0 {
		return -1
	}
	best, fewest := int32(0), int32(1<<30)
	for _, i := range s.active[:s.uncovered] {
		if n := s.end[i] - s.base[i]; n < fewest {
			if best, fewest = i, n; n == 2 {
				break
			}
		}
	}
	s.savedEnds = append(s.savedEnds[:len(s.levels)*len(s.end)], s.end...)
	s.levels = append(s.levels, level{s.base[best] + 1, s.end[best], s.uncovered, len(s.chosen)})
	s.effort.Nodes++
	return s.nodes[s.cells[s.base[best]]].option
}

// backtrack undoes what was done since the last choice and returns its next option. The last one needs no level of its own.
func (s *search) backtrack() int32 {
	top := len(s.levels) - 1
	l := &s.levels[top]
	copy(s.end, s.savedEnds[top*len(s.end):])
	s.uncovered, s.chosen, s.forced = l.uncovered, s.chosen[:l.chosen], s.forced[:0]
	o := s.nodes[s.cells[l.next]].option
	if l.next++; l.next == l.end {
		s.levels = s.levels[:top]
	}
	s.effort.Nodes++
	return o
}

// selectOption covers the items of option o. It reports false if some item not covered has no option left; the state is then good for retry only.
func (s *search) selectOption(o int32) bool {
	s.chosen = append(s.chosen, o)
	nodes := s.nodes[s.start[o]:s.start[o+1]]
	s.ends = s.ends[:0]
	for q := range nodes {
		i := nodes[q].item
		s.ends = append(s.ends, s.end[i])
		s.end[i] = s.base[i]
		if int(i) < s.primary {
			s.uncovered--
			last, position := s.active[s.uncovered], s.position[i]
			s.active[position], s.active[s.uncovered] = last, i
			s.position[last], s.position[i] = position, int32(s.uncovered)
		}
	}
	for q := range nodes {
		color := nodes[q].color
		for _, x := range s.cells[s.base[nodes[q].item]:s.ends[q]] {
			if n := &s.nodes[x]; color != 0 && n.color == color {
				continue // it may share the item
			} else if !s.removeOption(n.option) {
				return false
			}
		}
	}
	return true
}

// removeOption takes option o out of the sets that it is in. It reports false if that leaves a primary item without options.
func (s *search) removeOption(o int32) bool {
	for q, end := s.start[o], s.start[o+1]; q < end; q++ {
		n := &s.nodes[q]
		last := s.end[n.item] - 1
		if n.position > last {
			continue
		}
		s.effort.Propagations++
		other := s.cells[last]
		s.cells[n.position], s.cells[last] = other, q
		s.nodes[other].position, n.position = n.position, last
		s.end[n.item] = last
		if int(n.item) < s.primary {
			switch last - s.base[n.item] {
			case 0:
				return false
			case 1:
				s.forced = append(s.forced, n.item)
			}
		}
	}
	return true
}

// solution returns the options taken, in a slice that is valid until the next call.
func (s *search) solution() cover.Solution {
	s.solutionBuf = s.solutionBuf[:0]
	for _, o := range s.chosen {
		s.solutionBuf = append(s.solutionBuf, int(o))
	}
	return s.solutionBuf
}

// resize returns v with length n, its contents being of no interest.
func resize(v []int32, n int) []int32 { return slices.Grow(v[:0], n)[:n] }
