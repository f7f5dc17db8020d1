package process

import (
	"errors"
	"testing"

	"nonet/model"
)

// TestReadPoint parses answers to the program of problems[0], whose points are 101 and 010.
func TestReadPoint(t *testing.T) {
	q := problems[0].program()
	for _, test := range []struct {
		name, program, answer string
		code                  int
		want                  model.Status
		fails, wrong          bool
	}{
		{"a point", "glpsol", "c\ns mip 3 3 o 0\nj 1 1\nj 2 0\nj 3 1\ne o f\n", 0, model.Satisfiable, false, false},
		{"not optimal, but a point", "glpsol", "c\ns mip 3 3 f 0\nj 1 0\nj 2 1\nj 3 0\ne o f\n", 0,
			model.Satisfiable, false, false},
		{"nearly integral", "glpsol", "c\ns mip 3 3 o 0\nj 1 0.9999999\nj 2 1e-9\nj 3 1\ne o f\n", 0,
			model.Satisfiable, false, false},
		{"fractional", "glpsol", "c\ns mip 3 3 o 0\nj 1 0.5\nj 2 0.5\nj 3 0.5\ne o f\n", 0,
			model.Unknown, false, false},
		{"not a point of the program", "glpsol", "c\ns mip 3 3 o 0\nj 1 1\nj 2 1\nj 3 1\ne o f\n", 0, 0, true, true},
		{"beyond the bounds", "glpsol", "c\ns mip 3 3 o 0\nj 1 2\nj 2 0\nj 3 1\ne o f\n", 0, 0, true, true},
		{"of another program", "glpsol",
			"c\ns mip 3 5 o 0\nj 1 1\nj 2 0\nj 3 1\nj 4 0\nj 5 0\ne o f\n", 0, 0, true, true},
		{"cut short", "glpsol", "c\ns mip 3 3 o 0\nj 1 1\nj 2 0\n", 0, 0, true, false},
		{"empty", "glpsol", "", 0, 0, true, false},
		{"nonsense", "glpsol", "\x00\x01segmentation fault\n", 0, 0, true, false},
		{"no point", "glpsol", "c\ns mip 3 3 n 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n", 0, model.Unsatisfiable, false, false},
		{"no point, in a failed run", "glpsol", "c\ns mip 3 3 n 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n", 1, 0, true, false},
		{"no point, in a crashed run", "glpsol", "c\ns mip 3 3 n 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n", -1, 0, true, false},
		{"undecided", "glpsol", "c\ns mip 3 3 u 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n", 0, model.Unknown, false, false},

		{"only the ones", "cbc", "Optimal - objective value 0.00000000\n" +
			"      1 x2                     1                       0\n", 0, model.Satisfiable, false, false},
		{"infeasible", "cbc", "Infeasible - objective value 0.00000000\n" +
			"      0 x1                   0.5                       0\n", 0, model.Unsatisfiable, false, false},
		{"integer infeasible", "cbc", "Integer infeasible - objective value 0.00000000\n", 0,
			model.Unsatisfiable, false, false},
		{"stopped without a point", "cbc",
			"Stopped on time (no integer solution - continuous used) - objective value 0.00000000\n" +
				"      0 x1                   0.5                       0\n", 0, model.Unknown, false, false},
		{"stopped at a point", "cbc",
			"Stopped on iterations - objective value 0.00000000\n" +
				"      1 x2                     1                       0\n", 0, model.Satisfiable, false, false},
		{"an unknown column", "cbc",
			"Optimal - objective value 0.00000000\n      7 y                     1                       0\n", 0, 0,
			true, true},
		{"without its ones", "cbc", "Optimal - objective value 0.00000000\n", 0, 0, true, true},

		{"a point", "lp_solve", lpSolve + "x1 1\nx2 0\nx3 1\n\nActual values of the constraints:\n", 0,
			model.Satisfiable, false, false},
		{"nearly integral, negative zero", "lp_solve", lpSolve + "x1 0.9999999\nx2 -0\nx3 1\n", 0,
			model.Satisfiable, false, false},
		{"not a point of the program", "lp_solve", lpSolve + "x1 1\nx2 1\nx3 1\n", 0, 0, true, true},
		{"cut short", "lp_solve", lpSolve + "x1 1\n", 0, 0, true, true},
		{"empty", "lp_solve", "", 0, 0, true, false},
		{"no point", "lp_solve", "\nThis problem is infeasible\n", 2, model.Unsatisfiable, false, false},
		{"no point, with another exit code", "lp_solve", "\nThis problem is infeasible\n", 0, 0, true, false},
		{"no point, in a crashed run", "lp_solve", "\nThis problem is infeasible\n", -1, 0, true, false},
		{"time limit", "lp_solve", "\nTimeout\n", 7, model.Unknown, false, false},
		{"a limit at a point", "lp_solve", "\nThe model is sub-optimal. Only a faster solution was found.\n" + lpSolve +
			"x1 1\nx2 0\nx3 1\n", 1, model.Satisfiable, false, false},

		{"only the ones", "symphony", symphony("Optimal Solution Found") + symphonyValues + "x2   1.0\n\n", 0,
			model.Satisfiable, false, false},
		{"presolve found the point", "symphony", symphony("") + symphonyValues + "x2   1.0\n\n" +
			symphonyBox("Optimal Solution Found in Preprocessing") + "The problem is infeasible!\nNo Solution Found\n",
			0, model.Satisfiable, false, false},
		{"all zero", "symphony", symphony("Optimal Solution Found") + "All columns are zero in the solution!\n", 0, 0,
			true, true},
		{"without values", "symphony", symphony("Optimal Solution Found"), 0, 0, true, false},
		{"no point", "symphony", symphony("Problem Infeasible"), 0, model.Unsatisfiable, false, false},
		{"no point for the preprocessor", "symphony", symphony("Problem Found Infeasible in Preprocessing"), 0,
			model.Unknown, false, false},
		{"time limit", "symphony", symphony("Time Limit Reached") + "No Solution Found\n", 0, model.Unknown, false,
			false},
		{"time limit at a point", "symphony", symphony("Time Limit Reached") + symphonyValues + "x2   1.0\n\n", 0,
			model.Satisfiable, false, false},
		{"cut short", "symphony", symphony(""), 0, 0, true, false},

		{"a point", "toulbar2", toulbar2 + "New solution: 0 (0 backtracks)\n x1=v1 x2=v0 x3=v1\nOptimum: 0 in 0\n", 0,
			model.Satisfiable, false, false},
		{"a column without a value", "toulbar2", toulbar2 + "New solution: 0\n x2=v1\nOptimum: 0 in 0\n", 0,
			model.Satisfiable, false, false},
		{"not a point of the program", "toulbar2", toulbar2 + "New solution: 0\n x1=v1 x2=v1 x3=v1\n", 0, 0, true,
			true},
		{"no point", "toulbar2", toulbar2 + "No solution in 3 backtracks and 7 nodes\n", 0, model.Unsatisfiable,
			false, false},
		{"a limit", "toulbar2", toulbar2 + "No solution found in 2 backtracks and 5 nodes\n", 0, model.Unknown, false,
			false},
		{"time limit", "toulbar2", toulbar2 + "\nTime limit expired... Aborting...\n", 0, model.Unknown, false, false},
		{"cut short", "toulbar2", toulbar2, 0, 0, true, false},

		{"a point", "clasp-pb", "v x1 -x2 x3\ns SATISFIABLE\n", 10, model.Satisfiable, false, false},
		{"the last point", "clasp-pb", "v -x1 x2 -x3\ns SATISFIABLE\n", 30, model.Satisfiable, false, false},
		{"a point with the code of none", "clasp-pb", "v x1 -x2 x3\ns SATISFIABLE\n", 20, 0, true, false},
		{"none with the code of a point", "clasp-pb", "s UNSATISFIABLE\n", 10, 0, true, false},
		{"undecided", "clasp-pb", "s UNKNOWN\n", 0, model.Unknown, false, false},
	} {
		t.Run(test.program+"/"+test.name, func(t *testing.T) {
			p, ok := ByName(test.program)
			if !ok {
				t.Fatal("unknown program")
			}
			status, x, err := ZeroOne{p}.read(output{answer: []byte(test.answer), code: test.code}, q)
			if status != test.want || (err != nil) != test.fails {
				t.Errorf("%v, error %v; want %v, failure %v", status, err, test.want, test.fails)
			}
			var w *model.WrongAnswerError
			if errors.As(err, &w) != test.wrong {
				t.Errorf("error %v: is a wrong answer: %v, want %v", err, !test.wrong, test.wrong)
			}
			if (x != nil) != (test.want == model.Satisfiable) || x != nil && q.Check(x) != nil {
				t.Errorf("point %v", x)
			}
		})
	}
}

const (
	lpSolve        = "\nValue of objective function: 0\n\nActual values of the variables:\n"
	symphonyValues = "Column names and values of nonzeros in the solution\n+++++\n"
	toulbar2       = "c toulbar2  version : 1.1.1\nloading pseudo-Boolean optimization file:x.opb\n"
)

// symphony returns the beginning of SYMPHONY's output with a status, or without if that is "".
func symphony(status string) string {
	banner := "\n==  Welcome to the SYMPHONY MILP Solver \n\nSolving...\n\n"
	if status == "" {
		return banner
	}
	return banner + symphonyBox(status)
}

func symphonyBox(status string) string { return "******\n* " + status + "    *\n******\n\n" }
