package probsat

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/deduce"
	"nonet/model/notation"
)

// BenchmarkFlips measures flips per second on a puzzle with 17 clues after singles, and on random instances of orders 4
// and 5 with 40 and 45 per cent of the cells given.
func BenchmarkFlips(b *testing.B) {
	for _, list := range []struct {
		name, file string
		line       int
	}{{"17clue", "sudoku17.txt.gz", 0}, {"order4-40", "order4-random.txt.gz", 8 * 50},
		{"order5-45", "order5-random.txt.gz", 9 * 50}} {
		for _, c := range choices {
			b.Run(fmt.Sprintf("list=%s/choice=%d", list.name, c), func(b *testing.B) {
				line := backendtest.Lines(b, list.file)[list.line]
				puzzle, err := notation.Parse(line[1+strings.IndexByte(line, ' '):], notation.Options{})
				if err != nil {
					b.Fatal(err)
				}
				m, err := deduce.Singles.Preprocess(b.Context(), puzzle.Model())
				if err != nil {
					b.Fatal(err)
				}
				w := newWalk(instanceOf(b, formula(b, m)), 1, 0)
				choose := Engine{Choice: c}.chooser(w.maxOccurrences)
				w.randomize(context.Background())
				flips := int64(0)
				b.ReportAllocs()
				for b.Loop() {
					if flips += w.makeFlips(1<<14, choose); len(w.falseClauses) == 0 {
						w.randomize(context.Background())
					}
				}
				b.ReportMetric(float64(flips)/b.Elapsed().Seconds()/1e6, "Mflips/s")
			})
		}
	}
}
