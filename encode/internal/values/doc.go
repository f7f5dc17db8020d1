// Package values numbers the values of a model, so that tables by value are slices.
package values
