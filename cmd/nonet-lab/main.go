// Nonet-lab runs campaigns of puzzles, methods and seeds on one machine or many, repeats the experiments of papers, and
// writes reports.
//
// Usage:
//
//	nonet-lab COMMAND
//
// "nonet-lab help" lists the commands, "nonet-lab help COMMAND" describes each with examples.
package main

import (
	"nonet/cmd/internal/program"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/lab"
)

func main() { nonetLab.Main() }

var nonetLab = &program.Program{
	Name:   "nonet-lab",
	Short:  "Run campaigns and experiments on puzzles and models, and report them",
	Groups: func() []term.Group { return []term.Group{lab.Commands()} },
	Head: `Nonet-lab runs many puzzles, methods and seeds, on one machine or many, repeats
the experiments of papers, and writes reports. nonet solves single puzzles.

Usage: nonet-lab COMMAND [flags], such as nonet-lab experiment run jones --quick

`,
	Headings: []program.Heading{
		{Title: "Experiments and campaigns", Commands: []string{"experiment", "campaign", "worker"}},
		{Title: "Analyses", Commands: []string{"analyze"}},
		{Title: "About nonet-lab", Commands: []string{"completion"}},
	},
	Tail: `
More: "nonet-lab help COMMAND", and "nonet help" for puzzles and exit codes.
`,
	HelpFor: program.HelpText{
		Long: "Help describes a command.",
		Example: `  nonet-lab help campaign run
  nonet-lab help experiment`,
	},
}
