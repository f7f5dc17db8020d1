package lab

import (
	"os"
	"runtime/debug"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers/all"

	"github.com/spf13/cobra"
)

// executor returns the executor of runs of campaigns and experiments.
func executor() campaign.Executor {
	return campaign.Executor{Tasks: all.Tasks(), Child: isolatedChild()}
}

// localQueue returns the queue that executes runs in this process.
func (e *lab) localQueue() campaign.Queue {
	abortOnFatalErrors()
	return campaign.Local{Executor: executor(), Parallelism: e.Flags.Jobs, Notice: e.notice}
}

// abortOnFatalErrors makes fatal errors of the Go runtime, such as exhausted memory, end the program by SIGABRT. By
// default they end it with code 2, which means bad usage: a supervisor would not start it again.
func abortOnFatalErrors() { debug.SetTraceback("crash") }

// isolatedChild returns the command line that executes one run of a campaign.
func isolatedChild() []string {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{program, "isolated"}
}

func (e *lab) isolatedCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "isolated",
		Short:  "Execute one run of a campaign, read from standard input",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := campaign.Child(c.Context(), all.Tasks(), e.In, e.Data()); err != nil {
				return term.Fail(term.Failed, err)
			}
			return nil
		},
	}
}
