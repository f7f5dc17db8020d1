// Package gophersat solves CNF formulas and 0-1 programs with gophersat, a SAT and pseudo-Boolean solver in Go by F.
// Delorme of CRIL (github.com/crillab/gophersat, pinned at v1.4.0), in process.
//
//	var s model.Solver = backends.Bind(deduce.Singles, cnf.Encoder{}, gophersat.SAT{})
//	var p model.Solver = backends.Bind(deduce.Singles, ip.Encoder{}, gophersat.PB{})
//
// # Defects of gophersat v1.4.0
//
// Some entry points of the library give wrong answers, so the engines use few of them: [SAT] ParseSliceNb, Solve and
// AppendClause, [PB] ParsePBConstrs and Solve. Clauses and constraints are normalized first (no repeated literal, no
// negative weight, no constraint that is always true or always false). PB builds a new solver for each further
// solution. The tests pin the following:
//
//   - ParseCardConstrs drops a constraint when one of its literals is fixed by another.
//   - CountModels counts solutions twice.
//   - Assume forgets unit clauses.
//   - GtEq, LtEq and ParsePBConstrs modify the slices passed to them. The engines pass copies.
//   - AppendClause with a new variable corrupts the solver: a later conflict panics. The number of variables is
//     stated in advance.
//   - A constraint's right-hand side is truncated to 30 bits. PB refuses programs that need more.
//   - Learning a clause uses one buffer for all solvers of the process, so that two concurrent searches give wrong
//     answers. The engines serialize searches by a lock: they are safe for concurrent use, and one search runs at a
//     time.
//
// # Cancellation
//
// Nothing in the library stops a search: the stop channel of Enumerate and Optimal is never read. The library can send
// each clause that it learns to a channel, as a certificate. The engines receive and drop these clauses. When the
// context ends they close the channel; the next send panics, and the engines recover and return. So a search stops at
// its next conflict, in the goroutine of the caller, and no goroutine is left. Reading a formula into the library
// cannot be interrupted. The certificate costs some 3 % of the time on hard puzzles, and nothing with a context that
// cannot end. The race detector reports a close concurrent with a send as a race, although the language defines its
// effect: programs built with -race print the report when a search is cancelled.
package gophersat
