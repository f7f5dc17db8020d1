//go:build unix

package campaign

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// cpuTime returns the processor time of this process and its terminated children.
func cpuTime() time.Duration {
	var total time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return total
}

// lockTimeout is how long to wait for a lock, lockPause the time between two attempts. When a process is killed while
// it starts a child, the child holds the lock until it executes its program.
var lockTimeout, lockPause = time.Second, 10 * time.Millisecond

// A lock prevents other processes from writing to the file of a store. It is held on a separate file, since SQLite has
// its own locks on the database. The kernel releases it when the process ends.
type lock struct{ file *os.File }

// lockFile acquires the lock on the file of a store, and waits for it up to lockTimeout. The error is a *StoreError, or
// ctx.Err().
func lockFile(ctx context.Context, path string) (*lock, error) {
	name := path + ".lock"
	for begun := time.Now(); ; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			if e, ok := errors.AsType[*os.PathError](err); ok {
				err = e.Err
			}
			return nil, &StoreError{Path: path, Msg: "cannot be written", Err: err}
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			file.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				if time.Since(begun) < lockTimeout {
					time.Sleep(lockPause)
					continue
				}
				return nil, &StoreError{Path: path, Msg: "is in use", Err: ErrInUse}
			}
			return nil, &StoreError{Path: path, Msg: "cannot be locked", Err: err}
		}
		// The previous holder may have removed the file, and another process may have created a new one: then retry.
		mine, err := file.Stat()
		if there, err2 := os.Stat(name); err == nil && err2 == nil && os.SameFile(mine, there) {
			return &lock{file}, nil
		}
		file.Close()
	}
}

// release releases the lock. It may be called on nil, and twice.
func (l *lock) release() {
	if l == nil || l.file == nil {
		return
	}
	os.Remove(l.file.Name())
	l.file.Close()
	l.file = nil
}

// syncFolder syncs a folder to disk, so that new names in it survive a loss of power.
func syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil // the file system has no sync for folders
}
