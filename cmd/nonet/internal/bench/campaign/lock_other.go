//go:build !unix

package campaign

// A lock does nothing on this system: two processes that work on one campaign record no run twice, but may execute some twice.
type lock struct{}

func lockFile(string) (*lock, error) { return &lock{}, nil }

func (l *lock) release() {}

func syncFolder(string) error { return nil }
