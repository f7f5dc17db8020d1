//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/cmd/internal/programtest"
)

func TestInterruptInTheMiddleOfABatch(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			dir := t.TempDir()
			child := filepath.Join(dir, "child")
			solver := filepath.Join(dir, "solver")
			// The solver answers the first question, and hangs at the second with a child process.
			script := fmt.Sprintf("#!/bin/sh\nif [ -e %[1]s/second ]; then sleep 1000 & echo $! > %[1]s/child; "+
				"wait; fi\n"+
				"touch %[1]s/second\necho 's UNSATISFIABLE'\nexit 20\n", dir)
			if err := os.WriteFile(solver, []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			puzzles := backendtest.Hardest[0].Puzzle + "\n" + backendtest.Hardest[1].Puzzle + "\n" +
				backendtest.Hardest[2].Puzzle + "\n"
			s := programtest.Start(t, "nonet", strings.NewReader(puzzles), "unique", "--jobs", "1",
				"--method", "dimacs="+solver)
			pid, err := strconv.Atoi(waitFor(t, child))
			if err != nil {
				t.Fatal(err)
			}
			s.Cmd.Process.Signal(sig)
			s.End(t, 3)
			want := "none      " + backendtest.Hardest[0].Puzzle + "\nunknown   " + backendtest.Hardest[1].Puzzle +
				"  interrupted\n"
			if s.Out.String() != want {
				t.Errorf("got %q, want %q", &s.Out, want)
			}
			if !strings.Contains(s.Err.String(), "nonet: interrupted after 2 puzzles\n") {
				t.Errorf("standard error: %q", &s.Err)
			}
			if !programtest.Gone(pid) {
				t.Errorf("the solver's child %d is still running", pid)
				syscall.Kill(pid, syscall.SIGKILL)
			}
		})
	}
}

// TestInterruptLists interrupts commands that make or check lists, after their first lines: they print what is
// finished, and report the interrupt.
func TestInterruptLists(t *testing.T) {
	for _, test := range []struct {
		lines int // to wait for
		args  string
	}{
		{3, "generate --recipe 2easy,1000000unfair --seed 1 --output line"},
		{2, "check --no-rating -"}, // the header and one puzzle
	} {
		t.Run(test.args, func(t *testing.T) {
			s := &programtest.Session{Cmd: exec.Command("nonet", strings.Fields(test.args)...)}
			stdin, err := s.Cmd.StdinPipe() // stays open
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := s.Cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			s.Cmd.Stderr = &s.Err
			if err := s.Cmd.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Cmd.Process.Kill() })
			fmt.Fprintln(stdin, backendtest.Hardest[0].Puzzle)
			out := bufio.NewReader(stdout)
			for range test.lines {
				if _, err := out.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
			s.Cmd.Process.Signal(syscall.SIGINT)
			rest, err := io.ReadAll(out)
			if err != nil || len(rest) > 0 && rest[len(rest)-1] != '\n' {
				t.Errorf("after the interrupt: %q, %v", rest, err)
			}
			s.End(t, 3)
			if !strings.Contains(s.Err.String(), "nonet: interrupted after ") {
				t.Errorf("standard error: %q", &s.Err)
			}
		})
	}
}

// The input stays open, as from a keyboard; each answer must be printed at once.
func TestInterruptWhileWaitingForInput(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	s := &programtest.Session{Cmd: exec.Command("nonet", "solve", "--output", "line")}
	stdin, err := s.Cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.Cmd.Stdout, s.Cmd.Stderr = w, &s.Err
	if err := s.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer s.Cmd.Process.Kill()
	for _, p := range backendtest.Hardest[:2] {
		fmt.Fprintln(stdin, p.Puzzle)
		answer := make([]byte, 82)
		if _, err := io.ReadFull(r, answer); err != nil || string(answer) != p.Solution+"\n" {
			t.Fatalf("got %q, error %v", answer, err)
		}
	}
	s.Cmd.Process.Signal(syscall.SIGINT)
	s.End(t, 3)
}

// A signal that comes twice, as from timeout of coreutils, is one: what is known is still printed.
func TestSignalTwice(t *testing.T) {
	for range 20 {
		s := &programtest.Session{Cmd: exec.Command("nonet", "count", "--output", "json", "--method", "dlx")}
		s.Cmd.Stdin = strings.NewReader("1234341221434321\n" + strings.Repeat(".", 81) + "\n")
		stdout, err := s.Cmd.StdoutPipe()
		if err == nil {
			err = s.Cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		out := bufio.NewReader(stdout)
		if first, err := out.ReadString('\n'); err != nil {
			t.Fatalf("got %q, %v", first, err)
		}
		s.Cmd.Process.Signal(syscall.SIGTERM)
		s.Cmd.Process.Signal(syscall.SIGTERM)
		if second, err := out.ReadString('\n'); !strings.Contains(second, `"error":"interrupted"`) {
			t.Errorf("got %q, %v", second, err)
		}
		s.End(t, 3)
	}
}

// A count is interrupted after longer and longer times, until it reports a partial count.
func TestInterruptedCountTellsTheNumberSoFar(t *testing.T) {
	for after := 100 * time.Millisecond; after < programtest.Patience; after *= 2 {
		s := programtest.Start(t, "nonet", strings.NewReader(strings.Repeat(".", 81)+"\n"), "count",
			"--output", "json", "--method", "dlx")
		time.Sleep(after)
		// A process just started in the background of a shell ignores SIGINT.
		s.Cmd.Process.Signal(syscall.SIGTERM)
		_ = s.Cmd.Wait()
		out := s.Out.String()
		if s.Cmd.ProcessState.ExitCode() == -1 || out == "" || strings.Contains(out, `"count":"0"`) {
			continue // the search had not started, or not even the puzzle been read
		}
		if code := s.Cmd.ProcessState.ExitCode(); code != 3 || !strings.Contains(out, `"exact":false`) ||
			!strings.Contains(out, `"error":"interrupted"`) {
			t.Errorf("exit code %d: %s", code, out)
		}
		return
	}
	t.Error("no partial count")
}

// The memory for a batch of 1,000,000 puzzles is that for 50,000.
func TestMemoryOfABatchIsConstant(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	peak := func(n int) int64 {
		r, w := io.Pipe()
		go func() {
			line := []byte(strings.Repeat(backendtest.Hardest[1].Solution[:79]+"..\n", 100))
			for range n / 100 {
				if _, err := w.Write(line); err != nil {
					break
				}
			}
			w.Close()
		}()
		s := &programtest.Session{Cmd: exec.Command("nonet", "unique", "--output", "json")}
		s.Cmd.Stdin, s.Cmd.Stderr = r, &s.Err
		if err := s.Cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if err := s.Cmd.Wait(); err != nil || !strings.Contains(s.Err.String(), "unique; native") {
			t.Fatalf("%v: %s", err, &s.Err)
		}
		return int64(s.Cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	small, large := peak(50_000), peak(1_000_000)
	t.Logf("peak of resident memory: %d for 50,000 puzzles, %d for 1,000,000", small, large)
	if large > small*3/2 {
		t.Errorf("memory grows with the batch: %d for 50,000 puzzles, %d for 1,000,000", small, large)
	}
}

// waitFor waits until a file has a complete line, and returns its content.
func waitFor(t *testing.T, file string) string {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < programtest.Patience; {
		if text, _ := os.ReadFile(file); strings.HasSuffix(string(text), "\n") {
			return strings.TrimSpace(string(text))
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s was not written", file)
	return ""
}
