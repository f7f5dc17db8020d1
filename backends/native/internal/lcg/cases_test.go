package lcg

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nonet/model"
)

// choose states, with a new variable, that a sum is at most a bound if it is 4 and not 3; or the reverse, with low. It
// returns the variable.
func (p *Problem) choose(terms []Term, bound int, low bool) int32 {
	b := p.Variable(model.Values(3, 4))
	p.implied(b, terms, bound, low)
	return b
}

func (p *Problem) implied(b int32, terms []Term, bound int, low bool) {
	const large = 1000
	if low {
		p.AtMost(append(terms[:len(terms):len(terms)], Term{-large, b}), bound-3*large)
	} else {
		p.AtMost(append(terms[:len(terms):len(terms)], Term{large, b}), bound+4*large)
	}
}

// randomCases returns a problem with two or three cases that bound variable 0, and its constraints.
func randomCases(r *rand.Rand) (p *Problem, constraints []constraint) {
	p = new(Problem)
	p.Variable(model.Interval(-3-r.IntN(4), 5+r.IntN(4)))
	sign, n, clause := 1-2*r.IntN(2), 2+r.IntN(2), []Term{}
	for range n {
		low := r.IntN(5) - 3
		x := p.Variable(model.Interval(low, low+2))
		terms, bound := []Term{{sign * (1 + r.IntN(2)), 0}, {1 - 2*r.IntN(2), x}}, r.IntN(5)-2
		holds := func(values []int) bool { return terms[0].Coef*values[0]+terms[1].Coef*values[x] <= bound }
		if n == 2 && len(clause) == 1 && r.IntN(2) == 0 { // one variable for both choices
			b := clause[0].Var
			p.implied(b, terms, bound, true)
			return p, append(constraints, func(values []int) bool { return values[b] == 4 || holds(values) })
		}
		b := p.choose(terms, bound, false)
		clause = append(clause, Term{-1, b})
		constraints = append(constraints, func(values []int) bool { return values[b] == 3 || holds(values) })
	}
	p.AtMost(clause, -3*n-1)
	return p, append(constraints, func(values []int) bool {
		sum := 0
		for _, t := range clause {
			sum -= t.Coef * values[t.Var]
		}
		return sum > 3*n
	})
}

// A variable is bounded by the cases that are left.
func TestCases(t *testing.T) {
	for _, test := range []struct {
		state func(p *Problem, z, x, y int32) []Term // its choices
		want  string                                 // the bounds of z
	}{
		{func(p *Problem, z, x, y int32) []Term { // z >= x or z >= y - 1
			return []Term{
				{-1, p.choose([]Term{{-1, z}, {1, x}}, 0, false)}, {-1, p.choose([]Term{{-1, z}, {1, y}}, 1, false)},
			}
		}, "[5 20]"},
		{func(p *Problem, z, x, y int32) []Term { // 2 z <= x or z <= y - 1
			return []Term{
				{-1, p.choose([]Term{{2, z}, {-1, x}}, 0, false)}, {-1, p.choose([]Term{{1, z}, {-1, y}}, -1, false)},
			}
		}, "[0 11]"},
		{func(p *Problem, z, x, y int32) []Term { // the same with one variable
			b := p.choose([]Term{{2, z}, {-1, x}}, 0, false)
			p.implied(b, []Term{{1, z}, {-1, y}}, -1, true)
			return nil
		}, "[0 11]"},
		{func(p *Problem, z, x, y int32) []Term { // z is at most 2, x or y - 1, but not 2
			two := p.choose([]Term{{1, z}}, 2, false)
			p.AtMost([]Term{{1, two}}, 3)
			return []Term{{-1, two},
				{-1, p.choose([]Term{{1, z}, {-1, x}}, 0, false)}, {-1, p.choose([]Term{{1, z}, {-1, y}}, -1, false)},
			}
		}, "[0 11]"},
		{func(p *Problem, z, x, y int32) []Term { // z >= x or z <= y
			return []Term{
				{-1, p.choose([]Term{{-1, z}, {1, x}}, 0, false)}, {-1, p.choose([]Term{{1, z}, {-1, y}}, 0, false)},
			}
		}, "[0 20]"},
	} {
		p := new(Problem)
		z, x := p.Variable(model.Interval(0, 20)), p.Variable(model.Interval(5, 9))
		y := p.Variable(model.Interval(7, 12))
		if choices := test.state(p, z, x, y); choices != nil {
			p.AtMost(choices, -3*len(choices)-1)
		}
		p.AddCases()
		s := New(p)
		s.Start(nil)
		if !s.propagate() {
			t.Fatal("a conflict")
		}
		if got := fmt.Sprint([]int{s.lo[z], s.hi[z]}); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
