// Package backbone finds what all solutions of a model have in common: the true candidates of each variable, which are the values that it has
// in some solution; the backbone, which are the variables with one true candidate; the variables that are equal, or different, in every
// solution; and in how many solutions each candidate appears.
//
// It works over any complete [model.Solver], for any model without an objective:
//
//	f, err := backbone.NewFinder(native.Solver{}, sudoku.Order(3).Model())
//	...
//	c, err := f.Find(ctx, puzzle.Given(nil))
//	fmt.Println(c.Values[0], c.Forced(0))
//
// # How
//
// A solution shows one candidate of every variable. So a few solutions are looked at first, and all if there are few. Then each value that is
// still in doubt is asked for, by one more given: the answer is a solution, which often shows other values in doubt as well, or the proof
// that there is none. Every solution is checked against the model before it counts. That a value is no candidate rests on the solver's
// word.
//
// A solver that can be told to find only solutions with something new does all this in one search: Finder.Cover.
//
// The relations are found in the same way: the solutions at hand leave few pairs of variables in doubt, and each of these is asked for by
// two more givens.
//
// # Sources
//
// M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of propositional formulae, AI Communications 28(2), 2015, pp.
// 161-177, where a solution that is found rules out many questions (algorithm 3). Sudoku players call the true candidates the solution
// pencil marks.
package backbone
