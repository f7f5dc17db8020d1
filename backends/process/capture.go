package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// An outputLimitError reports that a program wrote more output than any answer needs.
type outputLimitError struct{ limit int64 }

func (e *outputLimitError) Error() string {
	return fmt.Sprintf("more than %d bytes of output", e.limit)
}

// A capture collects what a program writes to one end of a pipe.
//
// The program gets the write end as a file, not as an io.Writer, so that exec.Cmd.Wait returns when the program ends,
// even if a child process still holds the pipe. Killing the process group then ends the capture.
type capture struct {
	write *os.File // the program's end
	read  *os.File
	limit int64
	keep  io.Writer // receives a copy as the output arrives
	data  []byte    // valid after wait
	done  chan struct{}
}

// newCapture starts to read, and copies what it reads to keep. After limit bytes it stops, closes the pipe and calls
// onLimit.
func newCapture(limit int64, onLimit func(), keep io.Writer) (*capture, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c := &capture{write: w, read: r, limit: limit, keep: keep, done: make(chan struct{})}
	go func() {
		defer close(c.done)
		// A read error only ends the output here. The answer parser judges what was read.
		c.data, _ = io.ReadAll(io.TeeReader(io.LimitReader(r, limit+1), keep))
		if int64(len(c.data)) > limit {
			c.data = c.data[:limit]
			r.Close()
			onLimit()
		}
	}()
	return c, nil
}

// pipeTimeout bounds the time that a capture waits after the program and its process group have ended. Only a process
// that left the group can still hold the pipe.
const pipeTimeout = 200 * time.Millisecond

// wait returns the output. Call it when the program has ended, or was never started.
//
// On a busy machine the goroutine that reads may not have run since the program wrote. So when the time is up, wait
// takes what is left in the pipe: all that the program wrote is there, since the program has ended.
func (c *capture) wait() []byte {
	c.write.Close()
	timer := time.AfterFunc(pipeTimeout, func() { _ = c.read.SetReadDeadline(time.Now()) })
	<-c.done
	timer.Stop()
	before := len(c.data)
	c.data = drain(c.read, c.data, c.limit)
	_, _ = c.keep.Write(c.data[before:]) // reports no error
	c.read.Close()
	return c.data
}

// watchSize calls onLimit when the file grows beyond limit bytes, until stop is called. A missing file has size 0.
func watchSize(file string, limit int64, onLimit func()) (stop func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				if info, err := os.Stat(file); err == nil && info.Size() > limit {
					onLimit()
					return
				}
			}
		}
	}()
	return func() { close(quit); <-done }
}

// errNoAnswerFile reports that a program wrote no answer file.
var errNoAnswerFile = errors.New("no answer file was written")

// readFile returns the contents of the answer file, of at most limit bytes.
func readFile(name string, limit int64) ([]byte, error) {
	info, err := os.Lstat(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, errNoAnswerFile
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("the answer is not a regular file")
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = &outputLimitError{limit}
	}
	return data, err
}
