package metaheur

import (
	"errors"
	"math/rand/v2"

	"nonet/model"
)

// An InitialState is a state that a climb begins with, and the two numbers that its score weighs.
type InitialState struct {
	Assignment model.Assignment
	Different  int // f₁: the different values of each line, summed over the lines; in a Sudoku of order 3 at most 162
	Clashes    int // f₂: pairs of a given and another cell of the same value in a line
}

// InitialState returns the state that Solve begins with for the same options: filled as Initial says, from Seed. It returns an error for models that
// Solve refuses, and for those whose givens contradict each other.
func (h HillClimbing) InitialState(m *model.Model) (InitialState, error) {
	p, err := newProblem(m)
	if err != nil {
		return InitialState{}, err
	}
	if p.infeasible {
		return InitialState{}, errors.New("metaheur: the givens contradict each other: there is no state to begin with")
	}
	c := newClimb(&run{Rand: rand.New(rand.NewPCG(h.Seed, 0)), problem: p, opt: &h.Options, best: -1}, &h)
	c.fillStart(h.Initial)
	c.recount()
	return InitialState{p.assignment(c.value), c.maxDifferent - c.cost, c.clashes}, nil
}
