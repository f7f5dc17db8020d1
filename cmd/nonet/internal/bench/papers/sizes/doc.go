// Package sizes is about formulas that are made and not solved: a task that makes them, how long that takes and how they grow, and tables that hold
// their sizes to those of the literature. The experiments formulations and encodings share it.
//
// task.go has the task, sizes.go the tables.
package sizes
