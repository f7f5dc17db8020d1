package search_test

import (
	"testing"

	"nonet/internal/search"
)

func TestLuby(t *testing.T) {
	// Each stage is the stage before, twice, and the next power of two.
	var want []int64
	for power := int64(1); power <= 1<<10; power *= 2 {
		want = append(append(want, want...), power)
	}
	for i, n := range want {
		if got := search.Luby(int64(i + 1)); got != n {
			t.Fatalf("term %d is %d, want %d", i+1, got, n)
		}
	}
}
