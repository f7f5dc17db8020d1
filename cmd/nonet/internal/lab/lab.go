package lab

import (
	"sync/atomic"

	"nonet/cmd/nonet/internal/term"
)

// A lab is what the commands of campaigns and experiments share.
type lab struct {
	*term.Env
	nats natsFlags
	bar  atomic.Pointer[term.Progress] // of a campaign, while it is shown
}
