// Package compare has the command compare, which puts methods side by side, judges them by the solutions that were found, and writes a bundle
// of files where two disagree.
package compare
