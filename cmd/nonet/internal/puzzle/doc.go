// Package puzzle has the commands that put a question to each puzzle, or make puzzles: solve, unique, count, rate, candidates, minimize,
// unavoidable, canonical, split and generate.
package puzzle
