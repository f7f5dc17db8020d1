package cli

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/experiment/all"

	"github.com/spf13/cobra"
)

// campaignOptions are the flags of the commands about campaigns.
type campaignOptions struct {
	database string
	scale    string
	dry      bool
	to, out  string
}

//go:embed campaign.toml
var campaignExample string

func (e *env) campaignCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "campaign",
		Short: "Run grids of puzzles, methods and seeds; stop and go on at will",
		Long: `A campaign is a file that says which methods are to be run on which puzzles, how often, and how long a run may take. nonet campaign new
prints one to begin with.

Each run leaves one record: what came of it, the time of each phase, the size of the formula, the effort, the seed, and the machine. The records
are in an SQLite database beside the file. A campaign that was stopped, by Ctrl-C, by the end of the machine or in any other way, goes on where it
was with nonet campaign resume: no run is lost, and none is done twice.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("which command? nonet campaign --help lists them")
		},
	}
	c.AddCommand(e.campaignNew(), e.campaignRun(), e.campaignResume(), e.campaignStatus(), e.campaignExport(), e.campaignReport())
	return c
}

func (e *env) campaignNew() *cobra.Command {
	return &cobra.Command{
		Use:     "new",
		Short:   "Print a campaign to begin with",
		Long:    "New prints a small campaign with comments on everything that a campaign can say.",
		Example: examples("nonet campaign new > compare.toml"),
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return e.print(campaignExample) },
	}
}

func (e *env) campaignRun() *cobra.Command {
	var o campaignOptions
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Begin a campaign",
		Long: `Run begins a campaign and executes it to the end. The database is FILE with the ending .sqlite (FILE-quick.sqlite at the scale quick) unless
--db names another; it must not be there yet.

Files of puzzles that the campaign names are looked for beside it. What was read from them is kept in the database.

The exit code is 0 when all runs are recorded, 3 when it was interrupted, 4 when some solver crashed or gave a wrong answer. That a run reached
its limit, or that a solver is not installed, is a record like any other.`,
		Example: examples(
			"nonet campaign run compare.toml",
			"nonet campaign run compare.toml --scale quick --jobs 1 --db /tmp/try.sqlite",
			"nonet campaign run compare.toml --dry-run",
		),
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeFiles("toml"),
		RunE:              func(c *cobra.Command, args []string) error { return e.beginCampaign(c, args[0], &o) },
	}
	f := c.Flags()
	f.StringVar(&o.scale, "scale", string(campaign.Full), "how much of it: full, quick or smoke, as its grids say")
	f.Uint64Var(&e.flags.seed, "seed", 0, "another seed than the campaign's")
	f.BoolVar(&o.dry, "dry-run", false, "say what would be run, and how long it can take at most")
	e.campaignFlags(c, &o)
	complete(c, "scale", "full", "quick", "smoke")
	validate(c, func() error { return oneOfThese("--scale", o.scale, []string{"full", "quick", "smoke"}) })
	return c
}

func (e *env) campaignResume() *cobra.Command {
	var o campaignOptions
	c := &cobra.Command{
		Use:   "resume FILE",
		Short: "Go on with a campaign that was stopped",
		Long: `Resume executes the runs of a campaign that have no record yet. FILE is the campaign or its database. A campaign that has changed since it was
begun is refused: its records would not belong together. The puzzles are those of the database, whatever has become of their files.`,
		Example: examples("nonet campaign resume compare.toml", "nonet campaign resume compare.sqlite"),
		Args:    cobra.ExactArgs(1), ValidArgsFunction: completeFiles("toml", "sqlite"),
		RunE: func(c *cobra.Command, args []string) error { return e.resumeCampaign(c.Context(), args[0], &o) },
	}
	e.campaignFlags(c, &o)
	return c
}

// campaignFlags adds the flags of commands that execute a campaign.
func (e *env) campaignFlags(c *cobra.Command, o *campaignOptions) {
	f := c.Flags()
	f.StringVar(&o.database, "db", "", "the database (default: beside the campaign)")
	e.jobsFlag(c, "runs at the same time, but for those that are to be alone (default: all cores)")
	e.quietFlags(c, "print errors only")
}

func completeFiles(endings ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// sqliteStart is how a database begins.
const sqliteStart = "SQLite format 3\x00"

func readCampaign(name string) (*campaign.Spec, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fail(badInput, fmt.Errorf("%s: cannot be read: %w", name, reason(err)))
	}
	defer file.Close()
	text := bufio.NewReader(file)
	if start, _ := text.Peek(len(sqliteStart)); string(start) == sqliteStart {
		return nil, fail(badInput, fmt.Errorf("%s: is a database, not a campaign: nonet campaign resume %s goes on with it", name, name))
	}
	spec, err := campaign.ReadSpec(name, text)
	if err != nil {
		return nil, fail(badInput, err)
	}
	return spec, nil
}

// databaseOf returns the name of the database of a campaign.
func databaseOf(file string, scale campaign.Scale) string {
	base := strings.TrimSuffix(file, filepath.Ext(file))
	if scale != campaign.Full && scale != "" {
		base += "-" + string(scale)
	}
	return base + ".sqlite"
}

func (e *env) beginCampaign(c *cobra.Command, file string, o *campaignOptions) error {
	ctx := c.Context()
	spec, err := readCampaign(file)
	if err != nil {
		return err
	}
	if c.Flags().Changed("seed") {
		spec.Seed = e.flags.seed
	}
	plan, err := spec.Expand(ctx, campaign.Scale(o.scale))
	if err != nil {
		return e.campaignError(ctx, err)
	}
	if plan.Runs() == 0 {
		return fail(badInput, fmt.Errorf("%s: nothing to run: its grids skip the scale %s", file, plan.Scale))
	}
	if err := e.localQueue().Check(plan); err != nil {
		return fail(badInput, err)
	}
	if o.dry {
		return e.print(planned(plan, e.flags.jobs))
	}
	path := o.database
	if path == "" {
		path = databaseOf(file, plan.Scale)
	}
	store, err := campaign.Create(ctx, path, plan)
	if info, missing := os.Stat(path); errors.Is(err, campaign.ErrExists) && missing == nil && info.IsDir() {
		return fail(badInput, fmt.Errorf("%s: is a folder, expected the name of a database", path))
	}
	if errors.Is(err, campaign.ErrExists) {
		return fail(badInput, fmt.Errorf("%s is there already: nonet campaign resume %s goes on with it, --db FILE begins anew", path, path))
	}
	if err != nil {
		return e.campaignError(ctx, err)
	}
	return e.executeCampaign(ctx, store, plan)
}

// campaignDatabase returns the database that an argument means, and the campaign if it is one.
func campaignDatabase(file string, o *campaignOptions) (string, *campaign.Spec, error) {
	if !strings.EqualFold(filepath.Ext(file), ".toml") {
		return file, nil, nil
	}
	spec, err := readCampaign(file)
	if err != nil || o.database != "" {
		return o.database, spec, err
	}
	path := databaseOf(file, campaign.Full)
	if _, err := os.Stat(path); err == nil {
		return path, spec, nil
	}
	for _, scale := range campaign.Scales() {
		if other := databaseOf(file, scale); other != path {
			if _, err := os.Stat(other); err == nil {
				return other, spec, nil
			}
		}
	}
	return "", nil, fail(badInput, fmt.Errorf("%s: no such file: the campaign was not begun, or --db is missing", path))
}

func (e *env) resumeCampaign(ctx context.Context, file string, o *campaignOptions) error {
	path, spec, err := campaignDatabase(file, o)
	if err != nil {
		return err
	}
	store, err := campaign.Open(ctx, path)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	if spec != nil {
		if err := store.Match(spec); err != nil {
			store.Close()
			return fail(badInput, err)
		}
	}
	plan, err := store.Plan(ctx)
	if err != nil {
		store.Close()
		return e.campaignError(ctx, err)
	}
	return e.executeCampaign(ctx, store, plan)
}

// executeCampaign executes what is left of a plan, prints how it went, and closes the store.
func (e *env) executeCampaign(ctx context.Context, store *campaign.Store, plan *campaign.Plan) (err error) {
	defer func() {
		if closing := store.Close(); err == nil && closing != nil {
			err = fail(badInput, closing)
		}
	}()
	if !e.flags.quiet {
		e.say("%s", strings.TrimSuffix(planned(plan, e.flags.jobs), "\n"))
	}
	var watch *progress
	if e.showsProgress() {
		watch = startBar(e.Err, int64(plan.Runs()), "runs", false)
	}
	begun := time.Now()
	running := campaign.Runner{Queue: e.localQueue(), Progress: e.foretell(watch)}.Run(ctx, plan, store)
	watch.stop()
	counts, err := countRecords(context.WithoutCancel(ctx), store, plan)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	switch {
	case ctx.Err() != nil:
		if running != nil && !errors.Is(running, ctx.Err()) {
			return e.campaignError(context.WithoutCancel(ctx), running)
		}
		e.raise(undecided)
		e.message("interrupted: %s of %s are recorded; nonet campaign resume %s goes on", thousands(int64(counts.done)), plural(int64(plan.Runs()), "run", "runs"), store.Path())
		return nil
	case running != nil:
		return e.campaignError(ctx, running)
	}
	if counts.failed > 0 {
		e.raise(failed)
		e.message("%s failed or crashed: see the records", plural(int64(counts.failed), "run", "runs"))
	}
	if !e.flags.quiet {
		e.say("%s in %s; the records are in %s", plural(int64(counts.done), "run", "runs"), duration(time.Since(begun)), store.Path())
		return e.print(counts.String())
	}
	return nil
}

// executor returns what executes the runs of campaigns and experiments.
func executor() campaign.Executor {
	return campaign.Executor{Tasks: all.Tasks(), Child: isolatedChild()}
}

// localQueue has runs executed by this process.
func (e *env) localQueue() campaign.Queue {
	return campaign.Local{Executor: executor(), AtOnce: e.flags.jobs}
}

// campaign returns what a runner reports its progress to, or nil if nothing is shown.
func (p *progress) campaign() func(campaign.Progress) {
	if p == nil {
		return nil
	}
	return func(now campaign.Progress) {
		text := fmt.Sprintf("%s of %s runs", thousands(int64(now.Done)), thousands(int64(now.Total)))
		switch {
		case now.Left < 0:
		case now.Sampled:
			text += ", " + duration(now.Left.Round(time.Second)) + " left"
		default:
			text += ", perhaps " + duration(now.Left.Round(time.Second)) + " left"
		}
		p.note.Store(&text)
		p.read.Store(int64(now.Done))
	}
}

// planned says what a plan runs.
func planned(p *campaign.Plan, jobs int) string {
	grids, shown := map[string]bool{}, map[string]bool{}
	alone := 0
	for _, s := range p.Stages {
		for _, r := range s.Runs {
			grids[r.Grid], shown[r.Method] = true, true
			if s.Alone {
				alone++
			}
		}
	}
	text := fmt.Sprintf("%s of %s in %s", plural(int64(p.Runs()), "run", "runs"), plural(int64(len(shown)), "method", "methods"),
		plural(int64(len(grids)), "grid", "grids"))
	if alone > 0 {
		text += fmt.Sprintf(", %s alone", plural(int64(alone), "run", "runs"))
	}
	if most, bounded := p.Bound(jobs); bounded {
		return text + ": at most " + duration(most) + " by their limits\n"
	}
	return text + ": some have no limit on their time\n"
}

// campaignError turns an error about a campaign into that of the command.
func (e *env) campaignError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fail(undecided, errInterrupted)
	}
	return fail(badInput, err)
}

// isolatedChild is the command that executes one run for a campaign.
func isolatedChild() []string {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{program, "isolated"}
}

func (e *env) isolatedCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "isolated",
		Short:  "Execute one run of a campaign that comes on standard input",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := campaign.Child(c.Context(), all.Tasks(), e.In, e.Out); err != nil {
				return fail(failed, err)
			}
			return nil
		},
	}
}
