// Nonet states Sudoku puzzles as SAT, as 0-1 programs and as constraint programs, solves them with any solver, proves that they have
// one solution, counts solutions, compares the formulations, and writes them as files for other solvers.
//
// Usage:
//
//	nonet solve|unique|count|compare|export|decode|methods|formats|doctor|version|help
//
// "nonet help COMMAND" describes each command with examples.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"nonet/cmd/nonet/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once

	// A pipe that nobody reads any more is then an error of Write and not the end of the program, so that no solver is left behind.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	os.Exit(cli.Run(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
