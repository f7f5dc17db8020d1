// Package consistency removes values from the cells of a puzzle by rules of a chosen strength, without search. The
// experiments simonis and formulations measure what each strength removes. It is written to be read, not for speed:
// package deduce and the solver native have their own propagation.
package consistency
