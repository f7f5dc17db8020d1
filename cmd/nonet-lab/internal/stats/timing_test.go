package stats

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestAdaptive(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(21, 0))
	noisy := func(mean time.Duration, noise float64) func() (time.Duration, error) {
		return func() (time.Duration, error) {
			return time.Duration(float64(mean) * (1 + noise*random.NormFloat64())), nil
		}
	}
	for _, c := range []struct {
		name        string
		measure     func() (time.Duration, error)
		rule        TimingRule
		least, most int
		stable      bool
	}{
		{"constant", noisy(time.Microsecond, 0), TimingRule{}, 5, 5, true},
		{"one per cent of noise", noisy(time.Second, 0.01), TimingRule{}, 5, 12, true},
		{"ten per cent of noise", noisy(time.Millisecond, 0.1), TimingRule{}, 20, 100, true}, // (2·1.96·0.1/0.05)² = 61
		{"as noisy as long", noisy(time.Second, 0.9), TimingRule{}, 100, 100, false},
		{"noisy, but far below 50 ms", noisy(time.Microsecond, 0.2), TimingRule{Relative: -1}, 5, 5, true},
		{"more asked", noisy(time.Second, 0), TimingRule{Min: 9}, 9, 9, true},
	} {
		got, err := Adaptive(ctx, c.measure, c.rule)
		n := len(got.Times)
		if err != nil || n < c.least || n > c.most || got.Stable != c.stable {
			t.Errorf("%s: %d times, stable %v, %v", c.name, n, got.Stable, err)
		}
		var seconds []float64
		for _, d := range got.Times {
			seconds = append(seconds, d.Seconds())
		}
		if got.Mean != Mean(seconds) || !(got.Interval.Lo <= got.Mean && got.Mean <= got.Interval.Hi) {
			t.Errorf("%s: %+v", c.name, got)
		}
		if interval, stable := c.rule.Check(seconds); stable != c.stable || interval != got.Interval {
			t.Errorf("%s: checked again: %v, %v", c.name, interval, stable)
		}
	}
}

func TestAdaptiveStops(t *testing.T) {
	failure := errors.New("failure")
	calls := 0
	got, err := Adaptive(context.Background(), func() (time.Duration, error) {
		if calls++; calls == 4 {
			return 0, failure
		}
		return time.Second, nil
	}, TimingRule{})
	if !errors.Is(err, failure) || !slices.Equal(got.Times, slices.Repeat([]time.Duration{time.Second}, 3)) ||
		got.Stable || got.Mean != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	got, err = Adaptive(ctx, func() (time.Duration, error) { cancel(); return time.Second, nil }, TimingRule{})
	if !errors.Is(err, context.Canceled) || len(got.Times) != 1 {
		t.Errorf("cancelled: %+v, %v", got, err)
	}
	got, err = Adaptive(ctx, func() (time.Duration, error) { t.Error("measured"); return 0, nil }, TimingRule{})
	if !errors.Is(err, context.Canceled) || len(got.Times) != 0 || !math.IsNaN(got.Mean) {
		t.Errorf("cancelled before: %+v, %v", got, err)
	}
}
