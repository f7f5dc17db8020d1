// Package model is the vocabulary of nonet: a problem over finite-domain integer variables, stated as plain data, and the little that
// everybody who solves, encodes or checks it must agree on.
//
// A [Model] is a list of variables with finite domains, a list of constraints, and an optional objective. The constraints are few and
// sealed: [AllDifferent], [Linear], [NotEqual], [Table] and [Given]. Rules of puzzles (rows, boxes, cages, thermometers ...) are
// functions elsewhere that return these; encoders and solvers never see a rule. Every constraint can measure how far an [Assignment]
// is from satisfying it ([Constraint.Violation]), with the most naive loop there is. That loop is the meaning of the constraint: the
// oracle of the tests, the check on every answer, and the cost of local search.
//
// A [Solver] passes solutions to a callback. First solution, uniqueness, counting and iteration are functions written once on top of
// it: [First], [Unique], [Count], [All]. What only some solvers can do better is a small further interface that those functions look
// for: [Counter], [Preparer].
//
// The package imports the standard library and nothing else, and knows of no solver.
//
// # Example
//
// Two variables from {1, 2}, different, and the first is 1:
//
//	m := &model.Model{
//		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)}, {Name: "b", Domain: model.Interval(1, 2)}},
//		Constraints: []model.Constraint{
//			model.AllDifferent{Vars: []model.Var{0, 1}},
//			model.Given{Var: 0, Value: 1},
//		},
//	}
//	m.Check(model.Assignment{1, 2}) // nil: this is a solution
package model
