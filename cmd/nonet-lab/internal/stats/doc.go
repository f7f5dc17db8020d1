// Package stats computes the statistics of benchmark reports: intervals, paired tests, survival curves, run-time
// distributions and effect sizes. It calls gonum where gonum has the function; the rest is tested against published
// tables. Conventions: tests are two-sided; intervals have confidence 95 % unless a level is given; resampling is
// reproducible from its seed; an undefined result, such as the mean of an empty sample, is NaN. Functions do not modify
// their arguments. A mismatch of lengths is a programmer's mistake and panics.
package stats
