package metaheur

import (
	"errors"
	"math/rand/v2"

	"nonet/model"
)

// An InitialState is the first state of a climb and the two numbers in its score.
type InitialState struct {
	Assignment model.Assignment
	Different  int // f₁: the number of different values of each line, summed over the lines; at most 162 for order 3
	Clashes    int // f₂: the number of pairs of a given and another cell of a line with the same value
}

// InitialState returns the first state that Solve visits with the same options: filled as Initial says, from Seed. It
// returns an error for models that Solve does not support, and for models whose givens contradict each other.
func (h HillClimbing) InitialState(m *model.Model) (InitialState, error) {
	p, err := newProblem(m)
	if err != nil {
		return InitialState{}, err
	}
	if p.infeasible {
		return InitialState{}, errors.New("the givens contradict each other, so there is no initial state")
	}
	c := newClimb(&run{Rand: rand.New(rand.NewPCG(h.Seed, 0)), problem: p, opt: &h.Options, best: -1}, &h)
	c.fillStart(h.Initial)
	c.recount()
	return InitialState{p.assignment(c.value), c.maxDifferent - c.cost, c.clashes}, nil
}
