// Nonet states Sudoku puzzles as SAT, as 0-1 programs and as constraint programs, and solves them with any solver. It
// proves that a puzzle has one solution, counts solutions, compares the formulations, writes them as files for other
// solvers, and runs campaigns of puzzles, methods and seeds on one machine or many.
//
// Usage:
//
//	nonet COMMAND
//
// "nonet help" lists the commands, "nonet help COMMAND" describes each with examples.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"nonet/backends/process"
	"nonet/cmd/nonet/internal/term"
)

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once

	// Catch SIGPIPE: a closed pipe is then an error of Write and does not kill the program, which would leave solvers
	// running.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	process.AdoptOrphans() // so that no program of a solver outlives its run

	os.Exit(run(ctx, os.Args[1:], term.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
