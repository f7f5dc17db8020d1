package human

import "testing"

func TestLevelOf(t *testing.T) {
	for _, test := range []struct {
		score, cells int
		want         Level
	}{
		{4, 81, Easy}, {800, 81, Easy}, {801, 81, Medium}, {1000, 81, Medium}, {1001, 81, Hard}, {1600, 81, Hard},
		{1601, 81, Unfair}, {1800, 81, Unfair}, {1801, 81, Extreme}, {2528, 256, Easy}, {2529, 256, Medium},
		{355, 36, Easy}, {356, 36, Medium},
	} {
		if got := levelOf(test.score, test.cells); got != test.want {
			t.Errorf("%d points, %d cells: got %v, want %v", test.score, test.cells, got, test.want)
		}
	}
}
