// Package sizes has a task that encodes puzzles without solving them, to measure encoding times and formula sizes. The
// experiments formulations and encodings share it.
package sizes
