// Package campaign executes grids of puzzles, methods and seeds, and stores one record per run.
//
// A [Spec] describes the grids. It is read from a TOML file ([ReadSpec]) or embedded in an experiment. [Spec.Expand]
// turns it into a [Plan], the list of all runs. Each run has a key and a seed derived from the key. A [Store] keeps the
// records in an SQLite file. A [Runner] executes the runs of a plan that have no record yet, so a campaign that was
// stopped can be resumed. The runner passes runs to a [Queue]: [Local] executes them in this process, package cluster
// on many machines.
//
//	spec, err := campaign.ReadSpec("compare.toml", file)
//	plan, err := spec.Expand(ctx, campaign.Full)
//	store, err := campaign.Create(ctx, "compare.sqlite", plan)
//	err = campaign.Runner{}.Run(ctx, plan, store)
//	for record, err := range store.Records(ctx) { ... }
//
// A [Task] defines the work of a run: solve a puzzle, prove its solution unique, count its solutions, or measure
// something else. Tasks are identified by name, so that another process can execute a run.
//
// # Guarantees
//
// The result of a run depends on its key and its seed only: neither the machine, nor the time, nor other runs change
// what a method with a seed does. Records are committed several times a second, and each commit is synced to disk.
// After a power failure, the runs of the last moment are executed again. No run has two records. One process writes to
// a store at a time; others may read it.
//
// [Local] notes which runs it is executing, in a file beside the database. If the process is killed or runs out of
// memory during the same run twice, that run follows after all others, in a child process.
//
// A time limit covers all phases of a run. An answer after the deadline is recorded as a timeout. A run in this process
// must watch its context. Isolate a run that may ignore its context, crash, or exhaust memory: a child process then
// executes it and measures its times, and is killed if it exceeds its limits. A child process starts cold:
// [Grid].Warmup warms only the disk cache for it.
//
// # Pieces
//
// A grid may split its instances into cubes ([Grid].Cubes). Each piece is a run whose puzzle has the values of its cube
// as additional clues. [Plan.Combine] combines the pieces. It verifies that the cubes cover the whole instance, checks
// solutions against the whole puzzle, and lists every piece without an answer.
//
// # Files
//
//	spec.go, read.go            Spec, Grid, Limits, sets of names in braces; the TOML reader
//	plan.go, tally.go           Plan: the runs and their order; counts of runs and records
//	task.go, record.go          Task, Record, Outcome; the four built-in tasks
//	runner.go, progress.go      Runner, the Queue interface, the estimate of the remaining time
//	session.go, system_*.go     Session: one execution of a campaign; the machine, process groups, file locks
//	executor.go, local.go       Executor: one run; Local: the queue of this process
//	isolate.go, memory_*.go     runs in child processes, with memory limits
//	underway.go                 the runs that are being executed, and unclean ends
//	store*.go, schema.sql       Store: the SQLite file
//	export.go, fields.go        CSV, JSON lines, Go benchmarks
//	combine.go                  Combined: pieces of split instances
package campaign
