// Package values numbers the values of a model, so that tables indexed by value are slices, and reduces Tables to the
// rows that the domains allow.
package values
