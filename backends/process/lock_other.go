//go:build !unix || solaris || illumos || aix

package process

import "os"

// lockFolder does nothing: this system has no locks that end with the process. Folders of processes that were killed
// stay.
func lockFolder(string) (*os.File, error) { return nil, nil }

func removeAbandoned(string) {}
