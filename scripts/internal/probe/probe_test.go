package probe

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program leaves a process and a file; with an argument it does not end by itself.
const program = `#!/bin/sh
[ $# = 0 ] || exec sleep 60
setsid sleep 60 >/dev/null 2>&1 &
touch $TMPDIR/formula
echo out
echo first >&2
echo last >&2
exit 3
`

func TestRun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are found in /proc")
	}
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := New(file, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	end, err := p.Run(t.Context(), syscall.SIGTERM, 0, time.Hour, "stay")
	if err != nil || !end.Sent || end.Killed || end.Code != -1 {
		t.Errorf("with a signal: %+v, %v", end, err)
	}
	end, err = p.Run(t.Context(), 0, 0, time.Hour)
	if err != nil || end.Sent || end.Code != 3 || string(end.Out) != "out\n" || end.Message != "last" {
		t.Errorf("without a signal: %+v, %v", end, err)
	}
	left := p.Left()
	for ; len(left) < 2; left = p.Left() { // a process that is starting its program has no environment
		time.Sleep(time.Millisecond)
	}
	if len(left) != 2 || !strings.HasPrefix(left[0], "process ") || !slices.Contains(left, "formula") {
		t.Errorf("left: %q", left)
	}
	for p.Close(); len(p.Left()) > 0; time.Sleep(time.Millisecond) { // the process ends soon
	}
}
