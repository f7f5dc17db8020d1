package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"
	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

func (e *lab) campaignRun() *cobra.Command {
	var o campaignOptions
	c := campaignFile("run FILE", "Start a campaign", &o,
		func(c *cobra.Command, file string) error { return e.beginCampaign(c, file, &o) })
	c.ValidArgsFunction = completeFiles("toml")
	f := c.Flags()
	scaleFlag(c, &o.scale, "scale of the grids: full, quick or smoke")
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "replaces the seed of the campaign")
	f.BoolVar(&o.dry, "dry-run", false, "print the number of runs and an upper bound on their time, and exit")
	e.campaignFlags(c)
	return c
}

func (e *lab) campaignResume() *cobra.Command {
	var o campaignOptions
	c := campaignFile("resume FILE", "Continue a campaign that was stopped", &o,
		func(c *cobra.Command, file string) error { return e.resumeCampaign(c.Context(), file, &o) })
	e.campaignFlags(c)
	againFlag(c, &o)
	return c
}

// campaignFlags adds the flags of commands that execute a campaign.
func (e *lab) campaignFlags(c *cobra.Command) {
	e.JobsFlag(c, "concurrent runs, except for runs alone (default: all cores)")
	e.queueFlags(c)
	e.QuietFlags(c, "print errors only")
}

func (e *lab) beginCampaign(c *cobra.Command, file string, o *campaignOptions) error {
	ctx := c.Context()
	spec, err := readCampaign(e.Env, file)
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
		return badInput("%s: nothing to run: its grids skip the scale %s", file, plan.Scale)
	}
	if err := e.localQueue().Check(plan); err != nil {
		return term.Fail(term.BadInput, err)
	}
	if o.dry {
		return e.Print(e.planSummary(plan))
	}
	queue, done, err := e.queue(ctx) // connect first: without a server, create no database
	if err != nil {
		return err
	}
	defer done()
	path := cmp.Or(o.database, databaseOf(file, plan.Scale))
	store, err := campaign.Create(ctx, path, plan)
	if info, statErr := os.Stat(path); errors.Is(err, campaign.ErrExists) && statErr == nil && info.IsDir() {
		return badInput("%s: is a folder, expected a database", path)
	}
	if errors.Is(err, campaign.ErrExists) {
		return badInput("%s already exists: continue it with nonet-lab campaign resume %s, or give another --db FILE",
			path, path)
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
	if err := e.discardRecords(ctx, store, plan, queue, o); err != nil {
		store.Close()
		return err
	}
	return e.executeCampaign(ctx, store, plan, queue)
}

// executeCampaign executes the remaining runs of a plan, prints a summary, and closes the store.
func (e *lab) executeCampaign(ctx context.Context, store *campaign.Store, plan *campaign.Plan,
	queue campaign.Queue) (err error) {
	defer func() {
		if closing := store.Close(); err == nil && closing != nil {
			err = term.Fail(term.BadInput, closing)
		}
	}()
	remote, _ := queue.(*cluster.Queue) // nil if this process executes the runs
	e.printPlan(plan, remote)
	watch := e.campaignBar(plan)
	begun := time.Now()
	running := campaign.Runner{Queue: queue, Progress: e.progressFunc(watch),
		Command: commandLine(os.Args[1:])}.Run(ctx, plan, store)
	watch.Stop()
	counts, _, err := store.Tally(context.WithoutCancel(ctx))
	if err != nil {
		return e.campaignError(ctx, err)
	}
	switch {
	case ctx.Err() != nil:
		if running != nil && !errors.Is(running, ctx.Err()) {
			return e.campaignError(context.WithoutCancel(ctx), running)
		}
		e.Raise(term.Undecided)
		recorded := fmt.Sprintf("%s of %s recorded", term.Thousands(counts.Done),
			term.Plural(plan.Runs(), "run", "runs"))
		if remote != nil {
			e.Warn("interrupted: %s; workers continue; to collect their records, use nonet-lab campaign resume %s %s",
				recorded, store.Path(), e.server(remote.Conn))
		} else {
			e.Warn("interrupted: %s; to continue, use nonet-lab campaign resume %s", recorded, store.Path())
		}
		return nil
	case running != nil:
		return e.campaignError(ctx, running)
	}
	if counts.Failed > 0 {
		e.Raise(term.Failed)
		e.Warn("%s failed or crashed: see the records; to execute them again, use nonet-lab campaign resume --again "+
			"failed,crashed %s", term.Plural(counts.Failed, "run", "runs"), store.Path())
	}
	if !e.Flags.Quiet {
		e.Note("%s in %s; the records are in %s", term.Plural(counts.Done, "run", "runs"),
			term.Duration(time.Since(begun)), store.Path())
		return e.printTally("", counts)
	}
	return nil
}

// printPlan prints a summary of the runs, and the ID of the campaign on a server.
func (e *lab) printPlan(plan *campaign.Plan, remote *cluster.Queue) {
	if e.Flags.Quiet {
		return
	}
	fmt.Fprint(e.Err, e.planSummary(plan))
	if remote != nil {
		e.Note("campaign %s on %s", cluster.Identify(plan), remote.Conn.Server())
	}
}

// campaignBar starts the progress bar of a campaign, if progress is shown. Notices are printed above it.
func (e *lab) campaignBar(plan *campaign.Plan) *term.Progress {
	if !e.ShowsProgress() {
		return nil
	}
	watch := term.NewBar(e.Err, int64(plan.Runs()), "runs", false)
	e.bar.Store(watch)
	return watch
}

// showProgress shows the progress of a runner in a bar, if there is one.
func showProgress(p *term.Progress, now campaign.Progress) {
	text := fmt.Sprintf("%s of %s runs", term.Thousands(now.Done), term.Thousands(now.Total))
	switch {
	case now.Remaining < 0:
	case now.Sampled:
		text += ", " + term.Duration(now.Remaining.Round(time.Second)) + " left"
	default:
		text += ", about " + term.Duration(now.Remaining.Round(time.Second)) + " left"
	}
	p.SetNote(text)
	p.SetDone(int64(now.Done))
}

// planSummary summarizes a plan in one line.
func (e *lab) planSummary(p *campaign.Plan) string {
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
	text := fmt.Sprintf("%s of %s in %s", term.Plural(p.Runs(), "run", "runs"),
		term.Plural(len(methods), "method", "methods"), term.Plural(grids, "grid", "grids"))
	if alone > 0 {
		text += fmt.Sprintf(", %s alone", term.Plural(alone, "run", "runs"))
	}
	jobs, where := e.Flags.Jobs, ""
	if e.remote() { // the number of workers is not known
		jobs, where = 1, " on one core"
	}
	if most, bounded := p.Bound(jobs); bounded {
		return text + ": at most " + term.Duration(most) + where + ", by the time limits\n"
	}
	return text + ": some have no time limit\n"
}

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
