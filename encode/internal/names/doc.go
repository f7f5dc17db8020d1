// Package names recognizes the cells and houses of a grid by the names of a model's variables, so that what a formula says about them can
// be named after them.
package names
