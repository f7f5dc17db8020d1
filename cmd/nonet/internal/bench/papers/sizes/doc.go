// Package sizes has a task that makes formulas and solves nothing: how long does that take, and how large are they? The experiments formulations and
// encodings share it.
package sizes
