// Package xcsp3 reads instances of XCSP3-core, the XML format of constraint solver competitions.
//
// [Read] translates an instance into FlatZinc, constraint by constraint, and package flatzinc states that as a model.
// Nested expressions become constraints over auxiliary variables, which are functions of the others, so that numbers of
// solutions are right. The lines of the FlatZinc text are mapped to places in the XML, for errors and for
// Problem.Origins.
//
// Supported are integer variables and arrays of them; the constraints that [Constraints] lists; blocks, and groups
// with templates; one objective. Everything else is refused by name, with an [UnsupportedError]. Package build
// states the constraints.
//
// # Source
//
// F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, XCSP3-core: A Format for Representing Constraint Satisfaction /
// Optimization Problems, version 3.2, 2022.
package xcsp3
