// Package campaign runs grids of puzzles, methods and seeds, and keeps one record per run.
//
// A [Spec] says what to run: it is read from a TOML file ([ReadSpec]) or embedded by an experiment. [Spec.Expand] turns it into a [Plan],
// the list of all runs, each with a key that says what it is and a seed derived from that. A [Store] keeps the records in an SQLite file.
// A [Runner] has the runs of a plan executed that have no record yet, so that a campaign stopped in any way goes on where it was. Who executes
// them is a [Queue]: [Local] is this process; package cluster has one of many machines.
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
// # What is sure
//
// A run is its key and its seed: who executes it, when, and beside what does not change what a method with a seed does. Records are
// committed several times a second, and a commit is on the disk; what is lost with the power are the runs of the last moment, which are then
// executed again. No run has two records. One process writes to a store at a time; others may read it.
//
// A limit on time holds for all phases of a run, and an answer that comes later does not count. A run in this process must listen to its
// context; one that may not, or that may crash or take all memory, is to be isolated: a child process executes it, takes its own times, and is
// killed when it does not end. It then starts cold: [Grid].Warmup warms up the disk's cache only.
//
// # Pieces
//
// A grid may split its instances into cubes ([Grid].Cubes): each piece is a run like any other, whose puzzle has the values of its cube as
// further clues. [Plan.Combine] puts them together again. It believes no more than it can check: that the cubes are the whole instance is shown
// anew, solutions are compared with the whole puzzle, and a piece without an answer is named, whatever is the reason.
//
// # Files
//
//   - spec.go, read.go: what a campaign says, and reading it; plan.go: its runs and their order
//   - cubes.go: instances in pieces; combine.go, whole.go: what these say together
//   - task.go, solve.go: what a run does
//   - record.go, environment.go: what came of it, and where
//   - store.go, storeinstances.go, storerecords.go, schema.sql, fields.go: the database; lock_*.go: one process at a time
//   - runner.go, journal.go, progress.go: a session: what is left is executed, and what came of it is committed
//   - queue.go: who executes; local.go: this process; until.go: as long as it takes
//   - executor.go, cpu_*.go: one run; isolate.go, group_*.go, memory_*.go: in a child process
//   - export.go: CSV, JSON, Go benchmarks, and CSV read back
package campaign
