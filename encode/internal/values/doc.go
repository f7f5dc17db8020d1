// Package values numbers the values of a model, so that tables by value are slices, and leaves out what the domains rule out of a Table.
package values
