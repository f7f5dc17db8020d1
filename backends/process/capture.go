package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// An outputLimitError says that a program wrote more than any answer takes.
type outputLimitError struct{ limit int64 }

func (e *outputLimitError) Error() string {
	return fmt.Sprintf("more than %d bytes of output", e.limit)
}

// A capture collects what a program writes to one end of a pipe.
//
// The end is handed to the program as a file, not as an io.Writer, so that exec.Cmd.Wait returns as soon as the program has ended, even
// if a process that it left behind still holds the pipe. That process is then killed, which ends the capture.
type capture struct {
	write *os.File // for the program
	read  *os.File
	data  []byte // valid after wait
	done  chan struct{}
}

// newCapture starts to collect. If more than limit bytes come, it keeps the first ones, closes the pipe and calls tooMuch.
func newCapture(limit int64, onLimit func()) (*capture, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c := &capture{write: w, read: r, done: make(chan struct{})}
	go func() {
		defer close(c.done)
		// A read error only means that the output ends here: what was read is judged as it is.
		c.data, _ = io.ReadAll(io.LimitReader(r, limit+1))
		if int64(len(c.data)) > limit {
			c.data = c.data[:limit]
			r.Close()
			onLimit()
		}
	}()
	return c, nil
}

// pipeTimeout is how long a capture may last when its program and the program's group have ended. Only a process that has left the group
// can still hold the pipe.
const pipeTimeout = 200 * time.Millisecond

// wait ends the capture when the program has ended, or was never started.
func (c *capture) wait() []byte {
	c.write.Close()
	timer := time.AfterFunc(pipeTimeout, func() { c.read.Close() })
	<-c.done
	timer.Stop()
	c.read.Close()
	return c.data
}

// watchSize calls tooMuch when the file grows beyond limit, until stop is called. A file that is not there has no size.
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

// readFile returns the contents of a file of at most limit bytes.
func readFile(name string, limit int64) ([]byte, error) {
	info, err := os.Lstat(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, errors.New("it wrote no answer file")
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("its answer is not a regular file")
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
