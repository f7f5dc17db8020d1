// Package deduce makes models smaller by sound deduction: it removes values that no solution has and fixes variables that have one
// value left. A rule of deduction is also a preprocessor: a model goes in, a smaller model with the same solutions comes out.
package deduce
