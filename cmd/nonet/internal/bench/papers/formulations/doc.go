// Package formulations is an experiment of the project's own: every formulation and solver on puzzles of all levels and of orders 2 to 6. Which is
// fast, how does that change with the level and the order, and what is the time spent on?
package formulations
