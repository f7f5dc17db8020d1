//go:build unix

package programtest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// A Session is a running nonet process.
type Session struct {
	Cmd      *exec.Cmd
	Out, Err bytes.Buffer
}

// Start starts a program, which is killed at the end of the test at the latest.
func Start(t *testing.T, program string, stdin io.Reader, args ...string) *Session {
	t.Helper()
	s := &Session{Cmd: exec.Command(program, args...)}
	s.Cmd.Stdin, s.Cmd.Stdout, s.Cmd.Stderr = stdin, &s.Out, &s.Err
	if err := s.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Cmd.Process.Kill() })
	return s
}

// Patience is the time limit of waits: far longer than the events take, even on a busy machine.
const Patience = 5 * time.Minute

// End waits for the end of the session and checks the exit code.
func (s *Session) End(t *testing.T, code int) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- s.Cmd.Wait() }()
	select {
	case err := <-ended:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
	case <-time.After(Patience):
		t.Fatalf("%s has not stopped", s.Cmd.Path)
	}
	if got := s.Cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code %d, want %d; standard error: %s", got, code, &s.Err)
	}
}

// Gone reports whether a process ends within a short time.
func Gone(pid int) bool {
	for begin := time.Now(); time.Since(begin) < Patience; {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err == nil && bytes.Contains(stat, []byte(") Z ")) || syscall.Kill(pid, 0) != nil {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
