package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"nonet/backends/backendtest"
)

// BenchmarkProgram measures the program itself: building it with an empty cache, linking it with a full one, starting
// it, and running all tests. The unit is seconds of processor time, children included.
func BenchmarkProgram(b *testing.B) {
	backendtest.SkipUnlessLong(b)
	tags := []string{"-tags", ""}
	if exec.Command("../../scripts/have-clp").Run() == nil {
		tags[1] = "clp"
	}
	program := filepath.Join(b.TempDir(), "nonet")
	build := append([]string{"build", "-ldflags", "-s -w", "-o", program}, append(tags, ".")...)
	// run returns the processor time of a command.
	run := func(b *testing.B, extra []string, name string, args ...string) time.Duration {
		b.Helper()
		c := exec.Command(name, args...)
		c.Env = append(os.Environ(), extra...)
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	report := func(b *testing.B, sum time.Duration, unit string, one time.Duration) {
		b.ReportMetric(float64(sum)/float64(one)/float64(b.N), unit)
	}
	b.Run("step=build", func(b *testing.B) {
		var sum time.Duration
		for range b.N {
			sum += run(b, []string{"GOCACHE=" + b.TempDir()}, "go", build...)
		}
		report(b, sum, "cpu-s/op", time.Second)
	})
	b.Run("step=link", func(b *testing.B) {
		run(b, nil, "go", build...)
		var sum time.Duration
		for range b.N {
			if err := os.Remove(program); err != nil {
				b.Fatal(err)
			}
			sum += run(b, nil, "go", build...)
		}
		report(b, sum, "cpu-s/op", time.Second)
	})
	b.Run("step=start", func(b *testing.B) {
		run(b, nil, "go", build...)
		var sum time.Duration
		for range 50 * b.N {
			sum += run(b, nil, program, "version")
		}
		report(b, sum/50, "cpu-s/op", time.Second)
		info, err := os.Stat(program)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/1e6, "size-MB")
	})
	b.Run("step=test", func(b *testing.B) {
		var sum time.Duration
		for range b.N {
			sum += run(b, []string{"NONET_LONG="}, "go", "test", "-count=1", "-vet=off", "../../...")
		}
		report(b, sum, "cpu-s/op", time.Second)
	})
}
