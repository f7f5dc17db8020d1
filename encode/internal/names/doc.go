// Package names recognizes the cells and houses of a grid by the names of a model's variables, so that formulas and
// their explanations can use the names of cells and houses.
package names
