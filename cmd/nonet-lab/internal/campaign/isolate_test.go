//go:build linux

package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
)

// TestMain is also the child process that executes isolated runs.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "isolated" {
		if err := Child(context.Background(), odd, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(4)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func isolatedChild(t *testing.T) []string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{program, "isolated"}
}

// processBegan is the approximate start time of this process.
var processBegan = time.Now()

// odd are tasks with the faults of real solvers.
var odd = []Task{
	{Name: "good", Do: func(_ context.Context, run *Run, r *Record) {
		fmt.Print("output of a library") // on the pipe of the record
		r.Outcome, r.Values = Measured,
			map[string]float64{"pid": float64(os.Getpid()), "began": float64(processBegan.UnixMicro())}
		for start := time.Now(); time.Since(start) < 30*time.Millisecond; {
		}
	}},
	{Name: "forever", Do: func(context.Context, *Run, *Record) {
		for {
			time.Sleep(time.Second)
		}
	}},
	{Name: "late", Do: func(ctx context.Context, _ *Run, r *Record) {
		<-ctx.Done()
		r.Outcome = Solved
	}},
	{Name: "greedy", Do: func(_ context.Context, _ *Run, r *Record) {
		var all [][]byte
		for len(all) < 1000 {
			block := make([]byte, 10<<20)
			for i := range block {
				block[i] = byte(i)
			}
			all = append(all, block)
		}
		r.Outcome = Measured
	}},
	{Name: "leaves", Do: func(context.Context, *Run, *Record) { os.Exit(0) }},
	{Name: "fails", Do: func(context.Context, *Run, *Record) {
		fmt.Fprintln(os.Stderr, "out of ideas")
		os.Exit(3)
	}},
	{Name: "panics", Do: func(context.Context, *Run, *Record) { panic("no way out") }},
	{Name: "panics in a goroutine", Do: func(ctx context.Context, _ *Run, _ *Record) {
		go func() { panic("in another goroutine") }()
		<-ctx.Done()
	}},
	{Name: "segfaults", Do: func(context.Context, *Run, *Record) {
		_ = syscall.Kill(os.Getpid(), syscall.SIGSEGV)
		select {}
	}},
	{Name: "has a child", Do: func(ctx context.Context, run *Run, _ *Record) {
		cmd := exec.Command("sleep", "60")
		if cmd.Start() == nil {
			_ = os.WriteFile(run.Instance.Tags["file"], fmt.Append(nil, cmd.Process.Pid), 0o666)
		}
		select {}
	}},
	{Name: "silent", Do: func(context.Context, *Run, *Record) {}},
}

func oddRun(t *testing.T, task string, limits Limits) *Run {
	t.Helper()
	s, err := Parse("x.toml", `
[[set]]
name = "s"
lewis = { orders = [2], p = [0.5], each = 1 }
[[grid]]
name = "g"
instances = ["s"]
methods = ["native"]
`)
	if err != nil {
		t.Fatal(err)
	}
	r := plan(t, s, Full).Stages[0].Runs[0]
	limits.Isolate = true
	r.Task, r.Limits = task, limits
	return r
}

func TestIsolated(t *testing.T) {
	short, long := Limits{Time: Duration{100 * time.Millisecond}}, Limits{Time: Duration{time.Minute}}
	for _, test := range []struct {
		task    string
		limits  Limits
		outcome Outcome
		detail  string
	}{
		{"good", long, Measured, ""},
		{"good", Limits{}, Measured, ""},
		{"forever", short, Timeout, "killed 1s after its time limit"},
		{"late", short, Timeout, ""},
		{"greedy", Limits{Memory: 200 << 20, Time: Duration{time.Minute}}, MemOut,
			"more than 209715200 bytes of memory"},
		{"leaves", long, Crashed, "exit status 0, without an answer"},
		{"fails", long, Crashed, "exit status 3: out of ideas"},
		{"panics", long, Crashed, "panic: no way out (isolate_test.go:"},
		{"panics in a goroutine", long, Crashed, "in another goroutine"},
		{"segfaults", long, Crashed, "SIGSEGV"},
		{"silent", long, Failed, "set no outcome"},
	} {
		t.Run(test.task, func(t *testing.T) {
			t.Parallel()
			executor := Executor{Child: isolatedChild(t), Tasks: odd}
			run := oddRun(t, test.task, test.limits)
			r := executor.Execute(t.Context(), run)
			if r.Outcome != test.outcome || !strings.Contains(r.Detail, test.detail) || r.Key != run.Key ||
				r.Wall <= 0 {
				t.Errorf("got %+v, want outcome %s, detail %q", r, test.outcome, test.detail)
			}
			if test.task != "good" {
				return
			}
			if r.Values["pid"] == float64(os.Getpid()) {
				t.Error("the run was executed in this process, want a child process")
			}
			if float64(r.Started.UnixMicro()) < r.Values["began"] || r.CPU <= 0 {
				t.Errorf("started %v, processor time %v: want the measurements of the child", r.Started, r.CPU)
			}
		})
	}
}

func TestIsolatedRunIsCancelled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	run := oddRun(t, "has a child", Limits{})
	run.Instance.Tags = map[string]string{"file": file}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	var grandchild int
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			text, _ := os.ReadFile(file)
			if pid, err := strconv.Atoi(string(text)); err == nil {
				grandchild = pid
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	executor := Executor{Child: isolatedChild(t), Tasks: odd}
	executor.Execute(ctx, run)
	<-ctx.Done()
	if grandchild == 0 {
		t.Fatal("the run did not start")
	}
	for range 12_000 {
		if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", grandchild)); err != nil ||
			strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("process %d is still running", grandchild)
}

// A run that ends before its memory is measured from outside does not exceed its limit unnoticed.
func TestChildReportsItsPeak(t *testing.T) {
	quick := []Task{{Name: "quick", Do: func(_ context.Context, _ *Run, r *Record) { r.Outcome = Solved }}}
	for limit, want := range map[Bytes]Outcome{0: Solved, 1: MemOut, 1 << 40: Solved} {
		text, err := json.Marshal(oddRun(t, "quick", Limits{Memory: limit}))
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := Child(t.Context(), quick, bytes.NewReader(text), &out); err != nil {
			t.Fatal(err)
		}
		var r Record
		if err := json.Unmarshal([]byte(out.String()), &r); err != nil || r.Outcome != want {
			t.Errorf("limit %d: outcome %s, want %s (error %v)", limit, r.Outcome, want, err)
		}
	}
}

func TestChildRejectsMalformedRuns(t *testing.T) {
	for _, in := range []string{
		"", "{", `{"Task":"solve"}`,
		`{"Task":"dance","Instance":{"Puzzle":{"Shape":{"Height":1,"Width":1},"Clues":[0]}}}`,
		`{"Task":"solve","Instance":{"Puzzle":{"Shape":{"Height":2,"Width":2},"Clues":[0]}}}`,
	} {
		var out strings.Builder
		if err := Child(t.Context(), nil, strings.NewReader(in), &out); err == nil || out.Len() > 0 {
			t.Errorf("%s: got output %q, error %v, want an error only", in, &out, err)
		}
	}
}

func TestIsolatedRunNeedsChild(t *testing.T) {
	dir := t.TempDir()
	s := spec(t, dir, strings.Replace(small, `time = "10s"`, `time = "10s"`+"\nisolate = true", 1))
	p := plan(t, s, Full)
	store, err := Create(t.Context(), filepath.Join(dir, "x.sqlite"), p)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := (Runner{}).Run(t.Context(), p, store); err == nil || !strings.Contains(err.Error(), "isolated") {
		t.Errorf("error %v, want one about isolated runs", err)
	}
	if _, err := Open(t.Context(), store.Path()); !errors.Is(err, ErrInUse) {
		t.Errorf("second writer: error %v, want ErrInUse", err)
	}
}

// Of a long output, the beginning is kept, too: a crash of Go begins with its cause, and ends with stacks.
func TestTailKeepsTheBeginning(t *testing.T) {
	c := &tail{head: 32, max: 64}
	io.WriteString(c, "fatal error: out of memory\n")
	for i := range 1000 {
		fmt.Fprintf(c, "goroutine %d [running]\n", i)
	}
	got := string(c.data)
	begins, ends := "fatal error: out of memory\n", "goroutine 999 [running]\n"
	if !strings.HasPrefix(got, begins) || !strings.HasSuffix(got, ends) || len(got) > 3*(32+64) {
		t.Errorf("%q", got)
	}
}
