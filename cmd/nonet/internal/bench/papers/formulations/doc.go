// Package formulations is an experiment of the project's own: every formulation and solver on puzzles of all levels and of orders 2 to 6. Which is
// fast, how does that change with the level and the order, and what is the time spent on?
//
// report.go puts the report together, levels.go has the levels of difficulty, phases.go what the time is spent on, preprocessing.go singles against
// none, orders.go the growth with the order, sizes.go the sizes of formulas, held to the literature.
package formulations
