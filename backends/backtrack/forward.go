package backtrack

import (
	"cmp"
	"context"
	"math"
	"slices"

	"nonet/backends"
	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// ForwardChecking is the default solver of the library python-constraint 1.1 (G. Niemeyer), node for node. It chooses
// the variable with the most constraints, then the smallest domain, then the first in the model; it tries the last
// value of the domain first. After each assignment it checks every constraint of the variable, in the order of the
// model. An AllDifferent hides the value from the domains of its other variables; a constraint of another kind waits
// until one variable is unassigned, and hides the values that violate it. Hidden values are restored at the end of
// their domain, so values are soon no longer tried in decreasing order.
//
// A Given, and any other constraint of one variable, does not count as a constraint of the variable: it reduces the
// domain at the start.
type ForwardChecking struct {
	// Thesis states a grid as in Thein's thesis. Each AllDifferent of N cells comes after the constraint that the sum
	// of its values is N(N+1)/2. The domains of the cells without a given are 1..N², an error for 1..N (the thesis has
	// range(1, size*size+1), with 9 as the size). The sum reduces them to 1..N(N+1)/2. It also makes the answers right:
	// N different positive numbers with this sum are 1..N. Of a preprocessor this search uses only the cells that it
	// has filled, as in the thesis.
	//
	// A grid is a model in which all AllDifferents have the same number N of variables, every variable is in one, and
	// every domain is within 1..N. In other models the sum does not follow, and Thesis has no effect.
	//
	// The order of the constraints determines the order in which values are hidden and restored, and so the order in
	// which they are tried. The thesis (section 3.3, appendix B) states for each row, column and box first the sum,
	// then the AllDifferent.
	//
	// Source: M. Thein, An In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. thesis,
	// Pennsylvania State University, 2014, sections 3.2 to 4.1.
	Thesis bool

	// Nodes limits the nodes, as counted in Effort; 0 means no limit. A search that reaches the limit is incomplete.
	Nodes int64
}

var _ model.Preparer = ForwardChecking{}

// Solve implements model.Solver. It returns an error, besides ctx.Err(), if m is invalid.
//
// In Effort, Nodes are the assignments tried, givens included; Failures the backtracks from a variable without a value
// left; Propagations the values hidden.
func (s ForwardChecking) Solve(
	ctx context.Context, m *model.Model, yield func(model.Assignment) bool,
) (model.Result, error) {
	return backends.Compiler(s.newSearch).Solve(ctx, m, yield)
}

// Prepare implements model.Preparer: it analyses base once.
func (s ForwardChecking) Prepare(ctx context.Context, base *model.Model) (model.Prepared, error) {
	return backends.Compiler(s.newSearch).Prepare(ctx, base)
}

// forward is the search of ForwardChecking.
type forward struct {
	driver
	thesisGrid bool      // the model is a grid, stated as in the thesis
	initial    [][]int   // by variable: its domain, reduced by the constraints of this variable alone
	degrees    []int     // by variable: number of its constraints
	checksOf   [][]check // by variable: its constraints
	empty      bool      // some domain is empty, or a constraint without variables is violated

	domains  []domain
	assigned []bool
	blank    int
	a        model.Assignment
	levels   []level // by depth
}

// A domain is a list of values, some of which are hidden.
type domain struct {
	values []int // the last one is tried first
	hidden []int // in the order of hiding
}

// restore restores the values hidden since the domain had n values.
func (d *domain) restore(n int) {
	if more := n - len(d.values); more > 0 {
		from := len(d.hidden) - more
		d.values = append(d.values, d.hidden[from:]...)
		d.hidden = d.hidden[:from]
	}
}

// A level is a chosen variable, its values not yet tried, and the sizes of all domains before the variable was
// assigned.
type level struct {
	v      int
	values []int
	sizes  []int
}

// A check is a constraint. Its method is called after v, one of its variables, has been assigned. It hides values of
// unassigned variables that the constraint rules out, and returns false if the constraint can no longer hold.
type check interface{ check(s *forward, v int) bool }

func (s ForwardChecking) newSearch(_ context.Context, m *model.Model) (backends.Search, error) {
	if err := cmp.Or(m.Validate(), encode.CheckValues("backtrack", m, nil)); err != nil {
		return nil, err
	}
	n := len(m.Vars)
	f := &forward{
		driver: driver{m: m, nodeLimit: s.Nodes}, initial: make([][]int, n), degrees: make([]int, n),
		checksOf: make([][]check, n),
		domains:  make([]domain, n), assigned: make([]bool, n), a: make(model.Assignment, n),
	}
	side := 0
	if s.Thesis {
		side = gridSize(m)
	}
	f.thesisGrid = side > 0
	wide := model.Interval(1, min(side*side, side*(side+1)/2)) // 1..N², reduced by the sum of a house
	for v := range m.Vars {
		d := m.Vars[v].Domain
		f.empty = f.empty || d.Size() == 0
		if f.thesisGrid {
			d = wide
		}
		f.initial[v] = slices.Collect(d.All)
	}
	for _, k := range m.Constraints {
		f.add(k, side)
	}
	return f, nil
}

// gridSize returns N if the model is a grid, and 0 otherwise.
func gridSize(m *model.Model) int {
	side := 0
	housed := make([]bool, len(m.Vars))
	for _, k := range m.Constraints {
		if k, ok := k.(model.AllDifferent); ok {
			side = cmp.Or(side, len(k.Vars))
			if len(k.Vars) != side {
				return 0
			}
			for _, v := range k.Vars {
				housed[v] = true
			}
		}
	}
	for v := range m.Vars {
		d := m.Vars[v].Domain
		if !housed[v] || d.Size() > 0 && (d.Min() < 1 || d.Max() > side) {
			return 0
		}
	}
	return side
}

// add adds a constraint of the model.
func (f *forward) add(k model.Constraint, side int) {
	scope := distinct(k.Scope())
	switch len(scope) {
	case 0:
		f.empty = f.empty || k.Violation(nil) != 0
		return
	case 1:
		if _, ok := k.(model.AllDifferent); !ok {
			f.cut(scope[0], k)
		}
		return
	}
	var checks []check
	if _, ok := k.(model.AllDifferent); ok {
		if f.thesisGrid {
			checks = append(checks, exactSum{scope, side * (side + 1) / 2})
		}
		checks = append(checks, different(scope))
	} else {
		checks = append(checks, whenFilled{scope, k})
	}
	for _, v := range scope {
		f.checksOf[v] = append(f.checksOf[v], checks...)
		f.degrees[v] += len(checks)
	}
}

// cut removes the values of v that violate k, a constraint of v alone.
func (f *forward) cut(v int, k model.Constraint) {
	f.initial[v] = slice.Filter(f.initial[v], func(x int) bool {
		f.a[v] = x
		return k.Violation(f.a) == 0
	})
	f.empty = f.empty || len(f.initial[v]) == 0
}

// Run implements backends.Search.
func (f *forward) Run(
	ctx context.Context, givens []model.Given, yield func(model.Assignment) bool,
) (model.Result, error) {
	f.begin(ctx, givens, yield)
	if !f.reset(givens) {
		return f.result()
	}
	cost := &f.r.Stats.Effort
	for depth := 0; ; depth++ {
		if f.blank > 0 {
			f.enter(depth)
		} else {
			if f.inDomains() && !f.report(f.a) {
				return f.result()
			}
			depth-- // backtrack to the last variable
			if depth < 0 {
				return f.result()
			}
			f.leave(depth)
		}
		for { // find a value for the variable of this level or of a level above
			l := &f.levels[depth]
			if len(l.values) == 0 {
				cost.Failures++
				depth--
				if depth < 0 {
					return f.result()
				}
				f.leave(depth)
				continue
			}
			if !f.countNode() {
				return f.result()
			}
			if f.try(l) {
				break
			}
			f.leave(depth)
		}
	}
}

// reset undoes all assignments and reduces the domains to the givens. It returns false if a domain is empty then, or if
// the search was stopped.
func (f *forward) reset(givens []model.Given) bool {
	f.blank = len(f.domains)
	clear(f.assigned)
	for v := range f.domains {
		d := &f.domains[v]
		d.values, d.hidden = append(d.values[:0], f.initial[v]...), d.hidden[:0]
		if v%64 == 63 && f.ended() { // a domain of the thesis has thousands of values
			return false
		}
	}
	for _, g := range givens {
		d := &f.domains[g.Var]
		if !slices.Contains(d.values, g.Value) {
			return false
		}
		d.values = append(d.values[:0], g.Value)
	}
	return !f.empty
}

// enter chooses the variable of a level and saves the domain sizes.
func (f *forward) enter(depth int) {
	if depth == len(f.levels) {
		f.levels = append(f.levels, level{sizes: make([]int, len(f.domains))})
	}
	l := &f.levels[depth]
	l.v = f.choose()
	l.values = append(l.values[:0], f.domains[l.v].values...)
	for v := range f.domains {
		l.sizes[v] = len(f.domains[v].values)
	}
}

// choose returns the unassigned variable with the most constraints; ties: the smallest domain, then the first.
func (f *forward) choose() int {
	best, most, fewest := -1, -1, math.MaxInt
	for v, n := range f.degrees {
		if f.assigned[v] || n < most {
			continue
		}
		if size := len(f.domains[v].values); n > most || size < fewest {
			best, most, fewest = v, n, size
		}
	}
	return best
}

// try assigns the last untried value of a level and reports whether all constraints of the variable may still hold.
func (f *forward) try(l *level) bool {
	last := len(l.values) - 1
	f.a[l.v] = l.values[last]
	l.values = l.values[:last]
	f.assigned[l.v] = true
	f.blank--
	for _, k := range f.checksOf[l.v] {
		if !k.check(f, l.v) {
			return false
		}
	}
	return true
}

// leave undoes the assignment of a level.
func (f *forward) leave(depth int) {
	l := &f.levels[depth]
	f.assigned[l.v] = false
	f.blank++
	for v := range f.domains {
		f.domains[v].restore(l.sizes[v])
	}
}

// inDomains reports whether all values are in the domains of the model, which the thesis widens and a preprocessor may
// have reduced.
func (f *forward) inDomains() bool {
	if f.thesisGrid {
		for v, x := range f.a {
			if !f.m.Vars[v].Domain.Contains(x) {
				return false
			}
		}
	}
	return true
}

// hide hides the value at index i of the domain of v, and returns false if none is left.
func (f *forward) hide(v, i int) bool {
	f.r.Stats.Effort.Propagations++
	d := &f.domains[v]
	d.hidden = append(d.hidden, d.values[i])
	d.values = slices.Delete(d.values, i, i+1)
	return len(d.values) > 0
}

// filter hides the values of v that are not to be kept, and returns false if none is left. It takes time linear in
// their number.
func (f *forward) filter(v int, keep func(x int) bool) bool {
	d := &f.domains[v]
	f.filtered += len(d.values)
	kept := d.values[:0]
	for _, x := range d.values {
		if keep(x) {
			kept = append(kept, x)
		} else {
			d.hidden = append(d.hidden, x)
		}
	}
	f.r.Stats.Effort.Propagations += int64(len(d.values) - len(kept))
	d.values = kept
	return len(kept) > 0
}
