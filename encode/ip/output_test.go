package ip_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/encode/ip"
	"nonet/model"
)

// ReadOutput finds the answer among the other lines of a console. ReadSolution rejects the same text.
func TestReadOutput(t *testing.T) {
	const sat, unsat, unknown = model.Satisfiable, model.Unsatisfiable, model.Unknown
	const values = "      1 x_r1c1_v2   1   0\n      2 x_r1c2_v1   1   0\n"
	for name, test := range map[string]struct {
		text   string
		format string
		status model.Status
		point  bool
	}{
		"opb": {"loading v1.2\ns\nv is verbose\nsolving\ns SATISFIABLE\nbye\nv -x1 x2 x3 -x4\n",
			"opb", sat, true},
		"opb without a solution": {"oh my\ns UNSATISFIABLE\n", "opb", unsat, false},
		"coin":                   {"reading\nOptimal - objective value 0\n" + values, "coin", sat, true},
		"coin, infeasible": {"the objective value is unknown\nInteger infeasible - objective value 0\n", "coin", unsat,
			false},
		"HiGHS": {"Running HiGHS 1.7\nModel status        : Optimal\nObjective value     :  0\n" +
			"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 4\n" +
			"x_r1c1_v1 0\nx_r1c1_v2 1\nx_r1c2_v1 1\nx_r1c2_v2_a_long_name 0\n# Rows 0\n", "highs", sat, true},
		"SCIP": {"SCIP version 9.0\ntransformed objective value is always integral (scale: 1)\n" +
			"SCIP Status        : problem is solved [optimal solution found]\nPrimal Bound  : +0 (1 solutions)\n\n" +
			"primal solution (original space):\n==\n\nobjective value:          0\n" +
			"x_r1c1_v2            1 \t(obj:0)\nx_r1c2_v1            1 \t(obj:0)\n\nStatistics\n=====\na b (obj:1)\n",
			"scip", sat, true},
		"SCIP, infeasible": {"SCIP Status        : problem is solved [infeasible]\nno solution available\n",
			"scip", unsat, false},
		"SCIP, interrupted": {"SCIP Status        : solving was interrupted [user interrupt]\n",
			"scip", unknown, false},
		"SCIP, nothing better than a limit": {"SCIP Status        : problem is solved [infeasible] (objective limit " +
			"reached)\nno solution available\n", "scip", unknown, false},
		"SCIP, either": {"SCIP Status        : problem is solved [infeasible or unbounded]\n", "scip", unknown, false},
		"Gurobi, time limit": {"Gurobi Optimizer version 12.0.0\nSolution count 0\n\nTime limit reached\n" +
			"Best objective -, best bound 0.000000000000e+00, gap -\n", "log", unknown, false},
		"a limit before the answer": {"Time limit reached\ns UNSATISFIABLE\n", "opb", unsat, false},
		"Gurobi, infeasible": {"Gurobi Optimizer version 12.0.0\n\nModel is infeasible\nBest objective -\n",
			"log", unsat, false},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := ip.ReadOutput(strings.NewReader(test.text))
			if err != nil || s.Format != test.format || s.Status != test.status {
				t.Fatalf("got %s %v, error %v; want %s %v", s.Format, s.Status, err, test.format, test.status)
			}
			x, err := s.Point(four)
			if (err == nil) != test.point || err == nil && four.Check(x) != nil {
				t.Errorf("got point %v, error %v", x, err)
			}
			if _, err := ip.ReadSolution(strings.NewReader(test.text)); err == nil {
				t.Error("ReadSolution: no error")
			}
		})
	}
	for _, text := range []string{"", "hello\n", "Model is infeasible or unbounded\n", "Optimal solution found\n",
		"SCIP Status        : problem is solved [optimal solution found]\n", "s\nv\n", "s MAYBE\n"} {
		if s, err := ip.ReadOutput(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %+v, want an error", text, s)
		}
	}
	for _, log := range []string{"glpsol-log-infeasible", "cbc-log-infeasible", "glpsol-report", "glpsol-raw", "cbc"} {
		text, err := os.ReadFile(filepath.Join("testdata", "answers", log+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		text = append([]byte("a banner\n"), text...)
		if _, err := ip.ReadOutput(bytes.NewReader(text)); err != nil {
			t.Errorf("%s after a banner: %v", log, err)
		}
	}
}
