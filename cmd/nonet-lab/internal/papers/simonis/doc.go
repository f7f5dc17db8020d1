// Package simonis measures how many puzzles propagation solves without search, by level of propagation, after a paper
// by Simonis. The levels are those of package consistency.
//
// Source: H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating Constraint
// Satisfaction Problems, 2005. The puzzles of its table are not public; claims.toml has proportions published
// elsewhere.
package simonis
