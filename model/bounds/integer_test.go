package bounds

import "testing"

func TestFloorDiv(t *testing.T) {
	for _, c := range [][3]int{{7, 2, 3}, {6, 2, 3}, {0, 5, 0}, {-1, 5, -1}, {-5, 5, -1}, {-6, 5, -2}} {
		if got := FloorDiv(c[0], c[1]); got != c[2] {
			t.Errorf("%d/%d: got %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

func TestGCD(t *testing.T) {
	for _, c := range [][3]int{{0, 0, 0}, {0, 4, 4}, {-4, 0, 4}, {12, 18, 6}, {-12, 18, 6}, {12, -18, 6}, {5, 7, 1}} {
		if got := GCD(c[0], c[1]); got != c[2] {
			t.Errorf("of %d and %d: got %d, want %d", c[0], c[1], got, c[2])
		}
	}
}
