// Package gridn searches classic grids of any shape with up to 64 values: rows, columns and boxes that hold every value once, and smaller
// domains where there are clues. It knows no model. It is made for grids of order 4 and more, where a search that does not learn from its
// failures repeats them; for order 3 package grid9 is faster by far.
//
// An option is a value in a cell, an item what exactly one of its options has to cover: a cell, or a value in a row, column or box. For
// each item one word holds the options left, so the grid is there four times: by cells, and by values as bit-boards of rows, columns and
// boxes. Taking an option out changes four words, and each shows at once whether the item is empty, has its last option (naked and
// hidden singles), or is confined to where a box and a line meet (locked candidates).
//
// The search is conflict-driven, as in SAT solvers, but without clauses for the rules: every literal on the trail carries a reason of four
// bytes, from which what it follows from is told when a failure is analysed. Failures become learnt clauses, the only ones there are. The
// next cell is the one whose weight, by its part in recent failures, is greatest for the values it has left.
//
// After a solution the search goes on in the same tree: its decisions are undone one by one from the last, and never again jumped over,
// so that each solution is found once without a clause that excludes it.
//
// # Example
//
//	s := gridn.New(gridn.Shape{Height: 5, Width: 5})
//	s.Start(domains)
//	if event, _ := s.Next(math.MaxInt); event == gridn.Found {
//		s.Solution(grid)
//	}
//
// # Sources
//
// J. P. Marques-Silva, K. A. Sakallah, GRASP: A Search Algorithm for Propositional Satisfiability, IEEE Transactions on Computers 48(5),
// 1999, for learning; M. W. Moskewicz et al., Chaff: Engineering an Efficient SAT Solver, DAC 2001, for watched literals and for weights
// that fade; G. Audemard, L. Simon, Predicting Learnt Clauses Quality in Modern SAT Solvers, IJCAI 2009, for which clauses to keep;
// O. Ohrimenko, P. J. Stuckey, M. Codish, Propagation via Lazy Clause Generation, Constraints 14, 2009, for reasons in place of clauses;
// M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, Conflict-Driven Answer Set Enumeration, LPNMR 2007, for going on after a solution.
package gridn
