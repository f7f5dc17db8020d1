// Package campaign runs grids of puzzles, methods and seeds, and keeps one record per run.
//
// A [Spec] says what to run: it is read from a TOML file ([ReadSpec]) or embedded by an experiment. [Spec.Expand] turns it into a [Plan],
// the list of all runs, each with a key that says what it is and a seed derived from that. A [Store] keeps the records in an SQLite file.
// A [Runner] executes the runs of a plan that have no record yet, so that a campaign stopped in any way goes on where it was. It gives them to a
// [Queue]: [Local] is this process; package cluster has one of many machines.
//
//	spec, err := campaign.ReadSpec("compare.toml", file)
//	plan, err := spec.Expand(ctx, campaign.Full)
//	store, err := campaign.Create(ctx, "compare.sqlite", plan)
//	err = campaign.Runner{}.Run(ctx, plan, store)
//	for record, err := range store.Records(ctx) { ... }
//
// What a run does is a [Task]: it solves a puzzle, proves it unique, counts its solutions, or measures something else; tasks have names,
// so that a run can be executed by another process.
//
// # Guarantees
//
// A run is its key and its seed: the machine, the time and the other runs do not change what a method with a seed does. Records are
// committed several times a second, and a commit is on the disk; when the power fails, the runs of the last moment are lost, and then
// executed again. No run has two records. One process writes to a store at a time; others may read it.
//
// A limit on time holds for all phases of a run, and an answer that comes later does not count. A run in this process must listen to its
// context; one that may not, or that may crash or take all memory, is to be isolated: a child process executes it, takes its own times, and is
// killed when it does not end. It then starts cold: [Grid].Warmup warms up the disk's cache only.
//
// # Pieces
//
// A grid may split its instances into cubes ([Grid].Cubes): each piece is a run like any other, whose puzzle has the values of its cube as
// further clues. [Plan.Combine] puts them together again. It checks each time that the cubes are the whole instance, compares solutions with
// the whole puzzle, and names each piece without an answer.
package campaign
