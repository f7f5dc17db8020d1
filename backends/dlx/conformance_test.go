package dlx_test

import (
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/dlx"
	"nonet/encode/cover"
	"nonet/model/deduce"
)

func TestConformance(t *testing.T) {
	for name, pre := range map[string]backends.Preprocessor{"none": nil, "singles": deduce.Singles} {
		t.Run("preprocess="+name, func(t *testing.T) {
			backendtest.Run(t, backends.Bind(pre, cover.Encoder{}, dlx.Engine{}), backendtest.Options{NoLinear: true})
		})
	}
}
