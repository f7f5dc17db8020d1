package native_test

import (
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model/sudoku"
)

// TestConformance runs the suite on the automatic choice and on the general engine. The hard model is an empty 25x25 grid, whose
// solutions cannot all be enumerated: pigeons in too few holes are seen at the root.
func TestConformance(t *testing.T) {
	for _, engine := range []string{"", "general"} {
		t.Run("engine="+engine, func(t *testing.T) {
			backendtest.Run(t, native.Solver{Engine: engine}, backendtest.Options{Objective: true, Random: 1500, Hard: sudoku.Order(5).Model()})
		})
	}
}
