// Package cdcl is nonet's own SAT solver by conflict-driven clause learning. It is small, reports statistics and writes
// proofs of unsatisfiability.
//
// It is made for formulas of puzzles, on which it is faster than the other SAT solvers in process. It offers three
// things that no Go library offers together: it reports decisions, conflicts, propagations and restarts; [Refute]
// writes every learned clause to a DRAT proof, which package proof and any other checker can verify independently; and
// several searches may run at once.
//
//	var s model.Solver = backends.Bind(deduce.Singles, cnf.Encoder{}, cdcl.Engine{})
//	refuted, valuation, effort, err := cdcl.Refute(ctx, formula, file, cdcl.DRAT)
//
// For many formulas with common clauses, such as puzzles over one grid, a [Refuter] loads the common ones once. In all
// other calls the memory of earlier solvers is used again.
//
// The algorithm is MiniSat's, with the clause quality of Glucose: two watched literals with blocking literals,
// and binary clauses in lists of their own; learning at the first unique implication point, with local
// minimization; variables by decaying activity (VSIDS), saved phases; Luby restarts; and periodic deletion of the worse
// half of the learned clauses, by LBD.
//
// It differs for clauses of three or more positive literals, such as "the cell has a value" and "the value has a place
// in the row". Their unit propagation counts literals instead of watching two. If every variable is in a positive
// clause and there are few of these, each decision makes a literal of such a clause true: of a clause with few literals
// left and many recent conflicts, as dom/wdeg chooses variables in constraint programming. And learned clauses are
// shortened: literals that one true literal made false through binary clauses are replaced by its negation.
//
// A large formula that is not mostly binary begins with the values that satisfy most clauses, of the most frequent
// variables first.
//
// # Sources
//
// N. Eén, N. Sörensson, An Extensible SAT-solver, SAT 2003. J. P. Marques-Silva, K. A. Sakallah, GRASP, IEEE
// Transactions on Computers 48(5), 1999 (learning). M. Moskewicz et al., Chaff, DAC 2001 (watches, activity). N.
// Sörensson, A. Biere, Minimizing Learned Clauses, SAT 2009. G. Audemard, L. Simon, Predicting Learnt Clauses Quality
// in Modern SAT Solvers, IJCAI 2009. M. Luby, A. Sinclair, D. Zuckerman, Optimal Speedup of Las Vegas Algorithms,
// Information Processing Letters 47(4), 1993. F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting Systematic
// Search by Weighting Constraints, ECAI 2004 (dom/wdeg). M. Fleury, A. Biere, Efficient All-UIP Learned Clause
// Minimization, SAT 2021 (more general ways to shorten clauses).
package cdcl
