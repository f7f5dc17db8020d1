// Package model is the vocabulary of nonet: a problem over finite-domain integer variables, stated as plain data, and
// the definitions that solvers, encoders and checkers share.
//
// A [Model] is a list of variables with finite domains, a list of constraints, and an optional objective. There are
// five kinds of constraint, and the interface is sealed: [AllDifferent], [Linear], [NotEqual], [Table] and [Given].
// Rules of puzzles (rows, boxes, cages, thermometers ...) are functions in other packages that return these
// constraints; encoders and solvers never see a rule. Every constraint measures how far an [Assignment] is from
// satisfying it ([Constraint.Violation]), with the most naive loop there is. That loop defines the meaning of the
// constraint: it is the oracle of the tests, the check on every answer, and the cost of local search.
//
// A [Solver] passes solutions to a callback. First solution, uniqueness, counting and iteration are functions written
// once on top of it: [First], [Unique], [Count], [All]. A solver with a faster way to count, or to solve many similar
// models, also implements a small further interface, [Counter] or [Preparer], and these functions use it.
//
// The package imports only the standard library and depends on no solver.
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
