// Package construct has what encoders share while they construct a formula: a Guard, which ends the work when its
// context ends; an Index, which numbers the values of a model, so that tables indexed by value are slices; and Tables
// reduced to the rows that the domains allow.
package construct
