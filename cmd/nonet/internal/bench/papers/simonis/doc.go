// Package simonis is the experiment that Simonis's paper asks for: how many puzzles of a list does propagation solve without any search, by how strong it is?
// The levels are those of backends/native; beside them stands unit propagation on the formulas of encode/cnf, which is known to be as strong as some of them.
//
// Source: H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating Constraint Satisfaction Problems, 2005. Its own table
// is of puzzles that are not public; the shares known from elsewhere are in claims.toml.
package simonis
