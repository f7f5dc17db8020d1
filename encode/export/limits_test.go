package export

import (
	"context"
	"errors"
	"io"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/model/sudoku"
)

// checkInterruptible calls do under a context that never ends, which must be checked at least times, and then under
// contexts that end at some of these checks. Each time, do must end there.
func checkInterruptible(t *testing.T, what string, least int, do func(context.Context) error) {
	t.Helper()
	whole := backendtest.NewCountdown(t, 1<<30)
	if err := do(whole); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if whole.Checks < least {
		t.Errorf("%s: the context is checked %d times, want %d or more", what, whole.Checks, least)
	}
	for at := 1; at <= whole.Checks; at += max(1, whole.Checks/4) {
		short := backendtest.NewCountdown(t, at)
		if err := do(short); !errors.Is(err, context.Canceled) || short.Checks != at {
			t.Errorf("%s: a context that ends at check %d: %d checks, error %v", what, at, short.Checks, err)
		}
	}
}

// Every format looks at its context while a formula is built, while the file is written, and while the map is written.
func TestInterruptible(t *testing.T) {
	m := sudoku.Order(4).Model()
	for _, format := range Formats() {
		o := Options{Format: format.Name}
		var file *File
		encodes := 4
		if format.explain == nil { // the file states the model itself
			encodes = 0
		}
		checkInterruptible(t, format.Name+": encode", encodes, func(ctx context.Context) error {
			f, err := New(ctx, m, o)
			if err == nil {
				file = f
			}
			return err
		})
		written := 0
		write := func(ctx context.Context) error {
			count := func(b []byte) (int, error) { written += len(b); return len(b), nil }
			return encode.Write(ctx, writerFunc(count), file.Write)
		}
		if err := write(t.Context()); err != nil {
			t.Fatal(err)
		}
		checkInterruptible(t, format.Name+": write", max(1, written>>17), write)
		if file.Map != nil && file.Map.Map.Shown != nil {
			checkInterruptible(t, format.Name+": map", 3, func(ctx context.Context) error {
				write := func(w io.Writer) error { return encode.WriteVariableMap(w, file.Map) }
				return encode.Write(ctx, io.Discard, write)
			})
		}
	}
	checkInterruptible(t, "explain", 4, func(ctx context.Context) error {
		_, _, err := Explain(ctx, m, Options{Format: "cnf"})
		return err
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// A writer of formulas that does not look at errors ends with its context, too.
func TestWriteEnds(t *testing.T) {
	n := 0
	err := encode.Write(backendtest.NewCountdown(t, 5), io.Discard, func(w io.Writer) error {
		for n = range 1_000 {
			w.Write([]byte("x"))
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n != 4 {
		t.Errorf("error %v after %d calls, want 4", err, n)
	}
}
