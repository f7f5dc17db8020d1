package metaheur

import (
	"testing"

	"nonet/model"
)

func TestIteratedLocalSearch(t *testing.T) {
	conformance(t, 5e6, func(o Options) model.Solver { return IteratedLocalSearch{Options: o} })
}
