package lab

import (
	"context"
	"slices"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"
	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

// againFlag adds --again: the outcomes whose runs are executed again.
func againFlag(c *cobra.Command, o *campaignOptions) {
	failures := slice.Filter(campaign.Outcomes(), func(outcome campaign.Outcome) bool { return !outcome.Success() })
	known := slice.Map(failures, func(outcome campaign.Outcome) string { return string(outcome) })
	c.Flags().StringSliceVar(&o.again, "again", nil,
		"execute the runs with these outcomes again, such as failed,crashed (default: none): "+slice.JoinOr(known))
	term.CompleteFlag(c, "again", known...)
	term.AddCheck(c, func() error {
		for _, outcome := range o.again {
			if err := term.CheckOneOf("--again", outcome, known); err != nil {
				return err
			}
		}
		return nil
	})
}

// discardRecords deletes the records that --again selects. A server keeps the first record of each run, so a campaign
// that is on a server is an error.
func (e *lab) discardRecords(ctx context.Context, store *campaign.Store, plan *campaign.Plan, queue campaign.Queue,
	o *campaignOptions) error {
	if len(o.again) == 0 {
		return nil
	}
	if remote, ok := queue.(*cluster.Queue); ok {
		id := cluster.Identify(plan)
		there, err := remote.Conn.Orphans(ctx)
		switch {
		case err != nil:
			return e.campaignError(ctx, err)
		case slices.ContainsFunc(there, func(s cluster.State) bool { return s.ID == id }):
			return badInput("--again: %s is on %s, which keeps the first record of each run: collect its records with "+
				"nonet-lab campaign resume, without --again, or remove it with nonet-lab campaign withdraw", id,
				remote.Conn.Server())
		}
	}
	outcomes := slice.Map(o.again, func(outcome string) campaign.Outcome { return campaign.Outcome(outcome) })
	n, err := store.Discard(ctx, outcomes...)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	if !e.Flags.Quiet {
		e.Note("%s discarded", term.Plural(n, "record", "records"))
	}
	return nil
}
