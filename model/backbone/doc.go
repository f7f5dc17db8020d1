// Package backbone finds what all solutions of a model have in common:
//
//   - the true candidates of each variable: the values that it takes in some solution
//   - the backbone: the variables with one true candidate
//   - the pairs of variables that are equal, or different, in every solution
//   - the number of solutions in which each candidate appears
//
// It works over any complete [model.Solver], for any model without an objective:
//
//	f, err := backbone.NewFinder(ctx, native.Solver{}, sudoku.Order(3).Model())
//	...
//	c, err := f.Find(ctx, puzzle.Given(nil))
//	value, forced := c.Forced(0)
//	fmt.Println(c.Values[0], value, forced)
//
// # Method
//
// Every solution shows one candidate of every variable. So Find first enumerates some solutions, and all of them if
// there are few. Then it asks one query for each value that no solution has shown yet, with that value as a further
// given. The solver answers with a solution, which often shows other such values, too, or with a proof that there is
// none. Every solution is checked against the model before it counts. Only the solver's proof shows that a value is no
// candidate; Find cannot check it.
//
// A solver that can be restricted to solutions with a new value does all this in one search: see Finder.CoverSolver.
//
// The relations are found in the same way. The solutions found so far rule out most pairs of variables; for each
// remaining pair Relate asks queries with two further givens.
//
// # Sources
//
// M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of propositional formulae, AI
// Communications 28(2), 2015, pp. 161-177: a solution that is found saves many queries (algorithm 3). In Sudoku
// literature the true candidates are known as "solution pencil marks".
package backbone
