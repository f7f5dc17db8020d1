package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// BenchmarkLists measures the program on lists: proofs of uniqueness, ratings and generated puzzles. It reports
// microseconds of elapsed and of processor time a puzzle, the start of the program included, with the output thrown
// away. A run before that counts the lines of the output.
func BenchmarkLists(b *testing.B) {
	lines := backendtest.Lines(b, "sudoku17.txt.gz")
	list := strings.Join(lines, "\n") + "\n"
	for _, c := range []struct {
		name    string
		repeat  int // how often the input has the list
		puzzles int
		args    string
	}{
		{"unique/jobs=1", 20, 20 * len(lines), "unique --quiet --output line --jobs 1"},
		{"unique/jobs=2", 20, 20 * len(lines), "unique --quiet --output line --jobs 2"},
		{"csv/jobs=1", 20, 20 * len(lines), "unique --quiet --output csv --jobs 1"},
		{"json/jobs=1", 20, 20 * len(lines), "unique --quiet --output json --jobs 1"},
		{"rate/jobs=1", 1, len(lines), "rate --quiet --jobs 1"},
		{"rate-csv/jobs=1", 1, len(lines), "rate --quiet --output csv --jobs 1"},
		{"generate17/jobs=1", 0, 24, "generate --clues 17 --n 24 --seed 100 --jobs 1 --quiet --output line"},
		{"generate18/jobs=1", 0, 40, "generate --clues 18 --n 40 --seed 1 --jobs 1 --quiet --output line"},
	} {
		b.Run("step="+c.name, func(b *testing.B) {
			input := filepath.Join(b.TempDir(), "in.txt")
			if err := os.WriteFile(input, []byte(strings.Repeat(list, c.repeat)), 0o666); err != nil {
				b.Fatal(err)
			}
			args := strings.Fields(c.args)
			if c.repeat > 0 {
				args = append(args, input)
			}
			run := func(out io.Writer) *os.ProcessState {
				p := exec.Command("nonet", args...)
				p.Stdout = out
				if err := p.Run(); err != nil { // such as code 1: a puzzle is not unique
					b.Fatal(err)
				}
				return p.ProcessState
			}
			var out bytes.Buffer
			run(&out)
			if n := bytes.Count(out.Bytes(), []byte("\n")); n < c.puzzles {
				b.Fatalf("%d lines for %d puzzles", n, c.puzzles)
			}
			var cpu time.Duration
			for b.Loop() {
				state := run(nil)
				cpu += state.UserTime() + state.SystemTime()
			}
			n := float64(b.N) * float64(c.puzzles)
			b.ReportMetric(float64(b.Elapsed().Microseconds())/n, "µs/puzzle")
			b.ReportMetric(float64(cpu.Microseconds())/n, "cpu-µs/puzzle")
		})
	}
}
