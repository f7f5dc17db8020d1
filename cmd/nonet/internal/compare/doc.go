// Package compare implements the command compare: it runs methods on the same puzzles, checks their verdicts against
// all solutions found, prints a table or a page, and writes a folder of files to reproduce a disagreement.
package compare
