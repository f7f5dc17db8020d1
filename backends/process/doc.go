// Package process runs external programs as engines: SAT solvers that read DIMACS ([SAT]), solvers of 0-1 programs that
// read LP, MPS or OPB ([ZeroOne]), and programs that read the model itself, in MiniZinc, FlatZinc or ASP ([Modeling])
// or in SMT-LIB ([SMT]). [Programs] lists the known programs; a [Custom] describes any other program by the format that
// it reads. Nothing is linked in and nothing must be installed: a program is looked up when it is used, and if it is
// missing, the error wraps backends.ErrUnavailable and says what to install.
//
//	p, _ := process.ByName("cadical")
//	r, err := process.SAT{Program: p}.Solve(ctx, formula, func(v cnf.Valuation) bool { ... })
//
// # A run
//
// A run writes the formula to a file in a private temporary folder, starts the program on it in a process group of its
// own, and reads the answer. The exit code must not contradict the answer. When Solve returns, on any path, the group
// has been killed and the folder removed. On cancellation the group gets SIGTERM, and SIGKILL 0.3 s later. On Linux the
// program also dies with nonet itself, but not what the program has started: kill -9 of nonet leaves these processes.
// A descendant that moves to another process group or session is killed at the end of the run if the main program has
// called [AdoptOrphans] and the descendant has kept its environment; otherwise it escapes, but does not delay the
// answer. Output is limited to 64 MB plus 32 bytes per variable; a program that writes more is stopped. Systems without
// process groups (Windows) end only the program itself.
//
// Further solutions come from further runs, on the formula with the previous solutions excluded. clasp and
// cryptominisat5 print many solutions in one run; with the other SAT and 0-1 programs each solution takes a run, which
// is cheap for uniqueness and makes them unsuitable for counting. MiniZinc, fzn-gecode and clingo print solutions as
// they find them, and z3 answers further queries in the same run: their output is read while they run, and they are
// stopped when no more solutions are wanted. A custom FlatZinc program prints any number of solutions in a
// run; runs on the model without these solutions follow until it reports that none is left.
//
// [WithTrace] logs the command lines and keeps the files of all runs under a context.
//
// # Trust
//
// A solution is checked against the formula in exact arithmetic before it is passed on, so the tolerances and the
// status that a program reports do not matter. That no solution exists is taken from the program, unless [WithProofs]
// asks it for a proof. The SAT programs
// search exactly. glpsol and cbc compute in floating point: they accept a column as integral within 1e-5 (glpsol), and
// a row as satisfied within about 1e-7. This is harmless where all coefficients are small integers, as in a Sudoku, but
// it is no proof. A crash, a timeout, "unknown" and a truncated answer are never read as "no solution".
//
// # Quirks of the programs
//
// Found with the versions of Debian 12:
//
//   - cbc and glpsol exit with 0 whether a program is feasible or not, and cbc even if its file is missing.
//   - clasp and clingo exit with 30 when they have found the last solution.
//   - clingo computes with 32 bits and wraps around without a message: 5000000000 becomes 705032704. Package text
//     refuses such models.
//   - clingo reports an atom that no rule can derive on stderr, and goes on: it is false.
//   - cbc, asked to stop at its first solution (-maxSolutions 1), reports "stopped on iterations" instead of "optimal".
//     The option gains nothing: without an objective cbc stops there anyway.
//   - cbc, stopped in its preprocessing by its time limit, may report "Integer infeasible".
//   - glpsol deletes its answer file before it writes, so the answer file must never be a device.
//   - minisat prints no values and writes them to its result file. It does not report its version.
//   - PicoSAT prints statistics only with -v; "c 12 conflicts" has the number first.
//   - minizinc exits with 0 if there is no solution. It puts the solver that it starts into a process group of its own.
//     On SIGTERM it ends that solver; if nonet is killed outright, minizinc dies with it, and the solver keeps running.
package process
