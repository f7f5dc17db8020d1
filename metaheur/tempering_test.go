package metaheur

import (
	"testing"

	"nonet/model"
)

func TestTempering(t *testing.T) {
	conformance(t, 5e6, func(o Options) model.Solver { return Tempering{Options: o} })
}

func TestPureTempering(t *testing.T) {
	conformance(t, 5e6, func(o Options) model.Solver { return Tempering{Options: o, Completion: NoCompletion} })
}

func TestTemperingIgnoringDomains(t *testing.T) {
	conformance(t, 5e6, func(o Options) model.Solver { return Tempering{Options: o, Domains: DomainsIgnored} })
}
