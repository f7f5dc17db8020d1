//go:build unix

package term

import (
	"io/fs"
	"sync"
	"syscall"
)

// nonblock makes the opening of a named pipe return an error if no program reads it.
const nonblock = syscall.O_NONBLOCK

// umask returns the permission bits that new files do not get. The system has no call that only reads it, so umask sets
// it to 0 and back; no other goroutine creates files at that time.
var umask = sync.OnceValue(func() fs.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return fs.FileMode(mask)
})
