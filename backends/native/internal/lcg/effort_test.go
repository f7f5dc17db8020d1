package lcg

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/internal/search"
	"nonet/model"
)

var update = flag.Bool("update", false, "rewrite testdata/effort.txt")

// variables adds n variables with one domain.
func (p *Problem) variables(n int, domain ...int) (vars []int32) {
	for range n {
		vars = append(vars, p.Variable(model.Values(domain...)))
	}
	return vars
}

// interval returns the numbers from low to high that step divides from low on.
func interval(low, high, step int) (domain []int) {
	for k := low; k <= high; k += step {
		domain = append(domain, k)
	}
	return domain
}

// equal states that a sum is bound.
func (p *Problem) equal(terms []Term, bound int) {
	minus := slices.Clone(terms)
	for i := range minus {
		minus[i].Coef *= -1
	}
	p.AtMost(terms, bound)
	p.AtMost(minus, -bound)
}

// sumOf returns the sum of some variables.
func sumOf(vars ...int32) (terms []Term) {
	for _, v := range vars {
		terms = append(terms, Term{1, v})
	}
	return terms
}

// problems are small problems with each kind of constraint, by name.
var problems = []struct {
	name  string
	state func(p *Problem, r *rand.Rand)
}{
	{"magic squares", func(p *Problem, _ *rand.Rand) {
		x := p.variables(9, interval(1, 9, 1)...)
		p.AllDifferent(x)
		for i := range 3 {
			p.equal(sumOf(x[3*i:][:3]...), 15)
			p.equal(sumOf(x[i], x[i+3], x[i+6]), 15)
		}
		p.equal(sumOf(x[0], x[4], x[8]), 15)
		p.equal(sumOf(x[2], x[4], x[6]), 15)
	}},
	{"queens", func(p *Problem, _ *rand.Rand) {
		x := p.variables(9, interval(1, 9, 1)...)
		p.AllDifferent(x)
		for i, a := range x {
			for j, b := range x[:i] {
				p.Differ(a, b, i-j)
				p.Differ(a, b, j-i)
			}
		}
	}},
	{"ruler", func(p *Problem, _ *rand.Rand) {
		marks := p.variables(6, interval(0, 40, 1)...)
		differences := p.variables(15, interval(1, 40, 1)...)
		k := 0
		for i, a := range marks {
			for _, b := range marks[:i] {
				p.equal([]Term{{1, a}, {-1, b}, {-1, differences[k]}}, 0)
				k++
			}
		}
		p.AllDifferent(differences)
		p.AtMost(sumOf(marks[0]), 0)
		p.Minimize(sumOf(marks[5]))
	}},
	{"ruler from its end", func(p *Problem, _ *rand.Rand) {
		marks := p.variables(5, interval(-300, 0, 1)...)
		for i, a := range marks {
			for j, b := range marks[:i] {
				p.AtMost([]Term{{1, a}, {-1, b}}, -1)
				p.Differ(a, b, 3*(i-j)) // some differences are left out
				p.Differ(a, b, i+2*j)
			}
		}
		p.Minimize([]Term{{-3, marks[4]}})
	}},
	{"numbers far apart", func(p *Problem, r *rand.Rand) {
		var x []int32
		for i := range 7 {
			x = append(x, p.Variable(model.Values(interval(-i, 90+i, 3+i%3)...)))
		}
		p.AllDifferent(x[:5])
		for i := range 5 {
			p.equal([]Term{{1, x[i]}, {2, x[i+1]}, {-1, x[i+2]}}, 40+r.IntN(30))
			p.Differ(x[i], x[i+1], i-2)
		}
	}},
	{"large domains", func(p *Problem, r *rand.Rand) {
		x := p.variables(6, interval(0, 600, 1)...)
		for i, a := range x {
			for _, b := range x[:i] {
				p.Differ(a, b, r.IntN(7)-3)
			}
			p.AtMost([]Term{{2, a}, {-3, x[(i+1)%6]}}, -5)
			p.AtMost([]Term{{-2, a}, {2, x[(i+2)%6]}}, 41)
		}
		p.Minimize(sumOf(x[0], x[3]))
	}},
	{"tables", func(p *Problem, r *rand.Rand) {
		x := p.variables(9, interval(-4, 8, 2)...)
		for i := range 12 {
			vars := []int32{x[i%9], x[(i+2)%9], x[(i+5)%9]}[:2+i%2]
			var rows [][]int
			for range 30 + 40*(i%2) {
				row := []int{2*r.IntN(7) - 4, 2*r.IntN(7) - 4, 2*r.IntN(7) - 4}
				rows = append(rows, row[:len(vars)])
			}
			p.Table(vars, rows)
		}
	}},
	{"clauses and a long sum", func(p *Problem, r *rand.Rand) {
		x := p.variables(14, 0, 1)
		for range 40 {
			var c []Term
			for _, v := range r.Perm(14)[:3] {
				c = append(c, Term{1 - 2*r.IntN(2), x[v]})
			}
			bound := -1
			for _, t := range c {
				bound += max(t.Coef, 0)
			}
			p.AtMost(c, bound)
		}
		var cost []Term
		for i, v := range x {
			cost = append(cost, Term{3 + 7*i%5, v})
		}
		p.AtMost(cost, 40)
		p.Table(x[:3], [][]int{{0, 0, 1}, {0, 1, 1}, {1, 0, 0}, {1, 1, 1}})
		p.Minimize(cost[3:])
	}},
	{"binary variables that differ", func(p *Problem, r *rand.Rand) {
		x := p.variables(14, -2, 7)
		for i, a := range x {
			if i%4 == 0 {
				p.Differ(a, x[(i+1+2*r.IntN(6))%14], 9*(i%3-1))
			}
			p.AtMost(sumOf(a, x[(i+1)%14], x[(i+3)%14], x[(i+5)%14]), 10+9*(i%2))
			p.AtMost([]Term{{-1, a}, {-1, x[(i+4)%14]}, {-2, x[(i+7)%14]}}, -1)
		}
		p.AllDifferent([]int32{x[3], x[8]})
	}},
	{"knapsacks", func(p *Problem, r *rand.Rand) {
		x := p.variables(8, interval(0, 4, 1)...)
		for range 3 {
			var weight []Term
			for _, v := range x {
				weight = append(weight, Term{-2 - r.IntN(19), v})
			}
			p.AtMost(weight, -150-r.IntN(60))
		}
		p.Minimize([]Term{{7, x[0]}, {9, x[1]}, {5, x[2]}, {8, x[3]}, {6, x[4]}, {7, x[5]}, {-1, x[6]}, {10, x[7]}})
	}},
	{"pigeons", func(p *Problem, _ *rand.Rand) {
		x := p.variables(7, interval(1, 6, 1)...)
		for i, a := range x {
			for _, b := range x[:i] {
				p.Differ(a, b, 0)
			}
		}
	}},
	{"intervals", func(p *Problem, r *rand.Rand) {
		for range 3 {
			var x []int32
			for range 9 {
				low := r.IntN(9)
				x = append(x, p.Variable(model.Values(interval(low, low+4+r.IntN(4), 1)...)))
			}
			p.AllDifferent(x)
			p.AllDifferent([]int32{x[0], x[4], x[8]})
			var rows [][]int
			for k := range 200 {
				if k%3 > 0 {
					rows = append(rows, []int{k % 14, k / 14})
				}
			}
			p.Table([]int32{x[1], x[5]}, rows)
		}
		p.Minimize(sumOf(0, 10, 20))
	}},
	{"job shop", func(p *Problem, r *rand.Rand) {
		starts, last := p.variables(28, interval(0, 300, 1)...), p.Variable(model.Values(interval(0, 300, 1)...))
		var length, machine []int
		for i, a := range starts {
			if i%4 == 0 {
				machine = append(machine, r.Perm(4)...)
			}
			length = append(length, 5+r.IntN(40))
			next := last
			if i%4 < 3 {
				next = starts[i+1]
			}
			p.AtMost([]Term{{1, a}, {-1, next}}, -length[i])
			for j, b := range starts[:i/4*4] {
				if machine[i] == machine[j] {
					p.either(a, b, length[i], length[j], i%2 == 0)
				}
			}
		}
		p.AddTasks()
		p.Minimize(sumOf(last))
	}},
}

// Searches of small problems take the recorded numbers of nodes, conflicts and steps, learn the recorded nogoods, and
// find the recorded solutions. A change of propagation, explanations, decisions or restarts shows here; run with
// -update to accept it.
func TestEffort(t *testing.T) {
	var b bytes.Buffer
	r := rand.New(rand.NewPCG(4, 9))
	for _, c := range problems {
		p := new(Problem)
		c.state(p, r)
		s := New(p)
		fmt.Fprintf(&b, "# %s: %d propagators, %d clauses\n", c.name, len(p.propagators), len(p.clauses))
		s.Start(nil)
		s.Limit = 100 // of nogoods, so that some are deleted
		values := make([]int, len(p.initial))
		for calls := range 12 {
			e, left := s.Next(4000)
			sum := 0
			for i, a := range s.Arena {
				sum = (sum + (i+1)*(a.k+31*int(a.v)+7*int(a.op))) % 1_000_003
			}
			fmt.Fprintf(&b, "event %d, %d left, %+v, %d learned, check sum %d\n", e, left, s.Effort, s.Learned, sum)
			if e == search.Exhausted {
				break
			}
			if e == search.Found && (calls == 0 || p.objective != nil) {
				s.Solution(values)
				fmt.Fprintln(&b, values)
			}
		}
	}
	backendtest.Golden(t, "testdata/effort.txt", b.Bytes(), *update)
}
