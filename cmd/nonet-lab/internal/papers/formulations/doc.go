// Package formulations is an experiment that runs every formulation and solver on puzzles of all levels and of orders 2
// to 6: which is fast, how does this change with the level and the order, and how is the time spent? It does not
// reproduce a paper.
package formulations
