package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
)

// installedMiniZinc installs nonet's configurations in a new folder and returns it. It skips the test without MiniZinc.
func installedMiniZinc(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("minizinc"); err != nil {
		t.Skip("minizinc is not installed")
	}
	folder := t.TempDir()
	if out, err := exec.Command("nonet", "fzn", "--install", "--dir", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("MZN_SOLVER_PATH", folder)
	return folder
}

// MiniZinc finds and runs all four solvers, with its own flags.
func TestMiniZincSolvers(t *testing.T) {
	installedMiniZinc(t)
	folder := t.TempDir()
	satisfy, maximize := filepath.Join(folder, "satisfy.mzn"), filepath.Join(folder, "maximize.mzn")
	for name, text := range map[string]string{
		satisfy: `include "globals.mzn";
			array [0..3] of var 1..4: x; var bool: b; enum COLOUR = {red, green}; var COLOUR: c;
			constraint alldifferent(x) /\ x[0] + x[1] = 3 /\ (b <-> x[2] > x[3]) /\ (c = red <-> b);
			constraint table([x[0], x[2]], [|1, 3 | 2, 4 | 2, 3|]);
			solve satisfy;`,
		maximize: "var 0..9: x; var 0..9: y; constraint 3*x + 2*y <= 19; solve maximize 5*x + 4*y;",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, solver := range []string{"nonet", "nonet-gini", "nonet-clp", "nonet-auto", "nonet-pb"} {
		t.Run(solver, func(t *testing.T) {
			run := func(args ...string) string {
				t.Helper()
				out, err := exec.Command("minizinc", append([]string{"--solver", solver}, args...)...).CombinedOutput()
				if strings.Contains(string(out), "not available") {
					t.Skip("this build has no CLP")
				}
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				return string(out)
			}
			out := run("-a", "-s", "-p", "2", "-r", "3", "-t", "60000", "--output-mode", "json", satisfy)
			lines := strings.Split(out, "\n")
			for _, want := range []string{`  "x" : [1, 2, 3, 4],`, `  "x" : [2, 1, 3, 4],`, `  "x" : [2, 1, 4, 3],`} {
				if !slices.Contains(lines, want) {
					t.Errorf("no line %s", want)
				}
			}
			if strings.Count(out, "----------") != 3 || strings.Count(out, "==========") != 1 ||
				strings.Count(out, `"c" : {"e":"red"}`) != 1 || !strings.Contains(out, "%%%mzn-stat: solveTime=") {
				t.Errorf("output:\n%s", out)
			}
			if out := run("-f", maximize); out != "x = 0;\ny = 9;\n----------\n==========\n" &&
				out != "x = 1;\ny = 8;\n----------\n==========\n" {
				t.Errorf("maximize: %s", out)
			}
			if out := run("-i", "-v", maximize); !strings.Contains(out, "==========") {
				t.Errorf("maximize with improvements: %s", out)
			}
		})
	}
}

// MiniZinc with nonet as its solver gives the answers of testdata/models/answers.txt to the sources of the example
// models: the number of solutions, or the optimum.
func TestMiniZincExamples(t *testing.T) {
	installedMiniZinc(t)
	answers, err := os.ReadFile("../../testdata/models/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(answers)), "\n") {
		f := strings.Fields(line)
		file, colours, optimum, count := f[0], f[1], f[2], f[3]
		if i%backendtest.Rounds(4, 1) != 0 {
			continue
		}
		if colours == "3" || colours == "4" { // the source has four colours, and many solutions
			continue
		}
		name := strings.TrimSuffix(file, filepath.Ext(file)) + ".mzn"
		t.Run(name, func(t *testing.T) {
			args := []string{"--solver", "nonet", "--statistics", filepath.Join("../../testdata/minizinc", name)}
			if optimum == "-" {
				args = append(args, "--all-solutions")
			}
			out, err := exec.Command("minizinc", args...).CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			solutions, want := strings.Count(string(out), "----------\n"), count
			if optimum != "-" {
				want = "1"
				if !strings.Contains(string(out), "%%%mzn-stat: objective="+optimum+"\n") {
					t.Errorf("no optimum of %s:\n%s", optimum, out)
				}
			}
			if strconv.Itoa(solutions) != want {
				t.Errorf("%d solutions, want %s:\n%s", solutions, want, out)
			}
			end := "==========\n"
			if want == "0" {
				end = "=====UNSATISFIABLE=====\n"
			}
			if !strings.Contains(string(out), end) {
				t.Errorf("no line %s:\n%s", end, out)
			}
		})
	}
}

// Models with set variables have as many solutions as Gecode finds, and the same optimum, with nonet's library and with
// the standard library.
func TestMiniZincSets(t *testing.T) {
	if _, err := exec.LookPath("fzn-gecode"); err != nil {
		t.Skip("fzn-gecode is not installed")
	}
	folder := installedMiniZinc(t)
	for i, text := range []string{
		`var set of 1..4: x; var set of {1,2,4}: y; var 0..4: n;
			constraint card(x) = n /\ x subset y /\ 2 in y /\ (4 in x -> n >= 2); solve satisfy;`,
		`var set of 1..3: x; var set of 2..5: y; var set of 1..5: z; var 1..5: i; var bool: b;
			constraint z = x symdiff y /\ (x superset {1} \/ card(z diff x) > 2) /\ (b <-> i in z) /\ x != y;
			solve satisfy;`,
		`include "globals.mzn"; array [1..3] of var set of 1..4: s; var 1..3: k; var set of 1..4: t;
			constraint all_disjoint(s) /\ array_union(s) = 1..4 /\ t = s[k] /\ (t = {} -> 1 in s[1]); solve satisfy;`,
		`array [1..3] of var set of {1,3,5}: a; var 1..3: i;
			constraint forall (j in 1..2) (a[j] != {}) /\ a[1] intersect a[2] = {} /\ a[3] = a[1] union a[2];
			constraint card(a[i]) = 2; solve maximize sum (j in 1..3) (card(a[j]) * j) - i;`,
	} {
		if i%backendtest.Rounds(3, 1) != 0 {
			continue
		}
		name := filepath.Join(folder, "sets.mzn")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var first string
		for _, solver := range []string{"gecode -G std", "nonet", "nonet -G std"} {
			out, err := exec.Command("minizinc", append([]string{"-a", "--output-objective", name, "--solver"},
				strings.Fields(solver)...)...).Output()
			if err != nil {
				t.Fatalf("%s: %v\n%s", solver, err, text)
			}
			got := fmt.Sprint(strings.Count(string(out), "----------\n"))
			if objective := regexp.MustCompile(`_objective = .*`).FindAllString(string(out), -1); objective != nil {
				got = objective[len(objective)-1] // the number of improvements differs
			}
			if first == "" {
				first = got
			} else if got != first {
				t.Errorf("%s: %s, Gecode %s\n%s", solver, got, first, text)
			}
		}
	}
}
