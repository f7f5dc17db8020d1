// Package models is an experiment on the example models of testdata/models in several sizes: which formulation wins
// where, where does each stop, and which encoding as clauses is best on which model? It does not reproduce a paper.
package models
