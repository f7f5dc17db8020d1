//go:build !unix

package campaign

import (
	"context"
	"time"
)

func cpuTime() time.Duration { return 0 }

// A lock does nothing on this system. Two processes that work on one campaign record no run twice, but may execute some
// runs twice.
type lock struct{}

func lockFile(context.Context, string) (*lock, error) { return &lock{}, nil }

func (l *lock) release() {}

func syncFolder(string) error { return nil }
