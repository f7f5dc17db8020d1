//go:build unix

package campaign

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// cpuTime returns the processor time of this process and of those that it started and that have ended.
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

// ownGroup prepares cmd to run in a process group of its own, which a Ctrl-C at the terminal does not reach: we end it. On cancellation the
// group is asked to end (SIGTERM), so that it can end what it has started itself; cmd.WaitDelay later its leader is killed.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// killGroup kills what is left of the group. A group's number is not given to a new process while it has members.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // that nobody is left is the usual outcome
}

// A lock keeps other processes from writing to the file of a store. It is held on a file beside it, since SQLite has its own locks on the
// file itself, and it ends with the process.
type lock struct{ file *os.File }

// lockFile returns the lock on the file of a store, or a *StoreError.
func lockFile(path string) (*lock, error) {
	name := path + ".lock"
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			var e *os.PathError
			if errors.As(err, &e) {
				err = e.Err
			}
			return nil, &StoreError{path, "cannot be written", err}
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			file.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, &StoreError{Path: path, Msg: "is in use", Err: ErrInUse}
			}
			return nil, &StoreError{path, "cannot be locked", err}
		}
		// Who held it before may have removed the file, and a third may have made a new one.
		mine, err := file.Stat()
		if there, err2 := os.Stat(name); err == nil && err2 == nil && os.SameFile(mine, there) {
			return &lock{file}, nil
		}
		file.Close()
	}
}

// release ends the lock. It may be called on nil, and twice.
func (l *lock) release() {
	if l == nil || l.file == nil {
		return
	}
	os.Remove(l.file.Name())
	l.file.Close()
	l.file = nil
}

// syncFolder makes the names in a folder survive a loss of power.
func syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) { // some file systems need none
		return err
	}
	return nil
}
