// Package examples generates small models with known answers: puzzles, optimisation problems, and hard cases for one
// formulation or another. testdata/models has one size of each as a file.
//
//	m := examples.Queens(8)
//	n, err := model.Count(ctx, native.Solver{}, m) // 92
//
// models.go states models with package model, texts.go writes models as files of one kind of solver, and table.go lists
// all.
package examples
