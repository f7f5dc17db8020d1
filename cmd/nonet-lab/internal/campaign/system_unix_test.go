//go:build unix

package campaign

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// A database that another process is just about to release is opened. Cancelling ends the wait.
func TestOpenWaitsForTheLock(t *testing.T) {
	before := lockTimeout
	lockTimeout = time.Minute
	t.Cleanup(func() { lockTimeout = before })
	dir := t.TempDir()
	p := plan(t, spec(t, dir, small), Full)
	path := filepath.Join(dir, "small.sqlite")
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*lockPause)
	defer cancel()
	if _, err := Open(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
	}
	closed := make(chan error)
	time.AfterFunc(5*lockPause, func() { closed <- store.Close() })
	again, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	again.Close()
}
