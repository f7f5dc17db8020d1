package lab

import (
	"sync/atomic"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"

	"github.com/spf13/cobra"
)

// A lab is the state shared by the commands of the package.
type lab struct {
	*term.Env
	nats natsFlags
	bar  atomic.Pointer[term.Progress] // progress bar of a campaign, while it is shown
}

// scaleFlag adds --scale.
func scaleFlag(c *cobra.Command, scale *string, help string) {
	scales := term.Names(campaign.Scales(), func(s campaign.Scale) string { return string(s) })
	c.Flags().StringVar(scale, "scale", string(campaign.Full), help)
	term.CompleteFlag(c, "scale", scales...)
	term.AddCheck(c, func() error { return term.CheckOneOf("--scale", *scale, scales) })
}
