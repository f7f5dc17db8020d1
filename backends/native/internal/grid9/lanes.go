//go:build amd64 && !purego

package grid9

import (
	"math/bits"
	"slices"

	"nonet/backends/native/internal/lanes"
	"nonet/backends/native/internal/sweep"
	"nonet/internal/search"
)

// Lanes is an engine on lanes.Grids, which propagates sixteen nodes at once. A branch leaves one child in the lane and
// pushes the other one onto the stack of the search.
//
// A search begins in one lane, depth first. After wideAfter nodes it uses all lanes: those without a node take the last
// one from the stack. For a list ([Search]), sixteen searches begin side by side, so that all lanes are busy; the few
// that need all lanes come last. So a search visits the same nodes whether its puzzle is alone or in a list.
type Lanes struct {
	grids           *lanes.Grids
	active, done    uint32 // lanes with a node; those of them to look at, since their propagation has ended
	frames          []pending
	free            int32              // first unused element of frames
	top             [lanes.Width]int32 // by stack: its last element in frames
	nodes, failures int64
	found           int64 // number of solutions
	at              int   // lane of the last solution
	planes          sweep.Planes
	aside           []widening
}

// pending is a node to visit. Lists of these end with frames[0], which is not used.
type pending struct {
	frame sweep.Frame
	next  int32
}

// widening is a search of a list that needs all lanes: its result so far, and its stack.
type widening struct {
	*Result
	top int32
}

// wideAfter is a number of nodes. Of the puzzles with 17 clues, one in 60 takes more.
const wideAfter = 16

func init() {
	if lanes.Available {
		Engines = slices.Insert(Engines, 0, NamedEngine{"lanes", "AVX2", func() Engine { return new(Lanes) }})
	}
	if sweep.Available {
		Engines = slices.Insert(Engines, 0, NamedEngine{"sweep", "AVX-512", func() Engine { return new(Sweep) }})
	}
}

const allLanes = 1<<lanes.Width - 1

// Start implements Engine.
func (s *Lanes) Start(clues *Grid) {
	s.reset()
	s.nodes, s.failures, s.found = 0, 0, 0
	s.grids.Load(0, clues)
	s.active = 1
}

func (s *Lanes) reset() {
	if s.grids == nil {
		s.grids, s.frames = lanes.New(), make([]pending, 1, 32)
	}
	s.frames, s.free, s.top, s.active, s.done, s.aside = s.frames[:1], 0, [lanes.Width]int32{}, 0, 0,
		s.aside[:0]
}

// Next implements Engine. All nodes are on stack 0.
func (s *Lanes) Next(steps int) (search.Event, int) {
	for {
		for rest := s.done &^ (s.grids.Solved &^ s.grids.Bad); rest != 0; rest &= rest - 1 {
			if steps <= 0 {
				return search.Paused, 0
			}
			steps--
			s.nodes++
			l := bits.TrailingZeros32(rest)
			s.done &^= 1 << l
			if s.grids.Bad>>l&1 == 1 {
				s.failures++
				s.active &^= 1 << l
			} else {
				s.branch(l, 0, s.found >= 2)
			}
		}
		if s.done != 0 { // solutions are left
			if steps <= 0 {
				return search.Paused, 0
			}
			s.nodes++
			s.found++
			s.at = bits.TrailingZeros32(s.done)
			s.done &= s.done - 1
			s.active &^= 1 << s.at
			return search.Found, steps - 1
		}
		for s.top[0] != 0 && (s.active == 0 || s.active != allLanes && s.nodes >= wideAfter) {
			l := bits.TrailingZeros32(^s.active)
			s.grids.Restore(l, s.pop(0))
			s.active |= 1 << l
		}
		if s.active == 0 {
			return search.Exhausted, steps
		}
		s.propagate()
	}
}

func (s *Lanes) propagate() {
	s.grids.Propagate(s.active)
	s.done = (s.grids.Bad | s.grids.Stable) & s.active
}

// branch leaves the lowest candidate of a cell in the lane, and pushes the grid without it.
func (s *Lanes) branch(lane, stack int, any bool) {
	planes := &s.planes
	if any {
		planes = nil
	}
	f := s.push(lane, stack, planes)
	cell, ok := chooseFirst(f, any)
	if !ok {
		cell = chooseBest(f, planes)
	}
	w := &f.State[cell>>5%3][cell&31]
	s.grids.Decide(lane, cell, *w&-*w)
	*w &= *w - 1
}

// push copies the grid in a lane to a stack.
func (s *Lanes) push(lane, stack int, p *sweep.Planes) *sweep.Frame {
	n := s.free
	if n != 0 {
		s.free = s.frames[n].next
	} else {
		n = int32(len(s.frames))
		s.frames = append(s.frames, pending{})
	}
	f := &s.frames[n].frame
	s.grids.Copy(lane, f, p)
	s.frames[n].next, s.top[stack] = s.top[stack], n
	return f
}

// pop removes the last node of a stack and returns its grid.
func (s *Lanes) pop(stack int) *sweep.Frame {
	n := s.top[stack]
	p := &s.frames[n]
	s.top[stack], p.next, s.free = p.next, s.free, n
	return &p.frame
}

// Solution implements Engine. The lane of a solution keeps it until the next call of Next.
func (s *Lanes) Solution(g *Grid) { s.grids.Unload(s.at, g) }

// Effort implements Engine.
func (s *Lanes) Effort() (nodes, failures int64) { return s.nodes, s.failures }

// search is Search, with a lane and a stack for each puzzle at work.
func (s *Lanes) search(puzzles []*Grid, results []Result, limit, nodes int) {
	s.reset()
	var of [lanes.Width]*Result // by lane
	next := 0
	for {
		for idle := ^s.active & allLanes; idle != 0; idle &= idle - 1 {
			l := bits.TrailingZeros32(idle)
			switch {
			case s.top[l] != 0:
				s.grids.Restore(l, s.pop(l))
			case next < len(puzzles):
				s.grids.Load(l, puzzles[next])
				r := &results[next]
				r.Solutions, r.Complete, r.Nodes, r.Failures, r.Work = 0, false, 0, 0, -s.grids.Sweeps
				of[l] = r
				next++
			default:
				continue
			}
			s.active |= 1 << l
		}
		if s.active == 0 {
			break
		}
		s.propagate()
		for ; s.done != 0; s.done &= s.done - 1 {
			l := bits.TrailingZeros32(s.done)
			r := of[l]
			ended := s.visit(l, r, limit, nodes)
			if !ended && r.Nodes < wideAfter {
				continue
			}
			if !ended {
				if s.active>>l&1 == 1 {
					s.push(l, l, nil)
				}
				s.aside = append(s.aside, widening{r, s.top[l]})
				s.top[l] = 0
			}
			s.active &^= 1 << l
			s.clear(l)
			r.Work += s.grids.Sweeps
		}
	}
	for _, w := range s.aside {
		s.active, s.done, s.top[0] = 0, 0, w.top
		s.nodes, s.failures, s.found = w.Nodes, w.Failures, int64(w.Solutions)
		sweeps := s.grids.Sweeps
		w.run(s, limit, nodes-int(w.Nodes))
		w.Work += lanes.Width * (s.grids.Sweeps - sweeps)
		s.clear(0)
	}
}

// clear empties a stack.
func (s *Lanes) clear(stack int) {
	for s.top[stack] != 0 {
		s.pop(stack)
	}
}

// visit visits the node in a lane, and reports whether the search of r has ended.
func (s *Lanes) visit(lane int, r *Result, limit, nodes int) bool {
	if r.Nodes == int64(nodes) {
		return true
	}
	r.Nodes++
	switch {
	case s.grids.Bad>>lane&1 == 1:
		r.Failures++
	case s.grids.Solved>>lane&1 == 1:
		if r.Solutions < len(r.Found) {
			s.grids.Unload(lane, &r.Found[r.Solutions])
		}
		if r.Solutions++; r.Solutions == limit {
			return true
		}
	default:
		s.branch(lane, lane, r.Solutions >= 2)
		return false
	}
	s.active &^= 1 << lane
	r.Complete = s.top[lane] == 0
	return r.Complete
}
