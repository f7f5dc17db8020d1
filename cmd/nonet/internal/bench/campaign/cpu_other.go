//go:build !unix

package campaign

import "time"

func cpuTime() time.Duration { return 0 }
