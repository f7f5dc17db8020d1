// Package xcsp3 reads instances of XCSP3-core, the XML format of constraint solver competitions.
//
// [Read] states an instance with package build, constraint by constraint. Nested expressions become auxiliary
// variables, which are functions of the others, so that numbers of solutions are right. Errors and Problem.Origins have
// places in the XML.
//
// Supported are integer variables and arrays of them; the constraints that [Constraints] lists; blocks, and groups
// with templates; one objective. Everything else is refused by name, with an [UnsupportedError].
//
// # Source
//
// F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, XCSP3-core: A Format for Representing Constraint Satisfaction /
// Optimization Problems, version 3.2, 2022.
package xcsp3
