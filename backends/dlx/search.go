package dlx

import (
	"slices"

	"nonet/backends/internal/tournament"
	"nonet/encode/cover"
	"nonet/internal/slice"
	"nonet/model"
)

// A search enumerates the solutions of one problem.
//
// A node is an occurrence of an item in an option; the nodes of option k are nodes[start[k]:start[k+1]].
// cells[base[i]:base[i+1]] lists the nodes of item i, and its first part, up to end[i], is the set of item i: the nodes
// left. The set of a covered item is empty, so a node can be removed from its set exactly if its item is not covered
// and the node is still in the set.
type search struct {
	primary int
	nodes   []node
	start   []int32 // by option: its first node
	cells   []int32 // nodes, grouped by item
	base    []int32 // by item: start of its cells
	end     []int32 // by item: end of its set

	active    []int32         // primary items; the first uncovered ones are not covered
	position  []int32         // by primary item: its index in active
	uncovered int             // number of primary items not covered
	forced    []int32         // items that had one option left at some time, checked before branching
	tree      tournament.Tree // of the primary items, if they are more than maxScan

	chosen  []int32 // selected options
	levels  []level
	saved   []savedEnd // what backtrack restores in end
	stamp   int64      // of the last branching or backtrack
	savedAt []int64    // by item: the stamp of its last entry in saved
	ends    []int32    // scratch: the ends of the sets of the items that an option covers
	failed  bool       // the next step must backtrack

	solutionBuf cover.Solution // chosen, in the type that the caller receives
	effort      model.Effort
}

type node struct {
	item, position int32 // position is the index of the node in cells
	option         int32
	color          int32
}

// A savedEnd is an earlier value of search.end.
type savedEnd struct{ item, end int32 }

// A level is a branching on an item. It tries the options of the item in the order of its cells, which do not move
// while the item is covered.
type level struct {
	next, end int32 // the cells still to be tried
	// search.uncovered and the lengths of search.chosen and search.saved before the branching
	uncovered int
	chosen    int
	saved     int
}

// load initializes s for p.
func (s *search) load(p *cover.Problem) {
	s.primary = p.Primary
	s.start = slice.Resize(s.start, len(p.Options)+1)
	s.base = slice.Resize(s.base, p.Items+1)
	s.end = slice.Zeros(s.end, p.Items)
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
	s.cells = slice.Resize(s.cells, int(next))
	for q := range s.nodes {
		n := &s.nodes[q]
		n.position = s.end[n.item]
		s.cells[n.position] = int32(q)
		s.end[n.item]++
	}

	s.active, s.position = slice.Resize(s.active, p.Primary), slice.Resize(s.position, p.Primary)
	s.uncovered = p.Primary
	s.forced, s.chosen, s.levels, s.failed = s.forced[:0], s.chosen[:0], s.levels[:0], false
	s.effort = model.Effort{Nodes: 1}
	s.saved, s.savedAt, s.stamp = s.saved[:0], slices.Grow(s.savedAt[:0], p.Items)[:p.Items], 1
	clear(s.savedAt)
	if s.primary > maxScan {
		s.tree.Reset(s.primary)
	}
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
	outOfSteps event = iota // no steps are left; the next call continues
	found                   // at a solution
	exhausted               // there is no further solution
)

// advance goes on to the next solution. It takes at most the given number of steps.
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

// choose returns the option to select next, or -1 if all primary items are covered.
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
	best := s.chooseItem()
	s.levels = append(s.levels, level{s.base[best] + 1, s.end[best], s.uncovered, len(s.chosen), len(s.saved)})
	s.stamp++
	s.effort.Nodes++
	return s.nodes[s.cells[s.base[best]]].option
}

// maxScan is the largest number of primary items of which each branching looks at all; a scan is faster for few.
const maxScan = 4096

// chooseItem returns an item with the fewest options; there must be one that is not covered.
func (s *search) chooseItem() int32 {
	if s.primary > maxScan {
		return s.tree.Best(func(i int32) uint64 {
			if int(s.position[i]) >= s.uncovered {
				return tournament.None
			}
			return uint64(s.end[i] - s.base[i])
		})
	}
	best, fewest := int32(0), int32(1<<30)
	for _, i := range s.active[:s.uncovered] {
		if n := s.end[i] - s.base[i]; n < fewest {
			if best, fewest = i, n; n == 2 {
				break
			}
		}
	}
	return best
}

// backtrack undoes everything since the last branching and returns its next option. The last option needs no level.
func (s *search) backtrack() int32 {
	top := len(s.levels) - 1
	l := &s.levels[top]
	for k := len(s.saved) - 1; k >= l.saved; k-- {
		s.end[s.saved[k].item] = s.saved[k].end
		s.touch(s.saved[k].item)
	}
	s.saved = s.saved[:l.saved]
	s.stamp++
	s.uncovered, s.chosen, s.forced = l.uncovered, s.chosen[:l.chosen], s.forced[:0]
	o := s.nodes[s.cells[l.next]].option
	if l.next++; l.next == l.end {
		s.levels = s.levels[:top]
	}
	s.effort.Nodes++
	return o
}

// selectOption covers the items of option o. It returns false if an item that is not covered has no option left; only
// backtrack may follow then.
func (s *search) selectOption(o int32) bool {
	s.chosen = append(s.chosen, o)
	nodes := s.nodes[s.start[o]:s.start[o+1]]
	s.ends = s.ends[:0]
	for q := range nodes {
		i := nodes[q].item
		s.ends = append(s.ends, s.end[i])
		s.setEnd(i, s.base[i])
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
				continue // the same color: both options may cover the item
			} else if !s.removeOption(n.option) {
				return false
			}
		}
	}
	return true
}

// removeOption removes option o from the sets of its items. It returns false if a primary item has no option left.
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
		s.setEnd(n.item, last)
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

// setEnd changes the end of the set of an item, and saves the old one once after each branching.
func (s *search) setEnd(i, to int32) {
	if s.savedAt[i] != s.stamp {
		s.savedAt[i] = s.stamp
		s.saved = append(s.saved, savedEnd{i, s.end[i]})
	}
	s.end[i] = to
	s.touch(i)
}

func (s *search) touch(i int32) {
	if s.primary > maxScan && int(i) < s.primary {
		s.tree.Touch(i)
	}
}

// solution returns the selected options, in a slice that is valid until the next call.
func (s *search) solution() cover.Solution {
	s.solutionBuf = s.solutionBuf[:0]
	for _, o := range s.chosen {
		s.solutionBuf = append(s.solutionBuf, int(o))
	}
	return s.solutionBuf
}
