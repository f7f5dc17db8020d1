// Package instances has the puzzles of experiments: sets that are part of the program, sets made by a generator from a seed, and files.
//
//	set, err := instances.Open(ctx, "thein-evil", nil)                              // part of the program
//	set, err := instances.Open(ctx, "dip", []instances.Spec{{Name: "dip", ...}})    // described by a campaign
//	set, err := instances.Open(ctx, "puzzles.txt", nil)                             // a file in any notation
//
// A set is always the same: generators draw from seeds that their description gives. [Names] lists the sets that have a name of their own.
//
// The list of the 49,151 puzzles with 17 clues is not part of the program: it is looked for on the machine, and where it is not there, the
// error is an [*AbsentError], or another set stands in for it ([Spec.Fallback]).
package instances
