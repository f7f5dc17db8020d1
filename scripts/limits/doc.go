// Limits measures whether time limits and interrupts hold, for every method and every command that searches:
//
//	go run ./scripts/limits [-nonet bin/nonet] [-rows 16,25,...] [-only PATTERN] [-memory 4GB] [-jobs N]
//		[-results FILE.jsonl] [-out FILE.md]
//
// Each case is a command line. It is run twice for each size of the grid: with a time limit of 3 s, and without a
// limit but with SIGINT after 1 s. A run fails if it ends more than 300 ms (10 % of the limit) after its limit, more
// than 500 ms after the signal, with an exit code other than 3 although its limit was reached, or if it leaves a child
// process or a file of a formula. A failed run is repeated up to two times, since other load on the machine delays it,
// too; this happens at the end, with one run at a time. The exit code is 1 if a run failed each time.
//
// With -results, each result is added to a file, and runs that it holds are left out unless they failed: after an
// interrupt the same command continues.
//
// Output: a line for each run, and with -out a page with a table. Peak memory is the largest resident set of the
// program and of each of its children. When a process ends, the system frees its memory before its parent is notified.
// The time for a gigabyte is measured at the beginning, and both bounds grow by it for each gigabyte of the peak.
package main
