package main

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/cmd/internal/term"
)

// BenchmarkBatch runs the whole program on the list of 17-clue puzzles, from the file to the text of the answers. One
// operation is the whole list; the benchmark also reports puzzles/s.
func BenchmarkBatch(b *testing.B) {
	file := backendtest.DataFile(b, "sudoku17.txt.gz")
	const puzzles = 49151
	for _, method := range []string{"native", "gini"} {
		for _, output := range []string{"text", "json", "csv"} {
			for _, jobs := range []int{1, 2} {
				b.Run("method="+method+"/output="+output+"/jobs="+strconv.Itoa(jobs), func(b *testing.B) {
					for b.Loop() {
						var counted lineCounter
						var log strings.Builder
						s := term.Streams{In: strings.NewReader(""), Out: &counted, Err: &log}
						args := []string{"unique", "--method", method, "--output", output, "--jobs",
							strconv.Itoa(jobs), file}
						if code := nonet.Run(b.Context(), args, s); code != 0 || counted < puzzles ||
							!strings.Contains(log.String(), "49,151 unique") {
							b.Fatalf("exit code %d, %d lines, %s", code, counted, &log)
						}
					}
					b.ReportMetric(float64(puzzles)*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
				})
			}
		}
	}
}

type lineCounter int

var _ io.Writer = (*lineCounter)(nil)

func (n *lineCounter) Write(p []byte) (int, error) {
	*n += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}
