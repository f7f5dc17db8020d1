// Package stats has the statistics of benchmark reports: intervals, paired tests, survival, run-time distributions, effect sizes. What gonum
// has is gonum's; the rest is here, and tested against published tables.
//
// Conventions: tests are two-sided; intervals are of 95 % unless a level is given; resampling draws from a seed; NaN is the answer where
// there is none, as for the mean of nothing. Functions do not modify their arguments. A mismatch of lengths is a programmer's mistake and
// panics.
package stats
