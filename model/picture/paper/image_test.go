package paper

import (
	"math"
	"testing"

	"nonet/model/picture"
)

// TestDashes divides the border of a square of size 10 and a line of length 13 into dashes of 6 with gaps of 4.
func TestDashes(t *testing.T) {
	square := []picture.Point{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 10}, {X: 0, Y: 10}, {X: 0, Y: 0}}
	line := []picture.Point{{X: 0, Y: 0}, {X: 0, Y: 13}}
	for _, test := range []struct {
		line    []picture.Point
		lengths []float64
	}{
		{square, []float64{6, 6, 6, 6}},
		{line, []float64{6, 3}},
	} {
		all := dashes([][]picture.Point{test.line}, 6, 4)
		if len(all) != len(test.lengths) {
			t.Fatalf("%d dashes, want %d", len(all), len(test.lengths))
		}
		for i, dash := range all {
			length := 0.0
			for k, q := range dash[1:] {
				length += math.Hypot(q.X-dash[k].X, q.Y-dash[k].Y)
			}
			if math.Abs(length-test.lengths[i]) > 1e-9 {
				t.Errorf("dash %d has length %v, want %v", i, length, test.lengths[i])
			}
		}
	}
}
