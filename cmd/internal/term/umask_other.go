//go:build !unix

package term

import "io/fs"

func umask() fs.FileMode { return 0 }
