package lcg

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
)

// either states that a plus its length is at most b or b plus its length is at most a, with one choice for both orders
// or, separate, with one for each. It returns what it states.
func (p *Problem) either(a, b int32, lengthA, lengthB int, separate bool) constraint {
	const large = 1000
	x := p.Variable(model.Values(0, 1))
	y, sign, bound := x, large, 0
	if separate {
		y = p.Variable(model.Values(0, 1))
		p.AtMost([]Term{{-1, x}, {-1, y}}, -1)
		sign, bound = -large, -large
	}
	p.AtMost([]Term{{1, a}, {-1, b}, {large, x}}, large-lengthA)
	p.AtMost([]Term{{1, b}, {-1, a}, {-sign, y}}, -lengthB-bound)
	return func(values []int) bool {
		aFirst, bFirst := values[a]+lengthA <= values[b], values[b]+lengthB <= values[a]
		if separate {
			return values[x]+values[y] > 0 && (values[x] == 0 || aFirst) && (values[y] == 0 || bFirst)
		}
		return values[x] == 0 && bFirst || values[x] == 1 && aFirst
	}
}

// randomTasks returns a problem with three or four tasks, and its constraints.
func randomTasks(r *rand.Rand) (p *Problem, constraints []constraint) {
	p = new(Problem)
	n := 3 + r.IntN(2)
	var length []int
	for i := range n {
		low := r.IntN(3)
		if i == 0 {
			low = 0
		}
		p.Variable(model.Values(interval(low, low+3+r.IntN(9-2*n)+3*(i%2), 1+r.IntN(5)/4)...))
		length = append(length, 1+r.IntN(4))
	}
	for a := range n {
		for b := range a {
			longer := r.IntN(5) / 4
			c := p.either(int32(a), int32(b), length[a]+longer, length[b], n == 3 && r.IntN(2) == 0)
			constraints = append(constraints, c)
		}
	}
	p.AddTasks()
	return p, constraints
}

// Tasks are found in each form of two orders, and not where one of the orders is no order.
func TestFindTasks(t *testing.T) {
	for _, test := range []struct {
		state func(p *Problem, a, b int32)
		want  string
	}{
		{func(p *Problem, a, b int32) { p.either(a, b, 3, 2, false) }, "[[3 3 2]]"},
		{func(p *Problem, a, b int32) { p.either(a, b, 3, 2, true) }, "[[3 2 3]]"},
		{func(p *Problem, a, b int32) { p.either(b, a, 2, 4, false) }, "[[3 3 2]]"},
		{func(p *Problem, a, b int32) { p.either(a, b, 1, 5, false) }, "[[1 3 3]]"},
		{func(p *Problem, a, b int32) { p.either(a, b, 0, 5, false) }, "[]"},
		{func(p *Problem, a, b int32) { p.either(a, b, maxTime+1, 5, false) }, "[]"},
		{func(p *Problem, a, b int32) { p.AtMost([]Term{{1, a}, {-1, b}}, -3) }, "[]"},
		{func(p *Problem, a, b int32) {
			x := p.Variable(model.Values(2, 7))
			p.AtMost([]Term{{1, a}, {-1, b}, {-20, x}}, -43)
			p.AtMost([]Term{{1, b}, {-1, a}, {20, x}}, 137)
		}, "[[3 3 3]]"},
		{func(p *Problem, a, b int32) { // a length of 2 to 4
			x, length := p.Variable(model.Values(0, 1)), p.Variable(model.Values(2, 3, 4))
			p.AtMost([]Term{{1, a}, {1, length}, {-1, b}, {50, x}}, 50)
			p.AtMost([]Term{{1, b}, {-1, a}, {-50, x}}, -3)
		}, "[[2 3 3]]"},
		{func(p *Problem, a, b int32) {
			x := p.Variable(model.Values(0, 1, 2))
			p.AtMost([]Term{{1, a}, {-1, b}, {20, x}}, 37)
			p.AtMost([]Term{{1, b}, {-1, a}, {-20, x}}, -3)
		}, "[]"},
	} {
		p := new(Problem)
		v := p.variables(4, interval(0, 20, 1)...)
		p.either(v[0], v[2], 3, 3, false)
		p.either(v[1], v[2], 3, 3, true)
		p.either(v[3], v[2], 3, 3, true)
		test.state(p, v[0], v[1])
		p.AddTasks()
		var got [][]int
		for _, c := range p.propagators {
			if c, ok := c.(*tasks); ok {
				got = append(got, c.length)
			}
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("got %v, want %s", got, test.want)
		}
	}
}

// Edges tighten the starts of tasks whose order no pair of them decides.
func TestEdges(t *testing.T) {
	for _, test := range []struct {
		spans  [][3]int // earliest start, latest start, length
		starts string   // earliest and latest ones, or "" for none
	}{
		// Of Baptiste, Le Pape, Nuijten, section 2.1.4: the first task is after both others.
		{[][3]int{{0, 11, 6}, {1, 7, 4}, {1, 8, 3}}, "[8 11] [1 7] [1 8]"},
		{[][3]int{{0, 11, 6}, {6, 12, 4}, {6, 13, 3}}, "[0 3] [6 12] [6 13]"},
		{[][3]int{{0, 3, 4}, {1, 5, 2}, {0, 4, 3}, {1, 6, 1}}, ""},
		{[][3]int{{0, 6, 4}, {1, 8, 2}, {0, 7, 3}, {1, 9, 1}}, "[0 6] [1 8] [0 7] [1 9]"},
		{[][3]int{{0, 9, 2}, {2, 4, 2}, {2, 4, 2}, {2, 4, 2}}, ""},
		{[][3]int{{0, 9, 2}, {2, 6, 2}, {2, 6, 2}, {2, 6, 2}}, "[0 9] [2 6] [2 6] [2 6]"},
		{[][3]int{{1, 9, 2}, {2, 6, 2}, {2, 6, 2}, {2, 6, 2}}, "[8 9] [2 6] [2 6] [2 6]"},
	} {
		p := new(Problem)
		for _, s := range test.spans {
			p.Variable(model.Values(interval(s[0], s[1], 1)...))
		}
		for a, s := range test.spans {
			for b := range a {
				p.either(int32(a), int32(b), s[2], test.spans[b][2], false)
			}
		}
		p.AddTasks()
		s := New(p)
		s.Start(nil)
		var got []string
		if s.propagate() {
			for v := range test.spans {
				got = append(got, fmt.Sprint([]int{s.lo[v], s.hi[v]}))
			}
		}
		if got := fmt.Sprint(got); got != "["+test.starts+"]" {
			t.Errorf("%v: got %s, want %s", test.spans, got, test.starts)
		}
		if !slices.ContainsFunc(p.propagators, func(c propagator) bool { _, ok := c.(*tasks); return ok }) {
			t.Errorf("%v: no tasks", test.spans)
		}
	}
}
