package stats

import (
	"math"
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
