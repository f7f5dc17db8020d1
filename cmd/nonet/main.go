// Nonet states Sudoku puzzles as SAT, as 0-1 programs and as constraint programs, and solves them with any solver. It
// proves that a puzzle has one solution, counts solutions, compares the formulations, and writes them as files for
// other solvers.
//
// Usage:
//
//	nonet COMMAND
//
// "nonet help" lists the commands, "nonet help COMMAND" describes each with examples. Campaigns and experiments are
// commands of nonet-lab, which "nonet lab" starts.
package main

import (
	"fmt"
	"slices"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/program"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/about"
	"nonet/cmd/nonet/internal/ask"
	"nonet/cmd/nonet/internal/compare"
	"nonet/cmd/nonet/internal/exchange"
	"nonet/cmd/nonet/internal/make"
	"nonet/cmd/nonet/internal/serve"
	"nonet/cmd/nonet/internal/why"
)

func main() { nonet.Main() }

var nonet = &program.Program{
	Name:  "nonet",
	Short: "Solve, prove, rate, make, compare and export Sudoku puzzles",
	Groups: func() []term.Group {
		return []term.Group{ask.Commands(), make.Commands(), why.Commands(), exchange.Commands(), compare.Commands(),
			serve.Commands(), about.Commands()}
	},
	Head: `Nonet states a Sudoku of any size as one model and solves it by SAT, 0-1
programs, constraint programming or exact cover, with its own solvers or others.

Usage: nonet COMMAND [PUZZLES] [flags], such as nonet unique 1..4..1..1..4..1

`,
	First: []string{"solve", "unique", "count", "check", "rate", "explain", "generate", "compare", "export", "serve"},
	Headings: []program.Heading{
		{Title: "Solve and prove", Commands: []string{"solve", "unique", "count", "check-proof"}},
		{Title: "For people", Commands: []string{"serve", "rate", "candidates", "explain", "audit", "picture"}},
		{Title: "Make puzzles", Commands: []string{"generate", "check", "sheet", "minimize", "split", "canonical",
			"unavoidable"}},
		{Title: "Compare and measure", Commands: []string{"compare", "lab"}},
		{Title: "Files of other programs", Commands: []string{"convert", "export", "decode", "explain-encoding", "sat",
			"fzn"}},
		{Title: "About nonet", Commands: []string{"methods", "formats", "rules", "doctor", "schema", "version",
			"completion"}},
	},
	Tail: `
PUZZLES are files, - for standard input, or puzzles on the command line.
More: "nonet help COMMAND", "nonet help puzzles" and "nonet help exit-codes".
`,
	HelpFor: program.HelpText{
		Long: "Help describes a command, or a topic: puzzles, exit-codes, or what a command is for, such as " +
			"certificates, models, variants or minizinc. Without an argument it lists the commands to begin with, " +
			"with --all all of them.",
		Example: `  nonet help --all
  nonet help unique
  nonet help exit-codes`,
	},
	Topics: map[string]string{"alphabet": "formats", "certificate": "check-proof", "encoding": "methods",
		"json": "schema", "link": "puzzles", "minizinc": "fzn", "model": "solve", "proof": "check-proof",
		"variant": "formats"},
	Unknown: func(word string) error {
		switch {
		case input.IsPuzzle(word):
			return fmt.Errorf("a puzzle without a command: did you mean nonet solve %s?", term.Shorten(word, 90))
		case slices.Contains(about.LabCommands, word):
			return fmt.Errorf("%s is a command of nonet-lab: nonet-lab %s, or nonet lab %s", word, word, word)
		case successors[word] != "":
			return fmt.Errorf("%s is now nonet %s", word, successors[word])
		}
		return nil
	},
}

// successors are the calls that replace commands of earlier versions.
var successors = map[string]string{
	"cover":            "solve FILE.dlx; --output dlx prints options as Knuth's programs do",
	"color":            "solve --colours N FILE.col; --output col prints DIMACS lines",
	"colour":           "solve --colours N FILE.col; --output col prints DIMACS lines",
	"install-minizinc": "fzn --install",
	"licenses":         "version --licenses",
}
