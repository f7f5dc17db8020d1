//go:build unix

package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/model"
)

// standIn writes a shell script that plays a solver and returns its path. In its body, $1 is the formula and $2 the
// answer file, as {file} and {out} name them.
func standIn(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a solver")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// pick is a model with two variables from 1 to 2 that differ.
func pick() *model.Model {
	m := &model.Model{Vars: make([]model.Variable, 2), Constraints: []model.Constraint{backendtest.Different(0, 1)}}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(1, 2)
	}
	return m
}

// firstAnswer asks a custom program for one solution of the formula of its format: tiny, problems[0], whose points are
// 101 and 010, or pick.
func firstAnswer(ctx context.Context, p Program) (solution string, r model.Result, err error) {
	switch p.Input {
	case DIMACS:
		r, err = SAT{p}.Solve(ctx, tiny(), func(v cnf.Valuation) bool { solution = fmt.Sprint(v[1:]); return false })
	case FlatZinc:
		r, err = Modeling{p}.Solve(ctx, pick(), func(a model.Assignment) bool {
			solution = fmt.Sprint(a)
			return false
		})
	default:
		r, err = ZeroOne{p}.Solve(ctx, problems[0].program(), func(x ip.Point) bool {
			solution = fmt.Sprint(x)
			return false
		})
	}
	return solution, r, err
}

// A stand-in plays solvers with their own forms of answers, and solvers that misbehave.
func TestCustomAnswers(t *testing.T) {
	const (
		sat, point, values = "[true false true]", "[1 0 1]", "[1 2]"
		none, unknown      = "none", "unknown"
		wrong, broken      = "wrong", "broken"
	)
	for _, test := range []struct {
		key, name, body string
		file            bool // the program gets {out} as an argument
		want            string
	}{
		{"dimacs", "kissat", "echo 'c kissat'; echo 's SATISFIABLE'; echo 'v 1 -2'; echo 'v 3 0'; exit 10", false, sat},
		{"dimacs", "minisat's result file", `echo 'SATISFIABLE'; printf 'SAT\n1 -2 3 0\n' > "$2"; exit 10`, true, sat},
		{"dimacs", "the answer is on stdout", "echo 's SATISFIABLE'; echo 'v 1 -2 3 0'", true, sat},
		{"dimacs", "an empty answer file", `: > "$2"; echo 's SATISFIABLE'; echo 'v 1 -2 3 0'`, true, sat},
		{"dimacs", "noise", "echo 'WARNING: 7 cores'; echo 's SATISFIABLE'; echo '[12] v = 3'; echo 'v 1 -2 3 0'",
			false, sat},
		{"dimacs", "stdout is a file, not a pipe",
			"test -f /dev/stdout && echo 's SATISFIABLE'; echo 'v 1 -2' >>/dev/stdout; echo 'v 3 0'", false, sat},
		{"dimacs", "none", "echo 's UNSATISFIABLE'; exit 20", false, none},
		{"dimacs", "unknown", "echo 's UNKNOWN'", false, unknown},
		{"dimacs", "a wrong answer", "echo 's SATISFIABLE'; echo 'v 1 2 3 0'; exit 10", false, wrong},
		{"dimacs", "the exit code of the opposite", "echo 's UNSATISFIABLE'; exit 10", false, broken},
		{"dimacs", "an answer and a failure", "echo 's UNSATISFIABLE'; exit 1", false, broken},
		{"dimacs", "no answer", "echo hello; exit 10", false, broken},
		{"dimacs", "an answer before a crash", "echo 's UNSATISFIABLE'; kill -SEGV $$", false, broken},

		{"opb", "roundingsat", "echo 'c #vars 3'; echo 's SATISFIABLE'; echo 'v x1 -x2 x3'; exit 10", false, point},
		{"opb", "noise", "echo 'o dear'; echo 'v1.2'; echo 's OPTIMUM FOUND'; echo bye; echo 'v x1 -x2 x3'",
			false, point},
		{"opb", "optimum with its exit code", "echo 's OPTIMUM FOUND'; echo 'v x1 -x2 x3'; exit 30", false, point},
		{"opb", "none", "echo 's UNSATISFIABLE'; exit 20", false, none},
		{"opb", "a wrong answer", "echo 's SATISFIABLE'; echo 'v x1 x2 x3'; exit 10", false, wrong},
		{"opb", "values cut short", "echo 's SATISFIABLE'; echo 'v x1'; exit 10", false, wrong},
		{"opb", "two statuses", "echo 's SATISFIABLE'; echo 's UNSATISFIABLE'", false, broken},
		{"opb", "no answer", "exit 20", false, broken},

		{"lp", "glpsol -w", `echo GLPSOL; printf 's mip 3 3 o 0\nj 1 1\nj 2 0\nj 3 1\ne o f\n' > "$2"`, true, point},
		{"lp", "glpsol, undefined in the file and infeasible in the log",
			"echo 'GLPSOL--GLPK LP/MIP Solver 5.0'; echo 'PROBLEM HAS NO INTEGER FEASIBLE SOLUTION';" +
				`printf 's mip 3 3 u 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n' > "$2"`, true, none},
		{"lp", "glpsol, undefined", `printf 's mip 3 3 u 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n' > "$2"`, true, unknown},
		{"lp", "glpsol without an answer file", "echo 'GLPSOL--GLPK LP/MIP Solver 5.0'; echo 'INTEGER OPTIMAL'",
			false, broken},
		{"lp", "Gurobi's solution file",
			`echo Gurobi; printf '# Solution for model obj\n# Objective value = 0\nx1 1\nx2 -0\nx3 1\n' > "$2"`,
			true, point},
		{"lp", "Gurobi writes no file", "echo 'Gurobi Optimizer version 12'; echo 'Model is infeasible'", true, none},
		{"lp", "Gurobi leaves it open", "echo 'Model is infeasible or unbounded'", true, broken},
		{"lp", "SCIP's console", "echo 'SCIP version 9'; " +
			"echo 'transformed objective value is always integral'; " +
			"echo 'SCIP Status        : problem is solved [optimal solution found]'; echo; " +
			"echo 'primal solution (original space):'; echo =====; echo; echo 'objective value:      0'; " +
			"echo 'x1     1     (obj:0)'; echo 'x3     1     (obj:0)'; echo; echo Statistics; echo =====",
			false, point},
		{"lp", "SCIP finds none", "echo 'SCIP 9'; echo 'SCIP Status        : problem is solved [infeasible]'; " +
			"echo 'no solution available'", false, none},
		{"lp", "SCIP is interrupted", "echo 'SCIP Status : solving was interrupted [time limit reached]'; " +
			"echo 'no solution available'", false, unknown},
		{"mps", "HiGHS", `echo 'Running HiGHS'; printf 'Model status\nOptimal\n\n# Primal solution values\nFeasible\n` +
			`Objective 0\n# Columns 3\nx1 1\nx2 0\nx3 1\n# Rows 0\n' > "$2"`, true, point},
		{"mps", "HiGHS finds none", `printf 'Model status\nInfeasible\n\n# Primal solution values\nNone\n' > "$2"`,
			true, none},
		{"mps", "cbc's console", "echo 'loading'; echo 'Optimal - objective value 0.00000000'; " +
			"echo '      0 x1    1    0'; echo '      2 x3    1    0'; echo 'Total time (CPU seconds): 0.01'",
			false, point},
		{"mps", "cbc's solution file", `printf 'Optimal - objective value 0\n 0 x1 1 0\n 2 x3 1 0\n' > "$2"`,
			true, point},
		{"mps", "a wrong answer", `printf 'Optimal - objective value 0\n 0 x1 1 0\n' > "$2"`, true, wrong},
		{"mps", "a folder as answer file", `mkdir "$2"`, true, broken},
		{"mps", "a crash after the answer file",
			`printf 'Infeasible - objective value 0\n' > "$2"; kill -SEGV $$`, true, broken},

		{"fzn", "fzn-gecode", "printf 'x_x0 = 1;\nx_x1 = 2;\n----------\n'", false, values},
		{"fzn", "CP-SAT", "printf '%%%% x = comment\nx_x0 = 1;\nx_x1 = 2;\n----------\n==========\n'; " +
			"echo '%%%mzn-stat: failures=3'", false, values},
		{"fzn", "noise", "printf 'Picked up JAVA: -Xmx=1g\nx_x0 = 1;\nnote: x_x1=2\nx_x1 = 2;\n----------\n---\n'",
			false, values},
		{"fzn", "a file", `printf 'x_x0 = 1;\nx_x1 = 2;\n----------\n' > "$2"`, true, values},
		{"fzn", "none", "echo =====UNSATISFIABLE=====", false, none},
		{"fzn", "none, with the exit code of a solution", "echo =====UNSATISFIABLE=====; exit 10", false, broken},
		{"fzn", "unknown", "echo =====UNKNOWN=====", false, unknown},
		{"fzn", "a wrong answer", "printf 'x_x0 = 1;\nx_x1 = 1;\n----------\n'", false, wrong},
		{"fzn", "cut short", "printf 'x_x0 = 1;\nx_x1 = 2;\n'", false, broken},
		{"fzn", "no answer", "echo hello", false, broken},
		{"fzn", "a crash", "kill -SEGV $$", false, broken},
	} {
		t.Run(test.key+"/"+test.name, func(t *testing.T) {
			command := "'" + standIn(t, test.body) + "'"
			if test.file {
				command += " {file} {out}"
			}
			p, err := custom(test.key, command)
			if err != nil {
				t.Fatal(err)
			}
			got, r, err := firstAnswer(t.Context(), p)
			switch {
			case errors.As(err, new(*model.WrongAnswerError)):
				got = wrong
			case err != nil:
				got = broken
			case r.Solutions == 0 && r.Complete:
				got = none
			case r.Solutions == 0:
				got = unknown
			}
			if got != test.want {
				t.Errorf("got %s, error %v; want %s", got, err, test.want)
			}
		})
	}
}

// A FlatZinc program that prints one solution a run and always ends with ========== does not end an enumeration, and
// one that repeats a solution is caught.
func TestCustomFlatZincRepeats(t *testing.T) {
	count := func(body string) (int, model.Result, error) {
		p, err := custom("fzn", standIn(t, body))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		r, err := Modeling{p}.Solve(t.Context(), pick(), func(model.Assignment) bool { n++; return true })
		return n, r, err
	}
	// The file has one more constraint for each solution that it excludes.
	n, r, err := count(`
case $(grep -c '^constraint' "$1") in
1) printf 'x_x0 = 1;\nx_x1 = 2;\n----------\n==========\n' ;;
*) if grep -q second ` + "\"$0.state\"" + ` 2>/dev/null; then echo =====UNSATISFIABLE=====; else
   echo second > "$0.state"; printf 'x_x0 = 2;\nx_x1 = 1;\n----------\n==========\n'; fi ;;
esac`)
	if n != 2 || !r.Complete || err != nil {
		t.Errorf("%d solutions, complete %v, error %v; want 2", n, r.Complete, err)
	}
	n, r, err = count(`printf 'x_x0 = 1;\nx_x1 = 2;\n----------\n==========\n'`)
	if n != 1 || r.Complete || !errors.As(err, new(*model.WrongAnswerError)) {
		t.Errorf("a program that repeats itself: %d solutions, complete %v, error %v", n, r.Complete, err)
	}
}

// The installed programs as custom ones, with the arguments that a user would write.
func TestCustomInstalled(t *testing.T) {
	for _, name := range []string{
		"dimacs=cadical --sat", "dimacs=minisat", "opb=clasp --outf=1", "lp=glpsol --cuts",
		"lp=glpsol --lp {file} -o {out}", "mps=glpsol --freemps {file} -o {out}", "lp=cbc", "mps=cbc -ratio 0",
		"fzn=fzn-gecode", "fzn=fzn-gecode -a",
	} {
		t.Run(name, func(t *testing.T) {
			p, ok := ByName(name)
			if !ok {
				t.Fatal("no such program")
			}
			if !available(p) {
				t.Skip("not installed")
			}
			n, r, err := model.Count(t.Context(), solver(p), pick(), 0)
			if err != nil || n.Int64() != 2 || !r.Complete {
				t.Errorf("%v solutions, complete %v, error %v; want 2", n, r.Complete, err)
			}
			if version, err := p.Version(t.Context()); err != nil || version == "" {
				t.Errorf("version %q, error %v", version, err)
			}
		})
	}
}

// TestCustomConformance runs the conformance suite on the engine that runs a FlatZinc program repeatedly.
func TestCustomConformance(t *testing.T) {
	p, err := custom("fzn", "fzn-gecode")
	if err != nil {
		t.Fatal(err)
	}
	if !available(p) {
		t.Skip("not installed")
	}
	s := backends.Bind(nil, backends.Identity{}, Modeling{p})
	backendtest.Run(t, s, backendtest.Options{Slow: true, Objective: true, Hard: marketSplit(6),
		Random: backendtest.Rounds(5, 15), Easy: backendtest.Rounds(0, 1) == 0})
}

// Each entry describes its example, and no other key is accepted.
func TestCustomTable(t *testing.T) {
	for _, c := range Customs() {
		p, err := c.Program(c.Example)
		if err != nil || p.Input != c.Input || !strings.HasPrefix(p.Name, c.Key+"=") {
			t.Errorf("%s: %+v, error %v", c.Key, p, err)
		}
	}
	for _, name := range []string{"cadical", "xml=solver", "=x", "dimacs"} {
		if _, _, ok := CutCustom(name); ok {
			t.Errorf("CutCustom(%q) finds an entry", name)
		}
	}
}
