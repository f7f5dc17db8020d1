//go:build unix

package ask_test

import (
	"bytes"
	"syscall"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"
	"nonet/proof"
)

// BenchmarkCertificate writes certificates of 500 puzzles with 17 clues, one for each operation, and then reads and
// checks them, as unique --proof and check-proof do. Only the search for the solutions is left out. It reports the
// processor time, with the garbage collector's.
func BenchmarkCertificate(b *testing.B) {
	var puzzles []*problem.Problem
	var answers []*ask.Answer
	for _, line := range backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 500) {
		p := backendtest.Puzzle(sudoku.Order(3), line)
		a, _, err := model.First(b.Context(), native.Solver{}, p.Model())
		if err != nil {
			b.Fatal(err)
		}
		puzzles = append(puzzles, problem.Of(p))
		answers = append(answers, &ask.Answer{Question: ask.Question{Kind: ask.Unique}, Verdict: model.One,
			Solution: a})
	}
	var texts [][]byte
	b.Run("step=write", func(b *testing.B) {
		var c ask.Certifier
		eachWithProcessorTime(b, func(i int) error {
			text, err := c.Certificate(b.Context(), puzzles[i%len(puzzles)], answers[i%len(puzzles)])
			if len(texts) < len(puzzles) {
				texts = append(texts, text)
			}
			return err
		})
	})
	b.Run("step=check", func(b *testing.B) {
		var k proof.Checker
		eachWithProcessorTime(b, func(i int) error {
			r := proof.NewReader(bytes.NewReader(texts[i%len(texts)]))
			c, err := r.Next()
			if err == nil {
				_, err = k.Check(b.Context(), c, r)
			}
			return err
		})
	})
}

// eachWithProcessorTime runs a benchmark and reports the processor time of this process for each operation.
func eachWithProcessorTime(b *testing.B, operation func(i int) error) {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	start, n := used(), 0
	for b.Loop() {
		if err := operation(n); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric((used()-start).Seconds()*1e3/float64(n), "cpu-ms/certificate")
}
