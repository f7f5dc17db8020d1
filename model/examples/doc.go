// Package examples generates small models with known answers: puzzles, optimisation problems, and hard cases for one
// formulation or another. testdata/models has one size of each as a file.
//
//	m := examples.Queens(8)
//	n, err := model.Count(ctx, native.Solver{}, m) // 92
//
// models.go has the models that are stated with package model, texts.go those that are stated in the format of a kind
// of solver, and table.go the list of all.
package examples
