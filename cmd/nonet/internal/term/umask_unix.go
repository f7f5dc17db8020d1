//go:build unix

package term

import (
	"io/fs"
	"sync"
	"syscall"
)

// umask returns the permissions that new files shall not have. It can only be read by setting it; nothing else creates files meanwhile.
var umask = sync.OnceValue(func() fs.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return fs.FileMode(mask)
})
