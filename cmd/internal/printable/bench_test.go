package printable_test

import (
	"io"
	"strings"
	"testing"

	"nonet/cmd/internal/printable"
)

// The answers about a list of puzzles are plain text.
func BenchmarkWriter(b *testing.B) {
	text := []byte(strings.Repeat(strings.Repeat("123456789", 9)+"\n", 1000))
	w := &printable.Writer{To: io.Discard}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if n, err := w.Write(text); n != len(text) || err != nil {
			b.Fatal(n, err)
		}
	}
}
