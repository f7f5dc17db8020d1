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
	for _, v := range Variants() {
		r, err := Engine{v}.Solve(t.Context(), empty(2), func(ip.Point) bool { t.Error("a solution"); return true })
		if !errors.Is(err, backends.ErrUnavailable) || r.Complete {
			t.Errorf("variant %q: %+v, error %v", v, r, err)
		}
	}
	_, err := Version()
	if !errors.Is(err, backends.ErrUnavailable) || !strings.Contains(err.Error(), "coinor-libclp-dev") ||
		!strings.Contains(err.Error(), "-tags clp") {
		t.Errorf("error %v does not say what to do", err)
	}
	if _, err := (Engine{"nonsense"}).Solve(t.Context(), empty(2), nil); err == nil ||
		errors.Is(err, backends.ErrUnavailable) {
		t.Errorf("unknown variant: error %v", err)
	}
}
