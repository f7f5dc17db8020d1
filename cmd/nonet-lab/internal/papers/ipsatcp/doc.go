// Package ipsatcp compares one model of a puzzle as a 0-1 program, as clauses and as a constraint program, and the
// hybrid of propagation and annealing, with and without heuristics before them, on puzzles of M. Thein's four levels.
package ipsatcp
