// Package instances provides the puzzles and models of experiments: built-in sets, sets generated from a seed, and
// files.
//
//	set, err := instances.Open(ctx, "thein-evil", nil)                              // part of the program
//	set, err := instances.Open(ctx, "dip", []instances.Spec{{Name: "dip", ...}})    // described by a campaign
//	set, err := instances.Open(ctx, "puzzles.txt", nil)                             // a file in any notation
//	set, err := instances.Open(ctx, "testdata/models", nil)                         // the model files of a folder
//
// Sets are reproducible: a generator draws from the seed in its description. [Names] lists the built-in sets. The list
// of the 49,151 puzzles with 17 clues is not part of the program. It is read from a folder that the user names
// ([DataFile]). If the file is not found, [Open] returns an [*AbsentError], or the instances of another set
// ([Spec.Fallback]).
package instances
