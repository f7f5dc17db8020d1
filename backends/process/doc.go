// Package process runs external programs as engines: SAT solvers that read DIMACS ([SAT]), solvers of 0-1 programs that read MPS
// or OPB ([ZeroOne]), and programs that read the model itself in MiniZinc or FlatZinc ([Modeling]) or in SMT-LIB ([SMT]). [Programs]
// lists those that are known by name; [Dimacs] describes any other SAT solver. Nothing is linked in and nothing must be installed: a
// program is looked up when it is used, and if it is missing, the error wraps backends.ErrUnavailable and says what to install.
//
//	p, _ := process.ByName("cadical")
//	r, err := process.SAT{Program: p}.Solve(ctx, formula, func(v cnf.Valuation) bool { ... })
//
// # A run
//
// The formula is written to a file in a private temporary folder, the program is started on it in a process group of its own, its
// answer is read, and the exit code must not contradict it. Whatever happens, when Solve returns the group has been killed and the
// folder is gone. On cancellation the group gets SIGTERM, and SIGKILL 0.3 s later. On Linux the program also dies with nonet itself.
// A descendant that moves to another process group escapes; it does not hold up the answer. Output is read up to a limit of 64 MB and 32
// bytes for each variable; a program that writes more is stopped. Where there are no process groups (Windows), only the program itself is
// ended.
//
// Further solutions are found by further runs, on the formula extended by what excludes the solutions so far. clasp and cryptominisat5
// give many in one run; from the others each solution takes a run, which costs little for uniqueness and makes them the wrong tool for
// counting. MiniZinc and fzn-gecode print solutions as they find them, and z3 is asked again in the same run: their output is read while
// they run, and they are ended when no more is wanted.
//
// # What an answer is worth
//
// A solution is checked against the formula before it is passed on, in exact arithmetic, so what a program says about its tolerances
// and its status does not matter. That no solution exists is the program's word. The SAT programs search exactly. glpsol and cbc
// compute in floating point: they take a column for integral within 1e-5 and 1e-6 and a row for satisfied within 1e-7 or so, which is
// harmless where all coefficients are small integers, as in a Sudoku, but no proof. A crash, a time-out, "unknown" and an answer that
// was cut short are never taken for "no solution".
//
// # What not to rely on
//
// Found with the versions of Debian 12. cbc and glpsol end with exit code 0 whether a program is feasible or not, and cbc even if its
// file is missing; clasp ends with 30 when it has found the last solution. cbc told to stop at its first solution (-maxSolutions 1)
// reports "stopped on iterations" instead of "optimal", and gains nothing: without an objective it stops there anyway. glpsol deletes
// its answer file before it writes, so that must never be a device. minisat prints no values and writes them to its result file, and
// it does not tell its version. minizinc puts the solver that it starts into a process group of its own; asked to end, it ends the
// solver, but if nonet is killed outright, minizinc is too, and the solver goes on. minizinc ends with exit code 0 if there is no solution.
package process
