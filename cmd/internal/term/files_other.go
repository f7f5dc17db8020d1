//go:build !unix

package term

import "io/fs"

const nonblock = 0

func umask() fs.FileMode { return 0 }
