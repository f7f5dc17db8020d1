// Package papers has what experiments share. An [Experiment] is data: a campaign (spec.toml), published numbers and the tables and figures that hold
// ours to them (claims.toml), the text of the report (report.md.tmpl), and tasks. Each experiment is a package below this one with one exported function,
// Experiment; package all lists them.
//
//	e, ok := all.ByName("thein")
//	document, err := e.Run(ctx, papers.Options{Scale: campaign.Quick, Out: "out/thein"})
//
// A [Data] holds the records of a campaign. [General] makes a report of any campaign that has no files of its own, by the files general.toml and
// general.md.tmpl; the tables and figures of the first, [EachGrid], are there for experiments too.
//
// # Formulas
//
// A formula is a pipeline of text/template without the braces: selector, quantity, statistic. It refers to the fields of its row.
//
//	grid "jon-1" | set .set | ran | of "moves" | mean
//	div (mean (of "moves" .r)) (mean (of "moves" .first))
//
// A text may have formulas between braces: "Limit: {{short .moves}} moves."
//
// # claims.toml
//
// [[list.NAME]] is a row of a list: what was published, as the paper has it. A field whose text begins with "=" is a formula; its value is computed when
// another formula refers to the field. Fields may refer to each other in any order. The rows of a table are the product of its lists, and have the
// fields of [with], which is for all rows of the file, and of the table's with, besides their own, which come first.
//
//	[[list.levels]]
//	name = "easy"
//	set = "jones-easy"
//	iterations = 233.96        # Fig. 5
//	rule = "ratio 0.67 1.5"
//	known = "the puzzles are others"
//
//	[[table]]
//	name = "figure-5"
//	title = "Iterations by level"
//	rows = ["levels"]
//	with = { r = '=grid "jon-1" | set .set | ran' }
//	columns = [
//	    ["|level", ".name"],
//	    ["runs", "len .r"],
//	    ["published", "ours", "|verdict", 'compare .iterations .rule .known (perPuzzle "moves" .r)'],
//	    { titles = ["p (Holm)"], if = 'ne .name "easy"', value = 'holm (mcnemar (grid "jon-1") "a" "b")' },
//	]
//	notes = ["Means over puzzles."]
//
// A column is a list of titles and a formula; "|" marks a column of text. The value of a formula is one cell, or as many as titles: a number, a text, records
// (their number), a rate or another measured number with its interval, a cell, or a list of cells. A column that is written as a table may have besides:
//
//	each   a list, or "=" and a formula that gives rows: one column for each, with the fields of that row
//	when   a formula: whether there is such a column
//	if     a formula: whether a row has a value in it
//
// A table may have besides:
//
//	for    a list, or "=" and a formula: one table for each of its rows. Then name has formulas: "order{{.order}}". Of two tables, or
//	       figures, that have a name in common the first counts
//	where  a formula: rows of which it is not true are left out
//
// An element of rows may be "=" and a formula that gives rows as well: '=by "method" (grid "start")'. A table that the text does not show is a place for
// intermediate values.
//
// The rules are machine (depends on the machine), exact, rate RUNS, within TOLERANCE, ratio LOW HIGH, between LOW HIGH (see package report) and none REASON
// (nothing is required).
//
// A [[figure]] has name, title, caption, for and with as a table, and a chart, or [[figure.panel]]s each of which is a chart with a heading. A chart has a
// kind, axes x and y such as { label = "time (s)", log = true, min = 0, max = 1 }, and columns, which may use each, when and if:
//
//	bars       columns are series, rows groups with the name at
//	lines      columns are curves, rows points with the x at; a curve may have style = "points", "marks" or "points reference"
//	boxes      columns are samples: numbers
//	cactus     columns are samples: numbers, out of instances
//	scatter    columns are clouds: points X Y
//	drawn      one column: a chart that a function draws
//	survival   columns are curves: lifetimes QUANTITY RECORDS
//
// In a panel, each is a list: one panel for each of its rows. A chart without values, and a figure without charts, is left out.
//
// # report.md.tmpl
//
// The text is a template of Markdown: a title after "# ", paragraphs of the lead, sections after "## ". A section in which nothing stands is left out. The
// fields are those of [with].
//
//	{{with grid "jon-1" | ran}}
//	Of {{len .}} climbs {{successes .}} were solved; {{tally "matched" "figure-5"}} of {{tally "" "figure-5"}} means match.
//	{{end}}
//
//	## Figure 5
//
//	{{table "figure-5"}}
//	{{figure "figure-5-runs"}}
//
// # Functions
//
// Of records: all; grid NAMES; set, method NAMES R; ran R (without solvers that are not installed), won R (with success); from QUANTITY LOW HIGH R (both
// ends included); both R R; by QUANTITY R gives rows with key and group, also by "method" and "set". The key has a second name, that of the quantity.
//
// Quantities are wall, busy, solve, preprocess, encode (seconds), timeOrNever (wall, infinite for a run that failed), nodes, moves, restarts, conflicts,
// decisions, propagations, linear programs, success (1 or 0), clues, order, index, variables, constraints, clauses, literals, rows, nonzeros, conditions
// (constraints, clauses or rows), entries (literals or nonzeros), and values.NAME of a task.
//
// Numbers: of QUANTITY R, puzzles QUANTITY R (the mean of each puzzle), medians QUANTITY R; numbers FIELD ROWS; paired QUANTITY R METHOD METHOD (medians
// of the puzzles that both have: a pair of lists X and Y), quotients PAIR; lifetimes QUANTITY R.
//
// Statistics: mean, median, deviation, variation, sum, least, most, quantile P X, statistic NAME X, above LIMIT X, finite X. Measured numbers with
// intervals: rate R (Wilson), boot X (mean, bootstrap), perPuzzle QUANTITY R (mean over puzzles), cost QUANTITY R (of a success; perSuccess is the number
// alone). successes R. survival LIFETIMES and exponential LIFETIMES give the curve and the fit of package stats.
//
// Tests: fisher R R, mcnemar R METHOD METHOD give p; kendall X Y gives R and P; signs PAIR and signedRanks PAIR (of
// logarithms) give the tests of package stats. moreSuccess R MORE FEWER, moreOf QUANTITY R MORE LESS, rises X Y, falls
// X Y give a [Relation]; asMuch of one claims that there is no difference. tooFew PAIRS TESTS: whether no test can be significant.
//
// Methods: contest LIMIT R gives a row for each method, the best first, with key, group, run, solved, times, median, par2, par10, wins, penalised, ratio
// and p; profile ROWS draws it. cactus R draws the times of methods. growths QUANTITY R gives a row for each, with key, growth, exponent, reach and last;
// growthTable NAME TITLE UNIT ROWS NOTES and growthLines LABEL ROWS show them. stochastic NAME. couples ROWS gives each two of some rows, with their keys
// in first and second.
//
// Arithmetic: add, sub, mul, div, abs, log, round DIGITS X, number; lt, le, gt, ge compare any numbers; choose CONDITION YES NO.
//
// Cells: compare PUBLISHED RULE KNOWN OURS and compareSeconds (three: published, ours, verdict; a text in the place of ours says why there is none),
// verdict PUBLISHED RULE KNOWN OURS (one), wouldMatch PUBLISHED RULE OURS, outOf K N, seconds, counted R CELL (how many succeeded
// beside it, if not all), effort R (two: a median, and of what), medianTime R, p, holm P and holmIn FAMILY P (corrected in
// the column, or in the family), relation KNOWN RELATION (three: ours, p, verdict), holds CONDITION REASON, notRun REASON, ours (a rate without hover
// text), cells VALUES (several).
//
// Words: short, duration, probability, code, joined, listed N NAMES, cut PREFIX TEXT, texts FIELD ROWS; printf and others of text/template.
//
// The campaign: limit GRID (seconds), moveLimit GRID, reduced (the scale is not the full one), standsIn R, missing R (methods not installed);
// campaign; grids, the rows that general.toml describes, together and missingPieces of an instance in pieces.
//
// Rows: list NAME; rows TABLE (with the field cells); pick FIELD VALUE ROWS, within and outside FIELD LOW HIGH ROWS, sorted FIELD ROWS ("-FIELD":
// descending); tally VERDICT TABLE [TITLE] counts verdicts, "" all of what was run. product LISTS, concat ROWS ROWS, top N ROWS, first FIELD ROWS (of the
// first row), at I LIST, dict KEY VALUE.
//
// Blocks of the text: table NAME, figure NAME, show BLOCK.
//
// What cannot be said so is a function or a quantity of the experiment: a [Vocabulary]. A parameter of such a function that is a float64, a report.Ours
// or a [Quantity] takes every value that stands for one, as those of the functions above do. A function may return cells, rows, an [Adjusted] whose
// cells wait for a corrected p, or a block for show.
//
// Experiment.Check, which tests alone use, finds unknown words in the files of all experiments, with their lines.
//
// # Files
//
// experiment.go and run.go: an experiment and its runs. claims.go, formula.go, vocabulary.go, tables.go, figures.go, prose.go: the files of
// experiments. records.go, rates.go, relations.go, cells.go: records and what is said of them. general.go, pieces.go, scores.go, growth.go:
// reports of any campaign.
//
// Package sizes, below this one, has a task that makes formulas, and paperstest has what tests of experiments share.
package papers
