// Package campaign runs grids of puzzles, methods and seeds, and keeps one record per run.
//
// A [Spec] says what to run: it is read from a TOML file ([ReadSpec]) or embedded by an experiment. [Spec.Expand] turns it into a [Plan],
// the list of all runs, each with a key that says what it is and a seed derived from that. A [Store] keeps the records in an SQLite file.
// A [Runner] executes the runs of a plan that have no record yet, so that a campaign stopped in any way goes on where it was.
//
//	spec, err := campaign.ReadSpec("compare.toml", file)
//	plan, err := spec.Expand(ctx, campaign.Full)
//	store, err := campaign.Create(ctx, "compare.sqlite", plan)
//	err = campaign.Runner{}.Run(ctx, plan, store)
//	for record, err := range store.Records(ctx) { ... }
//
// What a run does is a [Task]: it solves a puzzle, proves it unique, counts its solutions, or measures something else; tasks have names,
// so that a run can be executed by another process.
package campaign
