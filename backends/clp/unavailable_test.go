//go:build !clp

package clp

import (
	"errors"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/encode/ip"
)

func TestUnavailableWithoutTheTag(t *testing.T) {
	for _, e := range []Engine{{}, {Plain: true}} {
		r, err := e.Solve(t.Context(), empty(2), func(ip.Point) bool { t.Error("a solution"); return true })
		if !errors.Is(err, backends.ErrUnavailable) || r.Complete {
			t.Errorf("%+v: %+v, error %v", e, r, err)
		}
	}
	_, err := Version()
	if !errors.Is(err, backends.ErrUnavailable) || !strings.Contains(err.Error(), "coinor-libclp-dev") ||
		!strings.Contains(err.Error(), "-tags clp") {
		t.Errorf("error %v does not say what to do", err)
	}
}
