//go:build unix

package process

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/encode/cnf"
	"nonet/model"
)

// clean checks that the rest of the test leaves no process, file or goroutine behind.
func clean(t *testing.T, pids string) {
	t.Helper()
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	before := runtime.NumGoroutine()
	eventually := func(what string, done func() bool) {
		for deadline := time.Now().Add(10 * time.Second); !done(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Errorf("left behind: %s", what)
				return
			}
		}
	}
	t.Cleanup(func() {
		if len(numbers(pids)) == 0 {
			t.Error("no process was started")
		}
		for _, pid := range numbers(pids) {
			eventually("a process", func() bool { return !alive(pid) })
		}
		if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, error %v", left, err)
		}
		eventually("a goroutine", func() bool { return runtime.NumGoroutine() <= before })
	})
}

func TestAnswers(t *testing.T) {
	for _, test := range []struct {
		behaviour string
		want      model.Status
	}{
		{"answers", model.Satisfiable},
		{"answers to a file", model.Satisfiable},
		{"closes its output and goes on", model.Satisfiable},
		{"answers and leaves a child", model.Satisfiable},
		{"leaves files", model.Satisfiable},
		{"refutes", model.Unsatisfiable},
		{"gives up", model.Unknown},
	} {
		t.Run(test.behaviour, func(t *testing.T) {
			p, pids := fake(t, test.behaviour)
			clean(t, pids)
			r, err := SAT{p}.Solve(t.Context(), tiny(), func(v cnf.Valuation) bool {
				if !v[1] || v[2] || !v[3] {
					t.Errorf("%v passed on", v)
				}
				return false
			})
			if err != nil || r.Status() != test.want {
				t.Errorf("status %v, error %v; want %v", r.Status(), err, test.want)
			}
			if test.behaviour == "answers" && r.Stats.Effort.Conflicts != 7 {
				t.Errorf("%d conflicts, want 7", r.Stats.Effort.Conflicts)
			}
		})
	}
}

// Every behaviour other than a right answer is an error.
func TestMisbehaviour(t *testing.T) {
	for _, test := range []struct {
		behaviour string
		want      string // part of the error
		wrong     bool   // the error is a *model.WrongAnswerError
	}{
		{"answers with exit code 20", `exit code 20: the answer is "sat"`, false},
		{"answers with exit code 1", `exit code 1: the answer is "sat"`, false},
		{"refutes with exit code 10", `exit code 10: the answer is "unsat"`, false},
		{"wrong values", "do not satisfy", true},
		{"missing values", "do not satisfy", true}, // variable 3 counts as false
		{"no values", "prints no values", false},
		{"too many variables", "literal 4: there are 3 variables", true},
		{"both values", "both literals 1 and -1", true},
		{"values cut short", "exit code 10", false},
		{"nonsense", "exit code 0", false},
		{"silence", "exit code 0", false},
		{"an error message", `exit code 3: `, false},
		{"exit code without an answer", "exit code 10", false},
		{"crash", "signal: killed", false},
		{"crash after the answer", "signal: killed", false},
		{"crash after giving up", "signal: killed", false},
		{"a folder as answer file", "not a regular file", false},
		{"a flood", "more than 6710", false},
		{"a flood of messages", "more than 6710", false},
		{"a flood in the answer file", "more than 6710", false},
	} {
		t.Run(test.behaviour, func(t *testing.T) {
			p, pids := fake(t, test.behaviour)
			clean(t, pids)
			r, err := SAT{p}.Solve(t.Context(), tiny(), func(v cnf.Valuation) bool {
				t.Errorf("%v passed on", v)
				return false
			})
			var e *Error
			if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "fake: ") ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v; want an *Error with %q", err, test.want)
			}
			var w *model.WrongAnswerError
			if errors.As(err, &w) != test.wrong {
				t.Errorf("error %v: is a *model.WrongAnswerError: %v, want %v", err, !test.wrong, test.wrong)
			}
			if r.Complete || r.Solutions != 0 {
				t.Errorf("result %+v", r)
			}
			if strings.HasPrefix(test.behaviour, "a flood") && strings.Contains(err.Error(), "exit code 10") {
				t.Error("the program was not stopped")
			}
			if e != nil && len(e.Output) > 200 {
				t.Errorf("quotes %d bytes", len(e.Output))
			}
		})
	}
}

// A program that repeats its first answer violates the clause that excludes it.
func TestSameSolutionTwice(t *testing.T) {
	p, pids := fake(t, "answers")
	clean(t, pids)
	n := 0
	r, err := SAT{p}.Solve(t.Context(), tiny(), func(cnf.Valuation) bool { n++; return n < 3 })
	var w *model.WrongAnswerError
	if !errors.As(err, &w) || r.Solutions != 1 || r.Complete {
		t.Errorf("result %+v, error %v", r, err)
	}
}

func TestErrorQuotesStandardError(t *testing.T) {
	p, pids := fake(t, "an error message")
	clean(t, pids)
	_, err := SAT{p}.Solve(t.Context(), tiny(), nil)
	if err == nil || !strings.Contains(err.Error(), `"cannot open display"`) {
		t.Errorf("error %v", err)
	}
}

func TestCancelled(t *testing.T) {
	for _, behaviour := range []string{
		"hangs", "hangs and ignores requests to end", "hangs with a child", "hangs with its output closed",
	} {
		t.Run(behaviour, func(t *testing.T) {
			p, pids := fake(t, behaviour)
			clean(t, pids)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() { // cancel when all processes run
				want := 1
				if behaviour == "hangs with a child" {
					want = 2
				}
				for len(numbers(pids)) < want {
					time.Sleep(time.Millisecond)
				}
				cancel()
			}()
			r, err := SAT{p}.Solve(ctx, tiny(), func(cnf.Valuation) bool { return true })
			if err != context.Canceled || r.Complete || r.Solutions != 0 {
				t.Errorf("result %+v, error %v", r, err)
			}
		})
	}
}

// expiring is a context whose deadline passes when its channel is closed.
type expiring struct {
	context.Context
	expired chan struct{}
}

func (e expiring) Done() <-chan struct{} { return e.expired }
func (e expiring) Err() error {
	select {
	case <-e.expired:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func TestTimeLimit(t *testing.T) {
	p, pids := fake(t, "hangs")
	clean(t, pids)
	ctx := expiring{t.Context(), make(chan struct{})}
	go func() { // expire when the process runs
		for len(numbers(pids)) == 0 {
			time.Sleep(time.Millisecond)
		}
		close(ctx.expired)
	}()
	if r, err := (SAT{p}).Solve(ctx, tiny(), nil); err != context.DeadlineExceeded || r.Complete {
		t.Errorf("result %+v, error %v", r, err)
	}
}

func TestCancelledBefore(t *testing.T) {
	p, pids := fake(t, "answers")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := (SAT{p}).Solve(ctx, tiny(), nil); err != context.Canceled || r.Complete {
		t.Errorf("result %+v, error %v", r, err)
	}
	if len(numbers(pids)) > 0 {
		t.Error("the program was started")
	}
}

// A process that leaves its group escapes; it must not delay the answer.
func TestEscapedChild(t *testing.T) {
	p, pids := fake(t, "answers and leaves a child in another session")
	t.Cleanup(func() {
		for _, pid := range numbers(pids)[1:] {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	if _, err := (SAT{p}).Solve(t.Context(), tiny(), func(cnf.Valuation) bool { return false }); err != nil {
		t.Error(err)
	}
}

// On Linux, killing nonet kills the programs that it runs.
func TestOrphan(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ties a process to its parent")
	}
	p, pids := fake(t, "runs a program that hangs")
	path, err := p.Find()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, p.expand(filepath.Join(t.TempDir(), "none"), "", 1)...)
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for len(numbers(pids)) < 2 {
		time.Sleep(time.Millisecond)
	}
	cmd.Process.Kill()
	cmd.Wait()
	hanging := numbers(pids)[1]
	for deadline := time.Now().Add(10 * time.Second); alive(hanging); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			syscall.Kill(hanging, syscall.SIGKILL)
			t.Fatal("the program outlived its parent")
		}
	}
}
