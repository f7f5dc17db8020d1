package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nonet/backends/process"
	"nonet/model"
)

const (
	// killDelay is the time between the deadline of a child process and killing it. A child enforces its limit itself;
	// only a child that ignores its context is killed.
	killDelay = time.Second
	// startTimeout is how long a child may take to report its start, which arms its deadline. The machine may be very
	// busy.
	startTimeout = 10 * time.Second
	// termGrace is the time between SIGTERM and SIGKILL.
	termGrace = 300 * time.Millisecond
	// memoryPollInterval is the time between two measurements of a child's memory. A child that allocates 1 GB/s may
	// exceed its limit by 20 MB.
	memoryPollInterval = 20 * time.Millisecond
)

// Child executes one run in a process that an Executor started for it. It reads the run as JSON from in and writes the
// record as a line of JSON to out. A run may name one of the tasks, or one that the function Tasks returns.
func Child(ctx context.Context, tasks []Task, in io.Reader, out io.Writer) error {
	var run Run
	if err := json.NewDecoder(in).Decode(&run); err != nil {
		return fmt.Errorf("cannot read the run: %w", err)
	}
	task, known := findTask(tasks, run.Task)
	if !known {
		return fmt.Errorf("unknown task %q", run.Task)
	}
	if err := run.Instance.Validate(); err != nil {
		return err
	}
	if _, err := io.WriteString(out, "\n"); err != nil { // reports the start: the deadline is armed now
		return err
	}
	record := runInProcess(ctx, task, &run)
	// The parent measures at intervals, and misses a short peak.
	if limit := int64(run.Limits.Memory); limit > 0 && record.Outcome != Unavailable && peakMemory() > limit {
		record.setMemOut(limit)
	}
	line, err := json.Marshal(record.Portable())
	if err != nil {
		return err
	}
	// Start a new line: a C library may have printed text without a line end.
	_, err = fmt.Fprintf(out, "\n%s\n", line)
	return err
}

// executeIsolated executes a run in a child process. When it returns, all processes of the process group of the child
// have ended.
func (x *Executor) executeIsolated(ctx context.Context, run *Run) Record {
	record := newRecord(run)
	c, err := startChild(ctx, x.Child, run)
	if err != nil {
		record.setFailed(err)
		return record
	}
	exit := c.wait(int64(run.Limits.Memory))
	answer, answered := c.answer(run.Key)
	if answered {
		record = answer
	} else {
		process.Sweep() // a killed child cannot remove the formulas of its programs
		record.Wall, record.CPU = time.Since(c.begun), c.cmd.ProcessState.UserTime()+c.cmd.ProcessState.SystemTime()
		record.Outcome, record.Detail = Crashed, c.cmd.ProcessState.String()
		if message := strings.TrimSpace(string(c.stderr.data)); message != "" {
			record.Detail += ": " + message
		} else if exit == nil {
			record.Detail += ", without an answer"
		}
	}
	switch {
	case c.overMemory.Load():
		record.setMemOut(int64(run.Limits.Memory))
	case c.timedOut.Load() && !answered: // an answer already has the right outcome, however late the child exits
		record.Outcome, record.Detail = Timeout, fmt.Sprintf("killed %v after its time limit", killDelay)
	}
	return record
}

// setMemOut records that the run exceeded its memory limit in bytes.
func (r *Record) setMemOut(limit int64) {
	r.Outcome, r.Detail, r.AnsweredBy = MemOut, fmt.Sprintf("more than %d bytes of memory", limit), model.Nobody
}

// A child is a process that executes one run.
type child struct {
	cmd                  *exec.Cmd
	begun                time.Time
	running              context.Context // ends when the answer is no longer needed
	cancel               context.CancelFunc
	timer                *time.Timer // kills the child after its deadline; nil without a limit
	stdout, stderr       *tail
	pipes                *pipes
	reading              sync.WaitGroup
	timedOut, overMemory atomic.Bool // killed because it exceeded its time or memory limit
}

// startChild starts a process for a run. The caller must call wait.
func startChild(ctx context.Context, command []string, run *Run) (*child, error) {
	input, err := json.Marshal(run)
	if err != nil {
		return nil, err
	}
	c := &child{stdout: &tail{max: 1 << 24}, stderr: &tail{head: 1 << 10, max: 1 << 12}}
	c.running, c.cancel = context.WithCancel(ctx)
	c.cmd = exec.CommandContext(c.running, command[0], command[1:]...)
	c.cmd.Stdin = bytes.NewReader(input)
	c.cmd.WaitDelay = termGrace
	process.Isolate(c.cmd)
	if limit := run.Limits.Time.Duration; limit > 0 {
		c.timer = time.AfterFunc(startTimeout+limit+killDelay, func() { c.timedOut.Store(true); c.cancel() })
		c.stdout.first = func() { c.timer.Reset(limit + killDelay) }
	}
	// Use own pipes and read them to the end after the process group has ended. cmd.Wait would stop reading after
	// WaitDelay and lose the answer on a very busy machine.
	if c.pipes, err = openPipes(&c.reading, c.cmd, c.stdout, c.stderr); err == nil {
		runtime.LockOSThread() // Pdeathsig: the kernel kills the child when this thread ends
		c.begun = time.Now()
		err = c.cmd.Start()
		c.pipes.closeChildEnds()
		if err == nil {
			return c, nil
		}
		runtime.UnlockOSThread()
		c.reading.Wait()
	}
	c.release()
	return nil, fmt.Errorf("cannot start the child process: %w", err)
}

// release cancels the context and the timer of the child.
func (c *child) release() {
	c.cancel()
	if c.timer != nil {
		c.timer.Stop()
	}
}

// wait waits until the process group of the child has ended and all its output is read. It kills the group if it
// exceeds the given memory in bytes; 0 means no limit. The error is the exit error of the process.
func (c *child) wait(memory int64) error {
	defer runtime.UnlockOSThread()
	defer c.release()
	ended := make(chan struct{})
	var watching sync.WaitGroup
	if memory > 0 {
		watching.Go(func() {
			if exceedsMemory(c.cmd.Process.Pid, memory, ended) {
				c.overMemory.Store(true)
				process.KillGroup(c.cmd)
			}
		})
	}
	err := c.cmd.Wait()
	close(ended)
	watching.Wait()
	process.KillGroup(c.cmd)
	process.KillMarked(c.cmd)
	timeout := startTimeout
	if c.running.Err() != nil {
		timeout = termGrace
	}
	c.pipes.setDeadline(timeout)
	c.reading.Wait()
	return err
}

// answer returns the record that the child printed, if any.
func (c *child) answer(key string) (record Record, ok bool) {
	lines := bytes.Split(bytes.TrimSpace(c.stdout.data), []byte("\n"))
	ok = json.Unmarshal(lines[len(lines)-1], &record) == nil && record.Key == key
	return record, ok
}

// A tail keeps the first bytes written to it, up to head, and the last: at least max, at most 2*max after a Write.
type tail struct {
	data      []byte
	head, max int
	first     func() // called at the first write; may be nil
}

func (t *tail) Write(b []byte) (int, error) {
	if t.first != nil {
		t.first()
		t.first = nil
	}
	t.data = append(t.data, b...)
	if len(t.data) > t.head+2*t.max {
		last := slices.Clone(t.data[len(t.data)-t.max:])
		t.data = t.data[:t.head]
		if t.head > 0 {
			t.data = append(t.data, "\n...\n"...)
		}
		t.data = append(t.data, last...)
	}
	return len(b), nil
}

// pipes are the pipes from a child to this process: the read ends, and the write ends of the child.
type pipes struct{ read, write []*os.File }

// openPipes creates pipes for stdout and stderr of cmd and starts to read them. Reading ends when all write ends are
// closed.
func openPipes(reading *sync.WaitGroup, cmd *exec.Cmd, stdout, stderr io.Writer) (*pipes, error) {
	p := &pipes{}
	for _, to := range []io.Writer{stdout, stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			p.closeChildEnds()
			reading.Wait()
			return nil, err
		}
		p.read, p.write = append(p.read, r), append(p.write, w)
		reading.Go(func() {
			defer r.Close()
			_, _ = io.Copy(to, r) // keep what was read before an error
		})
	}
	cmd.Stdout, cmd.Stderr = p.write[0], p.write[1]
	return p, nil
}

// closeChildEnds closes the write ends in this process.
func (p *pipes) closeChildEnds() {
	for _, w := range p.write {
		w.Close()
	}
}

// setDeadline ends the reading after the given time, in case a process that left the group still holds a write end.
func (p *pipes) setDeadline(timeout time.Duration) {
	for _, r := range p.read {
		_ = r.SetReadDeadline(time.Now().Add(timeout)) // an error means that r is closed, or has no deadlines
	}
}
