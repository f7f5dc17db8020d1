// Package papers runs experiments that repeat papers, and writes their reports.
//
// An [Experiment] has three files and Go code: the campaign (spec.toml), what the paper published (claims.toml), the
// text of the report (report.md.tmpl), and a function that makes the tables and figures from the records (report.go).
// Each experiment is a package below this one that exports one function, Experiment; package all lists them. The three
// files are in its folder, and this package embeds them.
//
//	e := thein.Experiment()
//	document, err := e.Run(ctx, papers.Options{Scale: campaign.Quick, Out: "out/thein"})
//
// [Data] holds the records of a campaign. [General] writes a report of any campaign without files of its own.
//
// # claims.toml
//
// The section [experiment] has the name of the experiment, a summary of one line and the source, which a study of the
// project lacks. The section [paper] has the BibTeX entry of the paper (bibtex), and the name of the main table
// (table), which the report shows in LaTeX. Each section [[claims]] has published values, by ID, which share their
// source, the rule of their verdicts, and the cause of a miss if one is expected. A value is a number, a list of
// numbers, or words.
//
//	[[claims]]
//	source = "Figure 5"
//	rule = "ratio 0.67 1.5"
//	cause = "the puzzles are others"
//	[claims.values]
//	"easy iterations" = 233.96
//
// A rule is one of: exact, rate RUNS, within TOLERANCE, ratio LOW HIGH, between LOW HIGH, sample PUZZLES (the published
// number is over so few puzzles, and is compared with draws of as many of ours, [Claim.Drawn]), machine GROUP (see
// package report), and none REASON (no verdict). The rule machine is for absolute times: they are not comparable. One
// factor is fitted to all published numbers of the group and ours, and each number is judged by it: "in proportion" or
// "out of proportion". Ours may be a time or an effort.
//
// The key against says what ours is compared with: "published number" (the default), "published statement", "input" (a
// number that we made to agree, such as the clues of generated puzzles), or "own reference" (a pilot of ours, a closed
// form, a golden value). Only the first two match or miss; the others agree or differ, and count apart.
//
// # report.go
//
// The function Report computes ours, and states what is compared with which claim:
//
//	func write(w *papers.Writer) {
//		t := w.Table("figure-5", "|level", "runs", "published", "ours", "|verdict")
//		for _, level := range levels {
//			r := w.Grid("jon-1").Ran().Set("jones-" + level)
//			t.Row(level, r, w.Claim(level+" iterations").Compare(papers.PerPuzzle(r, papers.Moves)))
//		}
//		w.Figure("figure-5", papers.Dots(...))
//		w.Number("climbs", len(w.Grid("jon-1")))
//	}
//
// [Standings], [Writer.Contest], [Profile], [Growths] and [MedianCell] count the runs that the preprocessor decided,
// and leave them out of times, scores, tests and figures. All other functions use the records that they are given.
//
// # report.md.tmpl
//
// The text is Markdown: a title after "# ", a lead of three sentences, the figure for them, paragraphs that continue
// the lead, and sections after "## ". Of a section the page shows the first paragraph, if it stands before all tables
// and figures, and the first figure; the rest is folded. A table or figure is a paragraph with its title, and with its
// notes, or its caption, after "> ". One without rows or points is left out, and so is a section without any.
//
//	{{number "climbs"}} climbs; {{matched "figure-5"}} of {{judged "figure-5"}} means match. The paper has
//	{{number "easy iterations"}} iterations, ours are {{number "figure-5 | easy | ours"}}.
//
//	{{table "figure-5"}} Iterations by level
//	> Means over puzzles.
//
// A number is one that report.go defines, a published one, or the cell "TABLE | ROW | COLUMN". The text is written for
// the records of the full scale that are kept in the repository. Other scales show tables and figures only.
//
// # Several verdicts
//
// The verdicts of a report are many, and each may be wrong. The policy is the same in all reports:
//
//   - A number is judged by itself, without correction for the number of verdicts: of 100 rates that are the same as
//     the published ones about 5 miss by chance.
//   - A claim that one quantity is greater than another is judged by a two-sided test at 5 %, corrected after Holm
//     for the claims of its table, or of its family.
//   - The lowest or greatest of several values is tested with a correction for the choice.
//   - Tests count puzzles, not runs, where the runs of a puzzle are not independent and a test on puzzles exists. Rates
//     and their intervals count runs.
//   - Of several comparisons with one published number ([Same]) the first counts; the verdicts of the others are in
//     parentheses.
package papers
