package why

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/proof"
)

const head = "nonet certificate 1\nbox 2x2\npuzzle 1..............4\nformula extended\n"

// source returns a source of a file with this text.
func source(t *testing.T, ctx context.Context, memory int64, text string) *certificateSource {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.cert")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return &certificateSource{Env: term.NewEnv("nonet", term.Streams{}), ctx: ctx, memory: memory, args: []string{name}}
}

// read returns a function that returns the next certificate of a source.
func read(t *testing.T, s *certificateSource) func() (*certified, bool) {
	next, stop := iter.Pull(s.all)
	t.Cleanup(stop)
	return next
}

// Steps count against the memory while they are read.
func TestStepsAreCountedWhileRead(t *testing.T) {
	t.Parallel()
	s := source(t, t.Context(), 100*proof.BytesPerLiteral, head+strings.Repeat("1 2 3 0\n", 1000)+"end\n")
	c, ok := read(t, s)()
	if limit := (*proof.LimitError)(nil); !ok || !errors.As(c.err, &limit) {
		t.Errorf("error %v, want one about memory", c.err)
	}
	if len(c.steps) > 0 {
		t.Errorf("%d steps are kept", len(c.steps))
	}
}

// Reading ends with the context, and belongs to the time limit of a certificate.
func TestReadingIsLimited(t *testing.T) {
	t.Parallel()
	text := head + strings.Repeat("1 2 3 0\n", 100_000) + "end\n"
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if c, ok := read(t, source(t, ended, 0, text))(); !ok || !errors.Is(c.err, ask.ErrInterrupted) {
		t.Errorf("interrupted: error %v", c.err)
	}
	s := source(t, t.Context(), 0, text)
	s.Flags.Timeout = 1 // a nanosecond
	if c, ok := read(t, s)(); !ok || !errors.Is(c.err, ask.ErrTimeLimit) {
		t.Errorf("time limit: error %v", c.err)
	}
	next := read(t, source(t, t.Context(), 0, head+"0\nend\n"+head+"0\nend\n"))
	for range 2 {
		if c, ok := next(); !ok || c.err != nil {
			t.Errorf("no limit: error %v", c.err)
		}
	}
	if c, ok := next(); ok {
		t.Errorf("after the last certificate: %+v", c)
	}
}
