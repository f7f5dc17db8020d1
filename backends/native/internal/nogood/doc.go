// Package nogood solves problems over variables with small domains, such as variants of Sudoku, by propagation and
// learned nogoods. The package does not depend on package model.
//
// A domain is a word. Propagation is strong, since strong propagation is cheap on words:
//
//   - relations of two variables, by masks of the values that fit a value (pairs.go). All relations of the same two
//     variables are one: a German whisper in a row, for example;
//   - houses, which use all their values: hidden singles (house.go), and values confined to the cells that a house
//     shares with another one (locked.go), and two or three variables with as many values (subset.go);
//   - sums together with the differences of their variables: killer cages, arrows, little killers. A sum is domain
//     consistent if its variables must all differ, and so is an AllDifferent with fewer variables than values (sum.go,
//     groups.go). A value that a sum needs and that is confined to peers of another variable leaves that variable.
//     With more than 10 values, sums take no account of differences;
//   - the sums that houses and cages imply together, innies and outies (implied.go), and sums of sums (joined.go);
//   - counts of a value, by houses, which have it at most once (count.go);
//   - linear constraints that are clauses, like learned nogoods, by watching two of their variables (nogoods.go);
//   - tables of rows, by bit sets (table.go), and those of three variables by pairs of values (triple.go);
//   - connected areas, by a search of what may belong to them (area.go).
//
// The search is package search. Its nogoods are over sets of values: a nogood is a conjunction of requirements "the
// value of v is in this set", which the constraints contradict together. Each change of a domain keeps
// a reason of 4 bytes. When a conflict is analysed, the propagator explains the change: it returns requirements on
// other variables, as weak as it can make them cheaply (learn.go). One requirement does what several literals of a
// clause do.
//
// The next decision is on the variable with the highest score: its weight divided by the square of the number of its
// values left.
// Conflicts add to the weights of the variables in their analysis and in the nogood, and recent conflicts count most.
//
// # Example
//
//	p := nogood.NewProblem(domains)
//	p.AllDifferent(cage)
//	p.Linear(terms, 17, 17)
//	s := nogood.New(p)
//	s.Start(domains)
//	if event, _ := s.Next(math.MaxInt); event == search.Found {
//		s.Solution(values)
//	}
//
// # Sources
//
// Package search names its own. G. Katsirelos, F. Bacchus, Generalized NoGoods in CSPs, AAAI 2005, for nogoods over
// more than assignments; O. Ohrimenko, P. J. Stuckey, M. Codish, Propagation via Lazy Clause Generation, Constraints
// 14, 2009, for reasons that propagators explain.
package nogood
