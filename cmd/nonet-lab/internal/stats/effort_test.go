package stats

import (
	"math"
	"slices"
	"testing"
)

// AI Escargot in table 5 of Maire and Prissette: 9 successes in 1000 runs of 7.045 s on average.
func TestETS(t *testing.T) {
	times, success := make([]float64, 1000), make([]bool, 1000)
	for i := range times {
		times[i], success[i] = 7.045, i < 9
	}
	if got := ETS(times, success); !near(got, 7.045*1000/9, 1e-9) {
		t.Errorf("ETS = %v", got)
	}
	// The rate is 0.9 % with an interval of about 0.45 to 1.65 %.
	if i := ETSInterval(times, success, 1); i.Lo < 400 || i.Lo > 500 || i.Hi < 1300 || i.Hi > 2000 {
		t.Errorf("interval %v", i)
	}
	none := make([]bool, 1000)
	if got := ETS(times, none); !math.IsInf(got, 1) {
		t.Errorf("without success: %v", got)
	}
	if i := ETSInterval(times, none, 1); !math.IsNaN(i.Lo) {
		t.Errorf("interval without success: %v", i)
	}
	if got := ETS(nil, nil); !math.IsNaN(got) {
		t.Errorf("without runs: %v", got)
	}
	if i := ETSInterval([]float64{1, 1, 1}, []bool{true, false, false}, 1); !math.IsInf(i.Hi, 1) || i.Lo < 1 {
		t.Errorf("interval of one success: %v", i)
	}
}

func TestPAR(t *testing.T) {
	times, solved := []float64{2, 10, 11, 1}, []bool{true, false, true, true}
	if got := PAR(times, solved, 10, 2); got != (2+20+20+1)/4.0 {
		t.Errorf("PAR2 = %v", got)
	}
	if got := PAR(times, solved, 10, 10); got != (2+100+100+1)/4.0 {
		t.Errorf("PAR10 = %v", got)
	}
	if got := PAR(nil, nil, 10, 2); !math.IsNaN(got) {
		t.Errorf("of nothing: %v", got)
	}
}

func TestPerformanceProfile(t *testing.T) {
	inf := math.Inf(1)
	p := PerformanceProfile([][]float64{
		{1, 4, 2, inf},
		{2, 2, 2, inf},
		{inf, 1, math.NaN(), inf},
	})
	if want := []float64{1, 2, 4}; !slices.Equal(p.Ratios, want) {
		t.Fatalf("ratios %v, want %v", p.Ratios, want)
	}
	for s, want := range [][]float64{{0.5, 0.5, 0.75}, {0.25, 0.75, 0.75}, {0.25, 0.25, 0.25}} {
		if !slices.Equal(p.Solved[s], want) {
			t.Errorf("solver %d: %v, want %v", s, p.Solved[s], want)
		}
	}
	p = PerformanceProfile([][]float64{{0, 1}, {1, 0}})
	if !slices.Equal(p.Ratios, []float64{1, inf}) || !slices.Equal(p.Solved[0], []float64{0.5, 1}) {
		t.Errorf("times of 0: %+v", p)
	}
	if p := PerformanceProfile(nil); len(p.Ratios) != 0 {
		t.Errorf("nothing: %+v", p)
	}
}
