// Package paperstest has the helpers that tests of experiments share: make a report of synthetic records or of none,
// run an experiment at its smallest scale, find cells of a report, and run a task on a puzzle.
package paperstest
