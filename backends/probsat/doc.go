// Package probsat searches for valuations of CNF formulas by local search: it starts from a random valuation and, while
// some clause is false, flips a variable of a false clause. [Engine] chooses the variable as probSAT does, or as
// WalkSAT does.
//
//	s := backends.Bind(deduce.Singles, cnf.Encoder{}, probsat.Engine{Seed: 1})
//	solution, result, err := model.First(ctx, s, puzzle.Model())
//
// # Incompleteness
//
// Unit propagation runs before the search: given clues never flip. If it meets a conflict, the formula is
// unsatisfiable; if it fixes every shown variable, there is at most one solution. Otherwise the engine stops at the
// first solution or runs until its limits: it can prove neither that there is no solution, nor that there is no second
// one.
//
// # Sources
//
// B. Selman, H. Kautz, B. Cohen, Noise Strategies for Improving Local Search, AAAI 1994, pp. 337-343. A. Balint, U.
// Schöning, Choosing Probability Distributions for Stochastic Local Search and the Role of Make versus Break, SAT 2012,
// LNCS 7317, pp. 16-29.
package probsat
