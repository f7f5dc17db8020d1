package lab

import (
	"context"
	"os"
	"strings"
	"time"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"
	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

func (e *lab) campaignWithdraw() *cobra.Command {
	var o campaignOptions
	var force bool
	c := campaignFile("withdraw FILE|ID", "Remove a campaign from a NATS server", &o,
		func(c *cobra.Command, arg string) error { return e.withdraw(c.Context(), arg, &o, force) })
	f := c.Flags()
	f.BoolVar(&force, "force", false, "remove the campaign even if records are lost")
	f.BoolVarP(&e.Flags.Quiet, "quiet", "q", false, "print errors only")
	e.connectionFlags(c, "NATS server with the campaign, such as nats://HOST:4222 (default: from the environment)")
	return c
}

func (e *lab) withdraw(ctx context.Context, arg string, o *campaignOptions, force bool) error {
	conn, err := e.connect(ctx, "withdraw")
	if err != nil {
		return err
	}
	defer conn.Close()
	there, err := conn.Orphans(ctx)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	id, err := e.resolveCampaign(ctx, conn, there, arg, o)
	if err != nil {
		return err
	}
	kept, err := e.recordedKeys(ctx, arg, id, o)
	if err != nil {
		return err
	}
	recorded, err := conn.Recorded(ctx, id)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	lost := 0
	for key := range recorded {
		if _, stays := kept[key]; !stays {
			lost++
		}
	}
	if lost > 0 && !force {
		return badInput("%s: %s on %s would be lost: nonet-lab campaign resume collects them into a database, --force "+
			"removes them", id, term.Plural(lost, "record", "records"), conn.Server())
	}
	if err := conn.Remove(ctx, id); err != nil {
		return e.campaignError(ctx, err)
	}
	text := id + " was withdrawn from " + conn.Server()
	if lost > 0 {
		text += ", with " + term.Plural(lost, "record", "records")
	}
	e.notice(text)
	return nil
}

// recordedKeys returns the wall times of the records in the database of a campaign by key, if there is one.
func (e *lab) recordedKeys(ctx context.Context, arg, id string, o *campaignOptions) (map[string]time.Duration, error) {
	path := o.database
	if path == "" {
		if arg == id || !isRegular(arg) {
			return nil, nil
		}
		var err error
		if path, _, err = campaignDatabase(arg, o); err != nil {
			return nil, nil // the campaign was not started on this machine
		}
	}
	store, err := campaign.Read(ctx, path)
	if err != nil {
		return nil, e.campaignError(ctx, err)
	}
	defer store.Close()
	kept, err := store.WallTimes(ctx)
	if err != nil {
		return nil, e.campaignError(ctx, err)
	}
	return kept, nil
}

// resolveCampaign returns the ID of the campaign in states that an argument refers to: a campaign file, a database, an
// ID or a prefix of it.
func (e *lab) resolveCampaign(ctx context.Context, conn *cluster.Conn, states []cluster.State, arg string,
	o *campaignOptions) (string, error) {
	matches := func(id string) bool { return strings.HasPrefix(id, arg) }
	if isRegular(arg) {
		ids, err := e.identify(ctx, arg, o)
		if err != nil {
			return "", err
		}
		matches = func(id string) bool { return ids[id] }
	}
	var there, found []string
	for _, s := range states {
		there = append(there, s.ID)
		if matches(s.ID) {
			found = append(found, s.ID)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", badInput("%s: ambiguous: expected %s", arg, slice.JoinOr(found))
	case len(there) == 0:
		return "", badInput("%s: no campaign is on %s", arg, conn.Server())
	}
	return "", badInput("%s: is not on %s: expected %s", arg, conn.Server(), slice.JoinOr(there))
}

// identify returns the possible IDs of a campaign file: the ID of its database, if there is one; otherwise one for each
// scale.
func (e *lab) identify(ctx context.Context, file string, o *campaignOptions) (map[string]bool, error) {
	_, spec, err := campaignDatabase(file, o)
	if spec == nil && err != nil {
		return nil, err
	}
	if err == nil {
		store, plan, err := e.readPlan(ctx, file, o)
		if err != nil {
			return nil, err
		}
		defer store.Close()
		return map[string]bool{cluster.Identify(plan): true}, nil
	}
	ids := map[string]bool{}
	for _, scale := range campaign.Scales() {
		plan, err := spec.Expand(ctx, scale)
		if err != nil {
			return nil, e.campaignError(ctx, err)
		}
		if plan.Runs() > 0 {
			ids[cluster.Identify(plan)] = true
		}
	}
	return ids, nil
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
