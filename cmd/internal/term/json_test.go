package term

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// AppendSeconds writes a number that reads back as the duration, without zeros at its end.
func TestAppendSeconds(t *testing.T) {
	durations := []time.Duration{0, 1, 9, 10, 999_999_999, time.Second, 1_000_000_001, 1_500_000_000, time.Hour, -1,
		-1_500_000_000}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		durations = append(durations, time.Duration(random.Int64N(1<<(1+random.IntN(50)))))
	}
	for _, d := range durations {
		got := string(AppendSeconds([]byte("x"), d))[1:]
		read, err := time.ParseDuration(got + "s")
		if err != nil || read != d || strings.Contains(got, ".") && strings.HasSuffix(got, "0") {
			t.Fatalf("AppendSeconds(%d ns) = %q, which is %d ns (%v)", d, got, read, err)
		}
	}
}
