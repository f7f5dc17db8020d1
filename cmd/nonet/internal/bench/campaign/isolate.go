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
	line, err := json.Marshal(perform(ctx, task, &run).Portable())
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
	input, err := json.Marshal(run)
	if err != nil {
		record.fail(err)
		return record
	}
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	var late, heavy atomic.Bool
	limit := run.Limits.Time.Duration
	cmd := exec.CommandContext(running, x.Child[0], x.Child[1:]...)
	stdout, stderr := &tail{max: 1 << 24}, &tail{max: 1 << 12}
	if limit > 0 {
		timer := time.AfterFunc(startup+limit+overtime, func() { late.Store(true); cancel() })
		defer timer.Stop()
		stdout.first = func() { timer.Reset(limit + overtime) }
	}
	cmd.Stdin = bytes.NewReader(input)
	// The pipes are read to their ends here, after the child and all of its group have ended: Wait would give up after cmd.WaitDelay, and with
	// it the answer, on a machine so busy that it cannot be read in that time.
	var reading sync.WaitGroup
	pipes, err := connect(&reading, cmd, stdout, stderr)
	if err != nil {
		record.fail(fmt.Errorf("the child process cannot be started: %w", err))
		return record
	}
	cmd.WaitDelay = grace
	ownGroup(cmd)

	// The kernel ties the child to this thread, so that it ends even if this program is killed.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := time.Now()
	err = cmd.Start()
	pipes.started()
	if err != nil {
		reading.Wait()
		record.fail(fmt.Errorf("the child process cannot be started: %w", err))
		return record
	}
	ended := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		if most := int64(run.Limits.Memory); most > 0 && exceeds(cmd.Process.Pid, most, ended) {
			heavy.Store(true)
			killGroup(cmd)
		}
	}()
	err = cmd.Wait()
	close(ended)
	<-watched
	killGroup(cmd)
	patience := startup
	if running.Err() != nil { // nobody waits for an answer any more
		patience = grace
	}
	pipes.end(patience)
	reading.Wait()
	wall := time.Since(start)

	var told Record
	answered := false
	lines := bytes.Split(bytes.TrimSpace(stdout.data), []byte("\n"))
	if json.Unmarshal(lines[len(lines)-1], &told) == nil && told.Key == run.Key {
		record, answered = told, true
	} else {
		record.Wall, record.CPU = wall, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
		record.Outcome = Crashed
		record.Detail = cmd.ProcessState.String()
		if why := strings.TrimSpace(string(stderr.data)); why != "" {
			record.Detail += ": " + why
		} else if err == nil {
			record.Detail += ", without an answer"
		}
	}
	switch {
	case heavy.Load():
		record.Outcome, record.Detail = MemoryOut, fmt.Sprintf("killed: more than %d bytes", int64(run.Limits.Memory))
	case late.Load() && !answered: // one that has answered knows itself whether that was in time, however long it took to end
		record.Outcome, record.Detail = TimeOut, fmt.Sprintf("killed %v after its limit", overtime)
	}
	return record
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
