package backtrack_test

import (
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/backtrack"
)

// Most random orders take too long on the easy puzzles; the order of seed 10 takes less than a second.
func TestConformance(t *testing.T) {
	for _, order := range backtrack.Orders() {
		t.Run(string(order), func(t *testing.T) {
			backendtest.Run(t, backtrack.Solver{Order: order, Seed: 10},
				backendtest.Options{Objective: true, Easy: order != backtrack.Fewest})
		})
	}
	t.Run("cp-clean", func(t *testing.T) {
		backendtest.Run(t, backtrack.ForwardChecking{}, backendtest.Options{Objective: true})
	})
	t.Run("cp-thesis", func(t *testing.T) {
		backendtest.Run(t, backtrack.ForwardChecking{Thesis: true}, backendtest.Options{Objective: true, Easy: true})
	})
}
