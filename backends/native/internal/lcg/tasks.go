package lcg

import (
	"cmp"
	"math"
	"slices"

	"nonet/internal/slice"
)

// tasks are tasks of which no two run at the same time. A task runs from its start, a variable, for its length. Edge
// finding tightens the start of a task that must run after, or before, a set of others.
//
// Sources: J. Carlier, E. Pinson, Adjustment of heads and tails for the job-shop problem, European Journal of
// Operational Research 78, 1994; P. Baptiste, C. Le Pape, W. Nuijten, Constraint-Based Scheduling, 2001, section 2.1.4,
// for the algorithm; P. Vilím, Computing Explanations for the Unary Resource Constraint, CPAIOR 2005.
type tasks struct {
	id     int32
	starts []int32
	length []int // by task

	spans   []span // by task; scratch
	byStart []int  // tasks by spans; scratch
	best    []end  // by place in byStart; scratch
}

// A span is the time in which a task can run. In the mirror, in which time runs backwards, it is from -to to -from.
type span struct{ from, to int }

// An end is the time at which tasks end that run without a pause, beginning with the one at a place in byStart.
type end struct{ place, time int }

func (e end) later(f end) end {
	if f.time > e.time {
		return f
	}
	return e
}

// An edge is why a task starts after others: if it is not the last one, the tasks that can run only from first to last
// do not fit into that time. Of these tasks, each that can run only from after on delays it.
type edge struct {
	of                 int32 // index in propagators
	first, after, last int   // in the mirror, if the reason is one for a latest start
}

// maxTasks limits the tasks of a group, since edge finding takes time quadratic in their number.
const maxTasks = 200

func (t *tasks) propagate(s *Search, _ int32) bool {
	return t.findEdges(s, false) && t.findEdges(s, true)
}

// findEdges tightens the earliest starts, or in the mirror the latest ones.
func (t *tasks) findEdges(s *Search, mirror bool) bool {
	for i := range t.starts {
		t.spans[i] = t.spanBefore(&s.state, i, int32(len(s.trail)), mirror)
	}
	slices.SortFunc(t.byStart, func(a, b int) int {
		return cmp.Or(cmp.Compare(t.spans[a].from, t.spans[b].from), cmp.Compare(a, b))
	})
	for i := range t.starts {
		if !t.findAfter(s, t.spans[i].to, mirror) {
			return false
		}
	}
	return true
}

// findAfter finds what must run after the tasks that end by a time.
func (t *tasks) findAfter(s *Search, last int, mirror bool) bool {
	work, all := 0, end{0, -unbounded}
	for place, i := range slices.Backward(t.byStart) {
		if t.spans[i].to <= last {
			work += t.length[i]
			all = all.later(end{place, t.spans[i].from + work})
		}
		t.best[place] = all
	}
	from := func(place int) int { return t.spans[t.byStart[place]].from }
	if all.time > last { // no task can be the last one
		i := t.byStart[all.place]
		return t.startAfter(s, i, all.time-t.length[i], edge{t.id, from(all.place), from(all.place), last}, mirror)
	}
	early := end{0, -unbounded} // of tasks that begin with one that can start before task i
	for place, i := range t.byStart {
		if t.spans[i].to <= last {
			early = early.later(end{place, from(place) + work})
			work -= t.length[i]
			continue
		}
		k, e := t.spans[i].from, edge{of: t.id, last: last}
		switch rest := t.best[place]; {
		case early.time+t.length[i] > last:
			k, e.first, e.after = all.time, min(from(early.place), from(all.place)), from(all.place)
		case work > 0 && from(place)+work+t.length[i] > last:
			k, e.first, e.after = rest.time, from(place), from(rest.place)
		}
		if !t.startAfter(s, i, k, e, mirror) {
			return false
		}
	}
	return true
}

// startAfter makes task i start at time k or later.
func (t *tasks) startAfter(s *Search, i, k int, e edge, mirror bool) bool {
	if k <= t.spans[i].from {
		return true
	}
	s.edges = append(s.edges, e)
	return s.make(t.startsFrom(i, k, mirror), reason{byEdge, int32(len(s.edges) - 1)})
}

// spanBefore returns the span of task i before the event with index at.
func (t *tasks) spanBefore(s *state, i int, at int32, mirror bool) span {
	from, _ := s.loBefore(t.starts[i], at)
	to, _ := s.hiBefore(t.starts[i], at)
	to += t.length[i]
	if mirror {
		return span{-to, -from}
	}
	return span{from, to}
}

// startsFrom returns the atom that task i starts at time k or later.
func (t *tasks) startsFrom(i, k int, mirror bool) atom {
	if mirror {
		return atom{-k - t.length[i], t.starts[i], atMost}
	}
	return atom{k, t.starts[i], atLeast}
}

// endsBy returns the atom that task i ends at time k or earlier.
func (t *tasks) endsBy(i, k int, mirror bool) atom {
	if mirror {
		return atom{-k, t.starts[i], atLeast}
	}
	return atom{k - t.length[i], t.starts[i], atMost}
}

// explainEdge gives the bounds of the tasks of an edge, as weak as their lengths allow.
func (s *Search) explainEdge(e edge, at int32, a atom) {
	t := s.propagators[e.of].(*tasks)
	i, mirror, k := slices.Index(t.starts, a.v), a.op == atMost, a.k
	if mirror {
		k = -a.k - t.length[i]
	}
	spare, delay := e.first+t.length[i]-e.last-1, e.after-k // to be at least 0
	isInside := func(j int) (inside, delays bool) {
		p := t.spans[j]
		return j != i && p.from >= e.first && p.to <= e.last, p.from >= e.after
	}
	for j, n := range t.length {
		t.spans[j] = t.spanBefore(&s.state, j, at, mirror)
		if inside, delays := isInside(j); inside {
			spare += n
			if delays {
				delay += n
			}
		}
	}
	after := max(e.first, e.after-delay)
	var inside []int
	for j, n := range t.length {
		in, delays := isInside(j)
		switch {
		case !in:
		case delays:
			s.because(t.startsFrom(j, after, mirror))
			inside = append(inside, j)
		case spare >= n:
			spare -= n
		default:
			s.because(t.startsFrom(j, e.first, mirror))
			inside = append(inside, j)
		}
	}
	for _, j := range inside {
		s.because(t.endsBy(j, e.last+spare, mirror))
	}
	s.because(t.startsFrom(i, e.first, mirror))
}

func (t *tasks) explain(*Search, int32, atom) {} // its reasons are edges

// A choice says that a variable has its highest value, or its lowest one.
type choice struct {
	v    int32
	high bool
}

// An order states that variable a plus a length is at most variable b, if a choice is made.
type order struct {
	choice
	a, b int32
}

// Limits of AddTasks: the pairs of tasks that it looks at, and their lengths and starts, whose sums must fit an int.
const (
	maxPairs = 1 << 15
	maxTime  = 1 << 50
)

// AddTasks looks for tasks among the constraints, and adds what follows for them: variables of which each two are in
// one of two orders, some length apart, and choices say in which. Call it at most once, after all constraints.
func (p *Problem) AddTasks() {
	length, others := p.findPairs()
	if len(length) > 2*maxPairs {
		return
	}
	grouped := map[[2]int32]bool{}
	for v := range p.initial {
		a := int32(v)
		for _, b := range others[a] {
			if grouped[[2]int32{a, b}] {
				continue
			}
			group := []int32{a, b}
			for _, c := range others[a] {
				mayOverlap := func(d int32) bool { return length[[2]int32{c, d}] == 0 }
				if len(group) < maxTasks && !slices.ContainsFunc(group, mayOverlap) {
					group = append(group, c)
				}
			}
			for _, c := range group {
				for _, d := range group {
					grouped[[2]int32{c, d}] = true
				}
			}
			if len(group) > 2 {
				p.addGroup(group, length)
			}
		}
	}
}

// findPairs returns, by pair, how long the first variable must run if it is before the second one, and by variable the
// others of its pairs.
func (p *Problem) findPairs() (length map[[2]int32]int, others map[int32][]int32) {
	length, others = map[[2]int32]int{}, map[int32][]int32{}
	orders, ordersOf := map[order]int{}, map[choice][]order{}
	for _, c := range p.propagators {
		if l, ok := c.(*linear); ok && l != p.objective {
			p.eachOrder(l, func(o order, length int) {
				orders[o], ordersOf[o.choice] = length, append(ordersOf[o.choice], o)
			})
		}
	}
	either := func(c, d choice) { // one of the choices is made
		for _, o := range ordersOf[c] {
			back, found := orders[order{d, o.b, o.a}]
			if !found {
				continue
			}
			there, home := [2]int32{o.a, o.b}, [2]int32{o.b, o.a}
			if length[there] == 0 {
				others[o.a], others[o.b] = append(others[o.a], o.b), append(others[o.b], o.a)
			}
			length[there], length[home] = max(length[there], orders[o]), max(length[home], back)
		}
	}
	for _, c := range p.clauses {
		if len(c) == 2 {
			either(choice{c[0].v, c[0].op == atMost}, choice{c[1].v, c[1].op == atMost})
		}
	}
	for v := range p.initial {
		either(choice{int32(v), true}, choice{int32(v), false})
	}
	return length, others
}

// eachOrder visits the orders that a sum states, with their lengths, where the other terms have their least values. It
// leaves out lengths and starts that are too large.
func (p *Problem) eachOrder(l *linear, visit func(o order, length int)) {
	if len(l.terms) > maxImplied {
		return
	}
	least := 0
	for _, t := range l.terms {
		low, _ := p.ends(t)
		least += low
	}
	for _, t := range l.terms {
		if p.initial[t.Var].Size() != 2 {
			continue
		}
		low, high := p.ends(t)
		for _, a := range l.terms {
			for _, b := range l.terms {
				if a.Coef != 1 || b.Coef != -1 || a.Var == t.Var || b.Var == t.Var {
					continue
				}
				first, last := p.initial[a.Var], p.initial[b.Var]
				length := least - low + high - first.Min() + last.Max() - l.bound
				if length > 0 && max(length, -first.Min(), first.Max(), -last.Min(), last.Max()) <= maxTime {
					visit(order{choice{t.Var, t.Coef > 0}, a.Var, b.Var}, length)
				}
			}
		}
	}
}

// addGroup adds tasks, each as long as before the one that follows it soonest.
func (p *Problem) addGroup(starts []int32, length map[[2]int32]int) {
	n := len(starts)
	t := &tasks{
		starts: starts, length: slices.Repeat([]int{math.MaxInt}, n), spans: make([]span, n),
		byStart: slice.Indices[int](n), best: make([]end, n),
	}
	for i, a := range starts {
		for _, b := range starts {
			if a != b {
				t.length[i] = min(t.length[i], length[[2]int32{a, b}])
			}
		}
	}
	t.id = p.add(t, 2)
	for _, v := range starts {
		p.onLo[v], p.onHi[v] = append(p.onLo[v], t.id), append(p.onHi[v], t.id)
	}
}
