//go:build unix && !solaris && !illumos && !aix

package process

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

var errSwept = errors.New("the folder was removed while it was created")

// lockFolder creates the lock file of a folder and locks it.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	var info syscall.Stat_t
	if err == nil {
		err = syscall.Fstat(int(f.Fd()), &info)
	}
	if err == nil && info.Nlink == 0 {
		err = errSwept
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// removeAbandoned removes a folder of this user whose lock no process holds.
func removeAbandoned(dir string) {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); !ok || int(owner.Uid) != os.Geteuid() || info.Mode().Perm() != 0o700 {
		return
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return // not ours, or just being created or removed
	}
	defer f.Close()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		os.RemoveAll(dir)
	}
}
