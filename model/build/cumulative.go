package build

import (
	"nonet/model"
	"slices"
)

// Cumulative states that tasks never use more than a capacity: task i uses demands[i] from starts[i] until before
// starts[i] + durations[i].
func Cumulative(starts, durations, demands List, capacity Value) Constraint {
	s, d, r := listOf(starts), listOf(durations), listOf(demands)
	n := len(s)
	c := &relationOnly{name: "Cumulative", args: slices.Concat(s, d, r, []Expr{exprOf(capacity)})}
	if len(d) != n || len(r) != n {
		c.err = mistake(c.name, "has %d starts, %d durations and %d demands", n, len(d), len(r))
	}
	c.post = func(b *Builder, x []lin) { b.cumulative(x[:n], x[n:2*n], x[2*n:3*n], x[3*n]) }
	return c
}

// maxTimeRows bounds the rows of tables that the time decomposition of a cumulative constraint makes.
const maxTimeRows = 200_000

// cumulative states that tasks never use more than a capacity. A task runs from its start until before start +
// duration.
//
// The time decomposition has an inequality for each time, over a literal for each task that may run then: one order
// literal more for each task and time, or two if the duration is a variable. If the domains are too large for that, the
// task decomposition has an inequality for the start of each task, and two literals for each pair of tasks. Tasks that
// never fit together are one after the other instead.
//
// Source: A. Schutt, T. Feydy, P. J. Stuckey, M. G. Wallace, Why Cumulative Decomposition Is Not as Bad as It Sounds,
// CP 2009, pp. 746-761, section 3.
func (b *Builder) cumulative(starts, durations, demands []lin, capacity lin) {
	if len(starts) == 0 {
		return
	}
	b.le(capacity.scale(b, -1)) // nothing runs in the end
	var tasks []task
	var times []model.Range // in which a task may run
	rows, negative := 0, false
	for i, start := range starts {
		t := task{start: start, end: b.plus(start, durations[i]), demand: demands[i]}
		shortest, longest := b.bounds(durations[i])
		least, most := b.bounds(t.demand)
		if shortest > 0 {
			t.least = least
		}
		if longest <= 0 || least == 0 && most == 0 {
			continue
		}
		negative = negative || least < 0
		t.early, _ = b.bounds(start)
		_, t.late = b.bounds(t.end)
		times = append(times, model.Range{Lo: t.early, Hi: t.late - 1})
		rows = b.add(rows, b.mul(t.late-t.early, b.product(start)))
		tasks = append(tasks, t)
	}
	switch {
	case b.overflow:
	case rows <= maxTimeRows:
		for time := range model.Union(times...).All {
			b.limitUse(tasks, constant(time), capacity)
		}
	case negative:
		b.refuse("negative demands with large domains are not supported")
	default:
		_, most := b.bounds(capacity)
		for j, t := range tasks { // the use is largest where a task starts
			var others []task
			for i, u := range tasks {
				switch {
				case i == j || t.least+u.least <= most:
					others = append(others, u)
				case i < j:
					b.clause(b.notAfter(t.end, u.start), b.notAfter(u.end, t.start))
				}
			}
			b.limitUse(others, t.start, capacity)
		}
	}
}

// A task uses its demand from its start until before its end, which are between early and late.
type task struct {
	start, end, demand lin
	early, late        int
	least              int // the least demand, or 0 if the task may have no duration
}

// limitUse states that the tasks that run at a time use at most the capacity.
func (b *Builder) limitUse(tasks []task, time, capacity lin) {
	use := b.minus(constant(0), capacity)
	for _, t := range tasks {
		if lo, hi := b.bounds(time); hi < t.early || lo >= t.late {
			continue
		}
		running := b.both(b.notAfter(t.start, time), b.not(b.notAfter(t.end, time)))
		use = b.plus(use, b.product01(running, t.demand))
	}
	b.le(use)
}

// product01 returns a literal times x, as an auxiliary variable unless one of them is a constant.
func (b *Builder) product01(literal, x lin) lin {
	switch {
	case len(literal.terms) == 0:
		return b.sum([]int{literal.c}, []lin{x})
	case len(x.terms) == 0:
		return b.sum([]int{x.c}, []lin{literal})
	}
	lo, hi := b.bounds(x)
	product := b.newInt(min(lo, 0), max(hi, 0))
	b.implyEq(literal, b.minus(product, x))
	b.implyEq(b.not(literal), product)
	return product
}
