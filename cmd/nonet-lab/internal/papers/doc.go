// Package papers runs experiments that repeat papers, and writes their reports.
//
// An [Experiment] consists of files: the campaign (spec.toml), the published numbers with the tables and figures that
// compare ours with them (claims.toml), and the text of the report (report.md.tmpl). Go code defines only its tasks and
// functions that no file can express. Each experiment is a package below this one that exports one function,
// Experiment; package all lists them.
//
//	e, ok := all.ByName("thein")
//	document, err := e.Run(ctx, papers.Options{Scale: campaign.Quick, Out: "out/thein"})
//
// [Data] holds the records of a campaign. [General] writes a report of any campaign without files of its own. It uses
// general.toml and general.md.tmpl; experiments may show the tables and figures of general.toml, too ([EachGrid]).
//
// Its times, scores, tests and figures are those of runs that reached the solver: it counts the runs that the
// preprocessor decided, and never mixes them with the others. Of the functions below, contest, growths, cactus,
// profile, counted and medianOf keep to this rule; the others use the records that they are given.
//
// # Formulas
//
// A formula is a pipeline of text/template without the braces. It selects records, takes a quantity of each, and
// computes a statistic. A name after a dot is a field of the row for which the formula is evaluated: a row of a list,
// see below.
//
//	grid "jon-1" | set .set | ran | of "moves" | mean
//	div (mean (of "moves" .r)) (mean (of "moves" .first))
//
// A text may contain formulas in braces: "Limit: {{short .moves}} moves."
//
// # claims.toml
//
// The section [paper] has the BibTeX entry of the paper (bibtex), and the name of the main table (table), which the
// report shows in LaTeX.
//
// A list holds published numbers: each [[list.NAME]] adds one row to the list NAME. A text that begins with "=" is a
// formula; it is evaluated when another formula uses the field, so fields may refer to each other in any order.
//
// A table has one row for each combination of rows of its lists. The fields of such a row are those of the list rows,
// then those of the table's key "with", then those of the file's section [with]. If a name occurs in several of these,
// the earlier one in this order wins. If it occurs in two lists, the later list wins.
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
// A column is a list of titles and one formula. "|" before a title makes a column of text. The formula fills one cell,
// or one for each title. Its value may be a number, a text, records (shown as their number), a measured number with its
// interval, a cell, or a list of cells. A column in braces has the keys "titles" and "value", and optionally
//
//	each   a list, or "=" and a formula that returns rows. Each of these rows makes one column, whose formulas may use
//	       the fields of that row
//	when   a formula: whether the table has this column
//	if     a formula: whether a row has a value in this column
//
// A table has optionally
//
//	for    a list, or "=" and a formula that returns rows: one table for each of these rows. Its name then contains a
//	       formula: "order{{.order}}". If two tables or figures get the same name, the first is used
//	where  a formula: rows for which it is false are left out
//
// An element of rows may also be "=" and a formula that returns rows: '=by "method" (grid "start")'. A table that the
// text does not show may hold intermediate values.
//
// The rule of a verdict is one of: exact, rate RUNS, within TOLERANCE, ratio LOW HIGH, between LOW HIGH, machine,
// machine GROUP (see package report), and none REASON (no verdict). The rule machine is for absolute times: they are
// not comparable. With a group, the name of a machine, one factor is fitted to all published numbers of that group
// and ours, and each number is judged by it: "in proportion" or "out of proportion". Ours may be a time or an effort.
// A last section of the report shows the factors.
//
// Two fields of a row, or keys of a column in braces, describe its verdicts:
//
//	against  what our number is compared with: "published number" (the default), "published statement" (the default
//	         of relation, holds and notRun), "input" (a number that we made to agree, such as the clues of generated
//	         puzzles), or "own reference" (a pilot of ours, a closed form, a golden value). Only the first two match
//	         or miss; the others agree or differ, and count apart
//	id       a text that identifies the published number or statement. Of several comparisons with one id, in the
//	         whole report, the first that is matched or missed counts; the verdicts of the others are in parentheses.
//	         The id of a row is that of all its verdicts: a row that compares several numbers has ids in its columns
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
//
// A [[figure]] has the keys "name", "title", "caption", "for" and "with". It has one chart, or a chart with a heading
// in each [[figure.panel]]. The keys of a chart are "kind", the axes "x" and "y", such as { label = "time (s)", log =
// true, min = 0, max = 1 }, and "columns", which may use the keys "each", "when" and "if". What a column means depends
// on the kind:
//
//	dots       a series of marks with intervals, on the axis x; each row is a group. The formula of the key
//	           "at" gives the name of the group. The style "reference" is for published values
//	lines      a curve; each row is a point. The formula of the key "at" gives its x. The key "style" may be "points",
//	           "marks" or "points reference"
//	boxes      a sample of numbers
//	cactus     a sample of times. The formula of the key "instances" gives the number of instances
//	scatter    a cloud: points X Y
//	published  published numbers and ours, by verdict: comparisons TABLE; without inputs and machine times
//	drawn      a chart that a function draws; such a figure has one column
//	survival   a curve: lifetimes QUANTITY RECORDS
//
// In a panel, "each" is a list: one panel for each of its rows. A chart without values is left out, and so is a figure
// without charts.
//
// # report.md.tmpl
//
// The text is a Markdown template: a title after "# ", a lead of three sentences, the figure for them, paragraphs
// that continue the lead, and sections after "## ". An empty section is left out. Of a section the page shows the first
// paragraph, if it stands before all tables and figures, and the first figure; the rest is folded. The fields are those
// of [with].
//
//	{{with grid "jon-1" | ran}}
//	Of {{len .}} climbs {{successes .}} were solved; {{tally "matched" "figure-5"}} means match.
//	{{end}}
//
//	## Figure 5
//
//	{{table "figure-5"}}
//	{{figure "figure-5-runs"}}
//
// # Functions
//
// R are records, QUANTITY is the name of a quantity.
//
// Records: all; grid NAMES; set NAMES R; method NAMES R; ran R (runs whose solver is installed); won R (successful
// runs); reached R and decidedBefore R (runs that reached the solver or failed before, and runs that the preprocessor
// decided); from QUANTITY LOW HIGH R (both ends included); both R R (the records of both). The function by QUANTITY R
// returns one row for each value of a quantity; QUANTITY may also be "method" or "set". The row has the fields key (the
// value) and group (its records). A third field, named like QUANTITY, also has the value.
//
// Quantities: time (processor time; wall time where that was not measured), cpu (processor time, NaN if it was not
// measured), wall, busy, solve, preprocess, encode (seconds), timeOrNever (time, infinite for a failed run), nodes,
// moves, restarts, conflicts, decisions, propagations, linear programs, success (1 or 0), clues, order, index,
// variables, constraints, clauses, literals, rows, nonzeros, conditions (constraints, clauses or rows), entries
// (literals or nonzeros), and values.NAME, which a task has measured.
//
// Numbers: of QUANTITY R; puzzles QUANTITY R (the mean of each puzzle); medians QUANTITY R; numbers FIELD ROWS; paired
// QUANTITY R METHOD METHOD (two lists X and Y: the medians of puzzles that both methods ran on); quotients PAIR;
// lifetimes QUANTITY R.
//
// Statistics: mean, median, deviation, variation, sum, least, most, quantile P X, statistic NAME X, above LIMIT X,
// finite X; successes R. Measured numbers with intervals: rate R (Wilson), puzzleRate R (puzzles that at least one run
// solved), boot X (mean, bootstrap), quartiles X (median, first and third quartile), perPuzzle QUANTITY R (mean over
// puzzles), cost QUANTITY R (effort per success; perSuccess returns it without the interval). survival
// LIFETIMES and exponential LIFETIMES return the curve and the fit of package stats.
//
// Tests: fisher R R and mcnemar R METHOD METHOD return p; kendall X Y returns R and P; signs PAIR and signedRanks PAIR
// (on logarithms) return the tests of package stats. moreSuccess R MORE FEWER, moreOf QUANTITY R MORE LESS, rises X Y
// and falls X Y return a [Relation], a directed claim; asMuch RELATION claims instead that the two do not differ.
// tooFew PAIRS TESTS reports whether a table has too few pairs for a significant difference, given the number of its
// tests.
//
// Methods: contest LIMIT R returns one row for each method, the best first, with the fields key, group, run, solved,
// before, times, shared, median, par2, par10, wins, penalised, ratio and p; profile ROWS draws these rows. cactus R
// draws the times of methods. growths QUANTITY R returns one row for each method, with the fields key, growth,
// exponent, reach and last; growthTable NAME TITLE UNIT ROWS NOTES and growthLines LABEL ROWS show these rows.
// stochastic NAME reports whether a method is stochastic. couples ROWS returns one row for each pair of rows, with
// their keys in the fields first and second.
//
// Arithmetic: add, sub, mul, div, abs, log, round DIGITS X, number; lt, le, gt, ge; choose CONDITION YES NO.
//
// Cells: verdict PUBLISHED RULE KNOWN OURS; compare and compareSeconds take the same and return three cells: the
// published number, ours, and the verdict. A text instead of OURS is the reason why there is no number. wouldMatch
// PUBLISHED RULE OURS, outOf K N, seconds, counted R CELL (the cell; if some runs failed, with the numbers of successes
// and of runs; if the preprocessor decided some, with their number), effort R (two cells: a median and its unit),
// medianOf QUANTITY R (seconds; infinite for a failed run), p, holm P and holmIn FAMILY P (corrected for the tests of
// the column, or of the family), relation KNOWN RELATION (three cells: ours, p, verdict), holds CONDITION REASON,
// notRun REASON, ours RATE (the rate with its interval, without the numbers of successes and runs), cells VALUES (a
// list with one cell for each value).
//
// Words: short, duration, probability, code, joined, listed N NAMES, cut PREFIX TEXT, texts FIELD ROWS; and the
// functions of text/template, such as printf.
//
// The campaign: campaign; grids (the rows that general.toml describes); limit GRID (seconds); moveLimit GRID; reduced
// (whether the scale is below full); standsIn R (whether another set replaces the list of puzzles with 17 clues);
// missing R (methods that are not installed). For an instance that is split into pieces: together (the combined result)
// and missingPieces.
//
// Rows: list NAME; rows TABLE (with the field cells); pick FIELD VALUE ROWS; matching FIELD ROWS (rows with
// a field of wouldMatch that says yes); within and outside FIELD LOW HIGH ROWS;
// sorted FIELD ROWS ("-FIELD" sorts in descending order); tally VERDICT TABLE [TITLE] (number of verdicts; "" counts
// all but "not run" and "too few runs"); product LISTS; concat ROWS ROWS; top N ROWS; first FIELD ROWS (the field of
// the first row); at I LIST; dict KEY VALUE.
//
// Blocks of the text: table NAME, figure NAME, show BLOCK. For figures of the kind published: comparisons TABLE
// [TITLE], the numbers behind the verdicts of a table, or of one of its columns.
//
// An experiment adds functions and quantities of its own by a [Vocabulary]. A parameter of type float64, report.Ours or
// [Quantity] of such a function accepts every value that can be converted, as the built-in functions do. A function may
// return cells, rows, an [Adjusted] (cells that wait for a corrected p), or a block for show.
//
// Experiment.Check finds unknown words in the files of an experiment, with their lines. Only tests use it.
package papers
