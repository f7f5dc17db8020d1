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
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// overtime is how long a child process may go on after its limit. It watches the limit itself; only one that does not listen is killed.
	overtime = time.Second
	// startup is how long a child may take, before its limit begins, until it says that it has begun: a machine may be very busy.
	startup = 10 * time.Second
	// grace is the time between asking a child to end and killing it.
	grace = 300 * time.Millisecond
	// memoryEvery is how often the memory of a child is looked at. At a gigabyte a second it may be 20 MB over its limit.
	memoryEvery = 20 * time.Millisecond
)

// Child executes one run in this process, which an Executor has started for it: the run comes as JSON on in, the record goes as a line of JSON
// to out. The tasks are those that may occur besides the function Tasks.
func Child(ctx context.Context, tasks []Task, in io.Reader, out io.Writer) error {
	var run Run
	if err := json.NewDecoder(in).Decode(&run); err != nil {
		return fmt.Errorf("campaign: the run cannot be read: %w", err)
	}
	task, known := taskNamed(tasks, run.Task)
	switch {
	case !known:
		return fmt.Errorf("campaign: unknown task %q", run.Task)
	case run.Instance.Puzzle == nil:
		return errors.New("campaign: the run has no puzzle")
	}
	if err := run.Instance.Puzzle.Validate(); err != nil {
		return err
	}
	if _, err := io.WriteString(out, "\n"); err != nil { // says that the limit begins
		return err
	}
	line, err := json.Marshal(runInProcess(ctx, task, &run).Portable())
	if err != nil {
		return err
	}
	// What a library in C has printed without a line end must not get in the way.
	_, err = fmt.Fprintf(out, "\n%s\n", line)
	return err
}

// isolated executes a run in a child process. When it returns, the child and all processes of its group have ended.
func (x *Executor) isolated(ctx context.Context, run *Run) Record {
	record := newRecord(run)
	c, err := startChild(ctx, x.Child, run)
	if err != nil {
		record.fail(err)
		return record
	}
	exit := c.wait(int64(run.Limits.Memory))
	answer, answered := c.answer(run.Key)
	if answered {
		record = answer
	} else {
		record.Wall, record.CPU = time.Since(c.begun), c.cmd.ProcessState.UserTime()+c.cmd.ProcessState.SystemTime()
		record.Outcome, record.Detail = Crashed, c.cmd.ProcessState.String()
		if why := strings.TrimSpace(string(c.stderr.data)); why != "" {
			record.Detail += ": " + why
		} else if exit == nil {
			record.Detail += ", without an answer"
		}
	}
	switch {
	case c.heavy.Load():
		record.Outcome, record.Detail = MemOut, fmt.Sprintf("killed: more than %d bytes", int64(run.Limits.Memory))
	case c.late.Load() && !answered: // a child that has answered knows itself whether it was in time, however long it took to end
		record.Outcome, record.Detail = Timeout, fmt.Sprintf("killed %v after its limit", overtime)
	}
	return record
}

// A child is a process that executes one run.
type child struct {
	cmd            *exec.Cmd
	begun          time.Time
	running        context.Context // ends when nobody waits for an answer any more
	cancel         context.CancelFunc
	timer          *time.Timer // of the limit; nil if there is none
	stdout, stderr *tail
	pipes          *pipes
	reading        sync.WaitGroup
	late, heavy    atomic.Bool // killed since it exceeded its limit on time, or on memory
}

// startChild starts a process for a run. The caller must call wait.
func startChild(ctx context.Context, command []string, run *Run) (*child, error) {
	input, err := json.Marshal(run)
	if err != nil {
		return nil, err
	}
	c := &child{stdout: &tail{max: 1 << 24}, stderr: &tail{max: 1 << 12}}
	c.running, c.cancel = context.WithCancel(ctx)
	c.cmd = exec.CommandContext(c.running, command[0], command[1:]...)
	c.cmd.Stdin = bytes.NewReader(input)
	c.cmd.WaitDelay = grace
	ownGroup(c.cmd)
	if limit := run.Limits.Time.Duration; limit > 0 {
		c.timer = time.AfterFunc(startup+limit+overtime, func() { c.late.Store(true); c.cancel() })
		c.stdout.first = func() { c.timer.Reset(limit + overtime) }
	}
	// The pipes are read to their ends here, after the child and all of its group have ended: Wait would give up after cmd.WaitDelay, and with
	// it the answer, on a machine so busy that it cannot be read in that time.
	if c.pipes, err = connect(&c.reading, c.cmd, c.stdout, c.stderr); err == nil {
		runtime.LockOSThread() // the kernel ties the child to this thread, so that it ends even if this program is killed
		c.begun = time.Now()
		err = c.cmd.Start()
		c.pipes.started()
		if err == nil {
			return c, nil
		}
		runtime.UnlockOSThread()
		c.reading.Wait()
	}
	c.release()
	return nil, fmt.Errorf("the child process cannot be started: %w", err)
}

// release ends what watches the child.
func (c *child) release() {
	c.cancel()
	if c.timer != nil {
		c.timer.Stop()
	}
}

// wait waits until the child and its group have ended and all that they printed is read. It kills them when they exceed that many bytes; 0 is no limit.
// The error is that of the process.
func (c *child) wait(memory int64) error {
	defer runtime.UnlockOSThread()
	defer c.release()
	ended := make(chan struct{})
	var watching sync.WaitGroup
	if memory > 0 {
		watching.Go(func() {
			if exceeds(c.cmd.Process.Pid, memory, ended) {
				c.heavy.Store(true)
				killGroup(c.cmd)
			}
		})
	}
	err := c.cmd.Wait()
	close(ended)
	watching.Wait()
	killGroup(c.cmd)
	patience := startup
	if c.running.Err() != nil {
		patience = grace
	}
	c.pipes.end(patience)
	c.reading.Wait()
	return err
}

// answer returns the record that the child has printed, if it has.
func (c *child) answer(key string) (record Record, ok bool) {
	lines := bytes.Split(bytes.TrimSpace(c.stdout.data), []byte("\n"))
	ok = json.Unmarshal(lines[len(lines)-1], &record) == nil && record.Key == key
	return record, ok
}

// A tail keeps the end of what is written to it.
type tail struct {
	data  []byte
	max   int
	first func() // called once, with the first that is written; may be nil
}

func (t *tail) Write(b []byte) (int, error) {
	if t.first != nil {
		t.first()
		t.first = nil
	}
	t.data = append(t.data, b...)
	if len(t.data) > 2*t.max {
		t.data = append(t.data[:0], t.data[len(t.data)-t.max:]...)
	}
	return len(b), nil
}

// pipes are those between a child and this process: what is read, and the ends of the child.
type pipes struct{ read, write []*os.File }

// connect makes pipes for what cmd prints, and begins to read them. They end when nobody holds the other end any more.
func connect(reading *sync.WaitGroup, cmd *exec.Cmd, stdout, stderr io.Writer) (*pipes, error) {
	p := &pipes{}
	for _, to := range []io.Writer{stdout, stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			p.started()
			reading.Wait()
			return nil, err
		}
		p.read, p.write = append(p.read, r), append(p.write, w)
		reading.Go(func() {
			defer r.Close()
			_, _ = io.Copy(to, r) // what came before an error counts
		})
	}
	cmd.Stdout, cmd.Stderr = p.write[0], p.write[1]
	return p, nil
}

// started closes the ends that are the child's.
func (p *pipes) started() {
	for _, w := range p.write {
		w.Close()
	}
}

// end ends the reading after that time at the latest, should a process that has left the group hold the other end.
func (p *pipes) end(patience time.Duration) {
	for _, r := range p.read {
		_ = r.SetReadDeadline(time.Now().Add(patience)) // where that is not possible, or r is closed already, it ends by itself
	}
}
