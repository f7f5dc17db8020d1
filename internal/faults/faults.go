// Package faults is for tests: it reads and writes with short reads, and with errors of the device at many places.
package faults

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

// Read checks a reader. read must return the same for a text at once, in halves, byte by byte, and with the end beside
// the last data. It must report an error of the input wherever it occurs: the end of what could be read is not the end
// of the text.
func Read(t *testing.T, name string, text []byte, read func(io.Reader) (any, error)) {
	t.Helper()
	result := func(in io.Reader) string {
		got, err := read(in)
		return fmt.Sprintf("%+v, error %v", got, err)
	}
	want := result(bytes.NewReader(text))
	for how, in := range map[string]io.Reader{
		"in halves": iotest.HalfReader(bytes.NewReader(text)), "byte by byte": iotest.OneByteReader(bytes.NewReader(text)),
		"with the end beside the data": iotest.DataErrReader(bytes.NewReader(text)),
	} {
		if got := result(in); got != want {
			t.Errorf("%s, %s: read %.300s\nwant %.300s", name, how, got, want)
		}
	}
	for _, k := range places(len(text)) {
		_, err := read(io.MultiReader(bytes.NewReader(text[:k]), iotest.ErrReader(syscall.EIO)))
		if !errors.Is(err, syscall.EIO) && !(err != nil && strings.Contains(err.Error(), syscall.EIO.Error())) {
			t.Errorf("%s: an input error after %d of %d bytes: error %v", name, k, len(text), err)
		}
	}
	if _, err := read(iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(text)))); len(text) > 1 &&
		!errors.Is(err, iotest.ErrTimeout) && !(err != nil && strings.Contains(err.Error(), iotest.ErrTimeout.Error())) {
		t.Errorf("%s: a timeout of the second read: error %v", name, err)
	}
}

// places returns a sample of the numbers from 0 to n.
func places(n int) (all []int) {
	for k := 0; k < n; k += 1 + n/40 {
		all = append(all, k)
	}
	return append(all, n)
}

// Write checks a writer. It must return the error of the output, wherever that occurs, also if a part was written.
func Write(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var whole bytes.Buffer
	if err := write(&whole); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, k := range places(whole.Len()) {
		for _, cause := range []error{syscall.ENOSPC, syscall.EIO, io.ErrShortWrite} {
			if err := write(&failing{left: k, err: cause}); k < whole.Len() && !errors.Is(err, cause) {
				t.Errorf("%s: %v after %d of %d bytes: error %v", name, cause, k, whole.Len(), err)
			}
		}
	}
}

// A failing writer writes some bytes, and then fails.
type failing struct {
	left int
	err  error
}

func (f *failing) Write(b []byte) (int, error) {
	n := min(f.left, len(b))
	if f.left -= n; n < len(b) {
		return n, f.err
	}
	return n, nil
}
