// Package stats has the statistics of benchmark reports: intervals, paired tests, survival, run-time distributions, effect sizes. What gonum
// has is gonum's; the rest is here, and tested against published tables.
//
// Conventions: tests are two-sided; intervals are of 95 % unless a level is given; resampling draws from a seed; NaN is the answer where
// there is none, as for the mean of nothing. Functions do not modify their arguments. A mismatch of lengths is a programmer's mistake and
// panics.
//
//	summary.go       mean, standard deviation, quantiles
//	bootstrap.go     intervals for any statistic by resampling, quick ones for means
//	proportion.go    rates: Wilson, McNemar
//	paired.go        sign test, Wilcoxon's signed ranks, Hodges-Lehmann shift
//	multiple.go      Holm
//	friedman.go      Friedman
//	contingency.go   2×2 tables, Fisher, χ², independence of the extreme instances of two methods
//	correlation.go   Pearson, Spearman, Kendall
//	line.go          straight lines
//	survival.go      Kaplan-Meier
//	exponential.go   exponential run-time distributions and tails
//	effort.go        ETS, PAR, performance profiles
//	decay.go         exponential decay
//	timing.go        repeat a measurement until it is stable
package stats
