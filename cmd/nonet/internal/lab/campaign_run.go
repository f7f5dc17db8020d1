package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/cluster"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

func (e *lab) campaignRun() *cobra.Command {
	var o campaignOptions
	c := &cobra.Command{
		Use:               "run FILE",
		Short:             "Begin a campaign",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeFiles("toml"),
		RunE:              func(c *cobra.Command, args []string) error { return e.beginCampaign(c, args[0], &o) },
	}
	f := c.Flags()
	scaleFlag(c, &o.scale, "how much of it: full, quick or smoke, as its grids say")
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "another seed than the campaign's")
	f.BoolVar(&o.dry, "dry-run", false, "say what would be run, and how long it can take at most")
	e.campaignFlags(c, &o)
	return c
}

func (e *lab) campaignResume() *cobra.Command {
	var o campaignOptions
	c := &cobra.Command{
		Use:   "resume FILE",
		Short: "Go on with a campaign that was stopped",
		Args:  cobra.ExactArgs(1), ValidArgsFunction: completeFiles("toml", "sqlite"),
		RunE: func(c *cobra.Command, args []string) error { return e.resumeCampaign(c.Context(), args[0], &o) },
	}
	e.campaignFlags(c, &o)
	againFlag(c, &o)
	return c
}

// campaignFlags adds the flags of commands that execute a campaign.
func (e *lab) campaignFlags(c *cobra.Command, o *campaignOptions) {
	f := c.Flags()
	f.StringVar(&o.database, "db", "", "the database (default: beside the campaign)")
	e.JobsFlag(c, "runs at the same time, but for those that are to be alone (default: all cores)")
	e.queueFlags(c)
	e.QuietFlags(c, "print errors only")
}

func (e *lab) beginCampaign(c *cobra.Command, file string, o *campaignOptions) error {
	ctx := c.Context()
	spec, err := readCampaign(file)
	if err != nil {
		return err
	}
	if c.Flags().Changed("seed") {
		spec.Seed = e.Flags.Seed
	}
	plan, err := spec.Expand(ctx, campaign.Scale(o.scale))
	if err != nil {
		return e.campaignError(ctx, err)
	}
	if plan.Runs() == 0 {
		return term.Fail(term.BadInput, fmt.Errorf("%s: nothing to run: its grids skip the scale %s", file, plan.Scale))
	}
	if err := e.localQueue().Check(plan); err != nil {
		return term.Fail(term.BadInput, err)
	}
	if o.dry {
		return e.Print(e.planned(plan))
	}
	queue, done, err := e.queue(ctx) // first: without it there is no database to be begun
	if err != nil {
		return err
	}
	defer done()
	path := o.database
	if path == "" {
		path = databaseOf(file, plan.Scale)
	}
	store, err := campaign.Create(ctx, path, plan)
	if info, missing := os.Stat(path); errors.Is(err, campaign.ErrExists) && missing == nil && info.IsDir() {
		return term.Fail(term.BadInput, fmt.Errorf("%s: is a folder, expected the name of a database", path))
	}
	if errors.Is(err, campaign.ErrExists) {
		return term.Fail(term.BadInput, fmt.Errorf("%s is there already: nonet campaign resume %s goes on with it, --db FILE begins anew", path, path))
	}
	if err != nil {
		return e.campaignError(ctx, err)
	}
	return e.executeCampaign(ctx, store, plan, queue)
}

func (e *lab) resumeCampaign(ctx context.Context, file string, o *campaignOptions) error {
	path, spec, err := campaignDatabase(file, o)
	if err != nil {
		return err
	}
	queue, done, err := e.queue(ctx)
	if err != nil {
		return err
	}
	defer done()
	store, err := campaign.Open(ctx, path)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	if spec != nil {
		if err := store.Match(spec); err != nil {
			store.Close()
			return term.Fail(term.BadInput, err)
		}
	}
	plan, err := store.Plan(ctx)
	if err != nil {
		store.Close()
		return e.campaignError(ctx, err)
	}
	if err := e.takeBack(ctx, store, plan, queue, o); err != nil {
		store.Close()
		return err
	}
	return e.executeCampaign(ctx, store, plan, queue)
}

// executeCampaign executes what is left of a plan, prints how it went, and closes the store.
func (e *lab) executeCampaign(ctx context.Context, store *campaign.Store, plan *campaign.Plan, queue campaign.Queue) (err error) {
	defer func() {
		if closing := store.Close(); err == nil && closing != nil {
			err = term.Fail(term.BadInput, closing)
		}
	}()
	remote, _ := queue.(*cluster.Queue) // nil if the runs are executed here
	e.introduce(plan, remote)
	watch := e.campaignBar(plan)
	begun := time.Now()
	running := campaign.Runner{Queue: queue, Progress: e.foretell(watch)}.Run(ctx, plan, store)
	watch.Stop()
	counts, err := plan.Tally(context.WithoutCancel(ctx), store)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	switch {
	case ctx.Err() != nil:
		if running != nil && !errors.Is(running, ctx.Err()) {
			return e.campaignError(context.WithoutCancel(ctx), running)
		}
		e.Raise(term.Undecided)
		recorded := fmt.Sprintf("%s of %s are recorded", term.Thousands(int64(counts.Done)), term.Plural(int64(plan.Runs()), "run", "runs"))
		if remote != nil {
			e.Warn("interrupted: %s; workers go on; nonet campaign resume %s %s collects the rest", recorded, store.Path(), e.server(remote.Conn))
		} else {
			e.Warn("interrupted: %s; nonet campaign resume %s goes on", recorded, store.Path())
		}
		return nil
	case running != nil:
		return e.campaignError(ctx, running)
	}
	if counts.Failed > 0 {
		e.Raise(term.Failed)
		e.Warn("%s failed or crashed: see the records; nonet campaign resume --again failed,crashed %s executes them once more",
			term.Plural(int64(counts.Failed), "run", "runs"), store.Path())
	}
	if !e.Flags.Quiet {
		e.Note("%s in %s; the records are in %s", term.Plural(int64(counts.Done), "run", "runs"), term.Duration(time.Since(begun)), store.Path())
		return e.Print(tallyText(counts))
	}
	return nil
}

// introduce says what is about to be run, and where.
func (e *lab) introduce(plan *campaign.Plan, remote *cluster.Queue) {
	if e.Flags.Quiet {
		return
	}
	e.Note("%s", strings.TrimSuffix(e.planned(plan), "\n"))
	if remote != nil {
		e.Note("campaign %s on %s", cluster.Identify(plan), remote.Conn.Server())
	}
}

// campaignBar begins to show how far a campaign has come, if that is to be shown. Notices are printed beside it.
func (e *lab) campaignBar(plan *campaign.Plan) *term.Progress {
	if !e.ShowsProgress() {
		return nil
	}
	watch := term.NewBar(e.Err, int64(plan.Runs()), "runs", false)
	e.bar.Store(watch)
	return watch
}

// campaignProgress returns what a runner reports its progress to, or nil if nothing is shown.
func campaignProgress(p *term.Progress) func(campaign.Progress) {
	if p == nil {
		return nil
	}
	return func(now campaign.Progress) {
		text := fmt.Sprintf("%s of %s runs", term.Thousands(int64(now.Done)), term.Thousands(int64(now.Total)))
		switch {
		case now.Left < 0:
		case now.Sampled:
			text += ", " + term.Duration(now.Left.Round(time.Second)) + " left"
		default:
			text += ", perhaps " + term.Duration(now.Left.Round(time.Second)) + " left"
		}
		p.SetNote(text)
		p.SetRead(int64(now.Done))
	}
}

// planned says what a plan runs.
func (e *lab) planned(p *campaign.Plan) string {
	grids, alone, methods := 0, 0, map[string]bool{}
	for _, part := range p.Parts() {
		if part.Runs > 0 {
			grids++
		}
		if part.Alone {
			alone += part.Runs
		}
		for _, m := range part.Methods {
			methods[m] = true
		}
	}
	text := fmt.Sprintf("%s of %s in %s", term.Plural(int64(p.Runs()), "run", "runs"), term.Plural(int64(len(methods)), "method", "methods"),
		term.Plural(int64(grids), "grid", "grids"))
	if alone > 0 {
		text += fmt.Sprintf(", %s alone", term.Plural(int64(alone), "run", "runs"))
	}
	jobs, where := e.Flags.Jobs, ""
	if e.remote() { // the number of workers is unknown
		jobs, where = 1, " on one core"
	}
	if most, bounded := p.Bound(jobs); bounded {
		return text + ": at most " + term.Duration(most) + where + " by their limits\n"
	}
	return text + ": some have no limit on their time\n"
}
