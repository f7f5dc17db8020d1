//go:build unix

package process

import (
	"io"
	"os"
	"testing"
)

// What a program wrote is returned even if the goroutine that reads never ran before the time was up, and another
// process still holds the pipe.
func TestCaptureDrains(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	holder := write // never closed before wait returns: a process that left the group
	defer holder.Close()
	if _, err := write.WriteString("s UNSATISFIABLE\n"); err != nil {
		t.Fatal(err)
	}
	other, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	c := &capture{read: read, write: other, limit: 100, keep: io.Discard, done: make(chan struct{})}
	close(c.done)
	if got, want := string(c.wait()), "s UNSATISFIABLE\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
}

func TestDrainLimit(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer write.Close()
	defer read.Close()
	if _, err := write.WriteString("0123456789"); err != nil {
		t.Fatal(err)
	}
	if got, want := string(drain(read, []byte("ab"), 6)), "ab0123"; got != want {
		t.Errorf("drained %q, want %q", got, want)
	}
}
