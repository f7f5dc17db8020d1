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

// cbc that its own limit stopped in its preprocessing reports that there is no solution.
func TestNoProofAfterTheLimit(t *testing.T) {
	p, _ := ByName("cbc")
	o := output{answer: []byte("Integer infeasible - objective value 0.00000000\n"), timedOut: true}
	status, _, err := ZeroOne{p}.read(o, problems[0].program())
	if status != model.Unknown || err != nil {
		t.Errorf("infeasible: %v, error %v", status, err)
	}
	o.answer = []byte("Optimal - objective value 0\n 1 x2 1 0\n")
	if s, err := (ZeroOne{p}).parse(o); s.Status != model.Satisfiable || s.Optimal || err != nil {
		t.Errorf("optimal: %+v, error %v", s, err)
	}
}
