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
		Source:          "N. Eén, N. Sörensson, An extensible SAT-solver, SAT 2003, pp. 502-518",
	},
	{
		Name: "picosat", Command: "picosat", Input: DIMACS,
		Args:        []string{"-v", "{in}"}, // prints statistics
		ExitCodes:   competitionCodes,
		VersionArgs: []string{"--version"},
		Package:     "picosat",
		Summary:     "PicoSAT, CDCL with frequent restarts",
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
		Source:      claspSource,
	},
	{
		// The options are the defaults: branching on the first fractional column would be three times as fast on hard
		// puzzles, but the comparison is of the program as installed. It runs one thread, and with a constant objective
		// it stops at the first point.
		Name: "glpsol", Command: "glpsol", Input: FreeMPS,
		Args:        []string{"--freemps", "{in}", "-w", "{out}"},
		ExitCodes:   exitZero,
		VersionArgs: []string{"--version"},
		Package:     "glpk-utils",
		Summary:     "GLPK, branch and cut over the simplex method",
		Source:      "A. Makhorin, GNU Linear Programming Kit, reference manual for version 5.0, 2020",
	},
	{
		// Default options, as for glpsol; without cuts it would be three times as fast on hard puzzles. The number of
		// threads is not set: a build without threads rejects the option.
		Name: "cbc", Command: "cbc", Input: FreeMPS,
		Args:        []string{"{in}", "-solve", "-solution", "{out}"},
		ExitCodes:   exitZero,
		VersionArgs: []string{"-quit"},
		Package:     "coinor-cbc",
		Summary:     "CBC, branch and cut over COIN CLP",
		Source: "J. Forrest, R. Lougee-Heimer, CBC User Guide, INFORMS TutORials in Operations Research, " +
			"2005, pp. 257-277",
	},
	{
		// With -v5 it reports nodes and iterations. Its exit code is the status of its library: 1 is SUBOPTIMAL.
		Name: "lp_solve", Command: "lp_solve", Input: FreeMPS, Slow: true,
		Args:        []string{"-fmps", "{in}", "-S3", "-v5"},
		ExitCodes:   map[model.Status][]int{model.Satisfiable: {0, 1}, model.Unsatisfiable: {2}},
		VersionArgs: []string{"-h"},
		Package:     "lp-solve",
		Summary:     "lp_solve, branch and bound over the simplex method",
		Source:      "M. Berkelaar, K. Eikland, P. Notebaert, lp_solve, version 5.5, 2004",
	},
	{
		// Preprocessing is off (-e 0). In a soak test SYMPHONY 5.6.17 called satisfiable programs infeasible in its
		// preprocessing; 800 random programs did not show it.
		Name: "symphony", Command: "symphony", Input: FreeMPS,
		Args:      []string{"-F", "{in}", "-e", "0"},
		ExitCodes: exitZero,
		Package:   "coinor-symphony",
		Summary:   "SYMPHONY, branch, cut and price over COIN CLP",
		Source: "T. K. Ralphs, M. Güzelsoy, The SYMPHONY callable library for mixed integer programming, The Next " +
			"Wave in Computing, Optimization, and Decision Technologies, 2005, pp. 61-76",
	},
	{
		// Its random choices have a seed of their own, 1.
		Name: "toulbar2", Command: "toulbar2", Input: OPB,
		Args:        []string{"{in}", "-s=3"}, // prints solutions with names
		ExitCodes:   exitZero,
		VersionArgs: []string{"--help"},
		Package:     "toulbar2",
		Summary:     "toulbar2, weighted constraints: soft arc consistency and best-first search",
		Source: "B. Hurley et al., Multi-language evaluation of exact solvers in graphical model discrete " +
			"optimization, Constraints 21(3), 2016, pp. 413-434",
	},
	MiniZincWith("gecode"),
	{
		// The first number that it prints is the version of FlatZinc, so the version is that of the Debian package.
		Name: "gecode", Command: "fzn-gecode", Input: FlatZinc,
		Args:      []string{"-a", "-s", "{in}"},
		ExitCodes: exitZero,
		Package:   "flatzinc",
		Summary:   "Gecode on FlatZinc, propagation and search",
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
