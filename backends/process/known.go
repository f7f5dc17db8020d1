package process

import (
	"slices"

	"nonet/model"
)

// competitionCodes are the exit codes of the SAT Competition.
var competitionCodes = map[model.Status][]int{model.Satisfiable: {10}, model.Unsatisfiable: {20}}

// claspCodes: clasp exits with 30 when it has found a solution and proved that there is no other. When it is stopped or
// reaches its time limit it exits with 1. Clingo says UNKNOWN even after a syntax error, and exits with 65.
var claspCodes = map[model.Status][]int{
	model.Satisfiable: {10, 30}, model.Unsatisfiable: {20}, model.Unknown: {0, 1},
}

// anyCodes is for custom programs: the codes of the SAT Competition, those of clasp, or always 0.
var anyCodes = map[model.Status][]int{model.Satisfiable: {10, 30, 0}, model.Unsatisfiable: {20, 0}}

// exitZero is for programs that exit with 0 for every answer.
var exitZero = map[model.Status][]int{model.Satisfiable: {0}, model.Unsatisfiable: {0}}

const claspSource = "M. Gebser, B. Kaufmann, T. Schaub, Conflict-driven answer set solving: from theory to practice, " +
	"Artificial Intelligence 187-188, 2012, pp. 52-89"

// known is the table of known programs. Names, help texts, doctor and tests derive from it.
var known = []Program{
	{
		Name: "cadical", Command: "cadical", Input: DIMACS,
		Args:            []string{"{in}"},
		readsDescriptor: true,
		ExitCodes:       competitionCodes,
		VersionArgs:     []string{"--version"},
		Package:         "cadical",
		Summary:         "CaDiCaL, CDCL with inprocessing",
		Why:             "Simplifies during the search, and writes proofs that `--verify` checks.",
		Source: "A. Biere, K. Fazekas, M. Fleury, M. Heisinger, CaDiCaL, Kissat, Paracooba, Plingeling and " +
			"Treengeling entering the SAT Competition 2020",
	},
	{
		// It prints no values, so the answer comes from its result file. It does not report its version.
		Name: "minisat", Command: "minisat", Input: DIMACS,
		Args:            []string{"{in}", "{out}"},
		readsDescriptor: true,
		ExitCodes:       competitionCodes,
		Package:         "minisat",
		Summary:         "MiniSat, the classic CDCL solver",
		Why:             "The solver that papers on encodings compare with.",
		Source:          "N. Eén, N. Sörensson, An extensible SAT-solver, SAT 2003, pp. 502-518",
	},
	{
		Name: "picosat", Command: "picosat", Input: DIMACS,
		Args:        []string{"-v", "{in}"}, // prints statistics
		ExitCodes:   competitionCodes,
		VersionArgs: []string{"--version"},
		Package:     "picosat",
		Summary:     "PicoSAT, CDCL with frequent restarts",
		Why:         "Starts in a millisecond: the quickest of these SAT programs on puzzles.",
		Source: "A. Biere, PicoSAT essentials, Journal on Satisfiability, Boolean Modeling and Computation 4, " +
			"2008, pp. 75-97",
	},
	{
		Name: "cryptominisat5", Command: "cryptominisat5", Input: DIMACS,
		Args:            []string{"--verb", "1", "--threads", "1", "--maxsol", "{n}", "{in}"},
		readsDescriptor: true,
		ExitCodes:       competitionCodes,
		VersionArgs:     []string{"--version"},
		Package:         "cryptominisat",
		Summary:         "CryptoMiniSat, CDCL with XOR reasoning",
		Why:             "Many solutions in one run, and proofs that `--verify` checks.",
		Source: "M. Soos, K. Nohl, C. Castelluccia, Extending SAT solvers to cryptographic problems, SAT " +
			"2009, pp. 244-257",
	},
	{
		Name: "clasp", Command: "clasp", Input: DIMACS,
		Args:            []string{"--outf=1", "--stats", "-n", "{n}", "{in}"},
		readsDescriptor: true,
		ExitCodes:       claspCodes,
		VersionArgs:     []string{"--version"},
		Package:         "clasp",
		Summary:         "clasp, conflict-driven answer set and SAT solver",
		Why:             "Many solutions in one run: the SAT program for counting.",
		Source:          claspSource,
	},
	{
		// With an objective it would print each improved solution; --quiet=1 prints only the last.
		Name: "clasp-pb", Command: "clasp", Input: OPB,
		Args:        []string{"--outf=1", "--quiet=1", "--stats", "{in}"},
		ExitCodes:   claspCodes,
		VersionArgs: []string{"--version"},
		Package:     "clasp",
		Summary:     "clasp on pseudo-Boolean constraints",
		Why:         "Learns from sums as they are; the pseudo-Boolean method that answers most of the study `models`.",
		Source:      claspSource,
	},
	{
		// The options are the defaults: branching on the first fractional column would be three times as fast on hard
		// puzzles, but the comparison is of the program as installed. It runs one thread, and with a constant objective
		// it stops at the first point.
		Name: "glpsol", Command: "glpsol", Input: FreeMPS,
		Args:        []string{"--freemps", "{in}", "-w", "{out}"},
		TimeLimit:   []string{"--tmlim", "{seconds}"},
		ExitCodes:   exitZero,
		VersionArgs: []string{"--version"},
		Package:     "glpk-utils",
		Summary:     "GLPK, branch and cut over the simplex method",
		Why:         "The solver of Thein's thesis; quicker than cbc on puzzles.",
		Source:      "A. Makhorin, GNU Linear Programming Kit, reference manual for version 5.0, 2020",
	},
	{
		// Default options, as for glpsol; without cuts it would be three times as fast on hard puzzles. The number of
		// threads is not set: a build without threads rejects the option.
		Name: "cbc", Command: "cbc", Input: FreeMPS,
		Args:        []string{"{in}", "-solve", "-solution", "{out}"},
		TimeLimit:   []string{"-timeMode", "elapsed", "-sec", "{seconds}"},
		ExitCodes:   exitZero,
		VersionArgs: []string{"-quit"},
		Package:     "coinor-cbc",
		Summary:     "CBC, branch and cut over COIN CLP",
		Why:         "Cuts and heuristics, for programs with integer columns and an objective.",
		Source: "J. Forrest, R. Lougee-Heimer, CBC User Guide, INFORMS TutORials in Operations Research, " +
			"2005, pp. 257-277",
	},
	MiniZincWith("gecode"),
	{
		// The first number that it prints is the version of FlatZinc, so the Debian package has the version.
		Name: "gecode", Command: "fzn-gecode", Input: FlatZinc,
		Args:      []string{"-a", "-s", "{in}"},
		ExitCodes: exitZero,
		Package:   "flatzinc",
		Summary:   "Gecode on FlatZinc, propagation and search",
		Why:       "Constraint programming without the 40 ms that MiniZinc takes to start.",
		Source:    "C. Schulte, G. Tack, M. Z. Lagerkvist, Modeling and Programming with Gecode, version 6.2, 2019",
	},
	{
		// It prints all answer sets, projected on the shown atoms. These determine the other atoms, so the projection
		// only guards against a repeated solution.
		Name: "clingo", Command: "clingo", Input: ASP,
		Args:        []string{"--stats", "--project=show", "-n", "0", "{in}"},
		Pipeline:    `gringo "$1" | clasp --stats --project=show -n 0`,
		ExitCodes:   claspCodes,
		VersionArgs: []string{"--version"},
		Package:     "gringo",
		Summary:     "clingo, answer set programming: the grounder gringo and the solver clasp",
		Why:         "All solutions in one run, by answer sets.",
		Source: "M. Gebser, R. Kaminski, B. Kaufmann, T. Schaub, Multi-shot ASP solving with clingo, Theory and " +
			"Practice of Logic Programming 19(1), 2019, pp. 27-82",
	},
	{
		Name: "z3", Command: "z3", Input: SMTLIB,
		Args:        []string{"-in", "-smt2"},
		ExitCodes:   exitZero,
		VersionArgs: []string{"--version"},
		Package:     "z3",
		Summary:     "Z3, satisfiability modulo theories: integers and differences",
		Why:         "Integers and differences without an encoding: it answers all of the study `models`.",
		Source:      "L. de Moura, N. Bjørner, Z3: an efficient SMT solver, TACAS 2008, pp. 337-340",
	},
}

// MiniZincWith returns the MiniZinc driver with a solver, given by id or tag as minizinc --solvers lists it. The solver
// must support -a (all solutions).
func MiniZincWith(solver string) Program {
	return Program{
		Name: "minizinc", Command: "minizinc", Input: MiniZinc,
		Args:        []string{"--solver", solver, "-a", "-s", "{in}"},
		ExitCodes:   exitZero,
		VersionArgs: []string{"--version"},
		Package:     "minizinc",
		Summary:     "MiniZinc, with Gecode or another solver",
		Why:         "The way to every solver that MiniZinc drives, such as Chuffed and OR-Tools.",
		Source: "N. Nethercote, P. J. Stuckey, R. Becket, S. Brand, G. J. Duck, G. Tack, MiniZinc: towards a " +
			"standard CP modelling language, CP 2007, pp. 529-543",
	}
}

// Programs returns the known programs.
func Programs() []Program { return slices.Clone(known) }

// ByName returns the known program with the given name, or the program that KEY=COMMAND describes; see [Custom].
func ByName(name string) (Program, bool) {
	if c, command, ok := CutCustom(name); ok {
		p, err := c.Program(command)
		return p, err == nil
	}
	for _, p := range known {
		if p.Name == name {
			return p, true
		}
	}
	return Program{}, false
}
