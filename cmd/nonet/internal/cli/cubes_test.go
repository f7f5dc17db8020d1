package cli

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"nonet/cmd/nonet/internal/bench/cluster/clustertest"
)

// runCommand runs a command and returns its exit code and what it has printed.
func runCommand(ctx context.Context, args ...string) (code int, out, err string) {
	var stdout, stderr bytes.Buffer
	code = Run(ctx, args, Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// Pieces that go to workers come back, and the answer is that of this machine alone. A collector that ends early finds the rest when it comes
// again, also without a database.
func TestPiecesOverNATS(t *testing.T) {
	server := clustertest.Start(t, nil)
	const lost = "1....7....3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.." // 20 solutions
	database := filepath.Join(t.TempDir(), "lost.sqlite")
	count := []string{"count", "--cubes", "12", "--nats", server.URL(), "--output", "line", lost}

	// Nobody works yet.
	code, out, err := runCommand(t.Context(), append(count, "--db", database, "--timeout", "300ms")...)
	if code != int(undecided) || out != "0\n" || !strings.Contains(err, "0 of 15 pieces are known; workers go on") {
		t.Fatalf("exit code %d, %q, %q", code, out, err)
	}

	onServer := func() string {
		_, out, err := runCommand(t.Context(), "campaign", "watch", "--once", "--nats", server.URL(), "--output", "json")
		return out + err
	}
	if left := onServer(); !strings.Contains(left, `"count-`) {
		t.Errorf("on the server: %s", left)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan string)
	go func() {
		code, _, err := runCommand(ctx, "worker", "--nats", server.URL(), "--jobs", "1", "--quiet")
		if code != int(good) {
			ended <- err
		}
		close(ended)
	}()
	for _, extra := range [][]string{{"--db", database}, nil} {
		if code, out, err := runCommand(t.Context(), append(count, extra...)...); code != int(good) || out != "20\n" {
			t.Errorf("%v: exit code %d, %q, %q", extra, code, out, err)
		}
	}
	if code, out, err := runCommand(t.Context(), "unique", "--cubes", "12", "--nats", server.URL(), lost); code != int(negative) || !strings.Contains(out, "multiple: ") {
		t.Errorf("exit code %d, %q, %q", code, out, err)
	}
	if left := onServer(); strings.Contains(left, `"count-`) || strings.Contains(left, `"unique-`) {
		t.Errorf("left on the server: %s", left)
	}
	stop()
	if err, failed := <-ended; failed {
		t.Error(err)
	}
	if code, _, err := runCommand(t.Context(), "count", "--nats", server.URL(), lost); code != int(badInput) || !strings.Contains(err, "--nats: expected with --cubes") {
		t.Errorf("exit code %d, %q", code, err)
	}
}
