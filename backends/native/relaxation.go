package native

import (
	"cmp"
	"math"
	"slices"
)

// A relaxation propagates the bound on the objective together with the linear constraints. For multipliers y >= 0, the
// constraints a x <= b and the bound c x <= u imply
//
//	(c + sum of y a) x <= u + sum of y b
//
// which is propagated like any linear constraint: it fails where the bound of the Lagrangian relaxation exceeds u, and
// otherwise removes values by their reduced costs. The multipliers come from dual ascent: for one constraint after the
// other, the multiplier solves the fractional knapsack problem of this constraint alone under the coefficients that
// the constraints before it have left. Multipliers and coefficients are integers in units of 1/relaxationScale, so that
// all is exact; any multiplier is correct, and rounding only weakens the bound.
//
// Sources: O. Bilde, J. Krarup, Sharp lower bounds and efficient algorithms for the simple plant location problem,
// Annals of Discrete Mathematics 1, 1977, for dual ascent; M. Sellmann, Theoretical foundations of CP-based Lagrangian
// relaxation, CP 2004, for the filtering.
type relaxation struct {
	bound *objectiveBound
	rows  []relaxedRow
	vars  []int32 // of the objective and of the rows
	costs []int   // by position in vars: the coefficient in the objective, to be minimized, in the scale
	id    int32

	coef       []int // scratch, by position in vars: the coefficient in the implied constraint
	candidates []candidate
	runs, hits int // how often it ran since the search started, and how often it removed something or failed
}

// A relaxedRow is a constraint "sum of coef x <= bound".
type relaxedRow struct {
	at    []int32 // positions in relaxation.vars
	coef  []int
	bound int
}

// A candidate is a variable that can make a row hold, at a cost for each unit of the row.
type candidate struct {
	cost    float64
	coef, a int
	reach   int // by how much it can lower the sum of the row
}

const (
	relaxationScale = 1 << 10
	maxRelaxation   = 1 << 50 // of the products of a coefficient and a value
	maxRelaxedTerms = 1 << 12 // of all rows: more take too long at each node
)

// postRelaxation posts the relaxation of all linear constraints for the objective g, unless it would be too large.
func (e *engine) postRelaxation(g *objectiveBound) {
	r := &relaxation{bound: g}
	position := make([]int32, len(e.domains)) // in vars, from 1
	at := func(v int32) int32 {
		if position[v] == 0 {
			r.vars = append(r.vars, v)
			r.costs = append(r.costs, 0)
			position[v] = int32(len(r.vars))
		}
		return position[v] - 1
	}
	sign := relaxationScale
	if g.maximize {
		sign = -sign
	}
	for _, t := range g.terms {
		r.costs[at(t.v)] = sign * t.coef
	}
	terms := 0
	for _, p := range e.propagators {
		p, ok := p.(*linear)
		if !ok || p == g.linear {
			continue
		}
		for _, side := range []struct{ sign, bound int }{{1, p.hi}, {-1, -p.lo}} {
			if side.bound >= unbounded {
				continue
			}
			row := relaxedRow{bound: side.bound}
			for _, t := range p.terms {
				row.at, row.coef = append(row.at, at(t.v)), append(row.coef, side.sign*t.coef)
			}
			r.rows = append(r.rows, row)
			terms += len(row.at)
		}
	}
	if terms == 0 || terms > maxRelaxedTerms || !r.isSmall(e) {
		return
	}
	r.coef = make([]int, len(r.vars))
	r.id = e.addPropagator(r, r.vars, false)
	e.queueOf[r.id] = uint8(len(e.queues) - 1)
	for _, v := range r.vars {
		e.onBounds[v] = append(e.onBounds[v], r.id)
	}
	g.relaxation = r
}

// isSmall reports whether the objective and the right-hand sides leave room for exact arithmetic.
func (r *relaxation) isSmall(e *engine) bool {
	for i, v := range r.vars {
		if over(r.costs[i], r.largest(e, v)) {
			return false
		}
	}
	return len(r.vars) < 1<<10 && len(r.rows) < 1<<10
}

// largest returns the largest absolute value of a variable, at least 1.
func (r *relaxation) largest(e *engine, v int32) int {
	return max(1, -e.values[e.min(v)], e.values[e.max(v)])
}

// over reports whether a product is too large.
func over(a, b int) bool { return math.Abs(float64(a))*math.Abs(float64(b)) > maxRelaxation }

// propagate makes one pass. Another one, with other multipliers, might remove more.
func (r *relaxation) propagate(e *engine) bool {
	limit := r.bound.hi
	if r.bound.maximize {
		limit = -r.bound.lo
	}
	if limit == unbounded || over(limit, relaxationScale) {
		return true
	}
	if r.runs++; r.runs > 256 && r.hits < r.runs/16 && r.runs%16 != 0 {
		return true // it rarely helps in this model
	}
	before := e.removed
	ok := r.imply(e, limit*relaxationScale)
	if !ok || e.removed != before {
		r.hits++
	}
	return ok
}

// imply propagates the constraint that follows from "objective <= total" and the rows.
func (r *relaxation) imply(e *engine, total int) bool {
	copy(r.coef, r.costs)
	for i := range r.rows {
		y, feasible := r.multiplier(e, &r.rows[i])
		if !feasible {
			return false
		}
		if y > 0 {
			total += r.add(e, &r.rows[i], y)
		}
	}
	slack := total
	for i, v := range r.vars {
		if c := r.coef[i]; c > 0 {
			slack -= c * e.values[e.min(v)]
		} else if c < 0 {
			slack -= c * e.values[e.max(v)]
		}
	}
	if slack < 0 {
		return false
	}
	for i, v := range r.vars {
		c, lo, hi := r.coef[i], e.min(v), e.max(v)
		switch width := e.values[hi] - e.values[lo]; {
		case lo == hi:
		case c > 0 && width > slack/c:
			if !e.keepRange(v, lo, e.searchRank(e.values[lo]+slack/c+1)-1) {
				return false
			}
		case c < 0 && width > slack/-c:
			if !e.keepRange(v, e.searchRank(e.values[hi]-slack/-c), hi) {
				return false
			}
		}
	}
	return true
}

// multiplier returns the multiplier of a row under the current coefficients. feasible is false if no values satisfy it.
func (r *relaxation) multiplier(e *engine, row *relaxedRow) (y int, feasible bool) {
	need := -row.bound // by how much the cheapest values exceed the bound
	r.candidates = r.candidates[:0]
	for k, i := range row.at {
		a, c, v := row.coef[k], r.coef[i], r.vars[i]
		lo, hi := e.values[e.min(v)], e.values[e.max(v)]
		switch {
		case c > 0 && a < 0 && lo < hi:
			need += a * lo
			r.candidates = append(r.candidates, candidate{float64(c) / float64(-a), c, -a, -a * (hi - lo)})
		case c < 0 && a > 0 && lo < hi:
			need += a * hi
			r.candidates = append(r.candidates, candidate{float64(-c) / float64(a), -c, a, a * (hi - lo)})
		case a > 0:
			need += a * lo
		default:
			need += a * hi
		}
	}
	if need <= 0 {
		return 0, true
	}
	slices.SortFunc(r.candidates, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	for _, c := range r.candidates {
		if need -= c.reach; need <= 0 {
			return c.coef / c.a, true
		}
	}
	return 0, false
}

// add adds y times a row to the coefficients, and returns what it adds to the bound. A row that would make numbers too
// large adds nothing.
func (r *relaxation) add(e *engine, row *relaxedRow, y int) int {
	if over(y, row.bound) {
		return 0
	}
	for k, i := range row.at {
		if size := r.largest(e, r.vars[i]); over(y, row.coef[k]*size) || over(r.coef[i]+y*row.coef[k], size) {
			return 0
		}
	}
	for k, i := range row.at {
		r.coef[i] += y * row.coef[k]
	}
	return y * row.bound
}
