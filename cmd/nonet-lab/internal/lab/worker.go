package lab

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/cluster"

	"github.com/spf13/cobra"
)

func (e *lab) workerCommand() *cobra.Command {
	var w cluster.Worker
	var names string
	c := &cobra.Command{
		Use:   "worker",
		Short: "Execute runs of campaigns from a NATS server",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return e.work(c.Context(), &w) },
	}
	e.connectionFlags(c, "NATS server, such as nats://HOST:4222 (default: from the environment)")
	c.Flags().BoolVar(&w.AnyBuild, "any-build", false, "also accept campaigns that another build of nonet started")
	e.JobsFlag(c, "concurrent runs, except for runs alone (default: all cores)")
	c.Flags().DurationVar(&w.Idle, "idle", 0, "end after this time without work, such as 10m (default: never)")
	c.Flags().StringVar(&names, "programs", "", "programs that campaigns may name, as in dimacs=PROGRAM, separated by "+
		"commas; any means any program (default: known solvers only)")
	e.QuietFlags(c, "print errors only")
	term.AddCheck(c, func() error {
		if w.Idle < 0 || w.Idle == 0 && c.Flags().Changed("idle") {
			return fmt.Errorf("--idle %v: expected a positive duration", w.Idle)
		}
		var err error
		if w.Programs, err = cluster.ParsePrograms(names); err != nil {
			return fmt.Errorf("--programs %q: %w", names, err)
		}
		return nil
	})
	return c
}

// work runs a worker until ctx ends or the worker is idle.
func (e *lab) work(ctx context.Context, w *cluster.Worker) error {
	abortOnFatalErrors()
	conn, err := e.connect(ctx, "worker")
	if err != nil {
		return err
	}
	defer conn.Close()
	e.notice(fmt.Sprintf("working for %s, %s at a time", conn.Server(), term.Plural(e.Flags.Jobs, "run", "runs")))
	bar := e.StartProgress(0, "runs")
	e.bar.Store(bar)
	begun := time.Now()
	var last atomic.Pointer[cluster.Status]
	w.Conn, w.Executor, w.Jobs, w.Notice = conn, executor(), e.Flags.Jobs, e.notice
	w.Progress = func(s cluster.Status) {
		last.Store(&s)
		bar.SetNote(workerLine(s))
	}
	if err = w.Run(ctx); err != nil {
		err = e.campaignError(ctx, err)
	}
	bar.Stop()
	if s := last.Load(); s != nil {
		e.notice(workerSummary(*s, time.Since(begun)))
	}
	return err
}

// workerLine describes the current work of a worker.
func workerLine(s cluster.Status) string {
	text := fmt.Sprintf("%s running, %s done, %s", term.Thousands(s.Running), term.Thousands(s.Done),
		term.PerSecond(s.Rate))
	if s.Failed > 0 {
		text += fmt.Sprintf(", %s failed or crashed", term.Thousands(s.Failed))
	}
	return text
}

// workerSummary describes the completed work of a worker.
func workerSummary(s cluster.Status, took time.Duration) string {
	text := fmt.Sprintf("%s in %s", term.Plural(s.Done, "run", "runs"), term.Duration(took))
	if s.Failed > 0 {
		text += fmt.Sprintf(", %s failed or crashed", term.Thousands(s.Failed))
	}
	if s.Nacked > 0 {
		text += fmt.Sprintf(", %s nacked", term.Thousands(s.Nacked))
	}
	return text
}
