package backends_test

import (
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/deduce"
)

// A preprocessor that cannot be prepared.
type plainly struct{ deduce.Singles }

func (plainly) Prepare() {}

func TestReduced(t *testing.T) {
	for name, pre := range map[string]backends.Preprocessor{"prepared": deduce.Singles{}, "plain": plainly{}} {
		t.Run(name, func(t *testing.T) {
			backendtest.Run(t, backends.Reduced(pre, native.Solver{}), backendtest.Options{Random: 100})
		})
	}
	if s := backends.Reduced(nil, native.Solver{}); s != (model.Solver)(native.Solver{}) {
		t.Errorf("without a preprocessor: %#v", s)
	}
}
