// Package paperstest has what tests of experiments share: reports of made-up records and of none, runs at the smallest scale, cells of the tables
// that come out, and tasks run on a puzzle.
package paperstest
