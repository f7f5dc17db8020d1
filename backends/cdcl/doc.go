// Package cdcl is nonet's own SAT solver: conflict-driven clause learning, small enough to be read in one sitting, that counts its work and
// writes down why there is no solution.
//
// It is not the fastest (gini is, in process); it is there for three things that libraries in Go do not offer together. It reports
// decisions, conflicts, propagations and restarts. [Refute] writes every clause it learns as a proof in the DRAT format, which package proof
// and any other checker can verify without trust in this one. And several searches may run at once.
//
//	var s model.Solver = backends.Bind(deduce.Singles{}, cnf.Encoder{}, cdcl.Engine{})
//	refuted, valuation, effort, err := cdcl.Refute(ctx, formula, file)
//
// The method is that of MiniSat, with the quality of learned clauses measured as in Glucose: two watched literals, the blocking literal beside
// each watch, clauses of two literals without a look at the clause; learning at the first unique implication point, with minimization; variables
// by decaying activity, values as they were last; restarts in Luby's sequence; the worse half of the learned clauses given up from time to time.
//
// # Sources
//
// N. Eén, N. Sörensson, An Extensible SAT-solver, SAT 2003. J. P. Marques-Silva, K. A. Sakallah, GRASP, IEEE Transactions on
// Computers 48(5), 1999 (learning). M. Moskewicz et al., Chaff, DAC 2001 (watches, activity). N. Sörensson, A. Biere, Minimizing Learned
// Clauses, SAT 2009. G. Audemard, L. Simon, Predicting Learnt Clauses Quality in Modern SAT Solvers, IJCAI 2009. M. Luby, A. Sinclair,
// D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, Information Processing Letters 47(4), 1993.
package cdcl
