package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// An outputLimitError reports that a program wrote more output than any answer needs.
type outputLimitError struct{ limit int64 }

func (e *outputLimitError) Error() string {
	return fmt.Sprintf("more than %d bytes of output", e.limit)
}

// createOutput creates a file for what a program prints. All writers append, also one that opens /dev/stdout.
func createOutput(dir, name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o666)
}

// readOutput returns the first limit bytes of f, and closes it. If there are more, it calls onLimit. A read error only
// ends the output here: the answer parser judges what was read.
func readOutput(f *os.File, limit int64, onLimit func()) []byte {
	data, _ := io.ReadAll(io.NewSectionReader(f, 0, limit+1))
	f.Close()
	if int64(len(data)) > limit {
		onLimit()
	}
	return data[:min(int64(len(data)), limit)]
}

// watchSize calls onLimit when a file grows beyond limit bytes, until stop is called. A missing file has size 0.
func watchSize(limit int64, onLimit func(), files ...string) (stop func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	exceeds := func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && info.Size() > limit
	}
	const pause = 20 * time.Millisecond
	watch := func() {
		defer close(done)
		for tick := time.Tick(pause); ; {
			if slices.ContainsFunc(files, exceeds) {
				onLimit()
				return
			}
			select {
			case <-quit:
				return
			case <-tick:
			}
		}
	}
	first := time.AfterFunc(pause, watch) // most runs are shorter and need no goroutine
	return func() {
		if close(quit); !first.Stop() {
			<-done
		}
	}
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
