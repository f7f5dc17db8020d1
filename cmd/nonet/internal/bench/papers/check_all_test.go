package papers_test

import (
	"testing"

	"nonet/cmd/nonet/internal/bench/papers/all"
)

// The files of every experiment can be read, and know their words.
func TestCheckAll(t *testing.T) {
	for _, e := range all.Experiments() {
		if err := e.Check(); err != nil {
			t.Error(err)
		}
	}
}
