package lab

import (
	"context"
	"fmt"
	"slices"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/cluster"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

// againFlag adds --again: which outcomes are no answer to stay with.
func againFlag(c *cobra.Command, o *campaignOptions) {
	var known []string
	for _, outcome := range campaign.Outcomes() {
		if !outcome.Success() {
			known = append(known, string(outcome))
		}
	}
	c.Flags().StringSliceVar(&o.again, "again", nil, "execute once more the runs that ended so, as in failed,crashed (default: none): "+term.JoinOr(known))
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

// takeBack takes the records out of the store that --again names. On a server the first record of a run stays, so a campaign that is there is
// refused.
func (e *lab) takeBack(ctx context.Context, store *campaign.Store, plan *campaign.Plan, queue campaign.Queue, o *campaignOptions) error {
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
			return term.Fail(term.BadInput, fmt.Errorf("--again: %s is on %s, which keeps the first record of each run: collect what is there with nonet campaign "+
				"resume, without --again, or remove it with nonet campaign withdraw", id, remote.Conn.Server()))
		}
	}
	var ended []campaign.Outcome
	for _, outcome := range o.again {
		ended = append(ended, campaign.Outcome(outcome))
	}
	n, err := store.TakeBack(ctx, ended...)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	if !e.Flags.Quiet {
		e.Note("%s taken back", term.Plural(int64(n), "record is", "records are"))
	}
	return nil
}
