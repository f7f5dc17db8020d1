package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"nonet/cmd/internal/build"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/all"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/internal/parse"
	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

func (e *lab) experimentCommand() *cobra.Command {
	return group("experiment", "Reproduce the tables and figures of papers",
		"expected a command: nonet-lab experiment list lists the experiments, nonet-lab experiment run NAME runs one",
		e.experimentListCommand(), e.experimentPlanCommand(), e.experimentRunCommand(), e.experimentReportCommand())
}

// namedExperiment returns a command about the experiment that its argument names.
func namedExperiment(use, short string, run func(*cobra.Command, papers.Experiment) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: cobra.ExactArgs(1), ValidArgsFunction: completeExperiments,
		RunE: func(c *cobra.Command, args []string) error {
			x, err := findExperiment(args[0])
			if err != nil {
				return err
			}
			return run(c, x)
		}}
}

func (e *lab) experimentListCommand() *cobra.Command {
	var names bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the experiments",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if names {
				return e.Print(strings.Join(experimentNames(), "\n") + "\n")
			}
			t := term.Table{Head: []string{"EXPERIMENT", "SUMMARY"}}
			for _, x := range all.Experiments() {
				t.Add(x.Name, x.Summary)
				if x.Source != "" {
					t.Add("", x.Source)
				}
			}
			return e.Print(e.Prose(t.String()))
		},
	}
	c.Flags().BoolVar(&names, "names", false, "print the names only")
	return c
}

type experimentOptions struct {
	papers.Options
	quick    bool
	scale    string
	noCommit bool
}

// scaleFlags adds the flags that select a scale and grids.
func scaleFlags(c *cobra.Command, o *experimentOptions) {
	f := c.Flags()
	f.BoolVar(&o.quick, "quick", false, "a small version that takes two minutes: same as --scale quick")
	scaleFlag(c, &o.scale, "full, quick (two minutes), or smoke (a functional test of ten seconds)")
	f.StringSliceVar(&o.Only, "only", nil,
		"names of the parts to run; nonet-lab experiment plan NAME lists them (default: all)")
	_ = c.RegisterFlagCompletionFunc("only",
		func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if len(args) > 0 {
				if x, err := findExperiment(args[0]); err == nil {
					names = x.Parts()
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		})
	term.AddCheck(c, func() error {
		if o.quick && c.Flags().Changed("scale") && o.scale != "quick" {
			return fmt.Errorf("--quick and --scale %s: expected one of them", o.scale)
		}
		o.Scale = campaign.Scale(o.scale)
		if o.quick {
			o.Scale = campaign.Quick
		}
		return nil
	})
}

func (e *lab) experimentPlanCommand() *cobra.Command {
	var o experimentOptions
	c := namedExperiment("plan NAME", "List the parts of an experiment, with a bound on their time",
		func(c *cobra.Command, x papers.Experiment) error {
			plan, err := x.Plan(c.Context(), o.Scale)
			if err != nil {
				return err
			}
			return e.PrintText(planText(plan, runtime.GOMAXPROCS(0)))
		})
	scaleFlags(c, &o)
	return c
}

// planText lists the grids of a plan.
func planText(plan *campaign.Plan, jobs int) string {
	t := term.Table{Head: []string{"part", "runs", "methods", "sets of puzzles", "jobs", "at most"},
		Right: []bool{false, true, true, true, true, true}}
	for _, p := range plan.Parts() {
		if p.Runs == 0 {
			t.Add(p.Grid, "0", "", "", "", "")
			continue
		}
		n, most := jobs, "no limit"
		if p.Alone {
			n = 1
		}
		if p.Bounded {
			most = roughDuration(p.Limit / time.Duration(n))
		}
		t.Add(p.Grid, term.Thousands(p.Runs), fmt.Sprint(len(p.Methods)), fmt.Sprint(len(p.Sets)), fmt.Sprint(n), most)
	}
	return t.String()
}

// roughDuration formats a long duration in minutes or hours.
func roughDuration(d time.Duration) string {
	switch {
	case d < time.Minute:
		return d.Round(time.Second).String()
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Round(time.Minute)/time.Minute))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

func (e *lab) experimentRunCommand() *cobra.Command {
	var o experimentOptions
	c := namedExperiment("run NAME", "Run an experiment and write its report",
		func(c *cobra.Command, x papers.Experiment) error { return e.runExperiment(c.Context(), x, o) })
	scaleFlags(c, &o)
	f := c.Flags()
	f.StringVarP(&o.Out, "out", "o", "", "output folder (default: out/NAME)")
	f.BoolVar(&o.noCommit, "no-commit", false,
		"run at full scale although the program was not built from a commit")
	e.JobsFlag(c, "concurrent runs, except for runs alone (default: all cores)")
	e.queueFlags(c)
	e.QuietFlags(c, "print errors only")
	return c
}

func (e *lab) runExperiment(ctx context.Context, x papers.Experiment, o experimentOptions) error {
	if commit := build.Commit(); o.Scale == campaign.Full && !o.noCommit &&
		(commit == "" || strings.HasSuffix(commit, "+changes")) {
		return errors.New("experiment: this program was not built from a commit, so the report could not name its " +
			"source: build it in a clean checkout, or use --no-commit, or --scale quick")
	}
	o.Out = cmp.Or(o.Out, filepath.Join("out", x.Name))
	o.Command = commandLine(os.Args[1:])
	plan, err := x.Plan(ctx, o.Scale)
	if err == nil {
		plan, err = papers.Only(plan, o.Only)
	}
	if err != nil {
		return err
	}
	queue, done, err := e.queue(ctx)
	if err != nil {
		return err
	}
	defer done()
	if err := os.MkdirAll(o.Out, 0o777); err != nil {
		return term.WriteFailure(o.Out, err)
	}
	remote, _ := queue.(*cluster.Queue)
	e.printPlan(plan, remote)
	watch := e.campaignBar(plan)
	o.Progress, o.Queue = e.progressFunc(watch), queue
	doc, err := x.Run(ctx, o.Options)
	watch.Stop()
	if doc != nil && !e.Flags.Quiet {
		if err := e.Print(e.Prose(reportSummary(doc, o.Out))); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		e.Raise(term.Undecided)
		e.Warn("interrupted; to continue, use the same command")
		return nil
	}
	if err != nil {
		return e.campaignError(ctx, err)
	}
	return nil
}

// secrets are the flags whose values are not stored.
var secrets = []string{"--password"}

// commandLine returns the command of the user for the store, without passwords and without the folders of absolute
// paths, which say something about the machine only.
func commandLine(args []string) string {
	words := []string{"nonet-lab"}
	for i, arg := range args {
		name, _, hasValue := strings.Cut(arg, "=")
		switch {
		case hasValue && slices.Contains(secrets, name):
			arg = name + "=..."
		case i > 0 && slices.Contains(secrets, args[i-1]):
			arg = "..."
		default:
			arg = userInfo().ReplaceAllString(arg, "//...@")
		}
		if name, value, isFlag := strings.Cut(arg, "="); isFlag && filepath.IsAbs(value) {
			arg = name + "=" + filepath.Base(value)
		} else if filepath.IsAbs(arg) {
			arg = filepath.Base(arg)
		}
		if strings.ContainsAny(arg, " \t\"'$*?;&|<>()") {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

// userInfo is the name and the password in a URL.
var userInfo = parse.Pattern(`//[^/@]+@`)

// progressFunc returns the function that a runner reports its progress to. It updates the bar, if there is one, and
// prints an estimate of the remaining time as soon as that is reliable.
func (e *lab) progressFunc(watch *term.Progress) func(campaign.Progress) {
	printed := e.Flags.Quiet
	return func(now campaign.Progress) {
		if !printed && now.Sampled && now.Remaining > 5*time.Second {
			printed = true
			watch.Hide()
			e.Note("one run of each kind is done: the rest takes about %s",
				term.Duration(now.Remaining.Round(time.Second)))
		}
		showProgress(watch, now)
	}
}

// writeReport writes a report into a folder, and prints a summary, or with --output markdown or latex its tables.
func (e *lab) writeReport(doc *report.Document, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return term.WriteFailure(dir, err)
	}
	doc.Images = e.images
	if err := doc.WriteFolder(dir); err != nil {
		return term.Fail(term.BadInput, err)
	}
	switch {
	case e.Flags.Output != "text":
		return e.Print(doc.Typeset(e.Flags.Output))
	case e.Flags.Quiet:
		return nil
	}
	return e.Print(e.Prose(reportSummary(doc, dir)))
}

// reportSummary returns the lead of a report, the counts of verdicts, and the files.
func reportSummary(doc *report.Document, dir string) string {
	var b strings.Builder
	for _, p := range doc.Lead {
		b.WriteString(p + "\n\n")
	}
	tally := doc.Tally()
	if tally.Published(report.Matched)+tally.Published(report.Missed) > 0 {
		b.WriteString(tally.String() + "\n")
	}
	fmt.Fprintf(&b, "%s\n%s\n", filepath.Join(dir, "report.html"), filepath.Join(dir, "summary.md"))
	return b.String()
}

func (e *lab) experimentReportCommand() *cobra.Command {
	var from, out, scale string
	c := namedExperiment("report NAME", "Write the report of an experiment again, from its records",
		func(c *cobra.Command, x papers.Experiment) error {
			from := cmp.Or(from, filepath.Join("out", x.Name))
			d, err := x.Read(c.Context(), from, campaign.Scale(scale))
			if err != nil {
				return term.Fail(term.BadInput, err)
			}
			doc, err := x.Describe(d)
			if err != nil {
				return term.Fail(term.Failed, err)
			}
			return e.writeReport(doc, cmp.Or(out, from))
		})
	f := c.Flags()
	e.reportFlags(c)
	f.StringVar(&from, "from", "", "folder with the records (default: out/NAME)")
	f.StringVarP(&out, "out", "o", "", "output folder (default: the same)")
	scaleFlag(c, &scale, "scale of records.csv.gz: full, quick or smoke; not needed with records.sqlite")
	return c
}

func findExperiment(name string) (papers.Experiment, error) {
	x, ok := slice.Find(all.Experiments(), func(x papers.Experiment) bool { return x.Name == name })
	if !ok {
		return x, fmt.Errorf("unknown experiment %q: expected %s%s", name, slice.JoinOr(experimentNames()),
			term.DidYouMean(name, experimentNames()))
	}
	return x, nil
}

func experimentNames() []string {
	return slice.Map(all.Experiments(), func(x papers.Experiment) string { return x.Name })
}

func completeExperiments(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	described := func(x papers.Experiment) string { return x.Name + "\t" + x.Summary }
	return slice.Map(all.Experiments(), described), cobra.ShellCompDirectiveNoFileComp
}
