// Package cli is the command line of nonet: commands, flags, files, tables, progress and exit codes. It is glue over the packages below;
// none of them prints or exits, and nothing here knows how a puzzle is solved. What people script against is fixed: the names of
// commands and flags, the fields of --output json and csv, and the exit codes.
//
// [Run] is the whole program but for signals:
//
//	code := cli.Run(ctx, []string{"unique", "puzzles.txt"}, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
//
// # The life of a command
//
// The commands solve, unique and count put one question to every puzzle ([env.ask]): a source reads puzzles from files, literals and standard
// input; package batch hands them to workers and writes what they print in the order of the input; each worker has a runner, which keeps what
// the solver prepares for a shape, limits the time, survives a panic, and checks every solution with code of its own; a printer turns answers
// into text. In lists of millions nearly every line is a classic puzzle that takes a microsecond: source reads these as digits, and a quick
// answers with little around the search. compare runs methods one after the other and judges them by the solutions that were found; export
// writes files, decode reads answers back.
//
// # Exit codes
//
// 0 good, 1 some answer is negative, 2 bad usage or input, 3 undecided, 4 a solver failed, is missing, or gave a wrong answer; the
// highest that applies wins. An error that a command returns is one of usage unless it is a [failure] with another code.
//
// # Files
//
//   - env.go, root.go, flags.go, exit.go: Run, the commands and flags, messages and exit codes
//   - solve.go, unique.go, count.go, ask.go: questions put to puzzles; answer.go: what came out
//   - certificate.go, checkproof.go, checkproof_source.go, output_proof.go: certificates, written and checked
//   - rate.go, climb.go, output_rate.go, pencil.go: how hard a puzzle is, and the steps to its solution
//   - crosscheck.go: counting twice; estimate.go: numbers of solutions from random probes
//   - each.go: commands that do something of their own with each puzzle; canonical.go, canonical_json.go: canonical forms
//   - candidates.go, output_candidates.go: true candidates; minimize.go, redundant.go: clues that could go; unavoidable.go: unavoidable sets
//   - puzzles.go: reading; variants.go: the rules of variants in output; runner.go, quick.go: solving; check.go: checking
//   - output.go, output_text.go, output_json.go, output_csv.go, output_dimacs.go: printing answers
//   - compare.go, trial.go, summary.go, compare_output.go, page.go, bundle.go: methods side by side
//   - export.go, exportformats.go, exportcover.go, exporttext.go, files.go, umask_*.go: files for other solvers; decode.go, reply.go, decoded.go: the way back
//   - formula.go: exact covers and graphs that come as files
//   - explain.go, output_explain.go: why there is no solution, or several; audit.go, output_audit.go: what is wrong with a half-filled grid
//   - explainencoding.go, output_explainencoding.go: what a formula is made of, and why
//   - generate.go, generate_options.go, output_generate.go: making puzzles; near.go: what somebody may have meant
//   - campaign.go, campaign_run.go, campaign_again.go, campaign_status.go, campaign_export.go, isolated.go: grids of puzzles, methods and seeds
//   - cubes.go: one puzzle in pieces; split.go: the pieces as puzzles; campaign_split.go: instances in pieces, in the status of a campaign
//   - natsflags.go, worker.go, campaign_watch.go, campaign_view.go, campaign_withdraw.go: campaigns on many machines
//   - experiment.go: the tables of papers
//   - analyze.go, output_critical.go: what makes a puzzle hard
//   - methods.go, rules.go, formats.go, doctor.go, version.go: what there is
//   - progress.go, table.go, numbers.go: how things look
package cli
