// Package gridn solves classic grids of any shape with up to 64 values. Each row, column and box has every value once,
// and a cell may have a smaller domain, such as a clue. The package does not depend on package model. It is for grids
// of order 4 and more, where a search without learning repeats its failures; for order 3 package grid9 is much faster.
//
// An option is a value in a cell. An item must be covered by exactly one of its options: it is a cell, or a value in a
// row, column or box. One word per item holds the options left, so the grid is stored four times: by cells, and by
// values as bit boards of rows, columns and boxes. Removing an option changes four words. Each word shows at once
// whether its item is empty, has one option left (naked and hidden singles), or is confined to the intersection of a
// box and a line (locked candidates).
//
// The search is package search. The rules are not stored as clauses: each literal on the trail keeps a 4-byte reason,
// and its antecedents are derived from it in conflict analysis (explain.go). The only clauses are learned ones,
// shortened up to order 5 where one chosen option excluded several of their options. The next decision is in the cell
// with the highest score: the weight of the cell divided by the number of its values left. Conflicts add to the
// weights, and recent conflicts count most.
//
// After 10,000 conflicts a second way to search takes turns with this one (stable.go): decisions on single options, few
// restarts, and a return to the largest assignment without a conflict. It solves hard grids of order 6 that the first
// way does not.
//
// From 3,000 conflicts on, until the first solution, walks take turns with both (walk.go): local searches without
// clauses. Each begins with values of the two before it (combine.go). They find most solutions of hard random grids of
// orders 6 to 8.
//
// # Example
//
//	s := gridn.New(gridn.Shape{Height: 5, Width: 5})
//	s.Start(domains)
//	if event, _ := s.Next(math.MaxInt); event == search.Found {
//		s.Solution(grid)
//	}
//
// # Sources
//
// Package search names its own. M. W. Moskewicz et al., Chaff: Engineering an Efficient SAT Solver, DAC 2001, for
// watched literals; O. Ohrimenko, P. J. Stuckey, M. Codish, Propagation via Lazy Clause Generation, Constraints 14,
// 2009, for reasons instead of clauses; A. Biere, M. Fleury, Chasing Target Phases, Pragmatics of SAT 2020, for the
// largest assignment and two modes; J. H. Liang, V. Ganesh, P. Poupart, K. Czarnecki, Learning Rate Based Branching
// Heuristic for SAT Solvers, SAT 2016, for the activity of reasons; walk.go names those of walks.
package gridn
