// Package values numbers the values of a model, so that tables by value are slices.
//
// # Files
//
//   - values.go: all of it
package values
