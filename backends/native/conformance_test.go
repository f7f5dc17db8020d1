package native_test

import (
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
)

// TestConformance runs the suite on the default engine and on the general engine.
func TestConformance(t *testing.T) {
	for _, engine := range []string{"", "general"} {
		t.Run("engine="+engine, func(t *testing.T) {
			backendtest.Run(t, native.Solver{Engine: engine}, backendtest.Options{Objective: true, Random: 1500})
		})
	}
}
