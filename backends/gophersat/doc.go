// Package gophersat solves CNF formulas and 0-1 programs with gophersat, a SAT and pseudo-Boolean solver in Go by F. Delorme of CRIL
// (github.com/crillab/gophersat, pinned at v1.4.0), in process.
//
//	var s model.Solver = backends.Bind(deduce.Singles{}, cnf.Encoder{}, gophersat.SAT{})
//	var p model.Solver = backends.Bind(deduce.Singles{}, ip.Encoder{}, gophersat.PB{})
//
// # What is used of it, and what is not
//
// The library has entry points that give wrong answers, so the engines use few of them: [SAT] ParseSliceNb, Solve and AppendClause,
// [PB] ParsePBConstrs and Solve, each on clauses or constraints that have been put in order first (no literal twice, no negative
// weight, nothing that holds or fails of itself). PB builds a new solver for each further solution. The tests pin the following:
//
//   - ParseCardConstrs drops a constraint when one of its literals is fixed by another.
//   - CountModels counts solutions twice.
//   - Assume forgets unit clauses.
//   - GtEq and LtEq rewrite the slices they are handed, and so do ParsePBConstrs and the sorting it does. The engines hand over copies.
//   - AppendClause with a variable that is new to the solver leaves it in pieces: a later conflict panics. The number of variables is
//     stated in advance.
//   - A constraint's right-hand side is kept in 30 bits, and what does not fit is cut off. PB refuses programs that need more.
//   - Learning a clause uses one buffer for all solvers of the process, so that two at work at once give wrong answers. The engines take
//     turns: many goroutines may call them, and one search runs at a time.
//
// # Cancelling
//
// Nothing in the library stops a search: the stop channel of Enumerate and Optimal is never read. It does offer to send each clause it
// learns to a channel, as a certificate. The engines receive and drop these, and when the context ends they close the channel, on which
// the library's next send panics; the engines recover and return. So a search stops at its next conflict, in the goroutine of the
// caller, and nothing is left behind. Reading a formula into the library cannot be stopped. The certificate costs some 3 % of the time
// on hard puzzles, and nothing with a context that cannot end. The race detector reports a close beside a send as a race, though the
// language defines what happens; in programs built with -race it does so when a search is cancelled.
package gophersat
