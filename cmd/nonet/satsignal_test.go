//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nonet/cmd/internal/programtest"
)

// pigeons returns the formula that n+1 pigeons have a hole of n each.
func pigeons(n int) string {
	var b bytes.Buffer
	x := func(pigeon, hole int) int { return pigeon*n + hole + 1 }
	fmt.Fprintf(&b, "p cnf %d %d\n", (n+1)*n, n+1+n*(n+1)*n/2)
	for p := range n + 1 {
		for h := range n {
			fmt.Fprint(&b, x(p, h), " ")
		}
		fmt.Fprintln(&b, 0)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				fmt.Fprintln(&b, -x(p, h), -x(q, h), 0)
			}
		}
	}
	return b.String()
}

// A watched closes seen when a text has been written.
type watched struct {
	to   *bytes.Buffer
	text string
	seen chan struct{}
	once sync.Once
}

func (w *watched) Write(b []byte) (int, error) {
	n, err := w.to.Write(b)
	if bytes.Contains(w.to.Bytes(), []byte(w.text)) {
		w.once.Do(func() { close(w.seen) })
	}
	return n, err
}

// stoppedSAT checks what nonet sat leaves behind when it is stopped: one line s UNKNOWN, and neither a proof nor a part
// of one.
func stoppedSAT(t *testing.T, s *programtest.Session, folder string) {
	t.Helper()
	s.End(t, 0)
	if out := s.Out.String(); !strings.HasSuffix(out, "\ns UNKNOWN\n") || strings.Count("\n"+out, "\ns ") != 1 {
		t.Errorf("standard output: %q", out)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.Name() != "pigeons.cnf" {
			t.Errorf("%s is left", entry.Name())
		}
	}
}

// Signals and the time limit end nonet sat, with and without a proof, and by each kind of method.
func TestInterruptSAT(t *testing.T) {
	formula := pigeons(30) // out of reach of resolution
	for _, args := range [][]string{
		{"pigeons.cnf", "p.drat"},
		{"--binary", "pigeons.cnf", "p.drat"},
		{"pigeons.cnf"},
		{"--method", "gini", "pigeons.cnf"},
		{"--method", "gophersat-pb", "pigeons.cnf"},
		{"--method", "native", "pigeons.cnf"},
	} {
		for _, stop := range []string{"interrupt", "terminated", "limit"} {
			t.Run(strings.Join(args, " ")+"/"+stop, func(t *testing.T) {
				t.Parallel()
				folder := t.TempDir()
				if err := os.WriteFile(filepath.Join(folder, "pigeons.cnf"), []byte(formula), 0o666); err != nil {
					t.Fatal(err)
				}
				s := &programtest.Session{Cmd: exec.Command("nonet", append([]string{"sat"}, args...)...)}
				if stop == "limit" {
					s.Cmd.Args = append(s.Cmd.Args, "--timeout", "200ms")
				}
				s.Cmd.Dir = folder
				out := &watched{to: &s.Out, text: "c pigeons.cnf: ", seen: make(chan struct{})}
				s.Cmd.Stdout, s.Cmd.Stderr = out, &s.Err
				if err := s.Cmd.Start(); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { s.Cmd.Process.Kill() })
				if stop != "limit" {
					select {
					case <-out.seen: // the formula is read
					case <-time.After(programtest.Patience):
						t.Fatal("the formula is not read")
					}
					sig := syscall.SIGINT
					if stop == "terminated" {
						sig = syscall.SIGTERM
					}
					s.Cmd.Process.Signal(sig)
				}
				stoppedSAT(t, s, folder)
			})
		}
	}
}

// A signal while the formula is read from a pipe, and an external program that hangs with a child process.
func TestInterruptSATEarly(t *testing.T) {
	t.Run("input", func(t *testing.T) {
		folder := t.TempDir()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		s := &programtest.Session{Cmd: exec.Command("nonet", "sat", "-", "p.drat")}
		s.Cmd.Dir, s.Cmd.Stdin, s.Cmd.Stdout, s.Cmd.Stderr = folder, r, &s.Out, &s.Err
		if err := s.Cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Cmd.Process.Kill() })
		r.Close()
		// More than a pipe holds: when all is written, the program is reading.
		if _, err := w.WriteString("p cnf 1 1\n" + strings.Repeat("c a comment\n", 20_000)); err != nil {
			t.Fatal(err)
		}
		s.Cmd.Process.Signal(syscall.SIGTERM)
		stoppedSAT(t, s, folder)
	})
	t.Run("program", func(t *testing.T) {
		folder, programs := t.TempDir(), t.TempDir()
		child := filepath.Join(programs, "child")
		solver := filepath.Join(programs, "solver")
		script := "#!/bin/sh\nsleep 1000 & echo $! > " + child + "; wait\n"
		if err := os.WriteFile(solver, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "pigeons.cnf"), []byte(pigeons(3)), 0o666); err != nil {
			t.Fatal(err)
		}
		s := &programtest.Session{Cmd: exec.Command("nonet", "sat", "--method", "dimacs="+solver, "pigeons.cnf")}
		s.Cmd.Dir, s.Cmd.Stdout, s.Cmd.Stderr = folder, &s.Out, &s.Err
		if err := s.Cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Cmd.Process.Kill() })
		pid, err := strconv.Atoi(waitFor(t, child))
		if err != nil {
			t.Fatal(err)
		}
		s.Cmd.Process.Signal(os.Interrupt)
		stoppedSAT(t, s, folder)
		if !programtest.Gone(pid) {
			t.Errorf("the solver's child %d is still running", pid)
			syscall.Kill(pid, syscall.SIGKILL)
		}
	})
}
